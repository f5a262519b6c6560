package interp

import (
	"math"
	"math/big"
	"strings"

	"heddle/ir"
	"heddle/num"
)

// toF64 returns the number of a code: f64 contains the numbers of every type.
func toF64(t ir.FloatType, code uint64) float64 {
	switch t {
	case ir.F64:
		return math.Float64frombits(code)
	case ir.F32:
		return math.Float64frombits(num.F32ToF64(uint32(code)))
	case ir.F16:
		return math.Float64frombits(num.F32ToF64(num.F16ToF32(uint16(code))))
	case ir.BF16:
		return math.Float64frombits(num.F32ToF64(num.BF16ToF32(uint16(code))))
	case ir.F8E8M0FNU:
		e, nan := num.E8M0ToExp(uint8(code))
		if nan {
			return math.NaN()
		}
		return math.Ldexp(1, e)
	}
	return math.Float64frombits(num.F32ToF64(t.Format().ToF32(uint32(code))))
}

// fromF64 rounds an f64 once to another type.
func fromF64(t ir.FloatType, x float64, r num.Rounding) uint64 {
	e := num.Env{Round: r}
	b := math.Float64bits(x)
	switch t {
	case ir.F64:
		return b
	case ir.F32:
		return uint64(num.F64ToF32(b, e))
	case ir.F16:
		return uint64(num.F32ToF16(oddF32(x), e))
	case ir.BF16:
		// The odd f32 has the range of bf16, and 16 bits more.
		return uint64(num.F32ToBF16(oddF32(x), e))
	case ir.F8E8M0FNU:
		return uint64(toE8M0(x))
	}
	return uint64(t.Format().FromF32(oddF32(x), false))
}

// oddF32 rounds to f32 so that rounding again, to at least two bits less, gives the same as
// rounding once: an inexact result gets an odd last place.
func oddF32(x float64) uint32 {
	b := math.Float64bits(x)
	y := num.F64ToF32(b, num.Env{Round: num.RTZ})
	if !num.IsNaN32(y) && num.F32ToF64(y) != b {
		y |= 1
	}
	return y
}

// oddF64 returns an integer rounded to f64 in the same way.
func oddF64(v *big.Int) float64 {
	n := v.BitLen()
	if n <= 53 {
		f, _ := new(big.Float).SetInt(v).Float64()
		return f
	}
	drop := uint(n - 53)
	mag := new(big.Int).Abs(v)
	top := new(big.Int).Rsh(mag, drop)
	if new(big.Int).Lsh(top, drop).Cmp(mag) != 0 {
		top.SetBit(top, 0, 1)
	}
	f := math.Ldexp(float64(top.Uint64()), int(drop))
	if v.Sign() < 0 {
		f = -f
	}
	return f
}

// toE8M0 takes the exponent of x, as upstream's lowering does: zeros and small
// numbers give 2^-127, and infinities and NaN give NaN.
func toE8M0(x float64) uint8 {
	f := num.F64ToF32(math.Float64bits(x), num.Env{})
	return uint8(f >> 23)
}

func isNaN(t ir.FloatType, code uint64) bool { return math.IsNaN(toF64(t, code)) }

// canonicalNaN returns the NaN of a type: quiet and positive. For types without a NaN it is the
// result of converting NaN.
func canonicalNaN(t ir.FloatType) uint64 {
	if t == ir.F64 {
		return num.QNaN64
	}
	return fromF64(t, math.NaN(), num.RNE) &^ signBit(t)
}

// signBit returns the sign of a type's codes, 0 if there is none.
func signBit(t ir.FloatType) uint64 {
	if t == ir.F8E8M0FNU {
		return 0
	}
	return 1 << (t.Width() - 1)
}

// Sums, products and similar operations on codes, rounded once. The small types are computed in
// f64, which is exact or has more than twice their bits.

func addFloat(t ir.FloatType, a, b uint64) uint64 {
	e := num.Env{}
	switch t {
	case ir.F64:
		return num.Add64(a, b, e)
	case ir.F32:
		return uint64(num.Add32(uint32(a), uint32(b), e))
	case ir.F16:
		return uint64(num.Add16(uint16(a), uint16(b), e))
	case ir.BF16:
		return uint64(num.AddBF16(uint16(a), uint16(b), e))
	}
	return fromF64(t, toF64(t, a)+toF64(t, b), num.RNE)
}

func subFloat(t ir.FloatType, a, b uint64) uint64 {
	if t == ir.F64 || t == ir.F32 || t == ir.F16 || t == ir.BF16 {
		if isNaN(t, b) {
			return addFloat(t, a, b)
		}
		return addFloat(t, a, b^signBit(t))
	}
	return fromF64(t, toF64(t, a)-toF64(t, b), num.RNE)
}

func mulFloat(t ir.FloatType, a, b uint64) uint64 {
	e := num.Env{}
	switch t {
	case ir.F64:
		return num.Mul64(a, b, e)
	case ir.F32:
		return uint64(num.Mul32(uint32(a), uint32(b), e))
	case ir.F16:
		return uint64(num.Mul16(uint16(a), uint16(b), e))
	case ir.BF16:
		return uint64(num.MulBF16(uint16(a), uint16(b), e))
	}
	return fromF64(t, float64(toF64(t, a)*toF64(t, b)), num.RNE)
}

func fmaFloat(t ir.FloatType, a, b, c uint64) uint64 {
	e := num.Env{}
	switch t {
	case ir.F64:
		return num.FMA64(a, b, c, e)
	case ir.F32:
		return uint64(num.FMA32(uint32(a), uint32(b), uint32(c), e))
	case ir.F16:
		return uint64(num.FMA16(uint16(a), uint16(b), uint16(c), e))
	case ir.BF16:
		return uint64(num.FMABF16(uint16(a), uint16(b), uint16(c), e))
	}
	return fromF64(t, math.FMA(toF64(t, a), toF64(t, b), toF64(t, c)), num.RNE)
}

// divFloat divides: in f32 and f64 by the host, whose division IEEE 754 defines;
// the others in f64, whose quotient of two such short numbers is never close
// enough to a middle between two of them to round wrongly.
func divFloat(t ir.FloatType, a, b uint64) uint64 {
	if t == ir.F32 {
		return uint64(math.Float32bits(math.Float32frombits(uint32(a)) / math.Float32frombits(uint32(b))))
	}
	return fromF64(t, toF64(t, a)/toF64(t, b), num.RNE)
}

// remFloat is C's fmod, which is exact.
func remFloat(t ir.FloatType, a, b uint64) uint64 {
	return fromF64(t, math.Mod(toF64(t, a), toF64(t, b)), num.RNE)
}

// extreme returns the four kinds of maximum and minimum: -0 is below +0; NaN wins (maximumf,
// minimumf) or loses (maxnumf, minnumf).
func extreme(kind string, t ir.FloatType, a, b uint64) uint64 {
	x, y := toF64(t, a), toF64(t, b)
	num := strings.HasSuffix(kind, "numf")
	switch {
	case math.IsNaN(x) && math.IsNaN(y):
		return canonicalNaN(t)
	case math.IsNaN(x) && num:
		return b
	case math.IsNaN(y) && num:
		return a
	case math.IsNaN(x) || math.IsNaN(y):
		return canonicalNaN(t)
	}
	below := x < y || x == y && math.Signbit(x) && !math.Signbit(y)
	if below == strings.HasPrefix(kind, "min") {
		return a
	}
	return b
}
