package num

import (
	"math"
	"math/bits"
)

// convert converts a code between two formats with SpecialsIEEE. NaN is quieted and keeps its sign
// and as much of the top of its payload as fits; e.FlushIn acts on the input, e.FlushOut on the
// result.
func convert(to, from *Format, code uint64, e Env) uint64 {
	n := from.operand(code, e)
	if n.class != NaN {
		return to.round(n, e)
	}
	payload := n.lo << (64 - from.FracBits) >> (64 - to.FracBits)
	return to.join(n.neg, to.infMag()|to.quietBit()|payload)
}

// F16ToF32 is exact; NaN is quieted and its payload becomes the top of the new one.
func F16ToF32(x uint16) uint32 {
	sign, mag := uint32(x&signBit16)<<16, uint32(x&^signBit16)
	switch {
	case mag < uint32(minNormal16):
		return sign | math.Float32bits(float32(float32(mag)*0x1p-24))
	case mag >= uint32(infMag16):
		return sign | Quiet32(infMag32|mag<<13)
	}
	return sign | (mag<<13 + (127-15)<<23)
}

// F32ToF16 rounds once. NaN is quieted and keeps the top of its payload.
func F32ToF16(x uint32, e Env) uint16 {
	// In the middle of the range, from 2^-14 and below 65504, nothing special can happen: rebias
	// and round. Toward zero is v_cvt_pkrtz, common enough to deserve the shortcut.
	const lo, hi = (127 - 14) << 23, (127+15)<<23 + 0x7fe000
	if mag := x &^ signBit32; mag >= lo && mag < hi {
		mag -= (127 - 15) << 23
		switch e.Round {
		case RNE:
			return uint16(x>>16)&signBit16 | uint16((mag+0xfff+mag>>13&1)>>13)
		case RTZ:
			return uint16(x>>16)&signBit16 | uint16(mag>>13)
		}
	}
	return uint16(convert(F16, F32, uint64(x), e))
}

// BF16ToF32 is exact; NaN is quieted and its payload becomes the top of the new one.
func BF16ToF32(x uint16) uint32 { return uint32(QuietBF16(x)) << 16 }

// F32ToBF16 rounds once. NaN is quieted and keeps the top of its payload.
func F32ToBF16(x uint32, e Env) uint16 {
	// bf16 is the top half of f32, subnormals and infinity included.
	if e == (Env{}) && !IsNaN32(x) {
		return uint16((x + 0x7fff + x>>16&1) >> 16)
	}
	return uint16(convert(BF16, F32, uint64(x), e))
}

// F32ToF64 is exact; NaN is quieted and its payload becomes the top of the new one.
func F32ToF64(x uint32) uint64 {
	if v := math.Float32frombits(x); v == v {
		return math.Float64bits(float64(v))
	}
	return convert(F64, F32, uint64(x), Env{})
}

// F64ToF32 rounds once. NaN is quieted and keeps the top of its payload.
func F64ToF32(x uint64, e Env) uint32 {
	if e.native() {
		if v := float32(e.in64(x)); v == v {
			return e.out32(v)
		}
	}
	return uint32(convert(F32, F64, x, e))
}

// fromInt converts an integer, given as sign and magnitude, and rounds it.
func (f *Format) fromInt(v int64, r Rounding) uint64 {
	mag := uint64(v)
	if v < 0 {
		mag = -mag
	}
	return f.round(whole(v < 0, mag), Env{Round: r})
}

// I32ToF32 rounds once; zero is +0.
func I32ToF32(v int32, r Rounding) uint32 { return uint32(F32.fromInt(int64(v), r)) }

// U32ToF32 rounds once; zero is +0.
func U32ToF32(v uint32, r Rounding) uint32 { return uint32(F32.fromInt(int64(v), r)) }

// I32ToF64 is exact; zero is +0.
func I32ToF64(v int32) uint64 { return math.Float64bits(float64(v)) }

// U32ToF64 is exact; zero is +0.
func U32ToF64(v uint32) uint64 { return math.Float64bits(float64(v)) }

// I64ToF64 rounds once; zero is +0.
func I64ToF64(v int64, r Rounding) uint64 { return F64.fromInt(v, r) }

// U64ToF64 rounds once; zero is +0.
func U64ToF64(v uint64, r Rounding) uint64 {
	return F64.round(whole(false, v), Env{Round: r})
}

// I16ToF16 rounds once; zero is +0.
func I16ToF16(v int16, r Rounding) uint16 { return uint16(F16.fromInt(int64(v), r)) }

// U16ToF16 rounds once; zero is +0. 65520 and above overflow in RNE and RTP.
func U16ToF16(v uint16, r Rounding) uint16 { return uint16(F16.fromInt(int64(v), r)) }

// toInt rounds a code to an integer from lo to hi, saturating; NaN gives 0.
// Facts: ISA semantics 2.
func (f *Format) toInt(code uint64, r Rounding, lo, hi int64) int64 {
	n := f.split(code)
	big := n.class == Inf
	var v int64
	if n.class == Finite {
		if big = n.exp+bits.Len64(n.lo) > 62; !big {
			v = int64(shiftRound(n.neg, n.lo, -n.exp, r))
		}
	}
	switch {
	case big && n.neg:
		return lo
	case big:
		return hi
	case n.neg:
		v = -v
	}
	return min(max(v, lo), hi)
}

// F32ToI32 rounds to an integer; out of range saturates, NaN gives 0.
func F32ToI32(x uint32, r Rounding) int32 {
	return int32(F32.toInt(uint64(x), r, math.MinInt32, math.MaxInt32))
}

// F32ToU32 rounds to an integer; out of range saturates, NaN gives 0.
func F32ToU32(x uint32, r Rounding) uint32 {
	return uint32(F32.toInt(uint64(x), r, 0, math.MaxUint32))
}

// F64ToI32 rounds to an integer; out of range saturates, NaN gives 0.
func F64ToI32(x uint64, r Rounding) int32 {
	return int32(F64.toInt(x, r, math.MinInt32, math.MaxInt32))
}

// F64ToU32 rounds to an integer; out of range saturates, NaN gives 0.
func F64ToU32(x uint64, r Rounding) uint32 {
	return uint32(F64.toInt(x, r, 0, math.MaxUint32))
}

// F16ToI16 rounds to an integer; out of range saturates, NaN gives 0.
func F16ToI16(x uint16, r Rounding) int16 {
	return int16(F16.toInt(uint64(x), r, math.MinInt16, math.MaxInt16))
}

// F16ToU16 rounds to an integer; out of range saturates, NaN gives 0.
func F16ToU16(x uint16, r Rounding) uint16 {
	return uint16(F16.toInt(uint64(x), r, 0, math.MaxUint16))
}
