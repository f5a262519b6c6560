package sim

import "heddle/isa"

// Values of dpp_ctrl (ISA manual table "DPP_CTRL Enumeration").
const (
	dppRowShl       = 0x100
	dppRowShr       = 0x110
	dppRowRor       = 0x120
	dppWaveShl      = 0x130
	dppWaveRol      = 0x134
	dppWaveShr      = 0x138
	dppWaveRor      = 0x13c
	dppRowMirror    = 0x140
	dppHalfMirror   = 0x141
	dppRowBcast15   = 0x142
	dppRowBcast31   = 0x143
	dppRowNewBcast  = 0x150
	dppRowNewBcastN = 0x15f
)

// isDPP reports whether src0 comes from other lanes.
func isDPP(in *instr) bool { return in.Row.Enc == isa.EncDPP1 || in.Row.Enc == isa.EncDPP2 }

// dppLane is the lane that lane l reads; not ok if there is none.
func dppLane(ctrl uint16, l int) (from int, ok bool) {
	row, n := l&^15, l&15
	k := int(ctrl & 15)
	switch {
	case ctrl < dppRowShl:
		return l&^3 + int(ctrl>>(2*(l&3))&3), true
	case ctrl < dppRowShr:
		return l + k, n+k < 16
	case ctrl < dppRowRor:
		return l - k, n >= k
	case ctrl < dppWaveShl:
		return row + (n-k)&15, true
	case ctrl == dppWaveShl:
		return l + 1, l < 63
	case ctrl == dppWaveRol:
		return (l + 1) & 63, true
	case ctrl == dppWaveShr:
		return l - 1, l > 0
	case ctrl == dppWaveRor:
		return (l - 1) & 63, true
	case ctrl == dppRowMirror:
		return row + 15 - n, true
	case ctrl == dppHalfMirror:
		return l&^7 + 7 - l&7, true
	case ctrl == dppRowBcast15:
		return row - 1, l > 15
	case ctrl == dppRowBcast31:
		return l&0x20 - 1, l > 31
	case ctrl >= dppRowNewBcast && ctrl <= dppRowNewBcastN:
		return row + k, true
	}
	return l, false
}

// dpp replaces the values of src0 by those of the lanes that dpp_ctrl names,
// and takes the lanes out of cols.write that are not to be written: rows and
// banks that are masked out, and, without bound_ctrl, lanes whose source is
// outside of the row or inactive. With bound_ctrl those read 0.
func (w *wave) dpp(in *instr, v *column, cols *columns) {
	m, exec, old := &in.Mods, w.exec(), *v
	bound := m.Set.Has(isa.ModBoundCtrl)
	for l := range v {
		from, ok := dppLane(m.DPPCtrl, l)
		switch {
		case ok && exec>>(from&63)&1 != 0:
			v[l] = old[from&63]
		case bound:
			v[l] = 0
		default:
			cols.write &^= 1 << l
		}
		if m.RowMask>>(l/16)&1 == 0 || m.BankMask>>(l/4%4)&1 == 0 {
			cols.write &^= 1 << l
		}
	}
}

// VGPR indexing (ISA manual §6.6): M0[7:0] is added to the register numbers
// of the operands whose bit in M0[15:12] is set. AGPRs are meant, too: they are
// registers of the same file.
const (
	indexSrc0 = 12
	indexDst  = 15
)

// sourceReg is the register that source k of a vector instruction reads.
func (w *wave) sourceReg(k int, o *operand) int {
	if !w.mode.gprIdx {
		return o.reg
	}
	reg, _ := w.chosen(o, indexSrc0+k)
	return reg
}

// destReg is the register that a vector instruction writes.
func (w *wave) destReg(o *operand) int {
	reg, _ := w.destination(o)
	return reg
}

// destination is destReg, too; not ok if the wave does not have the register.
func (w *wave) destination(o *operand) (reg int, ok bool) {
	if !w.mode.gprIdx {
		return o.reg, true
	}
	return w.chosen(o, indexDst)
}

// index is what M0 adds to the register number of an operand.
func (w *wave) index(enable int) int {
	m0 := w.sgpr[m0Index]
	if m0>>enable&1 == 0 {
		return 0
	}
	return int(m0 & 0xff)
}

// chosen returns the register that VGPR indexing chooses. It must have a number
// of the operand's kind, and the wave must have it: else the run ends (ISA
// manual §6.6.1 calls it illegal).
func (w *wave) chosen(o *operand, enable int) (reg int, ok bool) {
	n := w.index(enable)
	if o.reg+n+max(o.dwords, 1) > o.end {
		if w.wg.err == nil {
			w.wg.err = &waveError{wave: w, at: w.at, err: w.wg.file.lacks(o.reg+n+max(o.dwords, 1)-1, n, o.agpr)}
		}
		return o.reg, false
	}
	return o.reg + n, true
}
