package mach

import (
	"heddle/isa"
	"heddle/pass"
)

// combine makes one instruction of two where the first one's result has no other use: a maximum of
// a maximum, an operation on a number that a DPP move brings.
func combine(f *Func, opt *pass.Options) error {
	c := combiner{f: f, uses: f.countUses(), defs: f.definitions(), at: make([]int32, len(f.Regs)), region: make([]int32, len(f.Regs))}
	for _, b := range f.Blocks {
		c.block(b)
	}
	return deadCode(f, opt) // what a move kept of its destination
}

// threeSources are the instructions on three numbers that do what two on two numbers do, one after
// the other. Maxima and minima of floats are selected for operands that are no signalling NaN.
var threeSources = map[isa.Op]isa.Op{
	isa.V_MAX_F32: isa.V_MAX3_F32, isa.V_MIN_F32: isa.V_MIN3_F32,
	isa.V_MAX_I32: isa.V_MAX3_I32, isa.V_MIN_I32: isa.V_MIN3_I32,
	isa.V_MAX_U32: isa.V_MAX3_U32, isa.V_MIN_U32: isa.V_MIN3_U32,
}

// symmetric are instructions on two numbers that may be exchanged, and have a DPP form.
var symmetric = map[isa.Op]bool{
	isa.V_ADD_F32: true, isa.V_MUL_F32: true, isa.V_MAX_F32: true, isa.V_MIN_F32: true,
	isa.V_ADD_U32: true, isa.V_MAX_I32: true, isa.V_MIN_I32: true, isa.V_MAX_U32: true, isa.V_MIN_U32: true,
	isa.V_AND_B32: true, isa.V_OR_B32: true, isa.V_XOR_B32: true,
}

type combiner struct {
	f    *Func
	uses []int32
	defs *definitions
	// at is, by register, 1 + the last instruction of the block that writes it.
	at []int32
	// region counts the writes of EXEC before that instruction.
	region  []int32
	touched []Reg
	now     int32
}

// countUses counts the operands that read each register. An instruction that keeps a part of its
// destination is not counted for that. (The first operand of a store is no destination.)
func (f *Func) countUses() []int32 {
	uses := make([]int32, len(f.Regs))
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			destination := false
			in.Defs(func(i int, _ Part) { destination = destination || i == 0 })
			in.Uses(func(i int, p Part) {
				if i != 0 || !destination || in.Flags&Partial != 0 {
					uses[p.Reg]++
				}
			})
		}
		if r := b.Term.Reg; r != 0 {
			uses[r]++
		}
	}
	return uses
}

func (c *combiner) block(b *Block) {
	kept := make([]*Instr, 0, len(b.Instrs))
	for _, r := range c.touched {
		c.at[r] = 0
	}
	c.touched, c.now = c.touched[:0], 0
	for _, in := range b.Instrs {
		if in.Row != nil && in.WritesExec() {
			c.now++
		}
		if in.Flags == 0 && in.Row != nil {
			kept = c.try(in, kept)
		}
		kept = append(kept, in)
		in.Defs(func(_ int, p Part) {
			c.at[p.Reg], c.region[p.Reg] = int32(len(kept)), c.now
			c.touched = append(c.touched, p.Reg)
		})
	}
	b.Instrs = kept[:0]
	for _, in := range kept {
		if in != nil {
			b.Instrs = append(b.Instrs, in)
		}
	}
}

// try combines an instruction with the one that makes an operand. It returns the instructions
// before it.
func (c *combiner) try(in *Instr, kept []*Instr) []*Instr {
	n := 2
	switch op := in.Row.Op; {
	case symmetric[op]:
	case op == isa.V_MAXIMUM3_F32 || op == isa.V_MINIMUM3_F32:
		n = 3
	default:
		return kept
	}
	if !in.unmodified(n) || n == 3 && in.Args[2] != in.Args[3] {
		return kept
	}
	for i := 1; i <= 2; i++ {
		reads := int32(1)
		if i == 2 && n == 3 {
			reads = 2
		}
		at := c.onlyUse(in.Args[i], reads)
		if at < 0 || kept[at] == nil {
			continue
		}
		inner, other := kept[at], in.Args[3-i]
		switch {
		case inner.Row == nil:
		case inner.Row.Op == in.Row.Op && c.three(in, inner, n, other, at):
			kept[at] = nil
			return kept
		case inner.Row.Enc == isa.EncDPP1 && n == 2 && c.dpp(in, inner, other, at):
			kept[at] = nil
			return append(kept, &Instr{Flags: Undef, Args: [isa.MaxArgs]Operand{in.Args[0]}})
		}
	}
	return kept
}

// unmodified reports whether an instruction has a destination and n sources of one dword each, without
// modifiers.
func (in *Instr) unmodified(n int) bool {
	if len(in.Row.Operands) != n+1 || in.Flags != 0 || in.Mods != in.defaultMods() || in.Row.Enc >= isa.EncSDWA1 {
		return false
	}
	for i := range n + 1 {
		if a := &in.Args[i]; a.Flags != 0 || a.Kind == OperandReg && a.Part.N != 1 {
			return false
		}
	}
	return in.Args[0].Kind == OperandReg
}

// onlyUse returns the instruction of the block whose result is the operand and is read so often, -1
// if it is not so.
func (c *combiner) onlyUse(a Operand, reads int32) int {
	if a.Kind != OperandReg || a.Part.N != 1 {
		return -1
	}
	r := a.Part.Reg
	if c.f.Regs[r].Dwords != 1 || c.f.Regs[r].File != FileV || c.uses[r] != reads || c.at[r] == 0 || c.region[r] != c.now {
		return -1
	}
	return int(c.at[r] - 1)
}

// unchanged reports whether an instruction's sources are still what they were.
func (c *combiner) unchanged(in *Instr, at int) bool {
	same := true
	in.Uses(func(_ int, p Part) { same = same && int(c.at[p.Reg]) <= at })
	return same
}

// three makes an instruction on three numbers of two with n sources.
func (c *combiner) three(in, inner *Instr, n int, other Operand, at int) bool {
	op := in.Row.Op
	if n == 2 {
		op = threeSources[op]
	}
	switch {
	case op == 0 || !inner.unmodified(n) || !c.defs.stable(inner.Args[0].Part) || !c.unchanged(inner, at):
		return false
	case n == 2 && inner.Args[1] == inner.Args[2]: // makes a number quiet
		return false
	case n == 3 && inner.Args[2] != inner.Args[3]:
		return false
	}
	args := []Operand{in.Args[0], inner.Args[1], inner.Args[2], other}
	row := c.f.FindRow(op, args)
	if row == nil {
		return false
	}
	c.replace(in, row, args)
	return true
}

// dpp makes an operation on what a move reads from another lane. Lanes that read from nowhere get
// 0, either way.
func (c *combiner) dpp(in, inner *Instr, other Operand, at int) bool {
	m := inner.Mods
	whole := inner.Row.Op == isa.V_MOV_B32 && m.RowMask == 15 && m.BankMask == 15 && m.Set&(1<<isa.ModBoundCtrl) != 0
	if !whole || inner.Flags != 0 || inner.Args[1].Kind != OperandReg || inner.Args[1].Flags != 0 || other.Kind != OperandReg || c.f.Regs[other.Part.Reg].File != FileV {
		return false
	}
	from := inner.Args[1].Part
	if int(c.at[from.Reg]) > at {
		return false
	}
	rows := c.f.Target.RowsOf(in.Row.Op)
	for i := range rows {
		if rows[i].Enc == isa.EncDPP2 {
			c.replace(in, &rows[i], []Operand{in.Args[0], inner.Args[1], other})
			in.Mods.DPPCtrl, in.Mods.RowMask, in.Mods.BankMask = m.DPPCtrl, m.RowMask, m.BankMask
			in.Mods.Set |= 1 << isa.ModBoundCtrl
			return true
		}
	}
	return false
}

// replace changes an instruction into another one with the same result.
func (c *combiner) replace(in *Instr, row *isa.Row, args []Operand) {
	x := c.f.NewInstr(row, args...)
	in.Row, in.Args, in.Mods = x.Row, x.Args, x.Mods
}

func (in *Instr) defaultMods() isa.Mods {
	machine := in.Row.NewInst()
	return machine.Mods
}
