package mach

import (
	"heddle/isa"
)

// expand replaces virtual registers by the ones they got, and copies by
// moves.
func (a *allocator) expand() {
	for _, b := range a.f.Blocks {
		out := make([]*Instr, 0, len(b.Instrs))
		for _, in := range b.Instrs {
			for i := range in.Args {
				a.locate(&in.Args[i])
			}
			switch {
			case in.Flags&Undef != 0:
			case in.Flags&Copy != 0:
				before := len(out)
				out = a.f.expandCopy(out, in)
				for _, move := range out[before:] {
					a.spill.putIn(move, in)
				}
			default:
				out = append(out, in)
			}
		}
		b.Instrs = out
	}
	a.f.physical = true
}

// locate makes a virtual operand physical.
func (a *allocator) locate(o *Operand) {
	if o.Kind != OperandReg {
		return
	}
	r := o.Part.Reg
	web := a.webOf[r]
	if web < 0 {
		panic("BUG: " + a.f.regText(r) + " has no place")
	}
	w := &a.webs[web]
	*o = Operand{Kind: OperandPhys, Phys: w.file.physical(w.place + a.at[r] + int(o.Part.Sub)), N: o.Part.N, Flags: o.Flags}
}

// expandCopy appends the moves that a copy stands for, with physical operands
// by now. The parts may overlap: it then goes the way that reads each register
// before it overwrites it.
func (f *Func) expandCopy(out []*Instr, in *Instr) []*Instr {
	dst, src := in.Args[0], in.Args[1]
	if src.Kind == OperandPhys && src.Phys == dst.Phys {
		return out
	}
	n := int(dst.N)
	if src.Kind == OperandConst {
		src.N = dst.N
	}
	down := src.Kind == OperandPhys && src.Phys < dst.Phys
	for done := 0; done < n; {
		i, step := done, f.moveStep(&dst, &src, done, n)
		if down {
			step = f.moveStep(&dst, &src, n-done-2, n)
			if n-done < 2 {
				step = 1
			}
			i = n - done - step
		}
		out = append(out, f.move(in, subOperand(&dst, i, step), subOperand(&src, i, step)))
		done += step
	}
	return out
}

// subOperand is n dwords of a physical register from dword i on. A constant
// is the same in each dword.
func subOperand(o *Operand, i, n int) Operand {
	p := *o
	if o.Kind == OperandPhys {
		p.Phys, p.N = o.Phys+isa.Reg(i), uint8(n)
	}
	return p
}

// moveStep is how many dwords one instruction moves from dword i on.
func (f *Func) moveStep(dst, src *Operand, i, n int) int {
	if i < 0 || i+2 > n || (int(dst.Phys)+i)%2 != 0 || src.Kind == OperandPhys && (int(src.Phys)+i)%2 != 0 {
		return 1
	}
	row := f.moveRow(dst, src, 2)
	if row == nil {
		return 1
	}
	if src.Kind == OperandConst {
		// Each dword is the constant. Only 0 and -1 are inline constants that
		// mean the same in both halves.
		if v := int32(src.Value); v != 0 && v != -1 {
			return 1
		}
	}
	return 2
}

// moveRow is the instruction that moves that many dwords, nil if there is
// none.
func (f *Func) moveRow(dst, src *Operand, n int) *isa.Row {
	acc := src.Kind == OperandPhys && src.Phys.IsAGPR()
	switch {
	case dst.Phys < isa.V0 && n == 1:
		return f.Row(isa.S_MOV_B32, isa.EncSOP1, "")
	case dst.Phys < isa.V0:
		return f.Row(isa.S_MOV_B64, isa.EncSOP1, "")
	case n == 1 && dst.Phys.IsAGPR() && acc:
		return f.Row(isa.V_ACCVGPR_MOV_B32, isa.EncVOP1, "")
	case n == 1 && dst.Phys.IsAGPR():
		return f.Row(isa.V_ACCVGPR_WRITE_B32, isa.EncMAI, "")
	case n == 1 && acc:
		return f.Row(isa.V_ACCVGPR_READ_B32, isa.EncMAI, "")
	case n == 1:
		return f.Row(isa.V_MOV_B32, isa.EncVOP1, "")
	case dst.Phys.IsAGPR() || acc:
		return nil
	}
	return f.Row(isa.V_MOV_B64, isa.EncVOP1, "")
}

func (f *Func) move(copied *Instr, dst, src Operand) *Instr {
	if src.Kind == OperandConst {
		if dst.N == 2 {
			src.Value = int64(int32(src.Value))
		} else {
			src.Value = int64(uint32(src.Value))
		}
	}
	in := f.NewInstr(f.moveRow(&dst, &src, int(dst.N)), dst, src)
	in.Pos, in.Note, in.Flags = copied.Pos, copied.Note, copied.Flags&(Partial|Pinned)
	return in
}
