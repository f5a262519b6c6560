package sim

import (
	"heddle/isa"
	"heddle/num"
)

// convertOps are the conversions, except those of fp8 and narrower types and those with block
// scales. Those with an f16, bf16 or f64 result round and flush as MODE says for 16 and 64 bits,
// even if the source is f32 (facts isa/semantics.md §1).
var convertOps = [...]valuOp{
	isa.V_CVT_F32_I32: {f32, i32, none, none, i32ToF32, nil},
	isa.V_CVT_F32_U32: {f32, u32, none, none, u32ToF32, nil},
	isa.V_CVT_I32_F32: {i32, f32, none, none, f32ToI32, nil},
	isa.V_CVT_U32_F32: {u32, f32, none, none, f32ToU32, nil},
	isa.V_CVT_F16_F32: {f16, f32, none, none, f32ToF16, nil},
	isa.V_CVT_F32_F16: {f32, f16, none, none, f16ToF32, nil},
	isa.V_CVT_F32_F64: {f32, f64, none, none, f64ToF32, nil},
	isa.V_CVT_F64_F32: {f64, f32, none, none, f32ToF64, nil},
	isa.V_CVT_F64_I32: {f64, i32, none, none, i32ToF64, nil},
	isa.V_CVT_F64_U32: {f64, u32, none, none, u32ToF64, nil},
	isa.V_CVT_I32_F64: {i32, f64, none, none, f64ToI32, nil},
	isa.V_CVT_U32_F64: {u32, f64, none, none, f64ToU32, nil},
	isa.V_CVT_F16_U16: {f16, u16, none, none, u16ToF16, nil},
	isa.V_CVT_F16_I16: {f16, i16, none, none, i16ToF16, nil},
	isa.V_CVT_U16_F16: {u16, f16, none, none, f16ToU16, nil},
	isa.V_CVT_I16_F16: {i16, f16, none, none, f16ToI16, nil},

	isa.V_CVT_F32_BF16: {f32, bf16, none, none, bf16ToF32, nil},

	isa.V_CVT_RPI_I32_F32: {i32, f32, none, none, f32ToI32Nearest, nil},
	isa.V_CVT_FLR_I32_F32: {i32, f32, none, none, f32ToI32Floor, nil},
	isa.V_CVT_OFF_F32_I4:  {f32, u32, none, none, i4ToF32, nil},

	isa.V_CVT_F32_UBYTE0: {f32, u32, none, none, byte0ToF32, nil},
	isa.V_CVT_F32_UBYTE1: {f32, u32, none, none, byte1ToF32, nil},
	isa.V_CVT_F32_UBYTE2: {f32, u32, none, none, byte2ToF32, nil},
	isa.V_CVT_F32_UBYTE3: {f32, u32, none, none, byte3ToF32, nil},

	isa.V_CVT_NORM_I16_F16:   {i16, f16, none, none, normI16F16, nil},
	isa.V_CVT_NORM_U16_F16:   {u16, f16, none, none, normU16F16, nil},
	isa.V_CVT_PKNORM_I16_F16: {u32, f16, f16, none, packNormI16F16, nil},
	isa.V_CVT_PKNORM_U16_F16: {u32, f16, f16, none, packNormU16F16, nil},
	isa.V_CVT_PKNORM_I16_F32: {u32, f32, f32, none, packNormI16F32, nil},
	isa.V_CVT_PKNORM_U16_F32: {u32, f32, f32, none, packNormU16F32, nil},
	isa.V_CVT_PK_U8_F32:      {u32, f32, u32, u32, insertU8, nil},
	isa.V_CVT_PKACCUM_U8_F32: {u32, f32, u32, u32, insertU8, nil},
}

func i32ToF32(m *mode, a, _, _ uint64) uint64 {
	return uint64(num.I32ToF32(int32(a), m.f32.Round))
}

func u32ToF32(m *mode, a, _, _ uint64) uint64 {
	return uint64(num.U32ToF32(uint32(a), m.f32.Round))
}

// Conversions to integers truncate, saturate, and turn NaN into 0 (facts isa/semantics.md §2).

func f32ToI32(_ *mode, a, _, _ uint64) uint64 { return uint64(num.F32ToI32(uint32(a), num.RTZ)) }
func f32ToU32(_ *mode, a, _, _ uint64) uint64 { return uint64(num.F32ToU32(uint32(a), num.RTZ)) }
func f64ToI32(_ *mode, a, _, _ uint64) uint64 { return uint64(num.F64ToI32(a, num.RTZ)) }
func f64ToU32(_ *mode, a, _, _ uint64) uint64 { return uint64(num.F64ToU32(a, num.RTZ)) }
func f16ToI16(_ *mode, a, _, _ uint64) uint64 { return uint64(num.F16ToI16(uint16(a), num.RTZ)) }
func f16ToU16(_ *mode, a, _, _ uint64) uint64 { return uint64(num.F16ToU16(uint16(a), num.RTZ)) }

// f32ToI32Floor is v_cvt_flr: floor(x).
func f32ToI32Floor(m *mode, a, _, _ uint64) uint64 {
	return uint64(num.F32ToI32(flushF32(m, a), num.RTN))
}

// f32ToI32Nearest is v_cvt_rpi: floor(x + 0.5), where the sum is not rounded. f64 holds every sum
// that is near an integer.
func f32ToI32Nearest(m *mode, a, _, _ uint64) uint64 {
	const half = 0x3fe0000000000000
	return uint64(num.F64ToI32(num.Add64(num.F32ToF64(flushF32(m, a)), half, num.Env{}), num.RTN))
}

func f32ToF16(m *mode, a, _, _ uint64) uint64 { return uint64(num.F32ToF16(uint32(a), m.half())) }
func f16ToF32(m *mode, a, _, _ uint64) uint64 { return uint64(num.F16ToF32(flushF16(m, a))) }

// f64ToF32 reads its source as f64 and writes its result as f32.
func f64ToF32(m *mode, a, _, _ uint64) uint64 {
	return uint64(num.F64ToF32(flushF64(m, a), m.f32))
}

func f32ToF64(m *mode, a, _, _ uint64) uint64 {
	return num.F32ToF64(uint32(binary32.flush(a, m.f16.FlushIn)))
}

func i32ToF64(_ *mode, a, _, _ uint64) uint64 { return num.I32ToF64(int32(a)) }
func u32ToF64(_ *mode, a, _, _ uint64) uint64 { return num.U32ToF64(uint32(a)) }

// f32 holds every 16-bit integer, so this rounds only once.

func u16ToF16(m *mode, a, _, _ uint64) uint64 {
	return uint64(num.F32ToF16(num.U32ToF32(uint32(uint16(a)), num.RNE), m.half()))
}

func i16ToF16(m *mode, a, _, _ uint64) uint64 {
	return uint64(num.F32ToF16(num.I32ToF32(int32(int16(a)), num.RNE), m.half()))
}

// bf16ToF32 moves bits (ISA manual, V_CVT_F32_BF16).
func bf16ToF32(_ *mode, a, _, _ uint64) uint64 { return uint64(uint16(a)) << 16 }

// i4ToF32 is v_cvt_off: a signed 4-bit number divided by 16.
func i4ToF32(_ *mode, a, _, _ uint64) uint64 {
	return uint64(num.Ldexp32(num.I32ToF32(int32(uint32(a)<<28)>>28, num.RNE), -4, num.Env{}))
}

func byte0ToF32(_ *mode, a, _, _ uint64) uint64 { return byteToF32(a) }
func byte1ToF32(_ *mode, a, _, _ uint64) uint64 { return byteToF32(a >> 8) }
func byte2ToF32(_ *mode, a, _, _ uint64) uint64 { return byteToF32(a >> 16) }
func byte3ToF32(_ *mode, a, _, _ uint64) uint64 { return byteToF32(a >> 24) }

func byteToF32(a uint64) uint64 { return uint64(num.U32ToF32(uint32(uint8(a)), num.RNE)) }

// normI16 converts a number from -1 to 1, given as f64, to a multiple of 1/32767. Numbers outside
// that range saturate, NaN gives 0. The product of an f32 or f16 is exact in f64.
func normI16(x uint64, r num.Rounding) uint64 {
	const scale = 0x40dfffc000000000 // 32767
	v := num.F64ToI32(num.Mul64(x, scale, num.Env{}), r)
	return uint64(uint16(min(max(v, -32767), 32767)))
}

// normU16 does the same from 0 to 1, with multiples of 1/65535.
func normU16(x uint64, r num.Rounding) uint64 {
	const scale = 0x40efffe000000000 // 65535
	return uint64(min(num.F64ToU32(num.Mul64(x, scale, num.Env{}), r), 65535))
}

// The normalizing conversions of f16 round as MODE says ("supports rounding"),
// those of f32 do not read MODE and round to nearest even.

func normI16F16(m *mode, a, _, _ uint64) uint64 { return normI16(halfToF64(m, a), m.f16.Round) }
func normU16F16(m *mode, a, _, _ uint64) uint64 { return normU16(halfToF64(m, a), m.f16.Round) }

func packNormI16F16(m *mode, a, b, _ uint64) uint64 {
	return normI16F16(m, a, 0, 0) | normI16F16(m, b, 0, 0)<<16
}

func packNormU16F16(m *mode, a, b, _ uint64) uint64 {
	return normU16F16(m, a, 0, 0) | normU16F16(m, b, 0, 0)<<16
}

func packNormI16F32(_ *mode, a, b, _ uint64) uint64 {
	return normI16(num.F32ToF64(uint32(a)), num.RNE) | normI16(num.F32ToF64(uint32(b)), num.RNE)<<16
}

func packNormU16F32(_ *mode, a, b, _ uint64) uint64 {
	return normU16(num.F32ToF64(uint32(a)), num.RNE) | normU16(num.F32ToF64(uint32(b)), num.RNE)<<16
}

func halfToF64(m *mode, a uint64) uint64 { return num.F32ToF64(num.F16ToF32(flushF16(m, a))) }

// insertU8 puts a, from 0 to 255 and rounded as MODE says, into byte b of c:
// the third source, or the old destination of v_cvt_pkaccum.
func insertU8(m *mode, a, b, c uint64) uint64 {
	shift := 8 * (b & 3)
	v := uint64(min(num.F32ToU32(flushF32(m, a), m.f32.Round), 0xff))
	return c&^(0xff<<shift) | v<<shift
}
