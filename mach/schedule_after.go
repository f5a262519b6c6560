package mach

import "heddle/isa"

// lookahead is how many instructions behind a region are searched for the uses of its results.
const lookahead = 2048

// nextUse is a search for the first uses of what a region's nodes define.
type nextUse struct {
	s     *scheduler
	names map[Reg]Reg   // registers that hold a value, by copies too: the one that the region defines
	uses  map[Reg]int32 // when a value is first used
	kinds [4]int32      // when something first waits for the operations of each bit of Fence, -1: never
	clock int32         // for which the matrix core is busy between the region and here
	seen  int
}

// nextUses finds, by node, when what a region's memory operations and copies result in is first
// needed, in clocks of the matrix core after the region, which ends at place end of the block; -1 if
// nothing needs it. What is not found is needed where the search ended, at the earliest.
func (s *scheduler) nextUses(b *Block, end int) []int32 {
	u := nextUse{s: s, names: map[Reg]Reg{}, uses: map[Reg]int32{}, kinds: [4]int32{-1, -1, -1, -1}}
	for n := range s.g.list {
		if s.g.outlives(int32(n)) {
			s.g.list[n].Defs(func(_ int, p Part) { u.names[p.Reg] = p.Reg })
		}
	}
	u.follow(b, end)
	after := make([]int32, len(s.g.nodes))
	for n := range after {
		after[n] = -1
		if n < len(s.g.list) {
			after[n] = u.of(int32(n))
		}
	}
	return after
}

// outlives reports whether a value that a node defines is used after the region.
func (g *depGraph) outlives(n int32) bool {
	for _, v := range g.defsOf(n) {
		if g.vals.list[v].after {
			return true
		}
	}
	return false
}

// follow walks on from a place, through blocks as long as only one can be next, or the block itself.
func (u *nextUse) follow(b *Block, end int) {
	for list, at := b.Instrs[end:], b; ; list = at.Instrs {
		for _, in := range list {
			u.visit(in)
		}
		succs := at.Term.Succs()
		again := false
		for _, x := range succs {
			again = again || x == b
		}
		switch {
		case again:
			for _, in := range b.Instrs[:end] {
				u.visit(in)
			}
			return
		case len(succs) != 1 || u.seen > lookahead || u.clock > int32(u.s.g.timing.VMEMAhead):
			return
		}
		at = succs[0]
	}
}

func (u *nextUse) visit(in *Instr) {
	if u.seen++; u.seen > lookahead {
		return
	}
	in.Uses(func(_ int, p Part) {
		name, known := u.names[p.Reg]
		if !known {
			return
		}
		if in.Flags&Copy != 0 && in.Args[0].Kind == OperandReg {
			u.names[in.Args[0].Part.Reg] = name
		} else if _, found := u.uses[name]; !found {
			u.uses[name] = u.clock
		}
	})
	fence := in.Fence
	if in.Row == nil {
		return
	}
	if in.Row.Op == isa.S_WAITCNT {
		wait := in.waitcnt()
		if wait.VM == 0 {
			fence |= FenceDMA | FenceLoads
		}
		if wait.LGKM < isa.MaxLGKMCount {
			fence |= FenceLDS
		}
	}
	for i := range u.kinds {
		if fence>>i&1 != 0 && u.kinds[i] < 0 {
			u.kinds[i] = u.clock
		}
	}
	if in.isMatrix() {
		machine := isa.Inst{Row: in.Row, Mods: in.Mods}
		u.clock += int32(machine.Cost(&u.s.g.timing).Busy)
	}
}

// of is when a node's results are needed.
func (u *nextUse) of(n int32) int32 {
	in, need := u.s.g.list[n], int32(-1)
	sooner := func(t int32) {
		if t >= 0 && (need < 0 || t < need) {
			need = t
		}
	}
	if u.s.g.outlives(n) {
		in.Defs(func(_ int, p Part) {
			if t, found := u.uses[p.Reg]; found {
				sooner(t)
			} else {
				sooner(u.clock)
			}
		})
	}
	if in.Row == nil {
		return need
	}
	switch kind := u.s.g.paceKind(n); {
	case kind == paceRead, kind == paceWrite:
		sooner(u.kinds[0])
	case in.directToLDS():
		sooner(u.kinds[1])
	case kind == paceLoad:
		sooner(u.kinds[2])
	}
	return need
}
