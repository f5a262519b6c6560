package codegen

import (
	"heddle/ir"
)

// form describes when an operation on 64-bit numbers can be done on their low dwords.
type form uint8

const (
	// modular: the low dword of the result depends on those of the operands only,
	// so it is enough that the result fits.
	modular form = iota + 1
	// exactUnsigned, exactSigned: if the operands, taken as such numbers, fit.
	exactUnsigned
	exactSigned
	// shiftLeft is modular, the other shifts are exact, for amounts below 32.
	shiftLeft
	shiftUnsigned
	shiftSigned
)

// narrowed reports how a 64-bit result follows from its low dword if the
// operation can be done with 32 bits, else extNone.
func (k *kernel) narrowed(op *ir.Operation, f form) extension {
	ext := k.resultExt(op.Result())
	if ext == extNone {
		return extNone
	}
	ok := false
	switch f {
	case modular:
		ok = true
	case exactUnsigned:
		ok = k.fits32(op.Operands[0], false) && k.fits32(op.Operands[1], false)
	case exactSigned:
		ok = k.fits32(op.Operands[0], true) && k.fits32(op.Operands[1], true)
	case shiftLeft:
		ok = k.below32(op.Operands[1])
	case shiftUnsigned, shiftSigned:
		ok = k.below32(op.Operands[1]) && k.fits32(op.Operands[0], f == shiftSigned)
	}
	if !ok {
		return extNone
	}
	return ext
}

// isWide reports whether a type is that of scalars with two dwords.
func isWide(t ir.Type) bool {
	_, isVector := t.(*ir.VectorType)
	if isVector {
		return false
	}
	if _, isFloat := t.(ir.FloatType); isFloat {
		return false
	}
	n, ok := dwordsOf(t)
	return ok && n == 2
}

// resultExt is how a 64-bit integer follows from its low dword, extNone if it
// does not or nothing is known.
func (k *kernel) resultExt(v *ir.Value) extension {
	switch {
	case !isWide(v.Type):
		return extNone
	case k.fitsU32(v):
		return extZero
	case k.fitsS32(v):
		return extSigned
	}
	return extNone
}

// fits32 reports whether a 64-bit integer is one of 32 bits.
func (k *kernel) fits32(v *ir.Value, signed bool) bool {
	have, ok := k.vals[v]
	if !ok || !isWide(v.Type) {
		return false
	}
	if signed && k.fitsS32(v) || !signed && k.fitsU32(v) {
		return true
	}
	if len(have.dw) == 1 {
		return have.ext == extZero && !signed || have.ext == extSigned && signed
	}
	lo, loConst := isConst(have.dw[0])
	hi, hiConst := isConst(have.dw[1])
	return loConst && hiConst && (!signed && hi == 0 || signed && hi == uint32(int32(lo)>>31))
}

// below32 reports whether a shift's amount is below 32.
func (k *kernel) below32(v *ir.Value) bool {
	return k.flow.Range(v).UMax < 32
}

// below24 reports whether an integer of 32 or more bits is below 2^24.
func (k *kernel) below24(v *ir.Value) bool {
	return k.flow.Range(v).UMax < 1<<24
}
