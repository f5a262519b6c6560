package mach

import (
	"slices"

	"heddle/isa"
)

// lookahead is how many instructions behind a region are searched for the uses of its results.
const lookahead = 2048

// nextUse is a search for the first uses of what a region's nodes define.
type nextUse struct {
	s     *scheduler
	names map[Reg]Reg   // registers that hold a value, by copies too: the one that the region defines
	uses  map[Reg]int32 // when a value is first used
	kinds [4]int32      // when something first waits for the operations of each bit of Fence, -1: never
	async int32         // when AwaitAsync first waits for the region's asynchronous loads, -1: not known
	marks int           // groups of those that have ended
	clock int32         // for which the matrix core is busy between the region and here
	seen  int
}

// nextUses finds, by node, when what a region's memory operations and copies result in is first
// needed, in clocks of the matrix core after the region, which ends at place end of the block; -1 if
// nothing needs it. What is not found is needed where the search ended, at the earliest. used is the
// same for registers alone, without fences.
func (s *scheduler) nextUses(b *Block, end int) (after, used []int32) {
	u := nextUse{s: s, names: map[Reg]Reg{}, uses: map[Reg]int32{}, kinds: [4]int32{-1, -1, -1, -1}, async: -1}
	for n := range s.g.list {
		if s.g.outlives(int32(n)) {
			s.g.list[n].Defs(func(_ int, p Part) { u.names[p.Reg] = p.Reg })
		}
	}
	u.follow(b, end)
	after, used = make([]int32, len(s.g.nodes)), make([]int32, len(s.g.nodes))
	for n := len(after) - 1; n >= 0; n-- {
		after[n], used[n] = -1, -1
		if n < len(s.g.list) {
			used[n] = u.ofRegisters(int32(n))
			after[n] = u.of(int32(n), used[n])
			used[n] = s.g.usedCopied(int32(n), used)
		}
	}
	return after, used
}

// usedCopied is when the registers of a node are used first, copies of them or themselves.
func (g *depGraph) usedCopied(n int32, used []int32) int32 {
	first := used[n]
	for e := g.nodes[n].out; e != 0; e = g.edges[e-1].next {
		to := g.edges[e-1].to
		if t := used[to]; !g.nodes[to].join && g.vanishes(to) && t >= 0 && (first < 0 || t < first) {
			first = t
		}
	}
	return first
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
		switch {
		case slices.Contains(succs, b):
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
	if in.Flags&AwaitAsync != 0 && u.marks > int(in.Groups) && u.async < 0 {
		u.async = u.clock
	}
	if in.Flags&AsyncMark != 0 {
		u.marks++
	}
	for i := range u.kinds {
		if fence>>i&1 != 0 && u.kinds[i] < 0 {
			u.kinds[i] = u.clock
		}
	}
	u.clock += u.s.g.matrixClocks(in)
}

// ofRegisters is when the first of the registers that a node defines is used.
func (u *nextUse) ofRegisters(n int32) int32 {
	need := int32(-1)
	if u.s.g.outlives(n) {
		u.s.g.list[n].Defs(func(_ int, p Part) {
			t, found := u.uses[p.Reg]
			if !found {
				t = u.clock
			}
			if need < 0 || t < need {
				need = t
			}
		})
	}
	return need
}

// of is when a node's results are needed, of which registers are at need.
func (u *nextUse) of(n, need int32) int32 {
	in := u.s.g.list[n]
	sooner := func(t int32) {
		if t >= 0 && (need < 0 || t < need) {
			need = t
		}
	}
	if in.Row == nil {
		return need
	}
	switch kind := u.s.g.paceKind(n); {
	case kind == paceRead, kind == paceWrite:
		sooner(u.kinds[0])
	case in.Flags&Async != 0 && u.async >= 0:
		sooner(u.async)
	case in.Flags&Async != 0:
		sooner(u.clock)
	case in.directToLDS():
		sooner(u.kinds[1])
	case kind == paceLoad:
		sooner(u.kinds[2])
	}
	return need
}

// lastLoad is a search for the loads whose results a region's LDS writes take.
type lastLoad struct {
	s     *scheduler
	names map[Reg]Reg   // registers that hold a value, before copies too: the one that the region reads
	ages  map[Reg]int32 // how long before the region a value was loaded
	clock int32         // for which the matrix core is busy between here and the region
	seen  int
}

// lastLoads finds, by node, how long before the region, which begins at place from of the block and
// ends at place end, the last load began whose result an LDS write takes, in clocks of the matrix
// core; -1 if none is found.
func (s *scheduler) lastLoads(b *Block, from, end int, writes []int32) []int32 {
	ages := make([]int32, len(s.g.nodes))
	for n := range ages {
		ages[n] = -1
	}
	if len(writes) == 0 {
		return ages
	}
	l := lastLoad{s: s, names: map[Reg]Reg{}, ages: map[Reg]int32{}}
	for _, n := range writes {
		s.g.list[n].Uses(func(_ int, p Part) { l.names[p.Reg] = p.Reg })
	}
	l.follow(b, from, end)
	for _, n := range writes {
		s.g.list[n].Uses(func(_ int, p Part) {
			if age, found := l.ages[p.Reg]; found && (ages[n] < 0 || age < ages[n]) {
				ages[n] = age
			}
		})
	}
	return ages
}

// follow walks back to the beginning of the block, and on from its end if it is a loop.
func (l *lastLoad) follow(b *Block, from, end int) {
	for i := from - 1; i >= 0; i-- {
		l.visit(b.Instrs[i])
	}
	if !slices.Contains(b.Term.Succs(), b) {
		return
	}
	for i := len(b.Instrs) - 1; i >= end; i-- {
		l.visit(b.Instrs[i])
	}
}

func (l *lastLoad) visit(in *Instr) {
	if l.seen++; l.seen > lookahead || l.clock > int32(l.s.g.timing.VMEMAhead) {
		return
	}
	in.Defs(func(_ int, p Part) {
		name, known := l.names[p.Reg]
		if !known {
			return
		}
		delete(l.names, p.Reg)
		switch {
		case in.Flags&Copy != 0 && in.Args[1].Kind == OperandReg:
			l.names[in.Args[1].Part.Reg] = name
		case in.Row != nil && in.Row.Unit == isa.UnitVMEM && in.Row.Traits&isa.MayLoad != 0:
			l.ages[name] = l.clock
		}
	})
	l.clock += l.s.g.matrixClocks(in)
}

// matrixClocks is how long an instruction keeps the matrix core busy.
func (g *depGraph) matrixClocks(in *Instr) int32 {
	if in.Row == nil || !in.isMatrix() {
		return 0
	}
	machine := isa.Inst{Row: in.Row, Mods: in.Mods}
	return int32(machine.Cost(&g.timing).Busy)
}
