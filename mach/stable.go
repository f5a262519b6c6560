package mach

import "heddle/isa"

// definitions counts, for each dword of each virtual register, the
// instructions that write it; registers that several write are not stable, and
// what is computed from them is not the same everywhere.
type definitions struct {
	first []int // unit of each register's dword 0
	count []uint8
}

func (f *Func) definitions() *definitions {
	d := &definitions{first: make([]int, len(f.Regs)+1)}
	for r := range f.Regs {
		d.first[r+1] = d.first[r] + int(f.Regs[r].Dwords)
	}
	d.count = make([]uint8, d.first[len(f.Regs)])
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			in.Defs(func(_ int, p Part) {
				for u := d.first[p.Reg] + int(p.Sub); u < d.first[p.Reg]+int(p.Sub+p.N); u++ {
					d.count[u] = min(d.count[u]+1, 2)
				}
			})
		}
	}
	return d
}

// stable reports whether each dword of the part is written once.
func (d *definitions) stable(p Part) bool {
	for u := d.first[p.Reg] + int(p.Sub); u < d.first[p.Reg]+int(p.Sub+p.N); u++ {
		if d.count[u] > 1 {
			return false
		}
	}
	return true
}

// repeatable reports whether an instruction may be executed somewhere else, or
// not at all, where its operands have the same values: it computes one whole
// register from its operands alone.
func (f *Func) repeatable(in *Instr, d *definitions) bool {
	const flags = Partial | Pinned | WholeWave | Undef
	if in.Flags&flags != 0 || in.Args[0].Kind != OperandReg {
		return false
	}
	dst := in.Args[0].Part
	info := &f.Regs[dst.Reg]
	if dst.N != info.Dwords || info.HasFixed || info.File == FileSCC || !d.stable(dst) {
		return false
	}
	if in.Flags&Copy != 0 {
		return in.Args[1].Kind == OperandConst
	}
	if !in.computes() {
		return false
	}
	for i := 1; i < len(in.Row.Operands); i++ {
		a := &in.Args[i]
		if in.Row.Operands[i].Access&isa.Write != 0 || a.Kind == OperandPhys || a.Kind == OperandReg && (f.Regs[a.Part.Reg].HasFixed || !d.stable(a.Part)) {
			return false
		}
	}
	return true
}

// computes reports whether an instruction does nothing but compute its results
// from its operands, lane by lane.
func (in *Instr) computes() bool {
	row := in.Row
	if row == nil || in.SCCDef != 0 || in.SCCUse != 0 || in.ImplicitDef != 0 || in.ImplicitUse != 0 || in.Mem != nil || in.keepsDst() {
		return false
	}
	const implicit = isa.ImpSCC | isa.ImpVCC | isa.ImpEXEC | isa.ImpM0 | isa.ImpFlatScratch
	if row.Traits&(isa.MayLoad|isa.MayStore) != 0 || row.Reads&implicit&^isa.ImpEXEC != 0 || row.Writes&^isa.ImpSCC != 0 {
		return false
	}
	switch row.Unit {
	case isa.UnitSALU:
		return !readsClockOrMode(row.Op)
	case isa.UnitVALU, isa.UnitTrans, isa.UnitDot:
		return row.Enc < isa.EncSDWA1 && !crossesLanes(row.Op)
	}
	return false
}

// readsClockOrMode: scalar instructions whose result depends on more than their
// operands.
func readsClockOrMode(op isa.Op) bool {
	switch op {
	case isa.S_GETREG_B32, isa.S_GETPC_B64, isa.S_SETREG_B32, isa.S_SETREG_IMM32_B32, isa.S_SWAPPC_B64, isa.S_SETPC_B64, isa.S_CALL_B64:
		return true
	}
	return false
}

// crossesLanes: vector instructions that read other lanes.
func crossesLanes(op isa.Op) bool {
	switch op {
	case isa.V_READFIRSTLANE_B32, isa.V_READLANE_B32, isa.V_WRITELANE_B32, isa.V_PERMLANE16_SWAP_B32, isa.V_PERMLANE32_SWAP_B32, isa.V_SWAP_B32,
		isa.V_MBCNT_LO_U32_B32, isa.V_MBCNT_HI_U32_B32:
		return true
	}
	return false
}
