package sim

import (
	"testing"

	"heddle/isa"
)

// f16 values.
const (
	f16One, f16Two, f16Three = 0x3c00, 0x4000, 0x4200
	f16Inf, f16Largest       = 0x7c00, 0x7bff
	f16Sub, f16MinusZero     = 0x0001, 0x8000
	f16Qnan, f16Snan         = 0x7e01, 0x7c01
	f16Default               = 0x7e00
	f16NegDefault            = 0xfe00
)

var float16Cases = []opCase{
	{isa.V_ADD_F16, 0, [3]uint64{f16One, f16Two}, f16Three},
	{isa.V_ADD_F16, 0, [3]uint64{f16One, 0x1000}, f16One}, // a tie
	{isa.V_ADD_F16, f16RoundUp, [3]uint64{f16One, 0x1000}, 0x3c01},
	{isa.V_ADD_F16, f32RoundUp, [3]uint64{f16One, 0x1000}, f16One},
	{isa.V_ADD_F16, f16Flush, [3]uint64{f16Sub, f16Sub}, 0},
	{isa.V_ADD_F16, f32Flush, [3]uint64{f16Sub, f16Sub}, 2},
	{isa.V_ADD_F16, 0, [3]uint64{f16Largest, f16Largest}, f16Inf},
	{isa.V_ADD_F16, ovflOn, [3]uint64{f16Largest, f16Largest}, f16Largest},
	{isa.V_ADD_F16, ovflOn, [3]uint64{f16Largest, f16Inf}, f16Inf},
	{isa.V_ADD_F16, ovflOn, [3]uint64{0xfbff, 0xfbff}, 0xfbff},
	{isa.V_ADD_F16, 0, [3]uint64{f16Snan, f16One}, f16Qnan},
	{isa.V_ADD_F16, 0, [3]uint64{f16Inf, 0xfc00}, f16Default},
	{isa.V_SUB_F16, 0, [3]uint64{f16Three, f16Two}, f16One},
	{isa.V_SUB_F16, 0, [3]uint64{f16One, f16Qnan}, f16Qnan},
	{isa.V_SUB_F16, 0, [3]uint64{0x7e03, 0xfe02}, 0x7e03},
	{isa.V_SUBREV_F16, 0, [3]uint64{0xfe03, 0x7e02}, 0xfe03},
	{isa.V_SUBREV_F16, 0, [3]uint64{f16Two, f16Three}, f16One},
	{isa.V_SUBREV_F16, 0, [3]uint64{f16Qnan, f16One}, f16Qnan},
	{isa.V_MUL_F16, 0, [3]uint64{f16Two, f16Three}, 0x4600},
	{isa.V_MUL_F16, 0, [3]uint64{0, f16Inf}, f16Default},
	{isa.V_MUL_F16, ovflOn, [3]uint64{f16Largest, 0xc000}, 0xfbff},

	// (1 + 2^-10)^2 - (1 + 2^-9) is 2^-20, or 0 if the product is rounded.
	{isa.V_FMA_F16, 0, [3]uint64{0x3c01, 0x3c01, 0xbc02}, 0x0010},
	{isa.V_FMA_LEGACY_F16, 0, [3]uint64{0x3c01, 0x3c01, 0xbc02}, 0x0010},
	{isa.V_FMA_F16, f16KeepOut, [3]uint64{0x3c01, 0x3c01, 0xbc02}, 0},
	{isa.V_FMA_F16, ovflOn, [3]uint64{f16Largest, f16Two, f16One}, f16Largest},
	{isa.V_MAD_F16, 0, [3]uint64{0x3c01, 0x3c01, 0xbc02}, 0},
	{isa.V_MAD_F16, 0, [3]uint64{f16Two, f16Two, 0xbc00}, f16Three},
	{isa.V_MAD_F16, 0, [3]uint64{f16Sub, f16One, 0}, 0}, // flushed in every mode
	{isa.V_MAD_F16, 0, [3]uint64{0, f16Inf, f16Qnan}, f16Qnan},
	{isa.V_MAD_LEGACY_F16, 0, [3]uint64{0x3c01, 0x3c01, 0xbc02}, 0},
	{isa.V_MAC_F16, 0, [3]uint64{0x3c01, 0x3c01, 0xbc02}, 0},
	{isa.V_MAC_F16, 0, [3]uint64{f16Two, f16Two, 0xffffbc00}, f16Three},
	{isa.V_MADMK_F16, 0, [3]uint64{f16Two, f16Three, f16One}, 0x4700},
	{isa.V_MADAK_F16, 0, [3]uint64{f16Two, f16Three, f16One}, 0x4700},

	{isa.V_MIN_F16, 0, [3]uint64{f16Snan + 4, f16Snan}, f16Default + 5},
	{isa.V_MIN_F16, 0, [3]uint64{f16One, f16Two}, f16One},
	{isa.V_MIN_F16, 0, [3]uint64{0, f16MinusZero}, f16MinusZero},
	{isa.V_MIN_F16, 0, [3]uint64{f16Qnan, f16One}, f16One},
	{isa.V_MIN_F16, 0, [3]uint64{f16One, f16Snan}, f16Qnan},
	{isa.V_MIN_F16, ieeeOff, [3]uint64{f16One, f16Snan}, f16One},
	{isa.V_MIN_F16, f16KeepIn, [3]uint64{f16Sub, f16One}, 0},
	{isa.V_MIN_F16, f32KeepIn, [3]uint64{f16Sub, f16One}, f16Sub},
	{isa.V_MAX_F16, 0, [3]uint64{f16Snan + 4, f16Snan}, f16Default + 5},
	{isa.V_MAX_F16, 0, [3]uint64{f16One, f16Two}, f16Two},
	{isa.V_MAX_F16, 0, [3]uint64{f16MinusZero, 0}, 0},
	{isa.V_MAX_F16, 0, [3]uint64{0xbc00, 0xc000}, 0xbc00},
	{isa.V_MIN3_F16, 0, [3]uint64{f16Three, f16Two, f16One}, f16One},
	{isa.V_MAX3_F16, 0, [3]uint64{f16One, f16Three, f16Two}, f16Three},
	{isa.V_MED3_F16, 0, [3]uint64{f16One, f16Three, f16Two}, f16Two},
	{isa.V_MED3_F16, 0, [3]uint64{f16Three, f16Qnan, f16Two}, f16Two},
	{isa.V_MED3_F16, f16KeepIn, [3]uint64{f16Sub, 0xbc00, f16One}, 0},
	{isa.V_MED3_F16, f16KeepOut, [3]uint64{f16Sub, 0xbc00, f16One}, 0},
	{isa.V_MED3_F16, f32Flush, [3]uint64{f16Sub, 0xbc00, f16One}, f16Sub},
	{isa.V_MIN3_F16, f16KeepIn, [3]uint64{f16Sub, f16Two, f16One}, 0},
	{isa.V_MIN3_F16, f32Flush, [3]uint64{f16Sub, f16Two, f16One}, f16Sub},
	{isa.V_MAX3_F16, f16KeepIn, [3]uint64{f16Sub, 0xbc00, 0xbc00}, 0},
	{isa.V_MAX3_F16, f32Flush, [3]uint64{f16Sub, 0xbc00, 0xbc00}, f16Sub},

	{isa.V_FRACT_F16, 0, [3]uint64{0x3e00}, 0x3800},
	{isa.V_FRACT_F16, 0, [3]uint64{0x8001}, 0x3bff},
	{isa.V_FRACT_F16, f16KeepIn, [3]uint64{0x8001}, 0},
	{isa.V_TRUNC_F16, 0, [3]uint64{0xbe00}, 0xbc00},
	{isa.V_CEIL_F16, 0, [3]uint64{f16Sub}, f16One},
	{isa.V_CEIL_F16, f16KeepIn, [3]uint64{f16Sub}, 0},
	{isa.V_RNDNE_F16, 0, [3]uint64{0x4100}, f16Two}, // 2.5
	{isa.V_RNDNE_F16, 0, [3]uint64{0xb800}, f16MinusZero},
	{isa.V_FLOOR_F16, 0, [3]uint64{0xb800}, 0xbc00},
	{isa.V_LDEXP_F16, 0, [3]uint64{f16One, 2}, 0x4400},
	{isa.V_LDEXP_F16, 0, [3]uint64{0x3e00, 0xffe8}, 2}, // 1.5 * 2^-24, a tie
	{isa.V_LDEXP_F16, 0, [3]uint64{f16One, 0x10001}, f16Two},
	{isa.V_LDEXP_F16, 0, [3]uint64{f16One, 40}, f16Inf},
	{isa.V_LDEXP_F16, ovflOn, [3]uint64{f16One, 40}, f16Largest},

	{isa.V_FREXP_EXP_I16_F16, 0, [3]uint64{0x4800}, 4},
	{isa.V_FREXP_EXP_I16_F16, 0, [3]uint64{f16Sub}, 0xffe9}, // 2^-24 = 0.5 * 2^-23
	{isa.V_FREXP_EXP_I16_F16, 0, [3]uint64{f16Inf}, 0},
	{isa.V_FREXP_EXP_I16_F16, f16KeepIn, [3]uint64{f16Sub}, 0},
	{isa.V_FREXP_MANT_F16, f16KeepIn, [3]uint64{0x8001}, f16MinusZero},
	{isa.V_FREXP_MANT_F16, 0, [3]uint64{0xc200}, 0xba00},
	{isa.V_FREXP_MANT_F16, 0, [3]uint64{3}, 0x3a00},
	{isa.V_FREXP_MANT_F16, 0, [3]uint64{f16Snan}, f16Qnan},
}

func TestFloat16(t *testing.T) { testCases(t, float16Cases) }
