package sim

import "heddle/isa"

// Reasons why a floating-point instruction is a model.
const (
	transReason   = "the hardware is within 1 ULP; the simulator rounds the exact result to nearest even"
	seedReason    = "the hardware gives a seed with an error of about 2^-23; the simulator rounds the exact result to nearest even"
	legacyReason  = "no manual describes the legacy rules for these chips: it is executed like the instruction without them"
	madReason     = "the manual does not say how the product is rounded: it is rounded to f16, and subnormals are flushed in every mode"
	unpackReason  = "the rounding is not documented: it follows MODE"
	normReason    = "the rounding is not documented: to nearest even for f32, as MODE says for f16"
	randomReason  = "which random bits are added is not documented: the upper ones are, below the last bit of the result, with carry"
	divideReason  = "the manual's pseudo-code contradicts itself: the rules are those of published corrections, not checked on these chips"
	trigReason    = "the manual's pseudo-code masks the wrong bits: its comment and scale are followed"
	nearestReason = "the precision of the sum is not documented: floor(x + 0.5) is exact"
	frexpReason   = "the manual's pseudo-code is wrong for 0 and subnormals: what frexp of C gives is used"
)

// floatModels are the models among the floating-point instructions.
var floatModels = [...]opNote{
	{isa.V_EXP_F32, transReason},
	{isa.V_LOG_F32, transReason},
	{isa.V_RCP_F32, transReason},
	{isa.V_RCP_IFLAG_F32, transReason},
	{isa.V_RSQ_F32, transReason},
	{isa.V_SQRT_F32, transReason},
	{isa.V_SIN_F32, transReason},
	{isa.V_COS_F32, transReason},
	{isa.V_EXP_F16, transReason},
	{isa.V_LOG_F16, transReason},
	{isa.V_RCP_F16, transReason},
	{isa.V_RSQ_F16, transReason},
	{isa.V_SQRT_F16, transReason},
	{isa.V_SIN_F16, transReason},
	{isa.V_COS_F16, transReason},
	{isa.V_EXP_LEGACY_F32, legacyReason},
	{isa.V_LOG_LEGACY_F32, legacyReason},
	{isa.V_RCP_F64, seedReason},
	{isa.V_RSQ_F64, seedReason},
	{isa.V_SQRT_F64, seedReason},

	{isa.V_MAC_F16, madReason},
	{isa.V_MAD_F16, madReason},
	{isa.V_MAD_LEGACY_F16, madReason},
	{isa.V_MADMK_F16, madReason},
	{isa.V_MADAK_F16, madReason},

	{isa.V_CVT_PK_U8_F32, unpackReason},
	{isa.V_CVT_PKACCUM_U8_F32, unpackReason},
	{isa.V_CVT_NORM_I16_F16, normReason},
	{isa.V_CVT_NORM_U16_F16, normReason},
	{isa.V_CVT_PKNORM_I16_F16, normReason},
	{isa.V_CVT_PKNORM_U16_F16, normReason},
	{isa.V_CVT_PKNORM_I16_F32, normReason},
	{isa.V_CVT_PKNORM_U16_F32, normReason},
	{isa.V_CVT_RPI_I32_F32, nearestReason},
	{isa.V_CVT_SR_F16_F32, randomReason},
	{isa.V_CVT_SR_BF16_F32, randomReason},

	{isa.V_FREXP_EXP_I16_F16, frexpReason},
	{isa.V_FREXP_EXP_I32_F32, frexpReason},
	{isa.V_FREXP_EXP_I32_F64, frexpReason},
	{isa.V_TRIG_PREOP_F64, trigReason},
	{isa.V_DIV_SCALE_F32, divideReason},
	{isa.V_DIV_SCALE_F64, divideReason},
	{isa.V_DIV_FMAS_F32, divideReason},
	{isa.V_DIV_FMAS_F64, divideReason},
	{isa.V_DIV_FIXUP_F32, divideReason},
	{isa.V_DIV_FIXUP_F64, divideReason},
}
