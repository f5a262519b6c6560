package mach

import (
	"cmp"
	"math"
	"slices"

	"heddle/isa"
)

// Memory operations of a region with matrix instructions are spaced evenly, where the time that
// they take leaves a choice. Time is counted by the matrix core here: in clocks for which it is
// busy. For each operation there is a first time by what it depends on, and a last one by its use;
// in between, operations of a kind are equally far apart.

// pace says when the memory operations of a region are due.
type pace struct {
	due     []int32 // by node: the time after which it is issued, -1 for what is not spaced
	late    []int32 // by node: when it must be issued
	from    []int32 // by node: when it can be issued
	hard    []int32 // by node: when it must be issued for its result to be there in time
	soft    []int32 // by node: when it must be issued for those of its kind behind it not to be late
	after   []int32 // by node: when its results are needed after the region, see nextUses
	used    []int32 // by node: when registers that it defines are
	ages    []int32 // by node: when what it waits for was issued before the region, see lastLoads
	group   bool    // reads that cannot be in time are issued at once, to be waited for together
	grouped bool    // there are some
	alone   bool    // no two operations between two matrix instructions
	end     int32   // of the region
	kinds   [paceKinds][]int32
}

// The kinds of operations that are spaced.
const (
	paceLoad = iota // of global memory, to registers or the LDS
	paceRead        // of LDS
	paceWrite
	paceKinds
)

// leastMatrix is how many matrix instructions a region has at least for a beat.
const leastMatrix = 8

// slower is the part of its time by which an evenly spaced schedule may be longer if it takes fewer
// registers: there may be room for another wave.
const slower = 64

// spread is a schedule like order with the memory operations evenly spaced; order itself if that is
// not possible, or takes longer. order has so many registers live before that. Where reads cannot be
// in time, one with these at once and one with a wait for each are compared.
func (s *scheduler) spread(order []int32, before, limit pressure, fits func(pressure) bool) []int32 {
	best, least := order, s.g.clocks(order)
	was := least
	for _, group := range [...]bool{false, true} {
		p := s.g.newPace(order)
		if p == nil {
			return order
		}
		p.group = group
		p.after, p.used = s.nextUses(s.around, s.end)
		p.ages = s.lastLoads(s.around, s.end-len(order), s.end, p.kinds[paceWrite])
		s.g.findPace(p, order)
		if group && !p.grouped {
			break
		}
		again, peak := s.g.listOrder(s.now.count, limit, p)
		is := s.g.clocks(again)
		if !fits(peak) || is > was && (peak[FileV] >= before[FileV] || is > was+was/slower) {
			continue
		}
		if !group || is < least {
			best, least = again, is
		}
	}
	return best
}

// newPace finds what there is to space, nil if it is too little.
func (g *depGraph) newPace(order []int32) *pace {
	p := &pace{}
	matrix := 0
	for _, n := range order {
		if g.nodes[n].unit == isa.PipeMatrix {
			matrix++
		} else if kind := g.paceKind(n); kind >= 0 {
			p.kinds[kind] = append(p.kinds[kind], n)
		}
	}
	ops := 0
	for _, list := range p.kinds {
		ops += len(list)
	}
	if matrix < leastMatrix || matrix == len(order) {
		return nil
	}
	p.alone = ops <= matrix
	for _, list := range [...]*[]int32{&p.due, &p.late, &p.from, &p.hard, &p.soft} {
		*list = make([]int32, len(g.nodes))
	}
	return p
}

// paceKind is the kind of an operation, -1 if it is not to be spaced.
func (g *depGraph) paceKind(n int32) int {
	in := g.list[n]
	if !touchesMemory(in) {
		return -1
	}
	load := in.Row.Traits&isa.MayLoad != 0
	switch {
	case in.Row.Traits&isa.MayStore != 0 && load: // atomics
		return -1
	case g.nodes[n].unit == isa.PipeLDS && load:
		return paceRead
	case g.nodes[n].unit == isa.PipeLDS:
		return paceWrite
	case g.nodes[n].unit == isa.PipeVMEM && (load || in.directToLDS()):
		return paceLoad
	}
	return -1
}

// findPace spaces the operations.
func (g *depGraph) findPace(p *pace, order []int32) {
	for n := range p.due {
		p.due[n] = -1
	}
	matrix := 0
	for _, n := range order {
		if g.nodes[n].unit == isa.PipeMatrix {
			p.due[n] = p.end // while times are found
			p.end += g.nodes[n].busy
			matrix++
		}
	}
	all := 0
	for kind := range p.kinds {
		g.firstTimes(p)
		g.lastTimes(p)
		list := p.kinds[kind]
		for _, n := range list {
			p.hard[n] = max(p.from[n], p.late[n]+g.ahead(n)-g.nodes[n].result)
		}
		if kind == paceLoad {
			list = slices.DeleteFunc(list, func(n int32) bool { return g.tooLate(p, n) })
			p.kinds[kind] = list
		}
		if kind == paceRead && p.group {
			list = p.groupLate(list)
			p.kinds[kind] = list
		}
		if len(list) == 0 {
			continue
		}
		all += len(list)
		step := p.end / int32(max(matrix, len(list)))
		if kind == paceWrite {
			g.sortWrites(p, list, step)
		} else {
			p.sortByUse(list)
		}
		if kind == paceRead {
			for i, n := range list {
				p.late[n] = min(p.late[n], max(p.late[list[i/sharedReads*sharedReads]], p.from[n]))
			}
		}
		p.space(list, step)
		p.shareWaits(list, [...]int{1, sharedReads, sharedWrites}[kind])
	}
	g.interleave(p, p.end/int32(max(matrix, all)))
	g.lastTimes(p)
	for n := range g.list {
		if g.nodes[n].unit == isa.PipeMatrix {
			p.late[n], p.due[n] = p.due[n], -1
		}
	}
}

// groupLate has reads that cannot be in time issued as soon as they can be, and returns the rest.
func (p *pace) groupLate(list []int32) []int32 {
	return slices.DeleteFunc(list, func(n int32) bool {
		if p.late[n] >= p.from[n] {
			return false
		}
		p.due[n], p.hard[n], p.grouped = p.from[n], p.from[n], true
		return true
	})
}

// sortByUse sorts operations by their last times, and by the uses of their registers where a fence
// comes before these: if no writes wait for some of them.
func (p *pace) sortByUse(list []int32) {
	used := func(n int32) int32 {
		if len(p.kinds[paceWrite]) > 0 {
			return 0
		}
		return p.used[n]
	}
	slices.SortFunc(list, func(x, y int32) int {
		return cmp.Or(cmp.Compare(p.late[x], p.late[y]), cmp.Compare(used(x), used(y)), cmp.Compare(x, y))
	})
}

// sortWrites sorts writes by when what they store is there, and has those that share a wait, wait
// for the last of it, as long as every second gap between matrix instructions is enough for the
// rest of them.
func (g *depGraph) sortWrites(p *pace, list []int32, step int32) {
	wanted := make([]int32, len(g.nodes))
	for _, n := range list {
		if wanted[n] = p.from[n]; p.ages[n] >= 0 {
			wanted[n] = max(p.from[n], int32(g.timing.VMEMAhead)-p.ages[n])
		}
	}
	slices.SortFunc(list, func(x, y int32) int {
		return cmp.Or(cmp.Compare(wanted[x], wanted[y]), cmp.Compare(p.late[x], p.late[y]), cmp.Compare(x, y))
	})
	for i, n := range list {
		first := i / sharedWrites * sharedWrites
		last := min(first+sharedWrites, len(list)) - 1
		t := min(wanted[list[last]], p.late[list[first]]-2*step*int32(len(list)-first))
		p.from[n] = max(p.from[n], t)
	}
}

// tooLate reports whether a load cannot be there in time, wherever it is: then it is the sooner the
// better.
func (g *depGraph) tooLate(p *pace, n int32) bool {
	return p.late[n]+g.ahead(n)-g.nodes[n].result < p.from[n]
}

// How many operations share a wait. The registers of reads that share one are in use for longer,
// and the loads that writes wait for have less time.
const (
	sharedReads  = 8
	sharedWrites = 4
)

// space finds when the operations of a kind are due, at least step apart: as evenly as possible
// between the times at which they can and must be issued.
func (p *pace) space(list []int32, step int32) {
	last := make([]int32, len(list))
	t := p.end
	for i := len(list) - 1; i >= 0; i-- {
		t = min(t-step, p.late[list[i]])
		last[i], p.soft[list[i]] = t, t
	}
	even := evenly(p.from[list[0]], last, step)
	t = math.MinInt32 / 2
	for i, n := range list {
		t = max(min(t+step, p.hard[n]), p.from[n])
		p.due[n] = min(max(t, min(even[i], last[i])), p.hard[n])
	}
}

// evenly spaces events over the time from begin on, none of them after its last time: rates change
// only where a last time requires it, and fall (the convex hull of the last times).
func evenly(begin int32, last []int32, step int32) []int32 {
	type point struct{ n, t int32 } // n events before t
	hull := []point{{0, begin}}
	for i, t := range last {
		p := point{int32(i + 1), max(t+step, begin)}
		for len(hull) > 1 {
			a, b := hull[len(hull)-2], hull[len(hull)-1]
			if int64(b.t-a.t)*int64(p.n-a.n) < int64(p.t-a.t)*int64(b.n-a.n) {
				break
			}
			hull = hull[:len(hull)-1]
		}
		hull = append(hull, p)
	}
	times := make([]int32, 0, len(last))
	for i := 1; i < len(hull); i++ {
		a, b := hull[i-1], hull[i]
		for k := range b.n - a.n {
			times = append(times, a.t+int32(int64(b.t-a.t)*int64(2*k+1)/int64(2*(b.n-a.n))))
		}
	}
	return times
}

// shareWaits lets operations change places so that the first of several that waits, or is waited
// for, is the one that a wait has to cover last. Reads do if they are in time anyway, or are used
// soon after each other.
func (p *pace) shareWaits(list []int32, most int) {
	for len(list) > 0 {
		n := 1
		begin, first, latest := p.due[list[0]], p.late[list[0]], p.hard[list[0]]
		for ; n < min(len(list), most); n++ {
			x := list[n]
			if p.fenced(list[0]) && p.fenced(x) || p.from[x] > begin || p.due[x] > latest || p.due[x] > first && p.late[x] > first+readGroup {
				break
			}
		}
		for i, k := 0, n-1; i < k; i, k = i+1, k-1 {
			x, y := list[i], list[k]
			p.due[x], p.due[y] = p.due[y], p.due[x]
			p.soft[x], p.soft[y] = p.soft[y], p.soft[x]
			list[i], list[k] = y, x
		}
		list = list[n:]
	}
}

// fenced reports whether a fence waits for the operation not after its registers are used.
func (p *pace) fenced(n int32) bool {
	return len(p.kinds[paceWrite]) == 0 && p.after[n] >= 0 && p.after[n] <= p.used[n]
}

// interleave puts the operations of all kinds at least step apart. Loads to the LDS that are due let
// others pass while they have time; all else can depend on each other and keeps its order.
func (g *depGraph) interleave(p *pace, step int32) {
	all := slices.Concat(p.kinds[:]...)
	sortBy := func(key []int32) {
		slices.SortStableFunc(all, func(x, y int32) int {
			return cmp.Or(cmp.Compare(key[x], key[y]), cmp.Compare(p.late[x], p.late[y]))
		})
	}
	key := slices.Clone(p.due)
	for _, n := range p.kinds[paceLoad] {
		if g.list[n].directToLDS() {
			key[n] = p.soft[n]
		}
	}
	sortBy(key)
	for rank, n := range all {
		key[n] = int32(rank)
	}
	sortBy(p.due)
	var open nodeHeap
	t := -step
	for left := int32(len(all)); left > 0; left-- {
		next := t + step
		if len(open) == 0 {
			next = max(next, p.due[all[0]])
		}
		for len(all) > 0 && p.due[all[0]] <= next {
			open.push(key[all[0]], all[0])
			all = all[1:]
		}
		n := open.pop()
		t = max(t, min(max(t+step, p.due[n]), p.hard[n]))
		p.due[n] = max(0, min(t, p.end-step*left))
	}
}

// firstTimes finds the time at which each node can be issued.
func (g *depGraph) firstTimes(p *pace) {
	clear(p.from)
	visit := func(n int32) {
		if t := p.due[n]; t >= 0 {
			p.from[n] = t
		}
		for e := g.nodes[n].out; e != 0; e = g.edges[e-1].next {
			x := &g.edges[e-1]
			p.from[x.to] = max(p.from[x.to], p.from[n]+x.clocks)
		}
	}
	join := len(g.list)
	for n := range g.list {
		for ; join < len(g.nodes) && int(g.nodes[join].defs) == n; join++ {
			visit(int32(join))
		}
		visit(int32(n))
	}
}

// lastTimes finds the time at which each node must be issued.
func (g *depGraph) lastTimes(p *pace) {
	visit := func(n int32) {
		x := &g.nodes[n]
		if p.due[n] >= 0 {
			p.late[n] = p.due[n]
			return
		}
		t, ahead := p.end-x.issue, int32(0)
		if !x.join {
			ahead = g.ahead(n)
			if d := p.after[n]; d >= 0 {
				if g.vanishes(n) { // has no time of its own
					t = p.end + d
				}
				t = min(t, p.end+d-ahead)
			}
		}
		for e := x.out; e != 0; e = g.edges[e-1].next {
			to := &g.edges[e-1]
			clocks := to.clocks
			if clocks >= x.result {
				clocks = ahead
			}
			t = min(t, p.late[to.to]-clocks)
		}
		p.late[n] = t
	}
	join := len(g.nodes) - 1
	for n := len(g.list) - 1; n >= 0; n-- {
		visit(int32(n))
		for ; join >= len(g.list) && int(g.nodes[join].defs) == n; join-- {
			visit(int32(join))
		}
	}
}

// ahead is how long before its use the result of a node should be under way.
func (g *depGraph) ahead(n int32) int32 {
	t, in := &g.timing, g.list[n]
	switch {
	case g.vanishes(n):
		return 0
	case in.Row != nil && in.directToLDS():
		return int32(t.VMEMAhead)
	case !g.isLoad(n) || !touchesMemory(in):
		return g.nodes[n].result
	case g.nodes[n].unit == isa.PipeVMEM:
		return int32(t.VMEMAhead)
	case g.nodes[n].unit == isa.PipeLDS:
		return int32(t.LDSAhead)
	}
	return g.nodes[n].result
}
