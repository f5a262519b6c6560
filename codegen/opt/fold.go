package opt

import (
	"math"
	"math/bits"
	"strings"

	"heddle/ir"
	"heddle/num"
)

// The results of operations on constants, computed on codes as in the interpreter.

func widthOf(t ir.Type) int { w, _ := ir.BitWidth(t); return w }

func signed(w int, v uint64) int64 { return int64(v<<(64-w)) >> (64 - w) }

// wraps makes a folder of a function modulo 2^w; with nsw or nuw a result that
// overflows is poison, and left alone.
func wraps(f func(a, b uint64) uint64, signedFits, unsignedFits func(w int, a, b uint64) bool) folder {
	return func(op *ir.Operation, from, _ ir.Type, a []uint64) (uint64, bool) {
		w := widthOf(from)
		flags := op.EnumAttr("overflowFlags")
		if strings.Contains(flags, "nsw") && !signedFits(w, a[0], a[1]) || strings.Contains(flags, "nuw") && !unsignedFits(w, a[0], a[1]) {
			return 0, false
		}
		return f(a[0], a[1]) & lowMask(w), true
	}
}

// plain makes a folder of a total function of two integers.
func plain(f func(w int, a, b uint64) uint64) folder {
	return func(_ *ir.Operation, from, _ ir.Type, a []uint64) (uint64, bool) {
		w := widthOf(from)
		return f(w, a[0], a[1]) & lowMask(w), true
	}
}

// divides makes a folder of a division: not by zero, and with a quotient that
// fits.
func divides(isSigned bool, f func(w int, a, b uint64) uint64) folder {
	return func(op *ir.Operation, from, _ ir.Type, a []uint64) (uint64, bool) {
		w := widthOf(from)
		if a[1] == 0 || op.HasAttr("isExact") || isSigned && a[1] == lowMask(w) {
			return 0, false
		}
		return f(w, a[0], a[1]) & lowMask(w), true
	}
}

func shifts(f func(w int, a, n uint64) uint64) folder {
	return func(op *ir.Operation, from, _ ir.Type, a []uint64) (uint64, bool) {
		w := widthOf(from)
		if a[1] >= uint64(w) || op.HasAttr("isExact") || op.Name() == "arith.shli" && op.EnumAttr("overflowFlags") != "none" {
			return 0, false
		}
		return f(w, a[0], a[1]) & lowMask(w), true
	}
}

func fitsIn(w int, hi, lo int64) bool { // of a number of 128 bits
	return hi == lo>>63 && lo >= -1<<(w-1) && lo <= 1<<(w-1)-1
}

var folders = map[string]folder{
	"arith.addi": wraps(func(a, b uint64) uint64 { return a + b },
		func(w int, a, b uint64) bool { return sumFits(w, signed(w, a), signed(w, b)) },
		func(w int, a, b uint64) bool { s, c := bits.Add64(a, b, 0); return c == 0 && s <= lowMask(w) }),
	"arith.subi": wraps(func(a, b uint64) uint64 { return a - b },
		func(w int, a, b uint64) bool {
			return signed(w, b) != math.MinInt64 && sumFits(w, signed(w, a), -signed(w, b))
		},
		func(_ int, a, b uint64) bool { return a >= b }),
	"arith.muli": wraps(func(a, b uint64) uint64 { return a * b },
		func(w int, a, b uint64) bool {
			return fitsIn(w, mulHigh(signed(w, a), signed(w, b)), signed(w, a)*signed(w, b))
		},
		func(w int, a, b uint64) bool { h, l := bits.Mul64(a, b); return h == 0 && l <= lowMask(w) }),
	"arith.andi":  plain(func(_ int, a, b uint64) uint64 { return a & b }),
	"arith.ori":   plain(func(_ int, a, b uint64) uint64 { return a | b }),
	"arith.xori":  plain(func(_ int, a, b uint64) uint64 { return a ^ b }),
	"arith.maxui": plain(func(_ int, a, b uint64) uint64 { return max(a, b) }),
	"arith.minui": plain(func(_ int, a, b uint64) uint64 { return min(a, b) }),
	"arith.maxsi": plain(func(w int, a, b uint64) uint64 { return uint64(max(signed(w, a), signed(w, b))) }),
	"arith.minsi": plain(func(w int, a, b uint64) uint64 { return uint64(min(signed(w, a), signed(w, b))) }),
	"arith.divui": divides(false, func(_ int, a, b uint64) uint64 { return a / b }),
	"arith.remui": divides(false, func(_ int, a, b uint64) uint64 { return a % b }),
	"arith.divsi": divides(true, func(w int, a, b uint64) uint64 { return uint64(signed(w, a) / signed(w, b)) }),
	"arith.remsi": divides(true, func(w int, a, b uint64) uint64 { return uint64(signed(w, a) % signed(w, b)) }),
	"arith.shli":  shifts(func(_ int, a, n uint64) uint64 { return a << n }),
	"arith.shrui": shifts(func(_ int, a, n uint64) uint64 { return a >> n }),
	"arith.shrsi": shifts(func(w int, a, n uint64) uint64 { return uint64(signed(w, a) >> n) }),

	"arith.cmpi": func(op *ir.Operation, from, _ ir.Type, a []uint64) (uint64, bool) {
		return truth(compareInts(ir.CmpIPredicates[op.IntAttr("predicate")], widthOf(from), a[0], a[1])), true
	},
	"arith.extui": func(_ *ir.Operation, _, _ ir.Type, a []uint64) (uint64, bool) { return a[0], true },
	"arith.extsi": func(_ *ir.Operation, from, to ir.Type, a []uint64) (uint64, bool) {
		return uint64(signed(widthOf(from), a[0])) & lowMask(widthOf(to)), true
	},
	"arith.trunci": func(op *ir.Operation, _, to ir.Type, a []uint64) (uint64, bool) {
		return a[0] & lowMask(widthOf(to)), op.EnumAttr("overflowFlags") == "none"
	},
	"arith.index_cast": func(_ *ir.Operation, from, to ir.Type, a []uint64) (uint64, bool) {
		return uint64(signed(widthOf(from), a[0])) & lowMask(widthOf(to)), true
	},
	"arith.index_castui": func(_ *ir.Operation, _, to ir.Type, a []uint64) (uint64, bool) {
		return a[0] & lowMask(widthOf(to)), true
	},
	"arith.bitcast": func(_ *ir.Operation, _, _ ir.Type, a []uint64) (uint64, bool) { return a[0], true },
	"math.ctpop": func(_ *ir.Operation, _, _ ir.Type, a []uint64) (uint64, bool) {
		return uint64(bits.OnesCount64(a[0])), true
	},

	"arith.addf": floats2(func(t ir.FloatType, a, b uint64) uint64 { return addFloat(t, a, b) }),
	"arith.subf": floats2(func(t ir.FloatType, a, b uint64) uint64 { return addFloat(t, a, b^signBit(t)) }),
	"arith.mulf": floats2(mulFloat),
	"arith.negf": floats(func(t, _ ir.FloatType, a []uint64) uint64 { return a[0] ^ signBit(t) }),
	"math.fma":   floats(func(t, _ ir.FloatType, a []uint64) uint64 { return fmaFloat(t, a[0], a[1], a[2]) }),
	"arith.extf": floats(func(from, to ir.FloatType, a []uint64) uint64 { return castFloat(from, to, a[0]) }),
	"arith.truncf": func(op *ir.Operation, from, to ir.Type, a []uint64) (uint64, bool) {
		if op.IntAttr("roundingmode") != 0 {
			return 0, false
		}
		return floats(func(from, to ir.FloatType, a []uint64) uint64 { return castFloat(from, to, a[0]) })(op, from, to, a)
	},
	"arith.cmpf": func(op *ir.Operation, from, _ ir.Type, a []uint64) (uint64, bool) {
		t := from.(ir.FloatType)
		if !ordinary(t) || op.EnumAttr("fastmath") != "none" {
			return 0, false
		}
		return truth(compareFloats(ir.CmpFPredicates[op.IntAttr("predicate")], toF64(t, a[0]), toF64(t, a[1]))), true
	},
	"arith.sitofp": func(_ *ir.Operation, from, to ir.Type, a []uint64) (uint64, bool) {
		return fromInt(to.(ir.FloatType), signed(widthOf(from), a[0]))
	},
	"arith.uitofp": func(_ *ir.Operation, _, to ir.Type, a []uint64) (uint64, bool) {
		if a[0] > math.MaxInt64 {
			return 0, false
		}
		return fromInt(to.(ir.FloatType), int64(a[0]))
	},
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// sumFits reports whether a signed sum needs no more than w bits.
func sumFits(w int, a, b int64) bool {
	s := a + b
	return (s < a) == (b < 0) && s >= -1<<(w-1) && s <= 1<<(w-1)-1
}

// mulHigh returns the upper half of a signed product of 128 bits.
func mulHigh(a, b int64) int64 {
	h, _ := bits.Mul64(uint64(a), uint64(b))
	if a < 0 {
		h -= uint64(b)
	}
	if b < 0 {
		h -= uint64(a)
	}
	return int64(h)
}

func compareInts(pred string, w int, a, b uint64) bool {
	x, y := signed(w, a), signed(w, b)
	switch pred {
	case "eq":
		return a == b
	case "ne":
		return a != b
	case "slt":
		return x < y
	case "sle":
		return x <= y
	case "sgt":
		return x > y
	case "sge":
		return x >= y
	case "ult":
		return a < b
	case "ule":
		return a <= b
	case "ugt":
		return a > b
	}
	return a >= b
}

// compareFloats is a predicate of arith.cmpf: its first letter determines the result for a NaN.
func compareFloats(pred string, a, b float64) bool {
	nan := a != a || b != b
	switch pred {
	case "false", "true":
		return pred == "true"
	case "ord", "uno":
		return nan == (pred == "uno")
	}
	if nan {
		return pred[0] == 'u'
	}
	switch pred[1:] {
	case "eq":
		return a == b
	case "ne":
		return a != b
	case "gt":
		return a > b
	case "ge":
		return a >= b
	case "lt":
		return a < b
	}
	return a <= b
}

// Floats: f16, bf16, f32 and f64, rounded to nearest even. Results and operands that are NaN or
// infinite are left to the machine: flags may turn them into poison, and the payload of a NaN is
// the machine's choice.

func ordinary(t ir.FloatType) bool { return t == ir.F16 || t == ir.BF16 || t == ir.F32 || t == ir.F64 }

func floats2(f func(t ir.FloatType, a, b uint64) uint64) folder {
	return floats(func(t, _ ir.FloatType, a []uint64) uint64 { return f(t, a[0], a[1]) })
}

func floats(f func(from, to ir.FloatType, a []uint64) uint64) folder {
	return func(_ *ir.Operation, from, to ir.Type, a []uint64) (uint64, bool) {
		ft, ok1 := from.(ir.FloatType)
		tt, ok2 := to.(ir.FloatType)
		if !ok1 || !ok2 || !ordinary(ft) || !ordinary(tt) {
			return 0, false
		}
		for _, c := range a {
			if !finite(ft, c) {
				return 0, false
			}
		}
		r := f(ft, tt, a)
		return r, finite(tt, r)
	}
}

func finite(t ir.FloatType, code uint64) bool {
	x := toF64(t, code)
	return x-x == 0
}

func signBit(t ir.FloatType) uint64 { return 1 << (t.Width() - 1) }

func toF64(t ir.FloatType, code uint64) float64 {
	return math.Float64frombits(castFloat(t, ir.F64, code))
}

// castFloat changes the format; the result is rounded once.
func castFloat(from, to ir.FloatType, code uint64) uint64 {
	e := num.Env{}
	wide := code // as f64
	switch from {
	case ir.F16:
		wide = num.F32ToF64(num.F16ToF32(uint16(code)))
	case ir.BF16:
		wide = num.F32ToF64(num.BF16ToF32(uint16(code)))
	case ir.F32:
		wide = num.F32ToF64(uint32(code))
	}
	switch to {
	case ir.F64:
		return wide
	case ir.F32:
		return uint64(num.F64ToF32(wide, e))
	}
	// To round once, the step over f32 keeps in its last place whether anything
	// was lost.
	odd := num.F64ToF32(wide, num.Env{Round: num.RTZ})
	if num.F32ToF64(odd) != wide {
		odd |= 1
	}
	if to == ir.F16 {
		return uint64(num.F32ToF16(odd, e))
	}
	return uint64(num.F32ToBF16(odd, e))
}

func fromInt(t ir.FloatType, v int64) (uint64, bool) {
	if !ordinary(t) || v > 1<<53 || v < -1<<53 {
		return 0, false
	}
	r := castFloat(ir.F64, t, math.Float64bits(float64(v)))
	return r, finite(t, r)
}

func addFloat(t ir.FloatType, a, b uint64) uint64 {
	e := num.Env{}
	switch t {
	case ir.F16:
		return uint64(num.Add16(uint16(a), uint16(b), e))
	case ir.BF16:
		return uint64(num.AddBF16(uint16(a), uint16(b), e))
	case ir.F32:
		return uint64(num.Add32(uint32(a), uint32(b), e))
	}
	return num.Add64(a, b, e)
}

func mulFloat(t ir.FloatType, a, b uint64) uint64 {
	e := num.Env{}
	switch t {
	case ir.F16:
		return uint64(num.Mul16(uint16(a), uint16(b), e))
	case ir.BF16:
		return uint64(num.MulBF16(uint16(a), uint16(b), e))
	case ir.F32:
		return uint64(num.Mul32(uint32(a), uint32(b), e))
	}
	return num.Mul64(a, b, e)
}

func fmaFloat(t ir.FloatType, a, b, c uint64) uint64 {
	e := num.Env{}
	switch t {
	case ir.F16:
		return uint64(num.FMA16(uint16(a), uint16(b), uint16(c), e))
	case ir.BF16:
		return uint64(num.FMABF16(uint16(a), uint16(b), uint16(c), e))
	case ir.F32:
		return uint64(num.FMA32(uint32(a), uint32(b), uint32(c), e))
	}
	return num.FMA64(a, b, c, e)
}
