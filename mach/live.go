package mach

import "slices"

// liveness is which dwords of virtual registers are live at the ends of
// blocks. The unit is one dword: unit(reg)+sub.
type liveness struct {
	first   []int // unit of each register's dword 0; the last element is the number of units
	in, out map[*Block]liveSet
}

// liveSet is units in increasing order.
type liveSet []int32

func (s liveSet) has(u int) bool {
	_, found := slices.BinarySearch(s, int32(u))
	return found
}

// unitSet is a set of units for walks through a block.
type unitSet []uint64

func (s unitSet) has(u int) bool { return s[u/64]>>(u%64)&1 != 0 }
func (s unitSet) add(u int)      { s[u/64] |= 1 << (u % 64) }
func (s unitSet) remove(u int)   { s[u/64] &^= 1 << (u % 64) }

// fill makes the set that of the units.
func (s unitSet) fill(units liveSet) {
	clear(s)
	for _, u := range units {
		s.add(int(u))
	}
}

// live computes liveness. Control flow is that of the code: a value defined on one side
// of a divergent branch is live through the other side if it is needed after both.
//
// Each unit that a block reads before it writes it is followed backwards to
// its definitions. So the work is the size of the result: most values do not
// leave their block.
func (f *Func) live() *liveness {
	l := &liveness{first: make([]int, len(f.Regs)+1), in: make(map[*Block]liveSet, len(f.Blocks)), out: make(map[*Block]liveSet, len(f.Blocks))}
	for r := range f.Regs {
		l.first[r+1] = l.first[r] + int(f.Regs[r].Dwords)
	}
	uses, defs := l.local(f)
	index := make(map[*Block]int32, len(f.Blocks))
	for i, b := range f.Blocks {
		index[b] = int32(i)
	}
	preds := make([][]int32, len(f.Blocks))
	for i, b := range f.Blocks {
		for _, s := range b.Term.Succs() {
			preds[index[s]] = append(preds[index[s]], int32(i))
		}
	}
	// Stamps are 1 + the unit, so that they need no clearing.
	in, out, def := make([]int32, len(f.Blocks)), make([]int32, len(f.Blocks)), make([]int32, len(f.Blocks))
	ins, outs := make([]liveSet, len(f.Blocks)), make([]liveSet, len(f.Blocks))
	var stack []int32
	for len(uses) > 0 {
		u := uses[0].unit
		for len(defs) > 0 && defs[0].unit < u {
			defs = defs[1:]
		}
		for ; len(defs) > 0 && defs[0].unit == u; defs = defs[1:] {
			def[defs[0].block] = u + 1
		}
		for ; len(uses) > 0 && uses[0].unit == u; uses = uses[1:] {
			stack = append(stack, uses[0].block)
		}
		for len(stack) > 0 {
			b := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if in[b] == u+1 {
				continue
			}
			in[b] = u + 1
			ins[b] = append(ins[b], u)
			for _, p := range preds[b] {
				if out[p] == u+1 {
					continue
				}
				out[p] = u + 1
				outs[p] = append(outs[p], u)
				if def[p] != u+1 {
					stack = append(stack, p)
				}
			}
		}
	}
	for i, b := range f.Blocks {
		l.in[b], l.out[b] = ins[i], outs[i]
	}
	return l
}

// occurrence is a unit in a block.
type occurrence struct{ unit, block int32 }

// local collects what blocks use before they define it, and of those units
// what blocks define, both in the order of units.
func (l *liveness) local(f *Func) (uses, defs []occurrence) {
	units := l.first[len(f.Regs)]
	used, defined := make([]int32, units), make([]int32, units) // by 1 + the last block that did
	exposed := make([]bool, units)
	for i, b := range f.Blocks {
		stamp := int32(i + 1)
		reads := func(_ int, p Part) {
			u := l.first[p.Reg] + int(p.Sub)
			for end := u + int(p.N); u < end; u++ {
				if defined[u] != stamp && used[u] != stamp {
					used[u], exposed[u] = stamp, true
					uses = append(uses, occurrence{int32(u), int32(i)})
				}
			}
		}
		writes := func(_ int, p Part) {
			u := l.first[p.Reg] + int(p.Sub)
			for end := u + int(p.N); u < end; u++ {
				if defined[u] != stamp {
					defined[u] = stamp
					defs = append(defs, occurrence{int32(u), int32(i)})
				}
			}
		}
		for _, in := range b.Instrs {
			in.Uses(reads)
			in.Defs(writes)
		}
		if b.Term.Reg != 0 {
			reads(-1, f.All(b.Term.Reg))
		}
	}
	return byUnit(uses, exposed), byUnit(defs, exposed)
}

// byUnit sorts occurrences of exposed units by unit; blocks stay in order.
func byUnit(list []occurrence, exposed []bool) []occurrence {
	start := make([]int32, len(exposed)+1)
	for _, o := range list {
		if exposed[o.unit] {
			start[o.unit+1]++
		}
	}
	for u := range exposed {
		start[u+1] += start[u]
	}
	sorted := make([]occurrence, start[len(exposed)])
	for _, o := range list {
		if exposed[o.unit] {
			sorted[start[o.unit]] = o
			start[o.unit]++
		}
	}
	return sorted
}
