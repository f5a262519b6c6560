package mach

import (
	"heddle/isa"
	"heddle/pass"
)

// deadCode removes instructions whose results are not read.
func deadCode(f *Func, _ *pass.Options) error {
	l := f.live()
	live := make(unitSet, (l.first[len(f.Regs)]+63)/64)
	for _, b := range f.Blocks {
		live.fill(l.out[b])
		mark := func(_ int, p Part) {
			for u := l.first[p.Reg] + int(p.Sub); u < l.first[p.Reg]+int(p.Sub+p.N); u++ {
				live.add(u)
			}
		}
		if r := b.Term.Reg; r != 0 {
			mark(-1, f.All(r))
		}
		kept := len(b.Instrs)
		for i := len(b.Instrs) - 1; i >= 0; i-- {
			in := b.Instrs[i]
			needed := in.hasEffect() || in.Row != nil && in.Row.Counters&f.Counted != 0
			in.Defs(func(_ int, p Part) {
				for u := l.first[p.Reg] + int(p.Sub); u < l.first[p.Reg]+int(p.Sub+p.N); u++ {
					needed = needed || live.has(u)
				}
			})
			if !needed {
				continue
			}
			in.Defs(func(_ int, p Part) {
				for u := l.first[p.Reg] + int(p.Sub); u < l.first[p.Reg]+int(p.Sub+p.N); u++ {
					live.remove(u)
				}
			})
			in.Uses(mark)
			kept--
			b.Instrs[kept] = in
		}
		b.Instrs = append(b.Instrs[:0], b.Instrs[kept:]...)
	}
	return nil
}

// hasEffect reports whether the instruction does more than define registers.
func (in *Instr) hasEffect() bool {
	if in.Flags&(Copy|Undef) != 0 {
		return false
	}
	if in.Flags&Pinned != 0 || in.Row.Traits&isa.MayStore != 0 || in.WritesExec() || in.Row.Writes&isa.ImpMODE != 0 {
		return true
	}
	if in.Mem != nil && in.Mem.Write != 0 {
		return true
	}
	switch in.Row.Unit {
	case isa.UnitBranch, isa.UnitMsg:
		return true
	case isa.UnitSMEM:
		return in.Row.Traits&isa.MayLoad == 0 // cache control
	}
	writes := false
	in.Defs(func(int, Part) { writes = true })
	return !writes
}
