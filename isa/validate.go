package isa

// validate checks rules that involve several operands: the constant bus, literals, register files
// that one bit chooses for several operands, and overlaps.
func (p *parser) validate(inst *Inst) *SyntaxError {
	msg, operand := inst.conflict()
	if msg == "" {
		return nil
	}
	pos, end := 0, len(p.s)
	if operand >= 0 && operand < p.n {
		pos, end = int(p.ops[operand].pos), int(p.ops[operand].end)
	}
	return p.errorf(pos, end, "%s", msg)
}

// conflict returns the fault between the operands of inst, and the operand at fault.
func (inst *Inst) conflict() (string, int) {
	if m, i := inst.constantBus(); m != "" {
		return m, i
	}
	if m, i := inst.literals(); m != "" {
		return m, i
	}
	if m, i := inst.registerFiles(); m != "" {
		return m, i
	}
	if inst.Row.Unit == UnitDot && inst.Row.Mods.Has(ModOpSelHi) && (inst.Mods.OpSel != 0 || inst.Mods.OpSelHi != 1<<inst.Row.Sources-1) {
		return "dot products take whole registers: they have no op_sel and op_sel_hi", -1
	}
	return inst.overlaps()
}

// constantBus: a vector instruction reads at most one scalar register or
// literal (facts isa/encodings.md §3).
func (inst *Inst) constantBus() (string, int) {
	row := inst.Row
	if row.Enc < EncVOP2 || row.Enc > EncDPP2 {
		return "", -1
	}
	var used [MaxArgs + 1]uint32
	n := 0
	if row.Traits&ConstBusVCC != 0 {
		used[0], n = uint32(VCCLo)|2<<16, 1
	}
	for i := range row.Operands {
		arg := &inst.Args[i]
		if row.Operands[i].Access&Read == 0 || row.Operands[i].Class == ClassVCC {
			continue
		}
		var key uint32
		switch {
		case row.Op == V_WRITELANE_B32 && row.Operands[i].Name == "src1" && arg.Kind == KindReg && arg.Reg() == M0:
			continue // a lane select in M0 does not use the bus
		case arg.Kind == KindReg && arg.Reg() < V0:
			key = arg.Val
			if arg.Reg() < SharedBase {
				key |= uint32(arg.Dwords) << 16
			}
		case arg.Kind == KindLiteral || arg.Kind == KindExpr:
			key = 1 << 31
		default:
			continue
		}
		known := false
		for _, u := range used[:n] {
			known = known || u == key
		}
		if known {
			continue
		}
		if n == 1 {
			return "a vector instruction reads at most one scalar register or literal: this is the second", i
		}
		used[n] = key
		n++
	}
	return "", -1
}

// literals: there is one literal dword, whatever the number of operands that
// use it.
func (inst *Inst) literals() (string, int) {
	var first *Operand
	for i := range inst.Row.Operands {
		arg := &inst.Args[i]
		if arg.Kind != KindLiteral && (arg.Kind != KindExpr || inst.Row.Operands[i].Class == ClassLABEL) {
			continue
		}
		if first != nil && (first.Kind != arg.Kind || first.Val != arg.Val) {
			return "an instruction has at most one literal: this is another one", i
		}
		first = arg
	}
	return "", -1
}

// registerFiles: operands that share an acc bit are all VGPRs or all AGPRs
// (facts isa/encodings.md §4).
func (inst *Inst) registerFiles() (string, int) {
	var bit uint8
	var agpr bool
	for i := range inst.Row.Operands {
		spec, arg := &inst.Row.Operands[i], &inst.Args[i]
		if spec.AccBit == 0 || arg.Kind != KindReg || arg.Reg() < V0 {
			continue
		}
		if bit == spec.AccBit && agpr != arg.Reg().IsAGPR() {
			return "one bit says whether these operands are VGPRs or AGPRs: they cannot be mixed", i
		}
		if bit == 0 || bit != spec.AccBit && (spec.Name == "vdst" || spec.Name == "src2") {
			bit, agpr = spec.AccBit, arg.Reg().IsAGPR()
		}
	}
	return "", -1
}

// overlaps: matrix instructions with many passes write vdst while they still
// read srcC, unless it is the same tuple. As LLVM has it, this is not asked of
// the f8f6f4 instructions.
func (inst *Inst) overlaps() (string, int) {
	row := inst.Row
	if row.Enc != EncMAI || row.Mods.Has(ModCBSZ) && row.Operands[1].Flags&FlagByCBSZ != 0 || row.Unit == UnitVALU || len(row.Operands) < 4 {
		return "", -1
	}
	dst, c := &inst.Args[0], &inst.Args[3]
	if row.Operands[3].Class == ClassAVI && row.Operands[3].Dwords > 4 && dst.overlaps(c) && dst.Val != c.Val {
		return "srcC must be the same tuple as vdst or not overlap it", 3
	}
	return "", -1
}

func (o *Operand) overlaps(p *Operand) bool {
	return o.Kind == KindReg && p.Kind == KindReg && o.Val < p.Val+uint32(p.Dwords) && p.Val < o.Val+uint32(o.Dwords)
}
