package num

import "math"

// Conversions of the formats of eight bits or less: FP8, BF8, FP8FNUZ, BF8FNUZ, FP6, BF6 and FP4.
// Manual 7.3; facts: ISA semantics 2.

// ToF32 is exact. NaN becomes 0x7fc00000 with the sign of the code; the NaN of
// the FNUZ formats has no sign and becomes 0x7fc00000.
func (f *Format) ToF32(code uint32) uint32 {
	return uint32(F32.round(f.split(uint64(code)), Env{}))
}

// ToF32Scaled returns code * 2^scale, rounded once to nearest even; subnormal
// results are kept.
func (f *Format) ToF32Scaled(code uint32, scale int) uint32 {
	return uint32(F32.round(f.scaled(code, scale), Env{}))
}

// ToF16Scaled is ToF32Scaled with an f16 result.
func (f *Format) ToF16Scaled(code uint32, scale int) uint16 {
	return uint16(F16.round(f.scaled(code, scale), Env{}))
}

// ToBF16Scaled is ToF32Scaled with a bf16 result.
func (f *Format) ToBF16Scaled(code uint32, scale int) uint16 {
	return uint16(BF16.round(f.scaled(code, scale), Env{}))
}

func (f *Format) scaled(code uint32, scale int) number {
	n := f.split(uint64(code))
	n.exp += scale
	return n
}

// FromF32 rounds an f32 to nearest even. Infinity, and a value too large after rounding, becomes
// infinity in BF8, and NaN (keeping the sign, where it has one) in FP8, FP8FNUZ and BF8FNUZ; with
// saturate (MODE.fp16_ovfl) it becomes the largest number of its sign. FP6, BF6 and FP4 always
// saturate. NaN stays NaN, without its payload: a magnitude of ones, or 0x80 in the FNUZ formats.
// In FP6, BF6 and FP4, NaN becomes the largest number of its sign (model). Results that round to
// zero keep their sign, except in the FNUZ formats.
func (f *Format) FromF32(x uint32, saturate bool) uint32 {
	return f.FromF32Scaled(x, 0, saturate)
}

// FromF32Scaled is FromF32 of x * 2^-scale, rounded once.
func (f *Format) FromF32Scaled(x uint32, scale int, saturate bool) uint32 {
	if scale == 0 {
		if code, ok := f.nearest(float64(math.Float32frombits(x))); ok {
			return uint32(code)
		}
	}
	n := F32.split(uint64(x))
	n.exp -= scale
	return f.fromNumber(n, saturate)
}

func (f *Format) fromNumber(n number, saturate bool) uint32 {
	e := Env{Saturate: saturate}
	if n.class == Inf {
		return uint32(f.overflow(n.neg, e))
	}
	return uint32(f.round(n, e))
}

// StochasticF32 is FromF32Scaled with stochastic rounding: the upper bits of random are added to
// the bits that the result cannot hold; the sum carries into the result, and the rest is dropped.
// The number of bits added is 23 - FracBits: random[31:12] for FP8, random[31:11] for BF8.
//
// Model: the manual's pseudo-code loses the carry and rounds a second time. It does not cover FP6,
// BF6, FP4 or subnormal results; here, too, the random bits are aligned below the last place of the
// result. AMD's own emulator, rocjitsu, uses the same bits in the same places.
func (f *Format) StochasticF32(x uint32, scale int, random uint32, saturate bool) uint32 {
	n := F32.split(uint64(x))
	n.exp -= scale
	return f.fromNumber(f.dither(n, random), saturate)
}

// dither adds random to the bits of an f32 value that f cannot hold and then drops those bits. The
// result is exact in f, unless it is too large.
func (f *Format) dither(n number, random uint32) number {
	if n.class != Finite {
		return n
	}
	width := F32.FracBits - f.FracBits
	place := f.place(n.lo, n.exp)
	sig := shiftRound(n.neg, n.lo, place-width-n.exp, RTZ) + uint64(random>>(32-width))
	n = whole(n.neg, sig>>width)
	n.exp = place
	return n
}

// F32ToF16SR is v_cvt_sr_f16_f32: random[31:19] is added to the 13 bits that are dropped, as in
// StochasticF32. NaN is quieted and keeps the top of its payload; a value that is too large becomes
// infinity. Model: the manual names the operation but not the random bits that it uses; rocjitsu
// uses these.
func F32ToF16SR(x, random uint32) uint16 { return uint16(F16.stochastic(x, random)) }

// F32ToBF16SR is v_cvt_sr_bf16_f32: F32ToF16SR for bf16, with random[31:16].
func F32ToBF16SR(x, random uint32) uint16 { return uint16(BF16.stochastic(x, random)) }

func (f *Format) stochastic(x, random uint32) uint64 {
	if IsNaN32(x) {
		return convert(f, F32, uint64(x), Env{})
	}
	return f.round(f.dither(F32.split(uint64(x)), random), Env{})
}
