package sim

import (
	"math/bits"

	"heddle/isa"
	"heddle/num"
)

// packedOps are the packed instructions on 16-bit halves; the lane function computes one half,
// exactly like the unpacked instruction where there is one.
//
// Source: ISA manual §6.7, §12.11; facts isa/semantics.md §3.
var packedOps = [...]valuOp{
	isa.V_PK_ADD_F16:      floatOps[isa.V_ADD_F16],
	isa.V_PK_MUL_F16:      floatOps[isa.V_MUL_F16],
	isa.V_PK_FMA_F16:      floatOps[isa.V_FMA_F16],
	isa.V_PK_FMAC_F16:     floatOps[isa.V_FMA_F16],
	isa.V_PK_MIN_F16:      floatOps[isa.V_MIN_F16],
	isa.V_PK_MAX_F16:      floatOps[isa.V_MAX_F16],
	isa.V_PK_MINIMUM3_F16: {f16, f16, f16, f16, minimum3F16, nil},
	isa.V_PK_MAXIMUM3_F16: {f16, f16, f16, f16, maximum3F16, nil},
	isa.V_PK_ADD_U16:      integerOps[isa.V_ADD_U16],
	isa.V_PK_SUB_U16:      integerOps[isa.V_SUB_U16],
	isa.V_PK_ADD_I16:      integerOps[isa.V_ADD_I16],
	isa.V_PK_SUB_I16:      integerOps[isa.V_SUB_I16],
	isa.V_PK_MUL_LO_U16:   integerOps[isa.V_MUL_LO_U16],
	isa.V_PK_MAD_U16:      integerOps[isa.V_MAD_U16],
	isa.V_PK_MAD_I16:      integerOps[isa.V_MAD_I16],
	isa.V_PK_MIN_U16:      integerOps[isa.V_MIN_U16],
	isa.V_PK_MAX_U16:      integerOps[isa.V_MAX_U16],
	isa.V_PK_MIN_I16:      integerOps[isa.V_MIN_I16],
	isa.V_PK_MAX_I16:      integerOps[isa.V_MAX_I16],
	isa.V_PK_LSHLREV_B16:  integerOps[isa.V_LSHLREV_B16],
	isa.V_PK_LSHRREV_B16:  integerOps[isa.V_LSHRREV_B16],
	isa.V_PK_ASHRREV_I16:  integerOps[isa.V_ASHRREV_I16],
}

// halves says how a source of a packed instruction is formed from the two halves of its register:
// dwords of a pair, or words of a dword.
type halves struct {
	high       [2]bool // the low, the high result takes the high half
	negate     [2]bool // of the low, of the high result
	noModifier bool    // each result takes its own half, as it is
}

// halvesOf reads op_sel, op_sel_hi, neg_lo and neg_hi of source k. Encodings without them have abs
// and neg instead, which mean neg_hi and neg_lo: the manual says so for v_dot2c_f32_bf16.
func halvesOf(in *instr, k int) halves {
	h := halves{high: [2]bool{false, true}}
	if in.Row.Enc == isa.EncVOP3P {
		m := &in.Mods
		if in.Row.Mods.Has(isa.ModOpSel) {
			h.high = [2]bool{m.OpSel>>k&1 != 0, m.OpSelHi>>k&1 != 0}
		}
		h.negate = [2]bool{m.NegLo>>k&1 != 0, m.NegHi>>k&1 != 0}
	} else {
		h.negate = [2]bool{in.src[k].neg, in.src[k].abs}
	}
	h.noModifier = h == halves{high: [2]bool{false, true}}
	return h
}

// words rearranges the two words of each lane. Only floating-point values are negated: for integers
// the assembler accepts neg_lo and neg_hi, but they have no effect.
func (h *halves) words(v *column, float bool) {
	if h.noModifier {
		return
	}
	var shift [2]uint
	var sign [2]uint64
	for i := range 2 {
		shift[i] = uint(bit(h.high[i]) * 16)
		sign[i] = bit(h.negate[i] && float) << 15
	}
	for l, x := range v {
		v[l] = (x>>shift[0]&0xffff ^ sign[0]) | (x>>shift[1]&0xffff^sign[1])<<16
	}
}

// packedSource is source without neg and abs, which act on halves here.
func (w *wave) packedSource(in *instr, k int, t dtype, to *column, cols *columns) {
	if o := *in.src[k]; o.neg || o.abs {
		o.neg, o.abs = false, false
		copied := *in
		copied.src[k] = &o
		in = &copied
	}
	w.source(in, k, t, to, cols)
}

// runPackedOp executes an instruction of packedOps.
func runPackedOp(w *wave, in *instr) {
	if _, ok := w.destination(in.dst); !ok {
		return
	}
	op, cols := in.valu, &w.wg.columns
	cols.write = w.exec()
	for k := range in.nsrc {
		w.packedSource(in, k, u32, &cols.src[k], cols)
		h := halvesOf(in, k)
		h.words(&cols.src[k], op.dst == f16)
	}
	if in.nsrc == 2 && op.c != none {
		w.vectorSource(w.destReg(in.dst), u32, &cols.src[2])
	}
	lane, clamp := op.lane, in.Mods.Set.Has(isa.ModClamp)
	if clamp && op.sat != nil {
		lane = op.sat
	}
	a, b, c := &cols.src[0], &cols.src[1], &cols.src[2]
	out := resultOf(w, in, u32)
	for lanes := cols.write; lanes != 0; lanes &= lanes - 1 {
		l := bits.TrailingZeros64(lanes) & 63
		lo := w.mode.finish(op.dst, lane(&w.mode, a[l]&0xffff, b[l]&0xffff, c[l]&0xffff), in.Mods.OMod, clamp)
		hi := w.mode.finish(op.dst, lane(&w.mode, a[l]>>16, b[l]>>16, c[l]>>16), in.Mods.OMod, clamp)
		out.put(l, lo&0xffff|hi<<16&0xffff0000)
	}
}

// packedF32Ops are the instructions on pairs of f32; the lane function computes one of the pair.
var packedF32Ops = [...]valuOp{
	isa.V_PK_ADD_F32: floatOps[isa.V_ADD_F32],
	isa.V_PK_MUL_F32: floatOps[isa.V_MUL_F32],
	isa.V_PK_FMA_F32: floatOps[isa.V_FMA_F32],
}

// dwords returns the dwords of a pair that the low and the high result take.
func (h *halves) dwords(x uint64) (lo, hi uint64) {
	lo = x>>(bit(h.high[0])*32)&0xffffffff ^ bit(h.negate[0])<<31
	hi = x>>(bit(h.high[1])*32)&0xffffffff ^ bit(h.negate[1])<<31
	return lo, hi
}

func runPackedF32(w *wave, in *instr) {
	if _, ok := w.destination(in.dst); !ok {
		return
	}
	op, cols := &packedF32Ops[in.Row.Op], &w.wg.columns
	cols.write = w.exec()
	var h [3]halves
	for k := range in.nsrc {
		w.source(in, k, u64, &cols.src[k], cols)
		h[k] = halvesOf(in, k)
	}
	clamp := in.Mods.Set.Has(isa.ModClamp)
	out := resultOf(w, in, u64)
	for lanes := cols.write; lanes != 0; lanes &= lanes - 1 {
		l := bits.TrailingZeros64(lanes) & 63
		var lo, hi [3]uint64
		for k := range in.nsrc {
			lo[k], hi[k] = h[k].dwords(cols.src[k][l])
		}
		r0 := w.mode.finish(f32, op.lane(&w.mode, lo[0], lo[1], lo[2]), 0, clamp)
		r1 := w.mode.finish(f32, op.lane(&w.mode, hi[0], hi[1], hi[2]), 0, clamp)
		out.put(l, r1<<32|r0&0xffffffff)
	}
}

// runPackedMove executes v_pk_mov_b32: op_sel says which dword of src0 becomes
// the low result and which of src1 the high one; op_sel_hi is not used.
func runPackedMove(w *wave, in *instr) {
	if _, ok := w.destination(in.dst); !ok {
		return
	}
	cols := &w.wg.columns
	cols.write = w.exec()
	w.source(in, 0, u64, &cols.src[0], cols)
	w.source(in, 1, u64, &cols.src[1], cols)
	out := resultOf(w, in, u64)
	for lanes := cols.write; lanes != 0; lanes &= lanes - 1 {
		l := bits.TrailingZeros64(lanes) & 63
		lo := cols.src[0][l] >> (in.Mods.OpSel & 1 * 32) & 0xffffffff
		hi := cols.src[1][l] >> (in.Mods.OpSel >> 1 & 1 * 32) & 0xffffffff
		out.put(l, hi<<32|lo)
	}
}

// minimum3F16 is the IEEE 754-2019 minimum of three: NaN wins, -0 is below +0
// (facts isa/semantics.md §1).
func minimum3F16(m *mode, a, b, c uint64) uint64 {
	x, y, z := flushF16(m, a), flushF16(m, b), flushF16(m, c)
	return uint64(minimumF16(minimumF16(x, y), z))
}

func maximum3F16(m *mode, a, b, c uint64) uint64 {
	const sign = 1 << 15
	x, y, z := flushF16(m, a)^sign, flushF16(m, b)^sign, flushF16(m, c)^sign
	return uint64(minimumF16(minimumF16(x, y), z) ^ sign)
}

func minimumF16(a, b uint16) uint16 {
	switch {
	case num.IsNaN16(a):
		return num.Quiet16(a)
	case num.IsNaN16(b):
		return num.Quiet16(b)
	case rankF16(a) <= rankF16(b):
		return a
	}
	return b
}

// rankF16 orders f16 patterns as their values, -0 below +0.
func rankF16(x uint16) int16 {
	if x>>15 != 0 {
		return int16(^(x & 0x7fff))
	}
	return int16(x)
}
