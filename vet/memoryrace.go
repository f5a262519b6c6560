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
	racedSpans  = 1 << 14 // accesses of work-items: fewer of these if there are many accesses
	racedSteps  = 1 << 18 // values that are computed, and pairs that are compared
	mostRaced   = 64      // pairs that are reported
)

// raceCheck looks for bytes that workgroups or waves have in common.
type raceCheck struct {
	*addressCheck
	list     []*judgement
	lanes    []maskID // of each
	runs     []raceRun
	spans    []touched
	barriers []int64 // see inOrder
}

// raceRun is a work-item that is looked at.
type raceRun struct {
	group, item [3]uint32
	wave        int
	last        bool // turn of loops, or the first one
}

// touched are the bytes from one on that an access reaches in a run.
type touched struct {
	from   int64
	x, run int32
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
	r := raceCheck{addressCheck: a}
	for i := range all {
		if x := &all[i]; written[x.base] && x.verdict != VerdictWrong && x.space != SpaceScalar {
			x.conditions = v.conditionsAt(x.node)
			r.list, r.lanes = append(r.list, x), append(r.lanes, v.lanesAt(x.node))
		}
	}
	if len(r.list) == 0 {
		return
	}
	for i := range a.g.nodes {
		if a.g.nodes[i].inst.Row.Op == isa.S_BARRIER {
			r.barriers = append(r.barriers, r.inOrder(int32(i)))
		}
	}
	groups := neighbours(v.given.grid)
	saved := v.steps
	v.steps = racedSteps
	defer func() { v.steps = saved }()
	w := newWitness(v)
	r.spans = make([]touched, 0, racedSpans)
	each := racedSpans / len(r.list) // work-items
	turns := []bool{true, false}
	if len(v.loops) == 0 {
		turns = turns[1:]
	}
	inGroup := sample(v.given.block, allItems)
	for k, group := range groups {
		items := spread(inGroup, min(racedItems, each/2/len(groups)))
		if k == 0 {
			items = spread(inGroup, each/2)
		}
		for _, item := range items {
			for _, last := range turns { // of loops: the last one, and the first
				w.of(group, item, last)
				w.first = !last
				r.run(w, last)
			}
		}
	}
	r.report()
}

// spread is some of a list, at least one.
func spread(list [][3]uint32, most int) (some [][3]uint32) {
	step := max(1, len(list)/max(1, most))
	for i := 0; i < len(list); i += step {
		some = append(some, list[i])
	}
	return some
}

// run notes what the work-item reaches.
func (r *raceCheck) run(w *witness, last bool) {
	r.runs = append(r.runs, raceRun{w.group, w.item, int(w.number() / 64), last})
	for i, x := range r.list {
		if from, ok := x.firstByte(w, r.lanes[i]); ok {
			r.spans = append(r.spans, touched{from, int32(i), int32(len(r.runs) - 1)})
		}
	}
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

// firstByte is the first one that an access reaches in the work-item, if it is known to come there and to be let through.
func (x *judgement) firstByte(w *witness, lanes maskID) (from int64, ok bool) {
	for _, c := range x.conditions {
		if n, ok := w.eval(c.cmp); !ok || (n != 0) != c.holds {
			return 0, false
		}
	}
	if in, ok := w.isIn(lanes); !ok || !in || !w.given.exists(w.group, w.item) {
		return 0, false
	}
	if from, ok = w.sum(x.place); !ok {
		return 0, false
	}
	if x.space == SpaceBuffer {
		checked, ok := w.sum(x.checked)
		soffset, ok2 := w.sum(x.soffset)
		records, ok3 := w.eval(x.records)
		if !ok || !ok2 || !ok3 || x.stride || checked+soffset+x.size > int64(records) {
			return 0, false
		}
	}
	return from + x.memory.at, true
}

// report reports the pairs that meet.
func (r *raceCheck) report() {
	slices.SortFunc(r.spans, func(s, t touched) int {
		return cmp.Or(cmp.Compare(r.list[s.x].base, r.list[t.x].base), cmp.Compare(s.from, t.from), cmp.Compare(s.run, t.run), cmp.Compare(s.x, t.x))
	})
	left := racedSteps
	for i, s := range r.spans {
		x := r.list[s.x]
		for k := i + 1; k < len(r.spans) && r.list[r.spans[k].x].base == x.base && r.spans[k].from < s.from+x.size && left > 0; k++ {
			if left--; len(r.raced) == mostRaced {
				return
			}
			first, second := s, r.spans[k]
			if y := r.list[second.x]; !y.store || x.store && x.node > y.node {
				first, second = second, first
			}
			pair := [2]int32{r.g.copyOf(r.list[first.x].node), r.g.copyOf(r.list[second.x].node)}
			if !r.list[second.x].store || r.raced[pair] || !r.meet(first, second) {
				continue
			}
			if r.raced == nil {
				r.raced = map[[2]int32]bool{}
			}
			r.raced[pair] = true
			r.found(first, second)
		}
	}
}

// meet reports whether nothing orders two accesses: they are of different workgroups, or of two waves of one in the same
// turn of loops and with no barrier between in the code.
func (r *raceCheck) meet(first, second touched) bool {
	s, t := &r.runs[first.run], &r.runs[second.run]
	if s.group != t.group {
		return true
	}
	a, b := r.inOrder(r.list[first.x].node), r.inOrder(r.list[second.x].node)
	return s.wave != t.wave && s.last == t.last && !slices.ContainsFunc(r.barriers, func(at int64) bool { return at > min(a, b) && at < max(a, b) })
}

// inOrder is the position of an instruction in the code, or, where functions have copies, on the ways through it.
func (r *raceCheck) inOrder(node int32) int64 {
	if r.g.alike == nil {
		return int64(node)
	}
	return int64(r.g.blocks[r.g.nodes[node].block].order)<<32 | int64(node)
}

// found adds the finding.
func (r *raceCheck) found(first, second touched) {
	x, y := r.list[first.x], r.list[second.x]
	s, t := &r.runs[first.run], &r.runs[second.run]
	does := "accesses"
	if x.store {
		does = "writes"
	}
	other := r.place(x.node)
	other.Note = "the other access is here"
	r.add(Finding{Rule: ruleMemoryRace, Rank: RankCantTell, Place: r.place(y.node), Other: &other,
		Message: fmt.Sprintf("writes byte %d of %s in workgroup %s (work-item %s), which workgroup %s %s (work-item %s), and nothing orders the two",
			max(first.from, second.from), r.nameOf(y), coordinates(t.group), coordinates(t.item), coordinates(s.group), does, coordinates(s.item)),
		Advice: "let each workgroup write bytes of its own, or add to them with an atomic"})
}
