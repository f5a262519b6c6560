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
// of the operands whose bit in M0[15:12] is set.
const (
	indexSrc0 = 12
	indexDst  = 15
)

// sourceReg is the register that source k of a vector instruction reads.
func (w *wave) sourceReg(k, reg int) int {
	if !w.mode.gprIdx {
		return reg
	}
	return w.indexed(reg, indexSrc0+k)
}

// destReg is the register that a vector instruction writes.
func (w *wave) destReg(reg int) int {
	if !w.mode.gprIdx {
		return reg
	}
	return w.indexed(reg, indexDst)
}

func (w *wave) indexed(reg, enable int) int {
	m0 := w.sgpr[m0Index]
	if m0>>enable&1 == 0 {
		return reg
	}
	if to := reg + int(m0&0xff); to < agprs {
		return to
	}
	return noRegister
}

// noRegister is the number of a register that no wave has: indexing does not
// lead from the VGPRs into the AGPRs.
const noRegister = 1 << 16
