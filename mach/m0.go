package mach

import (
	"heddle/isa"
	"heddle/pass"
)

// reuseM0 removes writes of M0 with the value that it already holds on all paths:
// consecutive direct-to-LDS loads each come with their own, and many are the same.
func reuseM0(f *Func, _ *pass.Options) error {
	if len(f.Blocks) == 0 {
		return nil
	}
	writes := false
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			writes = writes || in.Row.Op == isa.S_MOV_B32 && in.Args[0].Phys == isa.M0
		}
	}
	if !writes {
		return nil
	}
	f.LinkPreds()
	ends := make([]m0Value, f.blocks) // unknown until the block is visited
	order := f.reversePostorder()
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			v := m0Before(f, b, ends)
			for _, in := range b.Instrs {
				v = v.after(in)
			}
			if v != ends[b.ID] {
				ends[b.ID], changed = v, true
			}
		}
	}
	for _, b := range order {
		v := m0Before(f, b, ends)
		kept := b.Instrs[:0]
		for _, in := range b.Instrs {
			next := v.after(in)
			if next == v && next.state == m0Holds && setsM0(in) && in.Fence == 0 {
				continue
			}
			v = next
			kept = append(kept, in)
		}
		b.Instrs = kept
	}
	return nil
}

// m0Value is what is known about M0: that it holds a constant, or the current value of
// a scalar register.
type m0Value struct {
	state m0State
	value Operand
}

type m0State uint8

const (
	m0Unseen m0State = iota // no known path leads here
	m0Holds                 // the value
	m0Any                   // anything
)

// m0Before is the value that all paths to a block agree on.
func m0Before(f *Func, b *Block, ends []m0Value) m0Value {
	if b == f.Blocks[0] {
		return m0Value{state: m0Any}
	}
	var v m0Value
	for _, p := range b.Preds {
		switch end := ends[p.ID]; {
		case end.state == m0Unseen:
		case v.state == m0Unseen:
			v = end
		case v != end:
			return m0Value{state: m0Any}
		}
	}
	return v
}

// setsM0 reports whether the instruction is a plain copy to M0.
func setsM0(in *Instr) bool {
	return in.Row.Op == isa.S_MOV_B32 && in.Args[0].Kind == OperandPhys && in.Args[0].Phys == isa.M0
}

// after is the value known after an instruction.
func (v m0Value) after(in *Instr) m0Value {
	if setsM0(in) {
		src := in.Args[1]
		if src.Kind == OperandConst {
			src.Value = int64(int32(src.Value)) // only the low 32 bits count
		}
		if src.Kind == OperandConst || src.Kind == OperandPhys && (src.Phys.IsSGPR() || src.Phys == isa.VCCLo || src.Phys == isa.VCCHi) {
			return m0Value{m0Holds, src}
		}
		if src.Kind == OperandPhys && src.Phys == isa.M0 {
			return v
		}
		return m0Value{state: m0Any}
	}
	if in.Row.Writes&isa.ImpM0 != 0 || in.writesScalar(isa.M0) {
		return m0Value{state: m0Any}
	}
	if v.state == m0Holds && v.value.Kind == OperandPhys {
		vcc := v.value.Phys == isa.VCCLo || v.value.Phys == isa.VCCHi
		if in.writesScalar(v.value.Phys) || vcc && in.Row.Writes&isa.ImpVCC != 0 {
			return m0Value{state: m0Any}
		}
	}
	return v
}

// writesScalar reports whether a written operand contains the register.
func (in *Instr) writesScalar(r isa.Reg) bool {
	for i := range in.Row.Operands {
		a := &in.Args[i]
		if in.Row.Operands[i].Access&isa.Write != 0 && a.Kind == OperandPhys && a.Phys <= r && r < a.Phys+isa.Reg(max(a.N, 1)) {
			return true
		}
	}
	return false
}
