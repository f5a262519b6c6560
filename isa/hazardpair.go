package isa

// Ways to depend on a register that an operand names, by the file the
// register is in.
const (
	scalarDeps = DepConst | DepMask | DepLaneSelect | DepScalarAddr
	vectorDeps = DepVGPR | DepMoved | DepUnmoved | DepAcc | DepOld | DepSrcAB | DepIndex | DepScale | DepSrcCExact | DepSrcCOverlap | DepVAddr | DepVData
)

// OperandDep returns the ways in which an instruction of the row depends on a register that it
// reads as operand k, both for a scalar register and for a VGPR or AGPR where it may be either. It
// is 0 for reads that the hardware interlocks, such as all reads of scalar instructions.
func (r *Row) OperandDep(k int) DepSet {
	if r.Operands[k].Access&Read == 0 {
		return 0
	}
	switch r.Unit {
	case UnitVALU, UnitTrans, UnitDot:
		return r.vectorDep(k)
	case UnitXDL, UnitSGEMM, UnitDGEMM:
		return r.matrixDep(k)
	case UnitVMEM, UnitFlat, UnitLDS:
		return r.memoryDep(k)
	}
	return 0
}

func (r *Row) vectorDep(k int) DepSet {
	o := &r.Operands[k]
	var dpp DepSet
	if r.Enc == EncDPP1 || r.Enc == EncDPP2 {
		if dpp = DepUnmoved; o.Name == "src0" {
			dpp = DepMoved
		}
	}
	switch {
	case o.Class == ClassSMASK || o.Class == ClassVCC:
		return DepMask
	case (r.Op == V_READLANE_B32 || r.Op == V_WRITELANE_B32) && o.Name == "src1":
		return DepLaneSelect
	case o.Access == Both || r.Unit == UnitDot && o.Name == "src2":
		return DepAcc | DepConst | dpp
	}
	return DepVGPR | DepConst | dpp
}

// matrixDep: an SMFMAC has srcC in its destination and the index in src2.
func (r *Row) matrixDep(k int) DepSet {
	switch r.Operands[k].Name {
	case "src0", "src1":
		return DepSrcAB
	case "s_src0", "s_src1":
		return DepScale
	case "src2":
		if r.Operands[0].Access == Both {
			return DepIndex
		}
	}
	return DepSrcCExact | DepSrcCOverlap
}

func (r *Row) memoryDep(k int) DepSet {
	switch r.Operands[k].Name {
	case "saddr", "srsrc", "soffset":
		return DepScalarAddr
	case "addr", "vaddr":
		return DepVAddr
	}
	return DepVData
}

// dependences returns the ways in which consumer depends on producer, whose results in written are
// not overwritten yet.
func dependences(producer *Inst, written *RegSet, consumer *Inst) DepSet {
	deps := DepAny | consumer.implicitDeps(written)
	srcC := producer.accumulator()
	for k := range consumer.Row.Operands {
		arg := &consumer.Args[k]
		if arg.Kind != KindReg {
			continue
		}
		if r := arg.Reg(); r < V0 {
			deps |= scalarDep(r, int(arg.Dwords), consumer.Row.OperandDep(k), written)
			continue
		}
		hit := written.hasAny(arg.Reg(), int(arg.Dwords))
		if hit {
			deps |= tupleDep(consumer.Row.OperandDep(k), *arg == producer.result())
		}
		if consumer.Row.Operands[k].Access&Write != 0 {
			if hit {
				deps |= DepOverwrite
			}
			if srcC.Kind == KindReg && meet(arg, &srcC) {
				deps |= DepOverwriteSrcC
			}
			if producer.storesFrom(arg) {
				deps |= DepOverwriteData
			}
		}
	}
	if reg := producer.hwreg(); reg >= 0 && reg == consumer.hwreg() {
		deps |= DepHWReg
	}
	return deps
}

// scalarDep returns the ways in which a read of n scalar registers depends on
// the written ones; asked are those of the operand.
func scalarDep(r Reg, n int, asked DepSet, written *RegSet) DepSet {
	asked &= scalarDeps
	switch {
	case written.hasAny(r, n):
		return asked
	case asked == 0:
	case r == VCCZ && written.hasAny(VCCLo, 2), r == EXECZ && written.hasAny(ExecLo, 2):
		return DepZFlag
	case (r == VCCLo || r == VCCHi) && written.hasAny(VCCLo, 2):
		return DepVCCHalf
	}
	return 0
}

// tupleDep returns the ways in which a read of VGPRs or AGPRs depends on
// written ones; exact: they are the whole result of a matrix instruction.
func tupleDep(asked DepSet, exact bool) DepSet {
	if exact {
		return asked & vectorDeps &^ DepSrcCOverlap
	}
	return asked & vectorDeps &^ DepSrcCExact
}

// implicitDeps returns the ways in which the instruction depends on written
// registers that are not among its operands, or not as sources.
func (inst *Inst) implicitDeps(written *RegSet) DepSet {
	var deps DepSet
	row := inst.Row
	if written.hasAny(ExecLo, 2) {
		deps |= DepExec
	}
	if written.Has(M0) {
		deps |= DepM0
	}
	if row.Reads&ImpVCC != 0 && written.hasAny(VCCLo, 2) {
		deps |= DepMask
	}
	if row.Reads&ImpFlatScratch != 0 && written.hasAny(FlatScratchLo, 2) {
		deps |= DepScalarAddr
	}
	if d := inst.Args[0]; d.Kind == KindReg && d.Reg() >= V0 && written.hasAny(d.Reg(), int(d.Dwords)) {
		if row.Traits&ReadsDst != 0 && row.Operands[0].Access == Write { // DPP keeps lanes
			deps |= DepOld
		}
		if inst.keepsDst() || inst.keepsHigh() && row.Traits&ReadsDst == 0 {
			deps |= DepKept
		}
	}
	return deps
}

// result returns the operand that holds the result of a matrix instruction,
// accumulator its srcC where that is an operand of its own; else nothing.
func (inst *Inst) result() Operand {
	if inst.Row.Passes == 0 {
		return Operand{}
	}
	return inst.Args[0]
}

func (inst *Inst) accumulator() Operand {
	for k := range inst.Row.Operands {
		if inst.Row.Passes != 0 && k > 0 && inst.Row.OperandDep(k)&DepSrcCExact != 0 {
			return inst.Args[k]
		}
	}
	return Operand{}
}

// storesFrom reports whether a memory instruction reads data from registers of o.
func (inst *Inst) storesFrom(o *Operand) bool {
	for k := range inst.Row.Operands {
		if a := &inst.Args[k]; a.Kind == KindReg && inst.Row.OperandDep(k) == DepVData && meet(a, o) {
			return true
		}
	}
	return false
}

// meet reports whether two register operands share a register.
func meet(a, b *Operand) bool {
	return a.Val < b.Val+uint32(b.Dwords) && b.Val < a.Val+uint32(a.Dwords)
}

// hasAny reports whether one of the n registers from r on is in the set.
func (s *RegSet) hasAny(r Reg, n int) bool {
	for i := range Reg(n) {
		if s.Has(r + i) {
			return true
		}
	}
	return false
}
