package sim

import "heddle/isa"

// scaleOps are the conversions to and from the 8-, 6- and 4-bit formats.
//
// Source: ISA manual §6.7.1 and tables 31 and 32, pseudo-code at the
// instructions; facts isa/semantics.md §2.
var scaleOps = [...]conversion{
	// Without a scale, on both targets.
	isa.V_CVT_PK_FP8_F32: {"fp8", f32, 2, 0},
	isa.V_CVT_PK_BF8_F32: {"bf8", f32, 2, 0},
	isa.V_CVT_SR_FP8_F32: {"fp8", f32, 1, withRandom},
	isa.V_CVT_SR_BF8_F32: {"bf8", f32, 1, withRandom},
	isa.V_CVT_F32_FP8:    {"fp8", f32, 1, widens},
	isa.V_CVT_F32_BF8:    {"bf8", f32, 1, widens},
	isa.V_CVT_PK_F32_FP8: {"fp8", f32, 2, widens},
	isa.V_CVT_PK_F32_BF8: {"bf8", f32, 2, widens},

	// To 8 bits.
	isa.V_CVT_SCALEF32_PK_FP8_F32:  {"fp8", f32, 2, withScale},
	isa.V_CVT_SCALEF32_PK_BF8_F32:  {"bf8", f32, 2, withScale},
	isa.V_CVT_SCALEF32_PK_FP8_F16:  {"fp8", f16, 2, withScale},
	isa.V_CVT_SCALEF32_PK_BF8_F16:  {"bf8", f16, 2, withScale},
	isa.V_CVT_SCALEF32_PK_FP8_BF16: {"fp8", bf16, 2, withScale},
	isa.V_CVT_SCALEF32_PK_BF8_BF16: {"bf8", bf16, 2, withScale},
	isa.V_CVT_SCALEF32_SR_FP8_F32:  {"fp8", f32, 1, withScale | withRandom},
	isa.V_CVT_SCALEF32_SR_BF8_F32:  {"bf8", f32, 1, withScale | withRandom},
	isa.V_CVT_SCALEF32_SR_FP8_F16:  {"fp8", f16, 1, withScale | withRandom},
	isa.V_CVT_SCALEF32_SR_BF8_F16:  {"bf8", f16, 1, withScale | withRandom},
	isa.V_CVT_SCALEF32_SR_FP8_BF16: {"fp8", bf16, 1, withScale | withRandom},
	isa.V_CVT_SCALEF32_SR_BF8_BF16: {"bf8", bf16, 1, withScale | withRandom},

	// To 4 bits.
	isa.V_CVT_SCALEF32_PK_FP4_F32:     {"fp4", f32, 2, withScale},
	isa.V_CVT_SCALEF32_PK_FP4_F16:     {"fp4", f16, 2, withScale},
	isa.V_CVT_SCALEF32_PK_FP4_BF16:    {"fp4", bf16, 2, withScale},
	isa.V_CVT_SCALEF32_SR_PK_FP4_F32:  {"fp4", f32, 2, withScale | withRandom},
	isa.V_CVT_SCALEF32_SR_PK_FP4_F16:  {"fp4", f16, 2, withScale | withRandom},
	isa.V_CVT_SCALEF32_SR_PK_FP4_BF16: {"fp4", bf16, 2, withScale | withRandom},

	// To 6 bits.
	isa.V_CVT_SCALEF32_2XPK16_FP6_F32:   {"fp6", f32, 32, withScale},
	isa.V_CVT_SCALEF32_2XPK16_BF6_F32:   {"bf6", f32, 32, withScale},
	isa.V_CVT_SCALEF32_PK32_FP6_F16:     {"fp6", f16, 32, withScale},
	isa.V_CVT_SCALEF32_PK32_BF6_F16:     {"bf6", f16, 32, withScale},
	isa.V_CVT_SCALEF32_PK32_FP6_BF16:    {"fp6", bf16, 32, withScale},
	isa.V_CVT_SCALEF32_PK32_BF6_BF16:    {"bf6", bf16, 32, withScale},
	isa.V_CVT_SCALEF32_SR_PK32_FP6_F32:  {"fp6", f32, 32, withScale | withRandom},
	isa.V_CVT_SCALEF32_SR_PK32_BF6_F32:  {"bf6", f32, 32, withScale | withRandom},
	isa.V_CVT_SCALEF32_SR_PK32_FP6_F16:  {"fp6", f16, 32, withScale | withRandom},
	isa.V_CVT_SCALEF32_SR_PK32_BF6_F16:  {"bf6", f16, 32, withScale | withRandom},
	isa.V_CVT_SCALEF32_SR_PK32_FP6_BF16: {"fp6", bf16, 32, withScale | withRandom},
	isa.V_CVT_SCALEF32_SR_PK32_BF6_BF16: {"bf6", bf16, 32, withScale | withRandom},

	// From 8 bits.
	isa.V_CVT_SCALEF32_F32_FP8:     {"fp8", f32, 1, withScale | widens},
	isa.V_CVT_SCALEF32_F32_BF8:     {"bf8", f32, 1, withScale | widens},
	isa.V_CVT_SCALEF32_F16_FP8:     {"fp8", f16, 1, withScale | widens},
	isa.V_CVT_SCALEF32_F16_BF8:     {"bf8", f16, 1, withScale | widens},
	isa.V_CVT_SCALEF32_PK_F32_FP8:  {"fp8", f32, 2, withScale | widens},
	isa.V_CVT_SCALEF32_PK_F32_BF8:  {"bf8", f32, 2, withScale | widens},
	isa.V_CVT_SCALEF32_PK_F16_FP8:  {"fp8", f16, 2, withScale | widens},
	isa.V_CVT_SCALEF32_PK_F16_BF8:  {"bf8", f16, 2, withScale | widens},
	isa.V_CVT_SCALEF32_PK_BF16_FP8: {"fp8", bf16, 2, withScale | widens},
	isa.V_CVT_SCALEF32_PK_BF16_BF8: {"bf8", bf16, 2, withScale | widens},

	// From 4 bits.
	isa.V_CVT_SCALEF32_PK_F32_FP4:  {"fp4", f32, 2, withScale | widens},
	isa.V_CVT_SCALEF32_PK_F16_FP4:  {"fp4", f16, 2, withScale | widens},
	isa.V_CVT_SCALEF32_PK_BF16_FP4: {"fp4", bf16, 2, withScale | widens},

	// From 6 bits.
	isa.V_CVT_SCALEF32_PK32_F32_FP6:  {"fp6", f32, 32, withScale | widens},
	isa.V_CVT_SCALEF32_PK32_F32_BF6:  {"bf6", f32, 32, withScale | widens},
	isa.V_CVT_SCALEF32_PK32_F16_FP6:  {"fp6", f16, 32, withScale | widens},
	isa.V_CVT_SCALEF32_PK32_F16_BF6:  {"bf6", f16, 32, withScale | widens},
	isa.V_CVT_SCALEF32_PK32_BF16_FP6: {"fp6", bf16, 32, withScale | widens},
	isa.V_CVT_SCALEF32_PK32_BF16_BF6: {"bf6", bf16, 32, withScale | widens},
}

// Why a conversion is a model of the hardware.
const (
	srScaleReason = randomReason + "; a scale of 255 gives NaN"
	noNaNReason   = "what becomes of NaN is not documented: the largest magnitude of its sign, the positive one for a scale of 255"
	srNoNaNReason = randomReason + "; NaN gives the largest magnitude of its sign, a scale of 255 the positive one"
	scaleReason   = "what a scale of 255 does is not documented: it gives NaN"
	bf8Reason     = "which of the NaNs of OCP bf8 a NaN becomes is not documented: 0x7f, with its sign"

	pairNote    = "; neg and abs act on both elements"
	overlapNote = "; all sources are read before the destination is written; compilers keep them apart"
)

// scaleModels are the models among them.
var scaleModels = [...]opNote{
	{isa.V_CVT_PK_BF8_F32, bf8Reason},
	{isa.V_CVT_SR_FP8_F32, randomReason},
	{isa.V_CVT_SR_BF8_F32, randomReason},

	{isa.V_CVT_SCALEF32_PK_FP8_F32, scaleReason},
	{isa.V_CVT_SCALEF32_PK_BF8_F32, scaleReason},
	{isa.V_CVT_SCALEF32_PK_FP8_F16, scaleReason + pairNote},
	{isa.V_CVT_SCALEF32_PK_BF8_F16, scaleReason + pairNote},
	{isa.V_CVT_SCALEF32_PK_FP8_BF16, scaleReason + pairNote},
	{isa.V_CVT_SCALEF32_PK_BF8_BF16, scaleReason + pairNote},
	{isa.V_CVT_SCALEF32_SR_FP8_F32, srScaleReason},
	{isa.V_CVT_SCALEF32_SR_BF8_F32, srScaleReason},
	{isa.V_CVT_SCALEF32_SR_FP8_F16, srScaleReason},
	{isa.V_CVT_SCALEF32_SR_BF8_F16, srScaleReason},
	{isa.V_CVT_SCALEF32_SR_FP8_BF16, srScaleReason},
	{isa.V_CVT_SCALEF32_SR_BF8_BF16, srScaleReason},

	{isa.V_CVT_SCALEF32_PK_FP4_F32, noNaNReason},
	{isa.V_CVT_SCALEF32_PK_FP4_F16, noNaNReason + pairNote},
	{isa.V_CVT_SCALEF32_PK_FP4_BF16, noNaNReason + pairNote},
	{isa.V_CVT_SCALEF32_SR_PK_FP4_F32, srNoNaNReason + pairNote},
	{isa.V_CVT_SCALEF32_SR_PK_FP4_F16, srNoNaNReason + pairNote},
	{isa.V_CVT_SCALEF32_SR_PK_FP4_BF16, srNoNaNReason + pairNote},

	{isa.V_CVT_SCALEF32_2XPK16_FP6_F32, noNaNReason + overlapNote},
	{isa.V_CVT_SCALEF32_2XPK16_BF6_F32, noNaNReason + overlapNote},
	{isa.V_CVT_SCALEF32_PK32_FP6_F16, noNaNReason + overlapNote},
	{isa.V_CVT_SCALEF32_PK32_BF6_F16, noNaNReason + overlapNote},
	{isa.V_CVT_SCALEF32_PK32_FP6_BF16, noNaNReason + overlapNote},
	{isa.V_CVT_SCALEF32_PK32_BF6_BF16, noNaNReason + overlapNote},
	{isa.V_CVT_SCALEF32_SR_PK32_FP6_F32, srNoNaNReason + overlapNote},
	{isa.V_CVT_SCALEF32_SR_PK32_BF6_F32, srNoNaNReason + overlapNote},
	{isa.V_CVT_SCALEF32_SR_PK32_FP6_F16, srNoNaNReason + overlapNote},
	{isa.V_CVT_SCALEF32_SR_PK32_BF6_F16, srNoNaNReason + overlapNote},
	{isa.V_CVT_SCALEF32_SR_PK32_FP6_BF16, srNoNaNReason + overlapNote},
	{isa.V_CVT_SCALEF32_SR_PK32_BF6_BF16, srNoNaNReason + overlapNote},

	{isa.V_CVT_SCALEF32_F32_FP8, scaleReason},
	{isa.V_CVT_SCALEF32_F32_BF8, scaleReason},
	{isa.V_CVT_SCALEF32_F16_FP8, scaleReason},
	{isa.V_CVT_SCALEF32_F16_BF8, scaleReason},
	{isa.V_CVT_SCALEF32_PK_F32_FP8, scaleReason},
	{isa.V_CVT_SCALEF32_PK_F32_BF8, scaleReason},
	{isa.V_CVT_SCALEF32_PK_F16_FP8, scaleReason},
	{isa.V_CVT_SCALEF32_PK_F16_BF8, scaleReason},
	{isa.V_CVT_SCALEF32_PK_BF16_FP8, scaleReason},
	{isa.V_CVT_SCALEF32_PK_BF16_BF8, scaleReason},

	{isa.V_CVT_SCALEF32_PK_F32_FP4, scaleReason},
	{isa.V_CVT_SCALEF32_PK_F16_FP4, scaleReason},
	{isa.V_CVT_SCALEF32_PK_BF16_FP4, scaleReason},

	{isa.V_CVT_SCALEF32_PK32_F32_FP6, scaleReason + overlapNote},
	{isa.V_CVT_SCALEF32_PK32_F32_BF6, scaleReason + overlapNote},
	{isa.V_CVT_SCALEF32_PK32_F16_FP6, scaleReason + overlapNote},
	{isa.V_CVT_SCALEF32_PK32_F16_BF6, scaleReason + overlapNote},
	{isa.V_CVT_SCALEF32_PK32_BF16_FP6, scaleReason + overlapNote},
	{isa.V_CVT_SCALEF32_PK32_BF16_BF6, scaleReason + overlapNote},
}
