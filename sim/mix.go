package sim

import (
	"math/bits"

	"heddle/isa"
	"heddle/num"
)

// runFMAMix executes v_fma_mix_f32, v_fma_mixlo_f16 and v_fma_mixhi_f16: one fused multiply-add in
// f32, whose sources are each f32 or f16. The f16 forms round once more and keep the other half of
// the destination.
//
// Source: ISA manual §12.11 (where they are called V_MAD_MIX), facts isa/semantics.md §1 and §3.
// MODE's f32 fields apply to the addition, the f16 ones to the conversions.
func runFMAMix(w *wave, in *instr) {
	reg, ok := w.destination(in.dst)
	if !ok {
		return
	}
	cols := &w.wg.columns
	cols.write = w.exec()
	for k := range 3 {
		w.mixSource(in, k, cols)
	}
	clamp := in.Mods.Set.Has(isa.ModClamp)
	out := &w.vgpr[reg&511]
	for lanes := cols.write; lanes != 0; lanes &= lanes - 1 {
		l := bits.TrailingZeros64(lanes) & 63
		v := num.FMA32(uint32(cols.src[0][l]), uint32(cols.src[1][l]), uint32(cols.src[2][l]), w.mode.f32)
		switch in.Row.Op {
		case isa.V_FMA_MIX_F32:
			out[l] = uint32(w.mode.finish(f32, uint64(v), 0, clamp))
		case isa.V_FMA_MIXLO_F16:
			out[l] = out[l]&0xffff0000 | w.mixResult(v, clamp)
		default:
			out[l] = out[l]&0xffff | w.mixResult(v, clamp)<<16
		}
	}
}

// mixSource reads source k as f32: op_sel_hi says that it is f16, and op_sel which half. neg_hi
// means abs here.
func (w *wave) mixSource(in *instr, k int, cols *columns) {
	to := &cols.src[k]
	w.packedSource(in, k, u32, to, cols)
	o, half := in.src[k], in.Mods.OpSelHi>>k&1 != 0
	shift := in.Mods.OpSel >> k & 1 * 16
	for l, x := range to {
		if half {
			x = uint64(num.F16ToF32(flushF16(&w.mode, x>>shift&0xffff)))
		}
		to[l] = modify(o, f32, x)
	}
}

// mixResult converts to f16. With FP16_OVFL an overflow gives the largest number, and an infinity
// stays an infinity.
func (w *wave) mixResult(v uint32, clamp bool) uint32 {
	h := num.F32ToF16(v, w.mode.f16)
	if w.mode.ovfl && num.IsInf16(h) && !num.IsInf32(v) {
		h--
	}
	return uint32(w.mode.finish(f16, uint64(h), 0, clamp))
}
