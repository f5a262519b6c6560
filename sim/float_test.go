package sim

import (
	"testing"

	"heddle/isa"
)

// f32 values. The cases are worked out by hand from the manual's text, its
// pseudo-code and facts isa/semantics.md; those of transcend_test.go that are
// no round numbers were computed in float64 and rounded.
const (
	f32One, f32Two, f32Three  = 0x3f800000, 0x40000000, 0x40400000
	f32Half, f32MinusOne      = 0x3f000000, 0xbf800000
	f32Inf, f32MinusInf       = 0x7f800000, 0xff800000
	f32Largest                = 0x7f7fffff
	f32Sub                    = 0x00000001
	f32MinusZero              = 0x80000000
	f32Qnan, f32Snan          = 0x7fc00001, 0x7f800001
	f32NegDefault, f32Default = 0xffc00000, 0x7fc00000
)

var float32Cases = []opCase{
	{isa.V_ADD_F32, 0, [3]uint64{f32One, f32Two}, f32Three},
	{isa.V_ADD_F32, 0, [3]uint64{f32One, 0x33800000}, f32One}, // a tie
	{isa.V_ADD_F32, f32RoundUp, [3]uint64{f32One, 0x33800000}, 0x3f800001},
	{isa.V_ADD_F32, f32RoundDown, [3]uint64{f32MinusOne, 0xb3800000}, 0xbf800001},
	{isa.V_ADD_F32, f16RoundUp, [3]uint64{f32One, 0x33800000}, f32One},
	{isa.V_ADD_F32, 0, [3]uint64{f32Sub, 0}, f32Sub},
	{isa.V_ADD_F32, f32KeepIn, [3]uint64{f32Sub, 0}, 0},
	{isa.V_ADD_F32, f32KeepIn, [3]uint64{0x80000001, f32MinusZero}, f32MinusZero},
	{isa.V_ADD_F32, f32KeepOut, [3]uint64{f32Sub, f32Sub}, 0},
	{isa.V_ADD_F32, f16Flush, [3]uint64{f32Sub, f32Sub}, 2},
	{isa.V_ADD_F32, 0, [3]uint64{f32Snan, f32One}, f32Qnan},
	{isa.V_ADD_F32, 0, [3]uint64{f32One, 0xff800005}, 0xffc00005},
	{isa.V_ADD_F32, 0, [3]uint64{0x7fc00003, 0x7fc00002}, 0x7fc00003},
	{isa.V_ADD_F32, 0, [3]uint64{f32Inf, f32MinusInf}, f32Default},
	{isa.V_ADD_F32, 0, [3]uint64{f32Largest, f32Largest}, f32Inf},
	{isa.V_ADD_F32, f32RoundZero, [3]uint64{f32Largest, f32Largest}, f32Largest},
	{isa.V_ADD_F32, ovflOn, [3]uint64{f32Largest, f32Largest}, f32Inf},
	{isa.V_SUB_F32, 0, [3]uint64{f32Three, f32One}, f32Two},
	{isa.V_SUB_F32, 0, [3]uint64{f32MinusZero, 0}, f32MinusZero},
	{isa.V_SUB_F32, 0, [3]uint64{f32One, 0x7fc00003}, 0x7fc00003},
	{isa.V_SUB_F32, 0, [3]uint64{0x7fc00003, 0x7fc00002}, 0x7fc00003},
	{isa.V_SUB_F32, 0, [3]uint64{f32Inf, f32Inf}, f32Default},
	{isa.V_SUBREV_F32, 0, [3]uint64{f32One, f32Three}, f32Two},
	{isa.V_SUBREV_F32, 0, [3]uint64{0x7f800003, 0x7fc00004}, 0x7fc00003},
	{isa.V_SUBREV_F32, f32RoundDown, [3]uint64{f32One, f32One}, f32MinusZero},

	{isa.V_MUL_F32, 0, [3]uint64{f32Three, f32Two}, 0x40c00000},
	{isa.V_MUL_F32, 0, [3]uint64{f32MinusZero, f32Inf}, f32Default},
	{isa.V_MUL_F32, 0, [3]uint64{0x00800000, f32Half}, 0x00400000},
	{isa.V_MUL_F32, f32KeepOut, [3]uint64{0x80800000, f32Half}, f32MinusZero},
	{isa.V_MUL_LEGACY_F32, 0, [3]uint64{f32Three, f32Two}, 0x40c00000},
	{isa.V_MUL_LEGACY_F32, 0, [3]uint64{0, f32MinusInf}, 0},
	{isa.V_MUL_LEGACY_F32, 0, [3]uint64{f32Qnan, f32MinusZero}, 0},
	{isa.V_MUL_LEGACY_F32, f32KeepIn, [3]uint64{f32Sub, f32Inf}, 0},
	{isa.V_MUL_LEGACY_F32, f32KeepIn, [3]uint64{f32Inf, f32Sub}, 0},
	{isa.V_MUL_LEGACY_F32, 0, [3]uint64{f32Sub, f32Inf}, f32Inf},
	{isa.V_FMA_F32, 0, [3]uint64{f32Two, f32Three, f32One}, 0x40e00000},
	// A float64 multiplication and addition would round this twice.
	{isa.V_FMA_F32, 0, [3]uint64{0x3f800800, 0x3f800800, 0x17800000}, 0x3f801001},
	{isa.V_FMA_F32, f32RoundZero, [3]uint64{0x3f800800, 0x3f800800, 0x17800000}, 0x3f801000},
	{isa.V_FMA_F32, 0, [3]uint64{0, f32Inf, f32Qnan}, f32Qnan},
	{isa.V_FMAC_F32, 0, [3]uint64{f32Two, f32Three, f32One}, 0x40e00000},
	{isa.V_FMAC_F32, 0, [3]uint64{0x3f800800, 0x3f800800, 0x17800000}, 0x3f801001},
	{isa.V_FMAMK_F32, 0, [3]uint64{f32Two, f32Three, f32One}, 0x40e00000},
	{isa.V_FMAAK_F32, 0, [3]uint64{f32Two, f32Three, f32One}, 0x40e00000},

	{isa.V_MIN_F32, 0, [3]uint64{f32Snan + 4, f32Snan}, f32Default + 5},
	{isa.V_MIN_F32, 0, [3]uint64{f32One, f32Two}, f32One},
	{isa.V_MIN_F32, 0, [3]uint64{f32MinusOne, 0xc0000000}, 0xc0000000},
	{isa.V_MIN_F32, 0, [3]uint64{0, f32MinusZero}, f32MinusZero},
	{isa.V_MIN_F32, 0, [3]uint64{f32MinusZero, 0}, f32MinusZero},
	{isa.V_MIN_F32, 0, [3]uint64{f32Qnan, f32Two}, f32Two},
	{isa.V_MIN_F32, 0, [3]uint64{f32Two, f32Qnan}, f32Two},
	{isa.V_MIN_F32, 0, [3]uint64{f32Snan, f32Two}, f32Qnan},
	{isa.V_MIN_F32, 0, [3]uint64{f32Two, f32Snan}, f32Qnan},
	{isa.V_MIN_F32, 0, [3]uint64{0x7fc00005, 0x7fc00002}, 0x7fc00002},
	{isa.V_MIN_F32, ieeeOff, [3]uint64{f32Snan, f32Two}, f32Two},
	{isa.V_MIN_F32, ieeeOff, [3]uint64{f32Two, f32Snan}, f32Two},
	{isa.V_MIN_F32, 0, [3]uint64{f32Sub, f32Two}, f32Sub},
	{isa.V_MIN_F32, f32KeepIn, [3]uint64{f32Sub, f32Two}, 0},
	{isa.V_MIN_F32, f32KeepOut, [3]uint64{0x80000001, f32Two}, f32MinusZero},
	{isa.V_MAX_F32, 0, [3]uint64{f32Snan + 4, f32Snan}, f32Default + 5},
	{isa.V_MAX_F32, 0, [3]uint64{f32One, f32Two}, f32Two},
	{isa.V_MAX_F32, 0, [3]uint64{f32One, f32MinusOne}, f32One},
	{isa.V_MAX_F32, 0, [3]uint64{0, f32MinusZero}, 0},
	{isa.V_MAX_F32, 0, [3]uint64{f32MinusZero, 0}, 0},
	{isa.V_MAX_F32, 0, [3]uint64{f32MinusOne, f32Qnan}, f32MinusOne},
	{isa.V_MAX_F32, 0, [3]uint64{f32MinusInf, f32Snan}, f32Qnan},
	{isa.V_MAX_F32, ieeeOff, [3]uint64{f32MinusInf, f32Snan}, f32MinusInf},
	{isa.V_MIN3_F32, 0, [3]uint64{f32Three, f32One, f32Two}, f32One},
	{isa.V_MIN3_F32, 0, [3]uint64{f32Three, f32Qnan, f32Two}, f32Two},
	{isa.V_MIN3_F32, 0, [3]uint64{f32Three, f32One, f32Snan}, f32Qnan},
	// The quieted NaN of the first pair loses to the third operand.
	{isa.V_MIN3_F32, 0, [3]uint64{f32Snan, f32One, f32Two}, f32Two},
	{isa.V_MAX3_F32, 0, [3]uint64{f32One, f32Three, f32Two}, f32Three},
	{isa.V_MAX3_F32, 0, [3]uint64{f32Qnan, f32Qnan, f32Two}, f32Two},
	{isa.V_MED3_F32, 0, [3]uint64{f32One, f32Two, f32Three}, f32Two},
	{isa.V_MED3_F32, 0, [3]uint64{f32Two, f32Three, f32One}, f32Two},
	{isa.V_MED3_F32, 0, [3]uint64{f32Three, f32One, f32Two}, f32Two},
	{isa.V_MED3_F32, 0, [3]uint64{f32Qnan, f32Two, f32One}, f32One},
	{isa.V_MED3_F32, 0, [3]uint64{f32Three, f32Qnan, f32Two}, f32Two},
	{isa.V_MED3_F32, 0, [3]uint64{f32Snan, f32One, f32Two}, f32Two},
	{isa.V_MED3_F32, 0, [3]uint64{f32MinusZero, 0, 0xc0a00000}, 0}, // the zeros are equal
	{isa.V_MED3_F32, f32KeepIn, [3]uint64{f32Sub, f32MinusOne, f32One}, 0},
	{isa.V_MED3_F32, f32KeepOut, [3]uint64{f32Sub, f32MinusOne, f32One}, 0},
	{isa.V_MED3_F32, f16Flush, [3]uint64{f32Sub, f32MinusOne, f32One}, f32Sub},
	{isa.V_MIN3_F32, f32KeepIn, [3]uint64{f32Two, f32Sub, f32One}, 0},
	{isa.V_MIN3_F32, f16Flush, [3]uint64{f32Two, f32Sub, f32One}, f32Sub},
	{isa.V_MAX3_F32, f32KeepIn, [3]uint64{f32MinusOne, f32Sub, f32MinusOne}, 0},
	{isa.V_MAX3_F32, f16Flush, [3]uint64{f32MinusOne, f32Sub, f32MinusOne}, f32Sub},
	{isa.V_MAX_F32, f32KeepIn, [3]uint64{f32Qnan, 0x80000001}, f32MinusZero},
	{isa.V_MIN_F32, f32KeepIn, [3]uint64{f32Sub, 0x80000001}, f32MinusZero},
	{isa.V_MINIMUM3_F32, 0, [3]uint64{f32Two, f32One, f32Three}, f32One},
	{isa.V_MINIMUM3_F32, 0, [3]uint64{f32One, f32Qnan, f32Two}, f32Qnan},
	{isa.V_MINIMUM3_F32, ieeeOff, [3]uint64{f32One, f32Two, f32Snan}, f32Qnan},
	{isa.V_MINIMUM3_F32, 0, [3]uint64{0, f32MinusZero, f32One}, f32MinusZero},
	{isa.V_MINIMUM3_F32, f32Flush, [3]uint64{f32Sub, f32One, f32Two}, f32Sub},
	{isa.V_MAXIMUM3_F32, 0, [3]uint64{f32Two, f32One, f32Three}, f32Three},
	{isa.V_MAXIMUM3_F32, 0, [3]uint64{f32Inf, 0x7fc00005, f32Qnan}, 0x7fc00005},
	{isa.V_MAXIMUM3_F32, 0, [3]uint64{f32MinusZero, 0, f32MinusOne}, 0},

	{isa.V_FRACT_F32, 0, [3]uint64{0x3fc00000}, f32Half},
	{isa.V_FRACT_F32, 0, [3]uint64{0xbfa00000}, 0x3f400000},
	{isa.V_FRACT_F32, 0, [3]uint64{0x80000001}, 0x3f7fffff},
	{isa.V_FRACT_F32, 0, [3]uint64{0xb2000000}, 0x3f7fffff},
	{isa.V_FRACT_F32, f32KeepIn, [3]uint64{0x80000001}, 0},
	{isa.V_FRACT_F32, 0, [3]uint64{f32Inf}, f32Default},
	{isa.V_FRACT_F32, 0, [3]uint64{f32Snan}, f32Qnan},
	{isa.V_TRUNC_F32, 0, [3]uint64{0xbfc00000}, f32MinusOne},
	{isa.V_TRUNC_F32, 0, [3]uint64{0xbf000000}, f32MinusZero},
	{isa.V_CEIL_F32, 0, [3]uint64{0x3fa00000}, f32Two},
	{isa.V_CEIL_F32, 0, [3]uint64{0xbf000000}, f32MinusZero},
	{isa.V_CEIL_F32, 0, [3]uint64{f32Sub}, f32One},
	{isa.V_CEIL_F32, f32KeepIn, [3]uint64{f32Sub}, 0},
	{isa.V_RNDNE_F32, 0, [3]uint64{0x40200000}, f32Two},
	{isa.V_RNDNE_F32, f32RoundUp, [3]uint64{0x40200000}, f32Two},
	{isa.V_RNDNE_F32, 0, [3]uint64{0x40600000}, 0x40800000},
	{isa.V_RNDNE_F32, 0, [3]uint64{0xbf000000}, f32MinusZero},
	{isa.V_FLOOR_F32, 0, [3]uint64{0xbf000000}, f32MinusOne},
	{isa.V_FLOOR_F32, 0, [3]uint64{0x4b7fffff}, 0x4b7fffff},
	{isa.V_LDEXP_F32, 0, [3]uint64{f32One, 3}, 0x41000000},
	{isa.V_LDEXP_F32, 0, [3]uint64{0x3fc00000, 0xffffff6b}, 2}, // 1.5 * 2^-149, a tie
	{isa.V_LDEXP_F32, f32KeepOut, [3]uint64{0x3fc00000, 0xffffff6b}, 0},
	{isa.V_LDEXP_F32, 0, [3]uint64{f32MinusOne, 1000}, f32MinusInf},
	{isa.V_LDEXP_F32, f32RoundZero, [3]uint64{f32MinusOne, 1000}, 0xff7fffff},
	{isa.V_LDEXP_F32, 0, [3]uint64{f32MinusOne, 0x80000000}, f32MinusZero},
	{isa.V_LDEXP_F32, 0, [3]uint64{f32One, 0x7fffffff}, f32Inf},

	{isa.V_FREXP_EXP_I32_F32, 0, [3]uint64{0x41000000}, 4},
	{isa.V_FREXP_EXP_I32_F32, 0, [3]uint64{0xbe800000}, 0xffffffff},
	{isa.V_FREXP_EXP_I32_F32, 0, [3]uint64{f32Sub}, 0xffffff6c}, // 2^-149 = 0.5 * 2^-148
	{isa.V_FREXP_EXP_I32_F32, f32KeepIn, [3]uint64{f32Sub}, 0},
	{isa.V_FREXP_EXP_I32_F32, 0, [3]uint64{f32MinusZero}, 0},
	{isa.V_FREXP_EXP_I32_F32, 0, [3]uint64{f32MinusInf}, 0},
	{isa.V_FREXP_EXP_I32_F32, 0, [3]uint64{f32Qnan}, 0},
	{isa.V_FREXP_MANT_F32, 0, [3]uint64{0x41000000}, f32Half},
	{isa.V_FREXP_MANT_F32, 0, [3]uint64{0xc0400000}, 0xbf400000},
	{isa.V_FREXP_MANT_F32, 0, [3]uint64{3}, 0x3f400000},
	{isa.V_FREXP_MANT_F32, 0, [3]uint64{f32MinusInf}, f32MinusInf},
	{isa.V_FREXP_MANT_F32, 0, [3]uint64{f32MinusZero}, f32MinusZero},
	{isa.V_FREXP_MANT_F32, 0, [3]uint64{f32Snan}, f32Qnan},
	{isa.V_FREXP_MANT_F32, ieeeOff, [3]uint64{f32Snan}, f32Snan},

	// (1, 2, 3), (5, 1, 2), (-5, 1, 2), (1, 4, 2), (1, -4, 2), (1, 2, -3)
	{isa.V_CUBEID_F32, 0, [3]uint64{f32One, f32Two, f32Three}, 0x40800000},
	{isa.V_CUBESC_F32, 0, [3]uint64{f32One, f32Two, f32Three}, f32One},
	{isa.V_CUBETC_F32, 0, [3]uint64{f32One, f32Two, f32Three}, 0xc0000000},
	{isa.V_CUBEMA_F32, 0, [3]uint64{f32One, f32Two, f32Three}, 0x40c00000},
	{isa.V_CUBESC_F32, f32KeepIn, [3]uint64{f32Sub, f32Two, f32Three}, 0},
	{isa.V_CUBESC_F32, f32KeepOut, [3]uint64{f32Sub, f32Two, f32Three}, 0},
	{isa.V_CUBESC_F32, f16Flush, [3]uint64{f32Sub, f32Two, f32Three}, f32Sub},
	{isa.V_CUBETC_F32, 0, [3]uint64{f32One, f32Snan, f32Three}, 0xffc00001}, // the x axis: NaN is not less
	{isa.V_CUBEID_F32, 0, [3]uint64{0x40a00000, f32One, f32Two}, 0},
	{isa.V_CUBESC_F32, 0, [3]uint64{0x40a00000, f32One, f32Two}, 0xc0000000},
	{isa.V_CUBETC_F32, 0, [3]uint64{0x40a00000, f32One, f32Two}, f32MinusOne},
	{isa.V_CUBEMA_F32, 0, [3]uint64{0x40a00000, f32One, f32Two}, 0x41200000},
	{isa.V_CUBEID_F32, 0, [3]uint64{0xc0a00000, f32One, f32Two}, f32One},
	{isa.V_CUBESC_F32, 0, [3]uint64{0xc0a00000, f32One, f32Two}, f32Two},
	{isa.V_CUBETC_F32, 0, [3]uint64{0xc0a00000, f32One, f32Two}, f32MinusOne},
	{isa.V_CUBEID_F32, 0, [3]uint64{f32One, 0x40800000, f32Two}, f32Two},
	{isa.V_CUBESC_F32, 0, [3]uint64{f32One, 0x40800000, f32Two}, f32One},
	{isa.V_CUBETC_F32, 0, [3]uint64{f32One, 0x40800000, f32Two}, f32Two},
	{isa.V_CUBEID_F32, 0, [3]uint64{f32One, 0xc0800000, f32Two}, f32Three},
	{isa.V_CUBETC_F32, 0, [3]uint64{f32One, 0xc0800000, f32Two}, 0xc0000000},
	{isa.V_CUBEMA_F32, 0, [3]uint64{f32One, 0xc0800000, f32Two}, 0xc1000000},
	{isa.V_CUBEID_F32, 0, [3]uint64{f32One, f32Two, 0xc0400000}, 0x40a00000},
	{isa.V_CUBESC_F32, 0, [3]uint64{f32One, f32Two, 0xc0400000}, f32MinusOne},
	{isa.V_CUBEID_F32, 0, [3]uint64{f32One, f32One, f32One}, 0x40800000}, // z before y before x
	{isa.V_CUBEID_F32, 0, [3]uint64{f32MinusOne, f32MinusOne, 0}, f32Three},
}

func TestFloat32(t *testing.T) { testCases(t, float32Cases) }
