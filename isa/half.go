package isa

// HighHalf is what a vector instruction with a 16-bit result leaves in bits 31:16 of its
// destination when it writes bits 15:0. (SDWA states it in dst_unused, and op_sel by selecting the
// high half.)
type HighHalf uint8

const (
	HighWritten   HighHalf = iota // no 16-bit result: all of the destination is written
	HighZero                      // zeros
	HighKept                      // the previous contents
	HighUnsettled                 // the sources disagree or are silent: do not rely on either
)

// HighHalf returns what the instruction leaves in bits 31:16 of its destination.
func (op Op) HighHalf() HighHalf {
	if int(op) < len(highHalves) {
		return highHalves[op]
	}
	return HighWritten
}

// highHalves are the instructions with a result of 16 bits or less. Two sources were checked for
// each: the CDNA4 manual, and LLVM 22, which omits the v_and_b32 0xffff of a zero extension after
// instructions that it assumes to write zeros (`llc -mcpu=gfx942` and gfx950;
// zeroesHigh16BitsOfDest, "mostly derived from experimentation"). See also facts isa/semantics.md
// §1.
var highHalves = [...]HighHalf{
	// LLVM relies on zeros; the manual does not contradict.
	V_ADD_F16: HighZero, V_SUB_F16: HighZero, V_SUBREV_F16: HighZero, V_MUL_F16: HighZero, V_MIN_F16: HighZero, V_MAX_F16: HighZero,
	V_LDEXP_F16: HighZero,
	V_ADD_U16:   HighZero, V_SUB_U16: HighZero, V_SUBREV_U16: HighZero, V_MUL_LO_U16: HighZero,
	V_MIN_U16: HighZero, V_MAX_U16: HighZero, V_MIN_I16: HighZero, V_MAX_I16: HighZero,
	V_LSHLREV_B16: HighZero, V_LSHRREV_B16: HighZero, V_ASHRREV_I16: HighZero,
	V_CVT_F16_F32: HighZero, V_CVT_F16_U16: HighZero, V_CVT_F16_I16: HighZero,
	V_RCP_F16: HighZero, V_RSQ_F16: HighZero, V_SQRT_F16: HighZero, V_LOG_F16: HighZero, V_EXP_F16: HighZero, V_SIN_F16: HighZero, V_COS_F16: HighZero,
	V_FLOOR_F16: HighZero, V_CEIL_F16: HighZero, V_TRUNC_F16: HighZero, V_RNDNE_F16: HighZero, V_FRACT_F16: HighZero,
	V_FREXP_MANT_F16: HighZero, V_FREXP_EXP_I16_F16: HighZero,

	// The manual: "hi 16 bits are written as 0 (this is different from V_MAD_F16)", or D0 = { 16'0,
	// tmp }. LLVM uses v_mad_legacy_u16 where it needs zeros.
	V_MAD_LEGACY_F16: HighZero, V_MAD_LEGACY_U16: HighZero, V_MAD_LEGACY_I16: HighZero, V_FMA_LEGACY_F16: HighZero, V_DIV_FIXUP_LEGACY_F16: HighZero,

	// The manual, opcodes 515 to 519: "hi 16 bits are preserved". LLVM masks.
	V_MAD_F16: HighKept, V_MAD_U16: HighKept, V_MAD_I16: HighKept, V_FMA_F16: HighKept, V_DIV_FIXUP_F16: HighKept,

	// The manual: "unwritten bytes of D are preserved", or a part of D is named.
	// LLVM ties the old value to the destination.
	V_FMA_MIXLO_F16: HighKept, V_CVT_SR_F16_F32: HighKept, V_CVT_SR_BF16_F32: HighKept,
	V_CVT_PK_FP8_F32: HighKept, V_CVT_PK_BF8_F32: HighKept, V_CVT_SR_FP8_F32: HighKept, V_CVT_SR_BF8_F32: HighKept,
	V_CVT_SCALEF32_F16_FP8: HighKept, V_CVT_SCALEF32_F16_BF8: HighKept,
	V_CVT_SCALEF32_PK_FP8_F32: HighKept, V_CVT_SCALEF32_PK_BF8_F32: HighKept, V_CVT_SCALEF32_SR_FP8_F32: HighKept, V_CVT_SCALEF32_SR_BF8_F32: HighKept,
	V_CVT_SCALEF32_PK_FP8_F16: HighKept, V_CVT_SCALEF32_PK_BF8_F16: HighKept, V_CVT_SCALEF32_SR_FP8_F16: HighKept, V_CVT_SCALEF32_SR_BF8_F16: HighKept,
	V_CVT_SCALEF32_PK_FP8_BF16: HighKept, V_CVT_SCALEF32_PK_BF8_BF16: HighKept, V_CVT_SCALEF32_SR_FP8_BF16: HighKept, V_CVT_SCALEF32_SR_BF8_BF16: HighKept,
	V_CVT_SCALEF32_PK_FP4_F32: HighKept, V_CVT_SCALEF32_PK_FP4_F16: HighKept, V_CVT_SCALEF32_PK_FP4_BF16: HighKept,
	V_CVT_SCALEF32_SR_PK_FP4_F32: HighKept, V_CVT_SCALEF32_SR_PK_FP4_F16: HighKept, V_CVT_SCALEF32_SR_PK_FP4_BF16: HighKept,

	// The manual: D0 = { 16'0, tmp.f16 }. LLVM masks: it does not count gfx9 among the chips that
	// write zeros.
	V_MAC_F16: HighUnsettled, V_MADMK_F16: HighUnsettled, V_MADAK_F16: HighUnsettled,

	// The manual says nothing about these, but says that opcodes 515 to 519, which also have
	// op_sel, preserve. LLVM relies on zeros …
	V_MIN3_F16: HighUnsettled, V_MAX3_F16: HighUnsettled, V_MED3_F16: HighUnsettled,
	// … or masks …
	V_MIN3_I16: HighUnsettled, V_MAX3_I16: HighUnsettled, V_MED3_I16: HighUnsettled, V_MIN3_U16: HighUnsettled, V_MAX3_U16: HighUnsettled, V_MED3_U16: HighUnsettled,
	V_ADD_I16: HighUnsettled, V_SUB_I16: HighUnsettled, V_BITOP3_B16: HighUnsettled,
	// … or does so after these, which have no op_sel …
	V_CVT_U16_F16: HighUnsettled, V_CVT_I16_F16: HighUnsettled,
	// … or does not generate them for code that would show it. For the last two the manual says
	// only D0[15:0] = tmp.
	V_CVT_NORM_I16_F16: HighUnsettled, V_CVT_NORM_U16_F16: HighUnsettled, V_SAT_PK_U8_I16: HighUnsettled,
	V_ASHR_PK_I8_I32: HighUnsettled, V_ASHR_PK_U8_I32: HighUnsettled,
}
