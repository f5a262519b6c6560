package sim

// dpp replaces the values of src0 by those of the lanes that dpp_ctrl names, and takes the lanes
// out of cols.write that are not to be written: rows and banks that are masked out, and, without
// bound_ctrl, lanes whose source is outside the row or inactive. With bound_ctrl those read 0.
func (w *wave) dpp(in *instr, v *column, cols *columns) {
	exec, old := w.exec(), *v
	cols.write &= in.dpp.Write
	for l, from := range in.dpp.From {
		switch {
		case from >= 0 && exec>>(from&63)&1 != 0:
			v[l] = old[from&63]
		case in.dpp.Bound:
			v[l] = 0
		default:
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
