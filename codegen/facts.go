package codegen

import (
	"math"

	"heddle/ir"
)

// What the analyses know about values (package flow).

// uniform reports whether a value is the same for all lanes that are active
// where it is made.
func (k *kernel) uniform(v *ir.Value) bool { return k.flow.Uniform(v) }

// fitsU32 and fitsS32 report whether an integer is the zero extension, or the
// sign extension, of its low dword.
func (k *kernel) fitsU32(v *ir.Value) bool { return k.flow.FitsU32(v) }
func (k *kernel) fitsS32(v *ir.Value) bool { return k.flow.FitsS32(v) }

// sumFitsU32 and sumFitsS32 report the same of the sum of two integers.
func (k *kernel) sumFitsU32(a, b *ir.Value) bool {
	return k.fitsU32(a) && k.fitsU32(b) && k.flow.Range(a).UMax+k.flow.Range(b).UMax <= math.MaxUint32
}

func (k *kernel) sumFitsS32(a, b *ir.Value) bool {
	x, y := k.flow.Range(a), k.flow.Range(b)
	return k.fitsS32(a) && k.fitsS32(b) && x.SMin+y.SMin >= math.MinInt32 && x.SMax+y.SMax <= math.MaxInt32
}

// alwaysLess reports whether a loop's lower bound is below its upper bound, so that it has a first
// iteration.
func (k *kernel) alwaysLess(lower, upper *ir.Value, loop *ir.Operation) bool {
	x, y := k.flow.Range(lower), k.flow.Range(upper)
	if lessThan(loop) == "ult" {
		return x.UMax < y.UMin
	}
	return x.SMax < y.SMin
}
