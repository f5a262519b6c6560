package mach

import (
	"slices"

	"heddle/isa"
)

// Values that are computed before a loop and needed behind it, but not in it, have registers in the loop, where there are
// fewest. Where these are too many for one more wave on a SIMD, values are computed again behind the loop that need
// little but what is in registers anyway: parts of addresses, and numbers of rows and columns, of the lane's number.

// mostAgain is how many instructions may be executed again for a register that a loop has free then.
const mostAgain = 12

// computeAgain does that for the outermost loops of a kernel, and reports whether anything changed. Instructions that
// change are replaced by new ones.
func computeAgain(f *Func) bool {
	f.LinkPreds()
	changed := false
	for n := 0; ; n++ {
		r := newRecomputer(f, n)
		if r == nil {
			return changed
		}
		if r.choose() {
			r.replace()
			changed = true
		}
	}
}

// recomputer finds the values for one loop.
type recomputer struct {
	f         *Func
	live      *liveness
	defs      *definitions
	by        []*Instr // by register: the instruction that writes all of it, nil for several
	blocks    []*Block // in reverse postorder
	number    []int    // by Block.ID: the place in blocks, from 1
	dominator []int
	forest    *loopForest
	loop      *loop
	needed    []bool // by register: the loop reads or writes it
	chosen    []recomputed
}

// recomputed is a register and where its value is computed again. That takes registers that have no value in the loop otherwise (leaves),
// and so many instructions.
type recomputed struct {
	reg    Reg
	at     *Block
	leaves []Reg
	instrs int
}

// newRecomputer is that of an outermost loop, by its number; nil if there are not so many.
func newRecomputer(f *Func, n int) *recomputer {
	r := &recomputer{f: f, forest: f.findLoops()}
	for _, l := range r.forest.loops {
		if l.parent != nil {
			continue
		}
		if n--; n < 0 {
			r.loop = l
			break
		}
	}
	if r.loop == nil {
		return nil
	}
	r.live, r.defs, r.blocks = f.live(), f.definitions(), f.reversePostorder()
	r.number, r.by, r.needed = make([]int, f.blocks), make([]*Instr, len(f.Regs)), make([]bool, len(f.Regs))
	for i, b := range r.blocks {
		r.number[b.ID] = i + 1
	}
	r.dominator = immediateDominators(r.blocks, r.number)
	for _, b := range r.blocks {
		for _, in := range b.Instrs {
			in.Defs(func(_ int, p Part) { r.by[p.Reg] = in })
			if r.forest.contains(r.loop, b) {
				in.Defs(func(_ int, p Part) { r.needed[p.Reg] = true })
				in.Uses(func(_ int, p Part) { r.needed[p.Reg] = true })
			}
		}
	}
	for reg, in := range r.by {
		if in != nil && !f.repeatable(in, r.defs) {
			r.by[reg] = nil
		}
	}
	return r
}

// entering reports whether a register has a value that the loop keeps.
func (r *recomputer) entering(reg Reg) bool {
	in := r.live.in[r.loop.header]
	for u := r.live.first[reg]; u < r.live.first[reg+1]; u++ {
		if in.has(u) {
			return true
		}
	}
	return false
}

// choose finds the values, and reports whether computing them again frees registers.
func (r *recomputer) choose() bool {
	for reg := Reg(1); int(reg) < len(r.by); reg++ {
		if r.f.Regs[reg].File != FileV || r.by[reg] == nil || r.needed[reg] || !r.entering(reg) {
			continue
		}
		c := recomputed{reg: reg, at: r.behind(reg)}
		if c.at != nil && r.collect(&c, reg, map[Reg]bool{}) {
			r.chosen = append(r.chosen, c)
		}
	}
	for r.dropOne() {
	}
	frees, takes := 0, map[Reg]int{}
	for _, c := range r.chosen {
		frees += int(r.f.Regs[c.reg].Dwords)
		for _, leaf := range c.leaves {
			takes[leaf] = int(r.f.Regs[leaf].Dwords)
		}
	}
	for _, n := range takes {
		frees -= n
	}
	return frees > 0
}

// dropOne drops a value for whose sake alone as many registers would have to be kept, if there is one.
func (r *recomputer) dropOne() bool {
	users := map[Reg]int{}
	for _, c := range r.chosen {
		for _, leaf := range c.leaves {
			users[leaf]++
		}
	}
	for i, c := range r.chosen {
		own := 0
		for _, leaf := range c.leaves {
			if users[leaf] == 1 {
				own += int(r.f.Regs[leaf].Dwords)
			}
		}
		if own >= int(r.f.Regs[c.reg].Dwords) {
			r.chosen = slices.Delete(r.chosen, i, i+1)
			return true
		}
	}
	return false
}

// later reports whether a block comes after the loop has begun, and is not in it.
func (r *recomputer) later(b *Block) bool {
	return r.number[b.ID] > r.number[r.loop.header.ID] && !r.forest.contains(r.loop, b)
}

// behind is the block outside of loops, behind this one, from which all uses of a register behind it are reached; nil if there is
// none. What is computed there is computed in all lanes.
func (r *recomputer) behind(reg Reg) *Block {
	at := 0
	for _, b := range r.blocks {
		if !r.later(b) || !slices.ContainsFunc(b.Instrs, func(in *Instr) bool { return in.reads(reg) }) {
			continue
		}
		n := r.number[b.ID]
		for at != 0 && n != at {
			if n > at {
				n = r.dominator[n]
			} else {
				at = r.dominator[at]
			}
		}
		at = n
	}
	for ; at > r.number[r.loop.header.ID]; at = r.dominator[at] {
		if b := r.blocks[at-1]; r.forest.of[b.ID] == nil && b.AllLanes {
			return b
		}
	}
	return nil
}

// reads reports whether the instruction reads some of a register.
func (in *Instr) reads(reg Reg) (is bool) {
	in.Uses(func(_ int, p Part) { is = is || p.Reg == reg })
	return is
}

// collect adds to c what it takes to compute a register again, and reports whether that is little enough.
func (r *recomputer) collect(c *recomputed, reg Reg, seen map[Reg]bool) bool {
	if seen[reg] {
		return true
	}
	seen[reg] = true
	if c.instrs++; c.instrs > mostAgain*int(r.f.Regs[c.reg].Dwords) {
		return false
	}
	fits := true
	r.by[reg].Uses(func(_ int, p Part) {
		switch {
		case r.kept(p.Reg):
		case r.by[p.Reg] != nil && (r.f.Regs[p.Reg].File == FileV || r.by[p.Reg].Flags&Copy != 0):
			fits = fits && r.collect(c, p.Reg, seen)
		case r.f.Regs[p.Reg].File != FileV:
			fits = false
		case !slices.Contains(c.leaves, p.Reg):
			c.leaves = append(c.leaves, p.Reg)
		}
	})
	return fits
}

// kept reports whether a register has its value behind the loop whatever is computed again: one that the loop needs itself, or
// that nothing can compute again, or a scalar one.
func (r *recomputer) kept(reg Reg) bool {
	return r.entering(reg) && (r.needed[reg] || r.by[reg] == nil || r.f.Regs[reg].File != FileV)
}

// replace computes the values again, in each block that has any, as soon as all lanes are on.
func (r *recomputer) replace() {
	for _, at := range r.blocks {
		again := map[Reg]Reg{}
		var code []*Instr
		for _, c := range r.chosen {
			if c.at != at {
				continue
			}
			r.compute(c.reg, again, &code)
			for _, b := range r.blocks {
				if r.later(b) {
					rename(b, c.reg, again[c.reg])
				}
			}
		}
		at.Instrs = slices.Insert(at.Instrs, at.wholeFrom(), code...)
	}
}

// wholeFrom is the place in a block with AllLanes from which all lanes are on: behind the instruction that restores EXEC, if it
// does that before it switches lanes off.
func (b *Block) wholeFrom() int {
	for i, in := range b.Instrs {
		if in.WritesExec() {
			if in.Row.Op == isa.S_MOV_B64 && in.Args[1].Kind == OperandReg {
				return i + 1
			}
			break
		}
	}
	return 0
}

// compute adds to code what computes a register, with new registers; again has those so far.
func (r *recomputer) compute(reg Reg, again map[Reg]Reg, code *[]*Instr) {
	if again[reg] != 0 || r.by[reg] == nil || r.kept(reg) {
		return
	}
	in := *r.by[reg]
	in.Uses(func(i int, p Part) {
		if r.compute(p.Reg, again, code); again[p.Reg] != 0 {
			in.Args[i].Part.Reg = again[p.Reg]
		}
	})
	info := r.f.Regs[reg]
	again[reg] = r.f.NewReg(info.File, int(info.Dwords), info.Name)
	in.Args[0].Part.Reg = again[reg]
	*code = append(*code, &in)
}

// rename replaces the instructions of a block that read a register by some that read another one.
func rename(b *Block, old, now Reg) {
	for i, in := range b.Instrs {
		if in.reads(old) {
			b.Instrs[i] = in.withReg(old, now)
		}
	}
}

// withReg is the instruction with another register in place of one.
func (in *Instr) withReg(old, now Reg) *Instr {
	out := *in
	for i := range out.Args {
		if a := &out.Args[i]; a.Kind == OperandReg && a.Part.Reg == old {
			a.Part.Reg = now
		}
	}
	if in.Mem != nil && in.Mem.Base.Reg == old {
		mem := *in.Mem
		mem.Base.Reg = now
		out.Mem = &mem
	}
	return &out
}
