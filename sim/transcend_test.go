package sim

import (
	"testing"

	"heddle/isa"
)

// transcendCases hold all of the manual's functional examples. Package num
// tests the functions between them.
var transcendCases = []opCase{
	{isa.V_EXP_F32, 0, [3]uint64{f32MinusInf}, 0},
	{isa.V_EXP_F32, 0, [3]uint64{f32MinusZero}, f32One},
	{isa.V_EXP_F32, 0, [3]uint64{f32Inf}, f32Inf},
	{isa.V_EXP_F32, 0, [3]uint64{f32One}, f32Two},
	{isa.V_EXP_F32, 0, [3]uint64{f32Half}, 0x3fb504f3},
	{isa.V_EXP_F32, 0, [3]uint64{0xc2fc0000}, 0x00800000}, // 2^-126
	{isa.V_EXP_F32, 0, [3]uint64{0xc2fe0000}, 0},          // 2^-127
	{isa.V_EXP_F32, 0, [3]uint64{0x43000000}, f32Inf},     // 2^128
	{isa.V_EXP_F32, f32RoundZero, [3]uint64{f32Half}, 0x3fb504f3},
	{isa.V_EXP_F32, 0, [3]uint64{f32Snan}, f32Qnan},
	{isa.V_EXP_LEGACY_F32, 0, [3]uint64{f32One}, f32Two},
	{isa.V_LOG_F32, 0, [3]uint64{f32MinusInf}, f32NegDefault},
	{isa.V_LOG_F32, 0, [3]uint64{f32MinusOne}, f32NegDefault},
	{isa.V_LOG_F32, 0, [3]uint64{f32MinusZero}, f32MinusInf},
	{isa.V_LOG_F32, 0, [3]uint64{0}, f32MinusInf},
	{isa.V_LOG_F32, 0, [3]uint64{f32One}, 0},
	{isa.V_LOG_F32, 0, [3]uint64{f32Inf}, f32Inf},
	{isa.V_LOG_F32, 0, [3]uint64{f32Three}, 0x3fcae00d},
	{isa.V_LOG_F32, 0, [3]uint64{f32Sub}, f32MinusInf},
	{isa.V_LOG_F32, 0, [3]uint64{0x807fffff}, f32MinusInf},
	{isa.V_LOG_LEGACY_F32, 0, [3]uint64{0x41000000}, f32Three},
	{isa.V_RCP_F32, 0, [3]uint64{f32MinusInf}, f32MinusZero},
	{isa.V_RCP_F32, 0, [3]uint64{0xc0000000}, 0xbf000000},
	{isa.V_RCP_F32, 0, [3]uint64{f32MinusZero}, f32MinusInf},
	{isa.V_RCP_F32, 0, [3]uint64{0}, f32Inf},
	{isa.V_RCP_F32, 0, [3]uint64{f32Inf}, 0},
	{isa.V_RCP_F32, 0, [3]uint64{f32Three}, 0x3eaaaaab},
	{isa.V_RCP_F32, 0, [3]uint64{0x80400000}, f32MinusInf},  // subnormal
	{isa.V_RCP_F32, 0, [3]uint64{0xff000000}, f32MinusZero}, // 1/x is subnormal
	{isa.V_RCP_IFLAG_F32, 0, [3]uint64{0xc0000000}, 0xbf000000},
	{isa.V_RSQ_F32, 0, [3]uint64{f32MinusInf}, f32NegDefault},
	{isa.V_RSQ_F32, 0, [3]uint64{f32MinusZero}, f32MinusInf},
	{isa.V_RSQ_F32, 0, [3]uint64{0}, f32Inf},
	{isa.V_RSQ_F32, 0, [3]uint64{0x40800000}, f32Half},
	{isa.V_RSQ_F32, 0, [3]uint64{f32Inf}, 0},
	{isa.V_RSQ_F32, 0, [3]uint64{f32Two}, 0x3f3504f3},
	{isa.V_RSQ_F32, 0, [3]uint64{f32Sub}, f32Inf},
	{isa.V_SQRT_F32, 0, [3]uint64{f32MinusInf}, f32NegDefault},
	{isa.V_SQRT_F32, 0, [3]uint64{f32MinusZero}, f32MinusZero},
	{isa.V_SQRT_F32, 0, [3]uint64{0}, 0},
	{isa.V_SQRT_F32, 0, [3]uint64{0x40800000}, f32Two},
	{isa.V_SQRT_F32, 0, [3]uint64{f32Inf}, f32Inf},
	{isa.V_SQRT_F32, 0, [3]uint64{f32MinusOne}, f32NegDefault},
	{isa.V_SQRT_F32, 0, [3]uint64{0x007fffff}, 0},
	{isa.V_SQRT_F32, 0, [3]uint64{0x80000001}, f32MinusZero},
	{isa.V_SIN_F32, 0, [3]uint64{f32MinusInf}, f32NegDefault},
	{isa.V_SIN_F32, 0, [3]uint64{0xff7fffff}, 0},
	{isa.V_SIN_F32, 0, [3]uint64{f32MinusZero}, f32MinusZero},
	{isa.V_SIN_F32, 0, [3]uint64{0x3e800000}, f32One},
	{isa.V_SIN_F32, 0, [3]uint64{f32Inf}, f32NegDefault},
	{isa.V_SIN_F32, 0, [3]uint64{0x3e000000}, 0x3f3504f3}, // 1/8
	{isa.V_SIN_F32, 0, [3]uint64{f32Sub}, 6},              // 2*pi * 2^-149
	{isa.V_SIN_F32, 0, [3]uint64{0x80000001}, 0x80000006},
	{isa.V_SIN_F32, f32KeepIn, [3]uint64{0x80000001}, f32MinusZero},
	{isa.V_SIN_F32, f32KeepOut, [3]uint64{f32Sub}, 0},
	{isa.V_COS_F32, 0, [3]uint64{f32MinusInf}, f32NegDefault},
	{isa.V_COS_F32, 0, [3]uint64{0xff7fffff}, f32One},
	{isa.V_COS_F32, 0, [3]uint64{f32MinusZero}, f32One},
	{isa.V_COS_F32, 0, [3]uint64{0x3e800000}, 0},
	{isa.V_COS_F32, 0, [3]uint64{f32Inf}, f32NegDefault},
	{isa.V_COS_F32, 0, [3]uint64{0x3d800000}, 0x3f6c835e}, // 1/16
	{isa.V_COS_F32, 0, [3]uint64{f32Half}, f32MinusOne},

	{isa.V_RCP_F16, 0, [3]uint64{0xfc00}, f16MinusZero},
	{isa.V_RCP_F16, 0, [3]uint64{0xc000}, 0xb800},
	{isa.V_RCP_F16, 0, [3]uint64{f16MinusZero}, 0xfc00},
	{isa.V_RCP_F16, 0, [3]uint64{0}, f16Inf},
	{isa.V_RCP_F16, 0, [3]uint64{f16Inf}, 0},
	{isa.V_RCP_F16, 0, [3]uint64{f16Three}, 0x3555},
	{isa.V_RCP_F16, 0, [3]uint64{f16Sub}, f16Inf},          // 2^24
	{isa.V_RCP_F16, ovflOn, [3]uint64{f16Sub}, f16Largest}, // overflows
	{isa.V_RCP_F16, ovflOn, [3]uint64{0}, f16Inf},          // does not
	{isa.V_RCP_F16, 0, [3]uint64{0x7800}, 0x0200},          // 2^-15
	{isa.V_RCP_F16, f16KeepOut, [3]uint64{0x7800}, 0},
	{isa.V_RCP_F16, f16KeepIn, [3]uint64{0x03ff}, f16Inf},
	{isa.V_SQRT_F16, 0, [3]uint64{0xfc00}, f16NegDefault},
	{isa.V_SQRT_F16, 0, [3]uint64{f16MinusZero}, f16MinusZero},
	{isa.V_SQRT_F16, 0, [3]uint64{0}, 0},
	{isa.V_SQRT_F16, 0, [3]uint64{0x4400}, f16Two},
	{isa.V_SQRT_F16, 0, [3]uint64{f16Inf}, f16Inf},
	{isa.V_SQRT_F16, 0, [3]uint64{f16Sub}, 0x0c00}, // 2^-12
	{isa.V_RSQ_F16, 0, [3]uint64{0xfc00}, f16NegDefault},
	{isa.V_RSQ_F16, 0, [3]uint64{f16MinusZero}, 0xfc00},
	{isa.V_RSQ_F16, 0, [3]uint64{0}, f16Inf},
	{isa.V_RSQ_F16, 0, [3]uint64{0x4400}, 0x3800},
	{isa.V_RSQ_F16, 0, [3]uint64{f16Inf}, 0},
	{isa.V_LOG_F16, 0, [3]uint64{0xfc00}, f16NegDefault},
	{isa.V_LOG_F16, 0, [3]uint64{0xbc00}, f16NegDefault},
	{isa.V_LOG_F16, 0, [3]uint64{f16MinusZero}, 0xfc00},
	{isa.V_LOG_F16, ovflOn, [3]uint64{0}, 0xfc00},
	{isa.V_LOG_F16, 0, [3]uint64{f16One}, 0},
	{isa.V_LOG_F16, 0, [3]uint64{f16Inf}, f16Inf},
	{isa.V_LOG_F16, 0, [3]uint64{f16Three}, 0x3e57},
	{isa.V_LOG_F16, 0, [3]uint64{f16Sub}, 0xce00}, // -24
	{isa.V_EXP_F16, 0, [3]uint64{0xfc00}, 0},
	{isa.V_EXP_F16, 0, [3]uint64{f16MinusZero}, f16One},
	{isa.V_EXP_F16, 0, [3]uint64{f16Inf}, f16Inf},
	{isa.V_EXP_F16, ovflOn, [3]uint64{f16Inf}, f16Inf},
	{isa.V_EXP_F16, 0, [3]uint64{0x4d00}, f16Inf},          // 2^20
	{isa.V_EXP_F16, ovflOn, [3]uint64{0x4d00}, f16Largest}, // overflows
	{isa.V_EXP_F16, 0, [3]uint64{0xce00}, f16Sub},          // 2^-24
	{isa.V_EXP_F16, f16KeepOut, [3]uint64{0xce00}, 0},
	{isa.V_SIN_F16, 0, [3]uint64{0xfc00}, f16NegDefault},
	{isa.V_SIN_F16, 0, [3]uint64{0xfbff}, 0},
	{isa.V_SIN_F16, 0, [3]uint64{f16MinusZero}, f16MinusZero},
	{isa.V_SIN_F16, 0, [3]uint64{0x3400}, f16One},
	{isa.V_SIN_F16, 0, [3]uint64{f16Largest}, 0},
	{isa.V_SIN_F16, 0, [3]uint64{f16Inf}, f16NegDefault},
	{isa.V_SIN_F16, 0, [3]uint64{0x2c00}, 0x361f}, // 1/16
	{isa.V_SIN_F16, f16KeepOut, [3]uint64{0x8001}, f16MinusZero},
	{isa.V_COS_F16, 0, [3]uint64{0xfc00}, f16NegDefault},
	{isa.V_COS_F16, 0, [3]uint64{0xfbff}, f16One},
	{isa.V_COS_F16, 0, [3]uint64{f16MinusZero}, f16One},
	{isa.V_COS_F16, 0, [3]uint64{0x3400}, 0},
	{isa.V_COS_F16, 0, [3]uint64{f16Largest}, f16One},
	{isa.V_COS_F16, 0, [3]uint64{f16Inf}, f16NegDefault},
	{isa.V_COS_F16, 0, [3]uint64{0x2c00}, 0x3b64},

	{isa.V_RCP_F64, 0, [3]uint64{f64Three}, 0x3fd5555555555555},
	{isa.V_RCP_F64, 0, [3]uint64{f64MinusZero}, 0xfff0000000000000},
	{isa.V_RCP_F64, f16KeepIn, [3]uint64{f64MinusZero | 1}, 0xfff0000000000000},
	{isa.V_RCP_F64, 0, [3]uint64{0x7fe0000000000000}, 0x0008000000000000},
	{isa.V_RCP_F64, f16KeepOut, [3]uint64{0x7fe0000000000000}, 0},
	{isa.V_RSQ_F64, 0, [3]uint64{f64Two}, 0x3fe6a09e667f3bcd},
	{isa.V_RSQ_F64, 0, [3]uint64{f64MinusOne}, f64NegDefault},
	{isa.V_SQRT_F64, 0, [3]uint64{f64Two}, 0x3ff6a09e667f3bcd},
	{isa.V_SQRT_F64, 0, [3]uint64{f64MinusZero}, f64MinusZero},
	{isa.V_SQRT_F64, 0, [3]uint64{1}, 0x1e60000000000000}, // 2^-537
}

func TestTranscend(t *testing.T) { testCases(t, transcendCases) }
