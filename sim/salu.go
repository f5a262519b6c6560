package sim

import (
	"math/bits"

	"heddle/isa"
)

// scalarOps are the scalar instructions that only compute. Operands are in assembler order: the
// destination first, where there is one.
//
// Source: ISA manual §12.1 to §12.5; which of them set SCC, and how: facts
// isa/semantics.md §3.
var scalarOps = [...]func(w *wave, in *instr){
	isa.S_ADD_U32:       scalarArith(func(a, b, _ uint64) (uint64, bool) { return a + b, (a+b)>>32 != 0 }),
	isa.S_SUB_U32:       scalarArith(func(a, b, _ uint64) (uint64, bool) { return a - b, b > a }),
	isa.S_ADDC_U32:      scalarArith(func(a, b, carry uint64) (uint64, bool) { return a + b + carry, (a+b+carry)>>32 != 0 }),
	isa.S_SUBB_U32:      scalarArith(func(a, b, carry uint64) (uint64, bool) { return a - b - carry, b+carry > a }),
	isa.S_ADD_I32:       scalarArith(func(a, b, _ uint64) (uint64, bool) { return signedResult(signed32(a) + signed32(b)) }),
	isa.S_SUB_I32:       scalarArith(func(a, b, _ uint64) (uint64, bool) { return signedResult(signed32(a) - signed32(b)) }),
	isa.S_LSHL1_ADD_U32: scalarArith(func(a, b, _ uint64) (uint64, bool) { return a<<1 + b, (a<<1+b)>>32 != 0 }),
	isa.S_LSHL2_ADD_U32: scalarArith(func(a, b, _ uint64) (uint64, bool) { return a<<2 + b, (a<<2+b)>>32 != 0 }),
	isa.S_LSHL3_ADD_U32: scalarArith(func(a, b, _ uint64) (uint64, bool) { return a<<3 + b, (a<<3+b)>>32 != 0 }),
	isa.S_LSHL4_ADD_U32: scalarArith(func(a, b, _ uint64) (uint64, bool) { return a<<4 + b, (a<<4+b)>>32 != 0 }),

	// SCC means that the first operand was chosen. If the operands are equal, s_max chooses the
	// first, by its pseudo-code, and s_min the second.
	isa.S_MIN_I32: scalarArith(func(a, b, _ uint64) (uint64, bool) { return selectScalar(signed32(a) < signed32(b), a, b) }),
	isa.S_MIN_U32: scalarArith(func(a, b, _ uint64) (uint64, bool) { return selectScalar(a < b, a, b) }),
	isa.S_MAX_I32: scalarArith(func(a, b, _ uint64) (uint64, bool) { return selectScalar(signed32(a) >= signed32(b), a, b) }),
	isa.S_MAX_U32: scalarArith(func(a, b, _ uint64) (uint64, bool) { return selectScalar(a >= b, a, b) }),

	isa.S_AND_B32:     scalarLogic(func(a, b uint64) uint64 { return a & b }),
	isa.S_AND_B64:     scalarLogic(func(a, b uint64) uint64 { return a & b }),
	isa.S_OR_B32:      scalarLogic(func(a, b uint64) uint64 { return a | b }),
	isa.S_OR_B64:      scalarLogic(func(a, b uint64) uint64 { return a | b }),
	isa.S_XOR_B32:     scalarLogic(func(a, b uint64) uint64 { return a ^ b }),
	isa.S_XOR_B64:     scalarLogic(func(a, b uint64) uint64 { return a ^ b }),
	isa.S_ANDN2_B32:   scalarLogic(func(a, b uint64) uint64 { return a &^ b }),
	isa.S_ANDN2_B64:   scalarLogic(func(a, b uint64) uint64 { return a &^ b }),
	isa.S_ORN2_B32:    scalarLogic(func(a, b uint64) uint64 { return a | ^b }),
	isa.S_ORN2_B64:    scalarLogic(func(a, b uint64) uint64 { return a | ^b }),
	isa.S_NAND_B32:    scalarLogic(func(a, b uint64) uint64 { return ^(a & b) }),
	isa.S_NAND_B64:    scalarLogic(func(a, b uint64) uint64 { return ^(a & b) }),
	isa.S_NOR_B32:     scalarLogic(func(a, b uint64) uint64 { return ^(a | b) }),
	isa.S_NOR_B64:     scalarLogic(func(a, b uint64) uint64 { return ^(a | b) }),
	isa.S_XNOR_B32:    scalarLogic(func(a, b uint64) uint64 { return ^(a ^ b) }),
	isa.S_XNOR_B64:    scalarLogic(func(a, b uint64) uint64 { return ^(a ^ b) }),
	isa.S_LSHL_B32:    scalarLogic(func(a, b uint64) uint64 { return a << (b & 31) }),
	isa.S_LSHL_B64:    scalarLogic(func(a, b uint64) uint64 { return a << (b & 63) }),
	isa.S_LSHR_B32:    scalarLogic(func(a, b uint64) uint64 { return a >> (b & 31) }),
	isa.S_LSHR_B64:    scalarLogic(func(a, b uint64) uint64 { return a >> (b & 63) }),
	isa.S_ASHR_I32:    scalarLogic(func(a, b uint64) uint64 { return uint64(signed32(a) >> (b & 31)) }),
	isa.S_ASHR_I64:    scalarLogic(func(a, b uint64) uint64 { return uint64(int64(a) >> (b & 63)) }),
	isa.S_BFE_U32:     scalarLogic(func(a, b uint64) uint64 { return extract(a>>(b&31), b>>16&127) }),
	isa.S_BFE_U64:     scalarLogic(func(a, b uint64) uint64 { return extract(a>>(b&63), b>>16&127) }),
	isa.S_BFE_I32:     scalarLogic(func(a, b uint64) uint64 { return extractSigned(signed32(a)>>(b&31), b>>16&127) }),
	isa.S_BFE_I64:     scalarLogic(func(a, b uint64) uint64 { return extractSigned(int64(a)>>(b&63), b>>16&127) }),
	isa.S_ABSDIFF_I32: scalarLogic(func(a, b uint64) uint64 { return uint64(abs32(int32(a) - int32(b))) }),

	isa.S_BFM_B32:         scalarMove2(func(a, b uint64) uint64 { return (1<<(a&31) - 1) << (b & 31) }),
	isa.S_BFM_B64:         scalarMove2(func(a, b uint64) uint64 { return (1<<(a&63) - 1) << (b & 63) }),
	isa.S_MUL_I32:         scalarMove2(func(a, b uint64) uint64 { return a * b }),
	isa.S_MUL_HI_U32:      scalarMove2(func(a, b uint64) uint64 { return a * b >> 32 }),
	isa.S_MUL_HI_I32:      scalarMove2(func(a, b uint64) uint64 { return uint64(signed32(a) * signed32(b) >> 32) }),
	isa.S_PACK_LL_B32_B16: scalarMove2(func(a, b uint64) uint64 { return b<<16 | a&0xffff }),
	isa.S_PACK_LH_B32_B16: scalarMove2(func(a, b uint64) uint64 { return b&0xffff0000 | a&0xffff }),
	isa.S_PACK_HH_B32_B16: scalarMove2(func(a, b uint64) uint64 { return b&0xffff0000 | a>>16 }),
	isa.S_CSELECT_B32:     scalarSelect,
	isa.S_CSELECT_B64:     scalarSelect,

	isa.S_MOV_B32:              scalarMove1(func(a uint64) uint64 { return a }),
	isa.S_MOV_B64:              scalarMove1(func(a uint64) uint64 { return a }),
	isa.S_MOVK_I32:             scalarMove1(func(a uint64) uint64 { return uint64(int16(a)) }),
	isa.S_BREV_B32:             scalarMove1(func(a uint64) uint64 { return uint64(bits.Reverse32(uint32(a))) }),
	isa.S_BREV_B64:             scalarMove1(bits.Reverse64),
	isa.S_SEXT_I32_I8:          scalarMove1(func(a uint64) uint64 { return uint64(int8(a)) }),
	isa.S_SEXT_I32_I16:         scalarMove1(func(a uint64) uint64 { return uint64(int16(a)) }),
	isa.S_FF0_I32_B32:          scalarMove1(func(a uint64) uint64 { return lowestBit(^a & 0xffffffff) }),
	isa.S_FF0_I32_B64:          scalarMove1(func(a uint64) uint64 { return lowestBit(^a) }),
	isa.S_FF1_I32_B32:          scalarMove1(lowestBit),
	isa.S_FF1_I32_B64:          scalarMove1(lowestBit),
	isa.S_FLBIT_I32_B32:        scalarMove1(func(a uint64) uint64 { return leadingZeros(a << 32) }),
	isa.S_FLBIT_I32_B64:        scalarMove1(leadingZeros),
	isa.S_FLBIT_I32:            scalarMove1(func(a uint64) uint64 { return leadingZeros(magnitudeBits(signed32(a)) << 32) }),
	isa.S_FLBIT_I32_I64:        scalarMove1(func(a uint64) uint64 { return leadingZeros(magnitudeBits(int64(a))) }),
	isa.S_BITREPLICATE_B64_B32: scalarMove1(replicateBits),

	isa.S_NOT_B32:       scalarLogic1(func(a uint64) uint64 { return ^a }),
	isa.S_NOT_B64:       scalarLogic1(func(a uint64) uint64 { return ^a }),
	isa.S_WQM_B32:       scalarLogic1(func(a uint64) uint64 { return nonzeroQuads(a) * 15 }),
	isa.S_WQM_B64:       scalarLogic1(func(a uint64) uint64 { return nonzeroQuads(a) * 15 }),
	isa.S_QUADMASK_B32:  scalarLogic1(quadMask),
	isa.S_QUADMASK_B64:  scalarLogic1(quadMask),
	isa.S_BCNT0_I32_B32: scalarLogic1(func(a uint64) uint64 { return uint64(32 - bits.OnesCount64(a)) }),
	isa.S_BCNT0_I32_B64: scalarLogic1(func(a uint64) uint64 { return uint64(64 - bits.OnesCount64(a)) }),
	isa.S_BCNT1_I32_B32: scalarLogic1(func(a uint64) uint64 { return uint64(bits.OnesCount64(a)) }),
	isa.S_BCNT1_I32_B64: scalarLogic1(func(a uint64) uint64 { return uint64(bits.OnesCount64(a)) }),
	isa.S_ABS_I32:       scalarLogic1(func(a uint64) uint64 { return uint64(abs32(int32(a))) }),

	isa.S_CMOV_B32:    scalarMoveIf,
	isa.S_CMOV_B64:    scalarMoveIf,
	isa.S_CMOVK_I32:   scalarMoveIf,
	isa.S_BITSET0_B32: scalarUpdate(func(d, a uint64) uint64 { return d &^ (1 << (a & 31)) }),
	isa.S_BITSET0_B64: scalarUpdate(func(d, a uint64) uint64 { return d &^ (1 << (a & 63)) }),
	isa.S_BITSET1_B32: scalarUpdate(func(d, a uint64) uint64 { return d | 1<<(a&31) }),
	isa.S_BITSET1_B64: scalarUpdate(func(d, a uint64) uint64 { return d | 1<<(a&63) }),
	isa.S_MULK_I32:    scalarUpdate(func(d, a uint64) uint64 { return d * a }),
	isa.S_ADDK_I32:    scalarAddImm,
	isa.S_MOVRELS_B32: scalarMoveRelSource,
	isa.S_MOVRELS_B64: scalarMoveRelSource,
	isa.S_MOVRELD_B32: scalarMoveRelDest,
	isa.S_MOVRELD_B64: scalarMoveRelDest,
	isa.S_CMP_EQ_I32:  compareSigned(equal),
	isa.S_CMP_LG_I32:  compareSigned(less | greater),
	isa.S_CMP_GT_I32:  compareSigned(greater),
	isa.S_CMP_GE_I32:  compareSigned(greater | equal),
	isa.S_CMP_LT_I32:  compareSigned(less),
	isa.S_CMP_LE_I32:  compareSigned(less | equal),
	isa.S_CMPK_EQ_I32: compareSigned(equal),
	isa.S_CMPK_LG_I32: compareSigned(less | greater),
	isa.S_CMPK_GT_I32: compareSigned(greater),
	isa.S_CMPK_GE_I32: compareSigned(greater | equal),
	isa.S_CMPK_LT_I32: compareSigned(less),
	isa.S_CMPK_LE_I32: compareSigned(less | equal),
	isa.S_CMP_EQ_U32:  compareUnsigned(equal),
	isa.S_CMP_LG_U32:  compareUnsigned(less | greater),
	isa.S_CMP_GT_U32:  compareUnsigned(greater),
	isa.S_CMP_GE_U32:  compareUnsigned(greater | equal),
	isa.S_CMP_LT_U32:  compareUnsigned(less),
	isa.S_CMP_LE_U32:  compareUnsigned(less | equal),
	isa.S_CMP_EQ_U64:  compareUnsigned(equal),
	isa.S_CMP_LG_U64:  compareUnsigned(less | greater),
	isa.S_CMPK_EQ_U32: compareUnsigned(equal),
	isa.S_CMPK_LG_U32: compareUnsigned(less | greater),
	isa.S_CMPK_GT_U32: compareUnsigned(greater),
	isa.S_CMPK_GE_U32: compareUnsigned(greater | equal),
	isa.S_CMPK_LT_U32: compareUnsigned(less),
	isa.S_CMPK_LE_U32: compareUnsigned(less | equal),
	isa.S_BITCMP0_B32: compareBit(31, 0),
	isa.S_BITCMP1_B32: compareBit(31, 1),
	isa.S_BITCMP0_B64: compareBit(63, 0),
	isa.S_BITCMP1_B64: compareBit(63, 1),

	isa.S_AND_SAVEEXEC_B64:   saveExec(func(s, exec uint64) uint64 { return s & exec }),
	isa.S_OR_SAVEEXEC_B64:    saveExec(func(s, exec uint64) uint64 { return s | exec }),
	isa.S_XOR_SAVEEXEC_B64:   saveExec(func(s, exec uint64) uint64 { return s ^ exec }),
	isa.S_ANDN2_SAVEEXEC_B64: saveExec(func(s, exec uint64) uint64 { return s &^ exec }),
	isa.S_ORN2_SAVEEXEC_B64:  saveExec(func(s, exec uint64) uint64 { return s | ^exec }),
	isa.S_NAND_SAVEEXEC_B64:  saveExec(func(s, exec uint64) uint64 { return ^(s & exec) }),
	isa.S_NOR_SAVEEXEC_B64:   saveExec(func(s, exec uint64) uint64 { return ^(s | exec) }),
	isa.S_XNOR_SAVEEXEC_B64:  saveExec(func(s, exec uint64) uint64 { return ^(s ^ exec) }),
	isa.S_ANDN1_SAVEEXEC_B64: saveExec(func(s, exec uint64) uint64 { return exec &^ s }),
	isa.S_ORN1_SAVEEXEC_B64:  saveExec(func(s, exec uint64) uint64 { return exec | ^s }),
	isa.S_ANDN1_WREXEC_B64:   writeExec(func(s, exec uint64) uint64 { return exec &^ s }),
	isa.S_ANDN2_WREXEC_B64:   writeExec(func(s, exec uint64) uint64 { return s &^ exec }),

	isa.S_SET_GPR_IDX_ON:   setIndexOn,
	isa.S_SET_GPR_IDX_OFF:  func(w *wave, _ *instr) { w.mode.set(w.mode.bits &^ modeGPRIdx) },
	isa.S_SET_GPR_IDX_IDX:  func(w *wave, in *instr) { w.setM0(0xff, w.scalar(&in.arg[0])) },
	isa.S_SET_GPR_IDX_MODE: func(w *wave, in *instr) { w.setM0(0xf000, w.scalar(&in.arg[0])<<indexSrc0) },
}

// scalarValue reads a source of one or two dwords; one dword is
// zero-extended.
func (w *wave) scalarValue(o *operand) uint64 {
	if o.dwords >= 2 {
		return w.scalar64(o)
	}
	return uint64(w.scalar(o))
}

// setScalarValue writes as many dwords as the destination has and returns their value.
func (w *wave) setScalarValue(o *operand, v uint64) uint64 {
	if o.dwords >= 2 {
		w.setScalar64(o, v)
		return v
	}
	w.setScalar(o, uint32(v))
	return uint64(uint32(v))
}

// scalarArith is a 32-bit instruction that computes SCC with its result; it gets the old SCC as the
// carry.
func scalarArith(f func(a, b, carry uint64) (uint64, bool)) waveFunc {
	return func(w *wave, in *instr) {
		v, scc := f(w.scalarValue(&in.arg[1]), w.scalarValue(&in.arg[2]), bit(w.scc))
		w.setScalarValue(&in.arg[0], v)
		w.scc = scc
	}
}

// scalarLogic is an instruction that sets SCC if its result is not 0.
func scalarLogic(f func(a, b uint64) uint64) waveFunc {
	return func(w *wave, in *instr) {
		v := f(w.scalarValue(&in.arg[1]), w.scalarValue(&in.arg[2]))
		w.scc = w.setScalarValue(&in.arg[0], v) != 0
	}
}

// scalarLogic1 is scalarLogic with one source.
func scalarLogic1(f func(a uint64) uint64) waveFunc {
	return func(w *wave, in *instr) {
		w.scc = w.setScalarValue(&in.arg[0], f(w.scalarValue(&in.arg[1]))) != 0
	}
}

// scalarMove1 is an instruction with one source that does not change SCC.
func scalarMove1(f func(a uint64) uint64) waveFunc {
	return func(w *wave, in *instr) {
		w.setScalarValue(&in.arg[0], f(w.scalarValue(&in.arg[1])))
	}
}

// scalarMove2 is scalarMove1 with two sources.
func scalarMove2(f func(a, b uint64) uint64) waveFunc {
	return func(w *wave, in *instr) {
		w.setScalarValue(&in.arg[0], f(w.scalarValue(&in.arg[1]), w.scalarValue(&in.arg[2])))
	}
}

// scalarUpdate is an instruction whose destination is its first source.
func scalarUpdate(f func(d, a uint64) uint64) waveFunc {
	return func(w *wave, in *instr) {
		w.setScalarValue(&in.arg[0], f(w.scalarValue(&in.arg[0]), w.scalarValue(&in.arg[1])))
	}
}

func scalarSelect(w *wave, in *instr) {
	source := &in.arg[2]
	if w.scc {
		source = &in.arg[1]
	}
	w.setScalarValue(&in.arg[0], w.scalarValue(source))
}

func scalarMoveIf(w *wave, in *instr) {
	if w.scc {
		w.setScalarValue(&in.arg[0], w.scalarValue(&in.arg[1]))
	}
}

func scalarAddImm(w *wave, in *instr) {
	v, overflow := signedResult(signed32(w.scalarValue(&in.arg[0])) + signed32(w.scalarValue(&in.arg[1])))
	w.setScalarValue(&in.arg[0], v)
	w.scc = overflow
}

// scalarRegisters is the number of SGPRs that s_movrel may reach; indexing beyond them is illegal
// (ISA manual §3.6.1).
const scalarRegisters = uint64(flatScratchLo)

// scalarMoveRelSource executes s_movrels. A source out of range reads SGPR 0
// (ISA manual §3.6.1).
func scalarMoveRelSource(w *wave, in *instr) {
	source := in.arg[1]
	at := uint32(source.reg) + w.sgpr[m0Index]
	if uint64(at)+uint64(source.dwords) > scalarRegisters {
		at = 0
	}
	source.kind, source.reg = operandScalar, int(at)
	w.setScalarValue(&in.arg[0], w.scalarValue(&source))
}

// scalarMoveRelDest executes s_movreld. A destination out of range is not
// written (ISA manual §3.6.1).
func scalarMoveRelDest(w *wave, in *instr) {
	dest := in.arg[0]
	at := uint32(dest.reg) + w.sgpr[m0Index]
	if uint64(at)+uint64(dest.dwords) > scalarRegisters {
		return
	}
	dest.reg = int(at)
	w.setScalarValue(&dest, w.scalarValue(&in.arg[1]))
}

func compareSigned(when relation) waveFunc {
	return func(w *wave, in *instr) {
		w.scc = relate(int32(w.scalar(&in.arg[0])), int32(w.scalar(&in.arg[1])))&when != 0
	}
}

func compareUnsigned(when relation) waveFunc {
	return func(w *wave, in *instr) {
		w.scc = relate(w.scalarValue(&in.arg[0]), w.scalarValue(&in.arg[1]))&when != 0
	}
}

func compareBit(mask, want uint64) waveFunc {
	return func(w *wave, in *instr) {
		w.scc = w.scalarValue(&in.arg[0])>>(w.scalarValue(&in.arg[1])&mask)&1 == want
	}
}

func saveExec(f func(s, exec uint64) uint64) waveFunc {
	return func(w *wave, in *instr) {
		old := w.exec()
		v := f(w.scalarValue(&in.arg[1]), old)
		w.setExec(v)
		w.setScalarValue(&in.arg[0], old)
		w.scc = v != 0
	}
}

func writeExec(f func(s, exec uint64) uint64) waveFunc {
	return func(w *wave, in *instr) {
		v := f(w.scalarValue(&in.arg[1]), w.exec())
		w.setExec(v)
		w.setScalarValue(&in.arg[0], v)
		w.scc = v != 0
	}
}

// setIndexOn executes s_set_gpr_idx_on: the second operand is the mask of the
// indexed operands itself.
func setIndexOn(w *wave, in *instr) {
	w.setM0(0xf0ff, w.scalar(&in.arg[0])&0xff|w.scalar(&in.arg[1])<<indexSrc0)
	w.mode.set(w.mode.bits | modeGPRIdx)
}

// setM0 replaces the bits of M0 that are set in mask.
func (w *wave) setM0(mask, v uint32) {
	w.sgpr[m0Index] = w.sgpr[m0Index]&^mask | v&mask
}

// signed32 returns a dword as a signed number.
func signed32(a uint64) int64 { return int64(int32(a)) }

// signedResult returns a 32-bit result and whether it overflowed.
func signedResult(v int64) (uint64, bool) { return uint64(v), v != int64(int32(v)) }

// selectScalar returns a if cond, else b, and cond.
func selectScalar(cond bool, a, b uint64) (uint64, bool) {
	if cond {
		return a, true
	}
	return b, false
}

// abs32 returns |x|; the smallest number stays as it is.
func abs32(x int32) uint32 {
	if x < 0 {
		x = -x
	}
	return uint32(x)
}

// extract returns the lowest width bits of x; all of them if width is 64 or more.
func extract(x, width uint64) uint64 { return x & (1<<width - 1) }

// extractSigned is extract with sign extension from the highest of the bits.
func extractSigned(x int64, width uint64) uint64 {
	if width >= 64 {
		return uint64(x)
	}
	return uint64(x << (64 - width) >> (64 - width))
}

// lowestBit returns the number of the lowest bit that is 1; -1 if there is none.
func lowestBit(a uint64) uint64 {
	if a == 0 {
		return ^uint64(0)
	}
	return uint64(bits.TrailingZeros64(a))
}

// leadingZeros counts from the top; -1 if no bit is 1.
func leadingZeros(a uint64) uint64 {
	if a == 0 {
		return ^uint64(0)
	}
	return uint64(bits.LeadingZeros64(a))
}

// magnitudeBits has zeros where x has copies of its sign.
func magnitudeBits(x int64) uint64 { return uint64(x ^ x>>63) }

// replicateBits doubles each bit of a dword.
func replicateBits(a uint64) uint64 {
	var v uint64
	for i := range 32 {
		v |= (a >> i & 1) * 3 << (2 * i)
	}
	return v
}

// nonzeroQuads has bit 4i set if any of the bits 4i to 4i+3 of a is.
func nonzeroQuads(a uint64) uint64 {
	a |= a >> 2
	return (a | a>>1) & 0x1111111111111111
}

// quadMask has bit i set if any of the bits 4i to 4i+3 of a is.
func quadMask(a uint64) uint64 {
	quads := nonzeroQuads(a)
	var v uint64
	for i := range 16 {
		v |= quads >> (4 * i) & 1 << i
	}
	return v
}
