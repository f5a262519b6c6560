package mach

import "heddle/isa"

// foldCopies writes results where a copy would bring them. Coalescing cannot:
// the destination of a copy under Partial is live before it, for the lanes
// that are off, and so it interferes with the source. But if the source is
// made in the same block under the same EXEC, and nobody reads the destination
// in between, then the instruction that makes it may write the destination
// right away, under Partial: what the destination held in lanes that are on
// is not read any more, and the lanes that are off are left alone, as they were
// by the copy.
//
//	v_add_u32 %1, %2, %3          v_add_u32 %0, %2, %3 partial
//	copy %0, %1 partial
func foldCopies(f *Func) {
	c := countRegs(f)
	for dropUnread(f, c) {
		c = countRegs(f)
	}
	for _, b := range f.Blocks {
		changed := false
		for i, in := range b.Instrs {
			if in.Flags&Copy == 0 || in.Flags&Partial == 0 || in.Flags&WholeWave != 0 || in.Args[1].Kind != OperandReg {
				continue
			}
			if f.foldCopy(b, i, c) {
				b.Instrs[i] = nil
				changed = true
			}
		}
		if changed {
			kept := b.Instrs[:0]
			for _, in := range b.Instrs {
				if in != nil {
					kept = append(kept, in)
				}
			}
			b.Instrs = kept
		}
	}
}

// regCount is how often a register is read and written; a destination that
// keeps other lanes does not count as read.
type regCount struct{ reads, writes int }

func countRegs(f *Func) []regCount {
	c := make([]regCount, len(f.Regs))
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			in.Uses(func(i int, p Part) {
				if in.Flags&Partial == 0 || i != 0 {
					c[p.Reg].reads++
				}
			})
			in.Defs(func(_ int, p Part) { c[p.Reg].writes++ })
		}
	}
	return c
}

// dropUnread removes what writes vector registers that nobody reads but the
// instructions that keep their other lanes: such a register keeps itself
// alive around a loop. It reports whether it found any.
func dropUnread(f *Func, c []regCount) bool {
	any := false
	for _, b := range f.Blocks {
		kept := b.Instrs[:0]
		for _, in := range b.Instrs {
			unread := in.Flags&(Partial|Undef) != 0 && !in.hasEffect()
			in.Defs(func(_ int, p Part) {
				unread = unread && f.Regs[p.Reg].File == FileV && c[p.Reg].reads == 0
			})
			if unread {
				any = any || in.Flags&Undef == 0
				continue
			}
			kept = append(kept, in)
		}
		b.Instrs = kept
	}
	return any
}

// foldCopy tries to fold the copy that is instruction i of the block.
func (f *Func) foldCopy(b *Block, i int, c []regCount) bool {
	const far = 64 // instructions that are looked at
	dst, src := b.Instrs[i].Args[0].Part, b.Instrs[i].Args[1].Part
	from, to := &f.Regs[src.Reg], &f.Regs[dst.Reg]
	if from.File != FileV || to.File != FileV || from.HasFixed || to.HasFixed || src.N != from.Dwords || c[src.Reg].writes != 1 || src.Reg == dst.Reg {
		return false
	}
	if dst.N > 1 && dst.Sub%2 != 0 || from.Align > to.Align {
		return false
	}
	reads := 1 // of the source: the copy's own
	for k := i - 1; k >= 0 && i-k < far; k-- {
		in := b.Instrs[k]
		if in == nil {
			continue
		}
		makes, reads2, touches := 0, 0, false
		in.Defs(func(_ int, p Part) {
			if p.Reg == src.Reg {
				makes++
			}
			touches = touches || p.Reg == dst.Reg
		})
		in.Uses(func(_ int, p Part) {
			if p.Reg == src.Reg {
				reads2++
			}
			touches = touches || p.Reg == dst.Reg && makes == 0
		})
		if touches || in.WritesExec() {
			return false
		}
		if makes == 0 {
			reads += reads2
			continue
		}
		if reads != c[src.Reg].reads || !in.mayWritePartly(dst.Reg) {
			return false
		}
		f.rename(b.Instrs[k:i], src.Reg, dst)
		in.Flags |= Partial
		return true
	}
	return false
}

// mayWritePartly reports whether the instruction, which writes one register
// part, writes just the lanes that are on, and may write that register though
// it perhaps reads it.
func (in *Instr) mayWritePartly(dst Reg) bool {
	if in.Flags&(Undef|WholeWave|Partial|Rematerialisable) != 0 || in.Row != nil && in.ignoresExec() || in.Row != nil && in.keepsDst() {
		return false
	}
	defs, reads := 0, false
	in.Defs(func(i int, p Part) {
		if i >= 0 {
			defs++
		}
	})
	in.Uses(func(_ int, p Part) { reads = reads || p.Reg == dst })
	if in.Row != nil && in.Row.Operands[0].Access != isa.Write {
		return false
	}
	return defs == 1 && !(reads && in.earlyClobber())
}

// rename puts dst in the place of a register, which is as long, in the
// instructions.
func (f *Func) rename(instrs []*Instr, from Reg, dst Part) {
	for _, in := range instrs {
		if in == nil {
			continue
		}
		for i := range in.Args {
			if o := &in.Args[i]; o.Kind == OperandReg && o.Part.Reg == from {
				o.Part = Part{Reg: dst.Reg, Sub: dst.Sub + o.Part.Sub, N: o.Part.N}
			}
		}
	}
}
