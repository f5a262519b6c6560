package vet

import (
	"cmp"
	"fmt"
	"slices"

	"heddle/isa"
)

// The memory-race rule: workgroups run in any order and at the same time, so no byte of memory is written by one and
// accessed by another; nor by two waves of a workgroup with no barrier between. Kernels with atomics or cache operations may order their workgroups, and are not judged.

const ruleMemoryRace = "memory-race"

// What is looked at of a launch.
const (
	racedGroups = 24      // workgroups, the first ones and others
	nextGroups  = 8       // the first ones: neighbours reach into each other
	racedItems  = 32      // work-items of a workgroup; of the first workgroup all
	racedSteps  = 1 << 19 // values that are computed
	mostRaced   = 64      // pairs that are reported
)

// touched are bytes of memory that an access reaches in a work-item.
type touched struct {
	base     int
	from, to int64
	x        *judgement
	group    int // of those that are looked at
	item     [3]uint32
	wave     int
	last     bool // turn of loops, or the first one
}

// checkMemoryRaces looks for bytes that one workgroup writes and another one accesses.
func (a *addressCheck) checkMemoryRaces(all []judgement) {
	v := a.values
	if !v.given.whole || a.ordersWorkgroups() {
		return
	}
	written := map[int]bool{}
	for i := range all {
		if x := &all[i]; x.store && x.has && x.base >= 0 && x.space != SpaceScalar {
			written[x.base] = true
		}
	}
	var list []*judgement
	for i := range all {
		if x := &all[i]; written[x.base] && x.verdict != VerdictWrong && x.space != SpaceScalar {
			x.conditions = v.conditionsAt(x.node)
			list = append(list, x)
		}
	}
	if len(list) == 0 {
		return
	}
	groups := neighbours(v.given.grid)
	saved := v.steps
	v.steps = racedSteps
	defer func() { v.steps = saved }()
	w := newWitness(v)
	var spans []touched
	for k, group := range groups {
		items := sample(v.given.block, racedItems)
		if k == 0 {
			items = sample(v.given.block, allItems)
		}
		for _, item := range items {
			for _, last := range [...]bool{false, true} { // the first turn of loops, and the last one
				w.of(group, item, last)
				w.first = !last
				for _, x := range list {
					if from, to, ok := x.bytesIn(w); ok {
						spans = append(spans, touched{x.base, from, to, x, k, item, int(w.number() / 64), last})
					}
				}
			}
		}
	}
	a.reportRaced(groups, spans)
}

// ordersWorkgroups reports whether the kernel has instructions with which workgroups wait for each other.
func (a *addressCheck) ordersWorkgroups() bool {
	return slices.ContainsFunc(a.g.nodes, func(n node) bool {
		m := n.inst.Row.Memory
		atomic := m != nil && n.inst.Row.Unit != isa.UnitLDS && (m.Kind == isa.MemoryAtomic || m.Kind == isa.MemoryExchange2)
		return atomic || n.inst.Row.Op == isa.BUFFER_WBL2 || n.inst.Row.Op == isa.BUFFER_INV
	})
}

// neighbours are workgroups that may reach into each other: the first ones of each dimension and in their order, and some.
func neighbours(grid [3]interval) (list [][3]uint32) {
	add := func(g [3]uint32) {
		for i := range g {
			if int64(g[i]) >= max(grid[i].hi, 1) {
				return
			}
		}
		if len(list) < racedGroups && !slices.Contains(list, g) {
			list = append(list, g)
		}
	}
	for i := range uint32(nextGroups) {
		add([3]uint32{i})
	}
	for i := range uint32(8) {
		add([3]uint32{i & 1, i >> 1 & 1, i >> 2})
	}
	for _, g := range sample(grid, 2*racedGroups) {
		add(g)
	}
	return list
}

// bytesIn are those that an access reaches in the work-item, if it is known to come there and to be let through.
func (x *judgement) bytesIn(w *witness) (from, to int64, ok bool) {
	for _, c := range x.conditions {
		if n, ok := w.eval(c.cmp); !ok || (n != 0) != c.holds {
			return 0, 0, false
		}
	}
	if in, ok := w.isIn(w.lanesAt(x.node)); !ok || !in || !w.given.exists(w.group, w.item) {
		return 0, 0, false
	}
	if from, ok = w.sum(x.place); !ok {
		return 0, 0, false
	}
	from += x.memory.at
	to = from + x.size
	if x.space == SpaceBuffer {
		checked, ok := w.sum(x.checked)
		soffset, ok2 := w.sum(x.soffset)
		records, ok3 := w.eval(x.records)
		if !ok || !ok2 || !ok3 || x.stride || checked+soffset+x.size > int64(records) {
			return 0, 0, false
		}
	}
	return from, to, true
}

// reportRaced reports the pairs that meet.
func (a *addressCheck) reportRaced(groups [][3]uint32, spans []touched) {
	slices.SortStableFunc(spans, func(s, t touched) int {
		return cmp.Or(cmp.Compare(s.base, t.base), cmp.Compare(s.from, t.from))
	})
	left := racedSteps
	for i := range spans {
		s := &spans[i]
		for k := i + 1; k < len(spans) && spans[k].base == s.base && spans[k].from < s.to && left > 0; k++ {
			left--
			first, second := s, &spans[k]
			if !second.x.store || first.x.store && first.x.node > second.x.node {
				first, second = second, first
			}
			pair := [2]int32{first.x.node, second.x.node}
			if !a.meet(first, second) || !second.x.store || a.raced[pair] || len(a.raced) == mostRaced {
				continue
			}
			if a.raced == nil {
				a.raced = map[[2]int32]bool{}
			}
			a.raced[pair] = true
			does := "accesses"
			if first.x.store {
				does = "writes"
			}
			f := Finding{Rule: ruleMemoryRace, Rank: RankCantTell, Place: a.place(second.x.node),
				Message: fmt.Sprintf("writes byte %d of %s in workgroup %s (work-item %s), which workgroup %s %s (work-item %s), and nothing orders the two",
					max(first.from, second.from), a.nameOf(second.x), coordinates(groups[second.group]), coordinates(second.item), coordinates(groups[first.group]), does, coordinates(first.item))}
			other := a.place(first.x.node)
			other.Note = "the other access is here"
			f.Other = &other
			f.Advice = "let each workgroup write bytes of its own, or add to them with an atomic"
			a.add(f)
		}
	}
}

// meet reports whether nothing orders two accesses: they are of different workgroups, or of two waves of one in the same
// turn of loops and with no barrier between in the code.
func (a *addressCheck) meet(s, t *touched) bool {
	if s.group != t.group {
		return true
	}
	between := a.g.nodes[min(s.x.node, t.x.node):max(s.x.node, t.x.node)]
	return s.wave != t.wave && s.last == t.last && !slices.ContainsFunc(between, func(n node) bool { return n.inst.Row.Op == isa.S_BARRIER })
}
