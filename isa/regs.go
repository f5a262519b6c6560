package isa

// Reads returns the registers that the instruction reads: operands, implicit registers, and
// destinations that are partly kept. Memory is not included.
func (inst *Inst) Reads() RegSet {
	var s RegSet
	row := inst.Row
	for i := range row.Operands {
		if row.Operands[i].Access&Read != 0 {
			s.addOperand(&inst.Args[i])
		}
	}
	if row.Traits&ReadsDst != 0 || inst.keepsDst() || inst.keepsHigh() {
		s.addOperand(&inst.Args[0])
	}
	s.addImplicit(row.Reads)
	return s
}

// Writes returns the registers that the instruction writes.
func (inst *Inst) Writes() RegSet {
	var s RegSet
	row := inst.Row
	for i := range row.Operands {
		if row.Operands[i].Access&Write != 0 {
			s.addOperand(&inst.Args[i])
		}
	}
	s.addImplicit(row.Writes)
	return s
}

// Sources returns the registers that the instruction reads, except destinations that it reads only
// to keep a part of them. A load of half a register merges the other half when its data return, in
// order; the data of an atomic that returns the old value are true sources.
func (inst *Inst) Sources() RegSet {
	s, written := inst.Reads(), inst.Writes()
	for i := range s {
		s[i] &^= written[i]
	}
	row := inst.Row
	for i := range row.Operands {
		access := row.Operands[i].Access
		if access&Read != 0 && (access != Both || row.Traits&ReadsDst == 0) {
			s.addOperand(&inst.Args[i])
		}
	}
	return s
}

// keepsDst reports whether the instruction leaves a part of its VGPR
// destination as it was because of how it writes: SDWA into a byte or word
// with the rest preserved, VOP3 into the high half.
func (inst *Inst) keepsDst() bool {
	const dword, preserve = 6, 2
	row, m := inst.Row, &inst.Mods
	if row.Mods.Has(ModDstSel) {
		return m.DstUnused == preserve && m.DstSel != dword
	}
	return inst.DstHigh()
}

// keepsHigh reports whether the instruction leaves the high half of its
// destination as it was because it always does.
func (inst *Inst) keepsHigh() bool { return inst.Row.Op.HighHalf() == HighKept }

func (s *RegSet) addOperand(o *Operand) {
	if o.Kind == KindReg {
		s.Add(o.Reg(), max(int(o.Dwords), 1))
	}
}

func (s *RegSet) addImplicit(imp Implicit) {
	if imp&ImpSCC != 0 {
		s.Add(SCC, 1)
	}
	if imp&ImpVCC != 0 {
		s.Add(VCCLo, 2)
	}
	if imp&ImpEXEC != 0 {
		s.Add(ExecLo, 2)
	}
	if imp&ImpM0 != 0 {
		s.Add(M0, 1)
	}
	if imp&ImpMODE != 0 {
		s.Add(Mode, 1)
	}
	if imp&ImpFlatScratch != 0 {
		s.Add(FlatScratchLo, 2)
	}
}

// KeepsDst reports whether the instruction leaves a part of its VGPR destination unchanged because
// of how it writes: SDWA into a byte or word with the rest preserved, VOP3 into the high half.
// Parts that an instruction always keeps are in its row (ReadsDst) and in Op.HighHalf.
func (inst *Inst) KeepsDst() bool { return inst.keepsDst() }
