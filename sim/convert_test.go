package sim

import (
	"testing"

	"heddle/isa"
)

var convertCases = []opCase{
	{isa.V_CVT_F32_I32, 0, [3]uint64{0xffffffff}, f32MinusOne},
	{isa.V_CVT_F32_I32, 0, [3]uint64{16777217}, 0x4b800000}, // a tie
	{isa.V_CVT_F32_I32, f32RoundUp, [3]uint64{16777217}, 0x4b800001},
	{isa.V_CVT_F32_I32, f16RoundUp, [3]uint64{16777217}, 0x4b800000},
	{isa.V_CVT_F32_I32, 0, [3]uint64{0x80000000}, 0xcf000000},
	{isa.V_CVT_F32_U32, 0, [3]uint64{0xffffffff}, 0x4f800000},
	{isa.V_CVT_F32_U32, f32RoundZero, [3]uint64{0xffffffff}, 0x4f7fffff},
	{isa.V_CVT_I32_F32, 0, [3]uint64{0xbfc00000}, 0xffffffff}, // -1.5
	{isa.V_CVT_I32_F32, f32RoundDown, [3]uint64{0xbfc00000}, 0xffffffff},
	{isa.V_CVT_I32_F32, 0, [3]uint64{0x4f000000}, 0x7fffffff},
	{isa.V_CVT_I32_F32, 0, [3]uint64{f32MinusInf}, 0x80000000},
	{isa.V_CVT_I32_F32, 0, [3]uint64{f32Qnan}, 0},
	{isa.V_CVT_U32_F32, 0, [3]uint64{0x40600000}, 3}, // 3.5
	{isa.V_CVT_U32_F32, 0, [3]uint64{f32MinusOne}, 0},
	{isa.V_CVT_U32_F32, 0, [3]uint64{f32Inf}, 0xffffffff},
	{isa.V_CVT_U32_F32, 0, [3]uint64{0x4f000000}, 0x80000000},
	{isa.V_CVT_U32_F32, 0, [3]uint64{0xffc00000}, 0},

	{isa.V_CVT_F16_F32, 0, [3]uint64{0x3f8ccccd}, 0x3c66}, // 1.1
	{isa.V_CVT_F16_F32, f16RoundUp, [3]uint64{0x3f8ccccd}, 0x3c67},
	{isa.V_CVT_F16_F32, f32RoundUp, [3]uint64{0x3f8ccccd}, 0x3c66},
	{isa.V_CVT_F16_F32, 0, [3]uint64{0x33800000}, f16Sub}, // 2^-24
	{isa.V_CVT_F16_F32, f16KeepOut, [3]uint64{0x33800000}, 0},
	{isa.V_CVT_F16_F32, f32Flush, [3]uint64{0x33800000}, f16Sub},
	{isa.V_CVT_F16_F32, 0, [3]uint64{0x47800000}, f16Inf}, // 65536
	{isa.V_CVT_F16_F32, ovflOn, [3]uint64{0xc7800000}, 0xfbff},
	{isa.V_CVT_F16_F32, ovflOn, [3]uint64{f32Inf}, f16Inf},
	{isa.V_CVT_F16_F32, 0, [3]uint64{0xff802000}, 0xfe01},
	{isa.V_CVT_F32_F16, 0, [3]uint64{0xbc00}, f32MinusOne},
	{isa.V_CVT_F32_F16, 0, [3]uint64{f16Sub}, 0x33800000},
	{isa.V_CVT_F32_F16, f16KeepIn, [3]uint64{0x8001}, f32MinusZero},
	{isa.V_CVT_F32_F16, f32KeepIn, [3]uint64{f16Sub}, 0x33800000},
	{isa.V_CVT_F32_F16, 0, [3]uint64{f16Snan}, 0x7fc02000},
	{isa.V_CVT_F32_F64, 0, [3]uint64{0x3ff199999999999a}, 0x3f8ccccd},
	{isa.V_CVT_F32_F64, f32RoundZero, [3]uint64{0x3ff199999999999a}, 0x3f8ccccc},
	{isa.V_CVT_F32_F64, f16RoundZero, [3]uint64{0x3ff199999999999a}, 0x3f8ccccd},
	{isa.V_CVT_F32_F64, 0, [3]uint64{0x36a0000000000000}, f32Sub},
	{isa.V_CVT_F32_F64, f32KeepOut, [3]uint64{0x36a0000000000000}, 0},
	{isa.V_CVT_F32_F64, f32RoundUp, [3]uint64{1}, f32Sub},
	{isa.V_CVT_F32_F64, f32RoundUp | f16KeepIn, [3]uint64{1}, 0},
	{isa.V_CVT_F64_F32, 0, [3]uint64{f32Sub}, 0x36a0000000000000},
	{isa.V_CVT_F64_F32, f16KeepIn, [3]uint64{0x80000001}, f64MinusZero},
	{isa.V_CVT_F64_F32, f16KeepOut | f32Flush, [3]uint64{f32Sub}, 0x36a0000000000000},
	{isa.V_CVT_F64_F32, 0, [3]uint64{f32Snan}, 0x7ff8000020000000},
	{isa.V_CVT_F64_I32, 0, [3]uint64{0xffffffff}, f64MinusOne},
	{isa.V_CVT_F64_U32, 0, [3]uint64{0xffffffff}, 0x41efffffffe00000},
	{isa.V_CVT_I32_F64, 0, [3]uint64{0xbff8000000000000}, 0xffffffff},
	{isa.V_CVT_I32_F64, 0, [3]uint64{f64Inf}, 0x7fffffff},
	{isa.V_CVT_I32_F64, 0, [3]uint64{0xc1e0000000000000}, 0x80000000},
	{isa.V_CVT_I32_F64, 0, [3]uint64{f64Qnan}, 0},
	{isa.V_CVT_U32_F64, 0, [3]uint64{0x41effffffff00000}, 0xffffffff}, // 2^32 - 0.5
	{isa.V_CVT_U32_F64, 0, [3]uint64{f64MinusOne}, 0},
	{isa.V_CVT_F16_U16, 0, [3]uint64{0xffff}, f16Inf}, // 65535 rounds to 65536
	{isa.V_CVT_F16_U16, ovflOn, [3]uint64{0xffff}, f16Largest},
	{isa.V_CVT_F16_U16, f16RoundZero, [3]uint64{0xffff}, f16Largest},
	{isa.V_CVT_F16_U16, 0, [3]uint64{0xabcd0003}, f16Three},
	{isa.V_CVT_F16_I16, 0, [3]uint64{0xffff}, 0xbc00},
	{isa.V_CVT_F16_I16, 0, [3]uint64{0x8000}, 0xf800},
	{isa.V_CVT_F16_I16, 0, [3]uint64{2049}, 0x6800}, // a tie
	{isa.V_CVT_F16_I16, f16RoundUp, [3]uint64{2049}, 0x6801},
	{isa.V_CVT_U16_F16, 0, [3]uint64{f16Largest}, 65504},
	{isa.V_CVT_U16_F16, 0, [3]uint64{f16Inf}, 0xffff},
	{isa.V_CVT_U16_F16, 0, [3]uint64{0xbc00}, 0},
	{isa.V_CVT_U16_F16, 0, [3]uint64{f16Qnan}, 0},
	{isa.V_CVT_I16_F16, 0, [3]uint64{0xbe00}, 0xffff}, // -1.5
	{isa.V_CVT_I16_F16, 0, [3]uint64{f16Largest}, 0x7fff},
	{isa.V_CVT_I16_F16, 0, [3]uint64{0xfc00}, 0x8000},
	{isa.V_CVT_F32_BF16, 0, [3]uint64{0xabcdbf80}, f32MinusOne},
	{isa.V_CVT_F32_BF16, f16Flush | f32Flush, [3]uint64{0x0001}, 0x00010000},

	{isa.V_CVT_RPI_I32_F32, 0, [3]uint64{0x40200000}, 3},          // 2.5
	{isa.V_CVT_RPI_I32_F32, 0, [3]uint64{0xc0300000}, 0xfffffffd}, // -2.75
	{isa.V_CVT_RPI_I32_F32, 0, [3]uint64{0xc0200000}, 0xfffffffe}, // -2.5
	{isa.V_CVT_RPI_I32_F32, 0, [3]uint64{0x3effffff}, 0},          // below 0.5
	{isa.V_CVT_RPI_I32_F32, 0, [3]uint64{0x4b000001}, 8388609},    // odd, as large as an f32 with halves
	{isa.V_CVT_RPI_I32_F32, 0, [3]uint64{f32Inf}, 0x7fffffff},
	{isa.V_CVT_RPI_I32_F32, 0, [3]uint64{f32Qnan}, 0},
	{isa.V_CVT_FLR_I32_F32, 0, [3]uint64{0xbf000000}, 0xffffffff},
	{isa.V_CVT_FLR_I32_F32, 0, [3]uint64{0x40600000}, 3},
	{isa.V_CVT_FLR_I32_F32, 0, [3]uint64{0x80000001}, 0xffffffff},
	{isa.V_CVT_FLR_I32_F32, f32KeepIn, [3]uint64{0x80000001}, 0},
	{isa.V_CVT_OFF_F32_I4, 0, [3]uint64{0x8}, 0xbf000000},
	{isa.V_CVT_OFF_F32_I4, 0, [3]uint64{0xf}, 0xbd800000},
	{isa.V_CVT_OFF_F32_I4, 0, [3]uint64{0xabcdef07}, 0x3ee00000},
	{isa.V_CVT_OFF_F32_I4, 0, [3]uint64{0}, 0},
	{isa.V_CVT_F32_UBYTE0, 0, [3]uint64{0x800301ff}, 0x437f0000},
	{isa.V_CVT_F32_UBYTE1, 0, [3]uint64{0x800301ff}, f32One},
	{isa.V_CVT_F32_UBYTE2, 0, [3]uint64{0x800301ff}, f32Three},
	{isa.V_CVT_F32_UBYTE3, 0, [3]uint64{0x800301ff}, 0x43000000},

	{isa.V_CVT_NORM_I16_F16, 0, [3]uint64{f16One}, 32767},
	{isa.V_CVT_NORM_I16_F16, 0, [3]uint64{0xc000}, 0x8001},
	{isa.V_CVT_NORM_I16_F16, 0, [3]uint64{0x3800}, 16384}, // 16383.5, a tie
	{isa.V_CVT_NORM_I16_F16, f16RoundZero, [3]uint64{0x3800}, 16383},
	{isa.V_CVT_NORM_I16_F16, 0, [3]uint64{f16Qnan}, 0},
	{isa.V_CVT_NORM_U16_F16, 0, [3]uint64{f16One}, 65535},
	{isa.V_CVT_NORM_U16_F16, 0, [3]uint64{0x3800}, 32768},
	{isa.V_CVT_NORM_U16_F16, 0, [3]uint64{0xbc00}, 0},
	{isa.V_CVT_NORM_U16_F16, f16RoundUp, [3]uint64{f16Sub}, 1},
	{isa.V_CVT_NORM_U16_F16, f16RoundUp | f16KeepIn, [3]uint64{f16Sub}, 0},
	{isa.V_CVT_PKNORM_I16_F16, 0, [3]uint64{f16One, 0xbc00}, 0x80017fff},
	{isa.V_CVT_PKNORM_U16_F16, 0, [3]uint64{f16One, 0x3800}, 0x8000ffff},
	{isa.V_CVT_PKNORM_I16_F32, 0, [3]uint64{f32Half, 0xff7fffff}, 0x80014000},
	{isa.V_CVT_PKNORM_I16_F32, f16RoundZero | f32RoundZero, [3]uint64{f32Half, 0}, 0x00004000},
	{isa.V_CVT_PKNORM_I16_F32, 0, [3]uint64{0x38000000, 0x38000000}, 0x00010001}, // 32767 * 2^-15
	{isa.V_CVT_PKNORM_I16_F32, 0, [3]uint64{0x37000000, 0x37000000}, 0},          // 0.25
	{isa.V_CVT_PKNORM_U16_F32, f32RoundZero, [3]uint64{0x37000000, 0x37c80000}, 0x00020000},
	{isa.V_CVT_PKNORM_U16_F32, 0, [3]uint64{f32Qnan, f32One}, 0xffff0000},
	{isa.V_CVT_PK_U8_F32, 0, [3]uint64{0x40200000, 1, 0x11223344}, 0x11220244}, // 2.5
	{isa.V_CVT_PK_U8_F32, f32RoundUp, [3]uint64{0x40200000, 3, 0x11223344}, 0x03223344},
	{isa.V_CVT_PK_U8_F32, 0, [3]uint64{0x43960000, 4, 0x11223344}, 0x112233ff},
	{isa.V_CVT_PK_U8_F32, 0, [3]uint64{f32MinusOne, 2, 0x11223344}, 0x11003344},
	{isa.V_CVT_PK_U8_F32, 0, [3]uint64{f32Qnan, 2, 0x11223344}, 0x11003344},
	{isa.V_CVT_PKACCUM_U8_F32, 0, [3]uint64{0x40e00000, 2, 0x11223344}, 0x11073344},
}

func TestConvert(t *testing.T) { testCases(t, convertCases) }
