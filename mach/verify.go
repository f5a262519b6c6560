package mach

import (
	"fmt"

	"heddle/isa"
)

// Verify reports the first error in the kernel's form, nil if there is none. After
// allocation there must not be virtual registers.
func (f *Func) Verify() error {
	known := map[*Block]bool{}
	for _, b := range f.Blocks {
		if known[b] {
			return fmt.Errorf("b%d is in the code twice", b.ID)
		}
		known[b] = true
	}
	for _, b := range f.Blocks {
		for i, in := range b.Instrs {
			if err := f.verifyInstr(in); err != nil {
				return fmt.Errorf("b%d, instruction %d, %s: %w", b.ID, i, f.Text(in), err)
			}
		}
		for _, s := range b.Term.Succs() {
			if !known[s] {
				return fmt.Errorf("b%d branches to a block outside the code", b.ID)
			}
		}
		if err := f.verifyTerm(b); err != nil {
			return fmt.Errorf("b%d: %w", b.ID, err)
		}
		if err := f.verifySpecials(b); err != nil {
			return fmt.Errorf("b%d: %w", b.ID, err)
		}
	}
	if f.physical {
		return nil
	}
	return f.verifyDefined()
}

func (f *Func) verifyInstr(in *Instr) error {
	if in.Flags&(Copy|Undef) != 0 {
		if f.physical {
			return fmt.Errorf("not expanded")
		}
		return f.verifyCopy(in)
	}
	if in.Row == nil {
		return fmt.Errorf("no row")
	}
	for i := range in.Args {
		a := &in.Args[i]
		if i >= len(in.Row.Operands) {
			if a.Kind != OperandNone {
				return fmt.Errorf("too many operands")
			}
			continue
		}
		if f.physical && a.Kind == OperandReg {
			return fmt.Errorf("operand %s is a virtual register", in.Row.Operands[i].Name)
		}
		if a.Kind == OperandReg {
			if err := f.verifyPart(a.Part); err != nil {
				return err
			}
		}
		if !f.fits(in.Row, i, a) {
			return fmt.Errorf("operand %s cannot be %s", in.Row.Operands[i].Name, f.operandText(a))
		}
	}
	if !f.takes(in.Row, in.Args[:len(in.Row.Operands)]) {
		return fmt.Errorf("more than one scalar register or literal")
	}
	return f.verifyImplicit(in)
}

func (f *Func) verifyImplicit(in *Instr) error {
	switch {
	case in.SCCDef != 0 && (f.Regs[in.SCCDef].File != FileSCC || in.Row.Writes&isa.ImpSCC == 0):
		return fmt.Errorf("does not define SCC")
	case in.SCCUse != 0 && (f.Regs[in.SCCUse].File != FileSCC || in.Row.Reads&isa.ImpSCC == 0):
		return fmt.Errorf("does not read SCC")
	case in.SCCUse == 0 && in.Row.Reads&isa.ImpSCC != 0 && !f.physical:
		return fmt.Errorf("reads SCC without an operand for it")
	case in.ImplicitUse == 0 && in.Row.Reads&(isa.ImpVCC|isa.ImpM0) != 0 && !f.physical && !in.namesVCC():
		return fmt.Errorf("reads VCC or M0 without an operand for it")
	case in.ImplicitDef != 0 && in.Row.Writes&(isa.ImpVCC|isa.ImpM0) == 0:
		return fmt.Errorf("defines nothing implicitly")
	}
	return nil
}

// namesVCC reports whether VCC is among the operands, as a virtual register.
func (in *Instr) namesVCC() bool {
	for i := range in.Row.Operands {
		if in.Row.Operands[i].Class == isa.ClassVCC {
			return true
		}
	}
	return false
}

func (f *Func) verifyPart(p Part) error {
	switch {
	case p.Reg == 0 || int(p.Reg) >= len(f.Regs):
		return fmt.Errorf("no virtual register %d", p.Reg)
	case p.N == 0 || p.Sub+p.N > f.Regs[p.Reg].Dwords:
		return fmt.Errorf("dwords %d to %d of %s", p.Sub, int(p.Sub+p.N)-1, f.regText(p.Reg))
	}
	return nil
}

func (f *Func) verifyCopy(in *Instr) error {
	if in.Args[0].Kind != OperandReg {
		return fmt.Errorf("a copy into %s", f.operandText(&in.Args[0]))
	}
	if err := f.verifyPart(in.Args[0].Part); err != nil {
		return err
	}
	if in.Flags&Undef != 0 {
		return nil
	}
	src := &in.Args[1]
	switch src.Kind {
	case OperandReg:
		if err := f.verifyPart(src.Part); err != nil {
			return err
		}
		to, from := f.Regs[in.Args[0].Part.Reg].File, f.Regs[src.Part.Reg].File
		switch {
		case src.Part.N != in.Args[0].Part.N:
			return fmt.Errorf("different sizes")
		case to == FileS && from == FileV:
			return fmt.Errorf("a vector register copied to a scalar one: use v_readfirstlane")
		case to == FileSCC || from == FileSCC:
			return fmt.Errorf("SCC cannot be copied: select or compare")
		}
	case OperandConst:
	case OperandPhys:
		if src.Phys == isa.ExecLo || src.Phys == isa.ExecHi {
			return fmt.Errorf("EXEC cannot be copied: use a move, as its position matters")
		}
	default:
		return fmt.Errorf("a copy of %s", f.operandText(src))
	}
	return nil
}

func (f *Func) verifyTerm(b *Block) error {
	t := &b.Term
	switch t.Cond {
	case CondEnd:
		if t.Taken != nil || t.Next != nil {
			return fmt.Errorf("the end has a successor")
		}
		return nil
	case CondNone:
		if t.Next == nil {
			return fmt.Errorf("goes nowhere")
		}
		return nil
	case CondSCC0, CondSCC1:
		if !f.physical && (t.Reg == 0 || f.Regs[t.Reg].File != FileSCC) {
			return fmt.Errorf("a branch on SCC without a condition")
		}
	case CondVCCZ, CondVCCNZ:
		if !f.physical && (t.Reg == 0 || f.Regs[t.Reg].Fixed != isa.VCCLo) {
			return fmt.Errorf("a branch on VCC without a condition")
		}
	}
	if t.Taken == nil || t.Next == nil {
		return fmt.Errorf("a branch without a target")
	}
	return nil
}

// verifySpecials: between the definition of a value in SCC, or of one fixed
// to M0 or VCC, and its uses nothing else may write there. SCC does not live
// from block to block but through a terminator's own test.
func (f *Func) verifySpecials(b *Block) error {
	if f.physical {
		return nil
	}
	holds := map[isa.Reg]Reg{} // what a special register holds
	check := func(r Reg, what string) error {
		info := &f.Regs[r]
		special := info.Fixed
		if info.File == FileSCC {
			special = isa.SCC
		}
		now, written := holds[special]
		if written && now != r || !written && info.File == FileSCC {
			return fmt.Errorf("%s reads %s, but %v holds another value there", what, f.regText(r), special)
		}
		return nil
	}
	for _, in := range b.Instrs {
		var bad error
		in.Uses(func(_ int, p Part) {
			if info := &f.Regs[p.Reg]; bad == nil && (info.File == FileSCC || info.HasFixed && info.File == FileS) {
				bad = check(p.Reg, f.Text(in))
			}
		})
		if bad != nil {
			return bad
		}
		if in.ClobbersSCC() {
			holds[isa.SCC] = in.SCCDef
		}
		in.Defs(func(_ int, p Part) {
			if info := &f.Regs[p.Reg]; info.HasFixed && info.File == FileS {
				holds[info.Fixed] = p.Reg
			}
		})
	}
	if b.Term.Reg != 0 {
		return check(b.Term.Reg, "the branch")
	}
	return nil
}

// verifyDefined: nothing but the inputs is live at the entry, so that every
// use has a definition on each path to it.
func (f *Func) verifyDefined() error {
	if len(f.Blocks) == 0 {
		return fmt.Errorf("no code")
	}
	l := f.live()
	inputs := map[Reg]bool{}
	for _, r := range f.Inputs {
		inputs[r] = true
	}
	entry := l.in[f.Blocks[0]]
	for r := 1; r < len(f.Regs); r++ {
		for u := l.first[r]; u < l.first[r+1]; u++ {
			if entry.has(u) && !inputs[Reg(r)] {
				return fmt.Errorf("%s, dword %d, may be read before it is written", f.regText(Reg(r)), u-l.first[r])
			}
		}
	}
	return nil
}
