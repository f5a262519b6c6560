package mach

import (
	"cmp"
	"math"
	"slices"

	"heddle/isa"
)

// readsByUse gives the LDS reads of a schedule with matrix instructions, which
// takes them in the order of the source wherever that costs nothing by itself,
// the order in which their data are used: DS instructions end in order, so that
// what is used first must be read first for its wait to be a short one. The
// reads change places with each other only. It returns them in their new order.
func (g *depGraph) readsByUse(order []int32) []int32 {
	clock, any := g.matrixClock(order)
	if !any {
		return nil
	}
	reads := g.movableReads(order)
	if len(reads) < 2 {
		return nil
	}
	at := make([]int32, len(g.nodes))
	for p, n := range order {
		at[n] = int32(p)
	}
	slots := make([]int32, len(reads))
	for i, n := range reads {
		slots[i] = at[n]
	}
	from, to := g.window(order, at)
	slices.SortStableFunc(reads, func(x, y int32) int { return cmp.Compare(from[x], from[y]) })
	grouped := func(n int32) int32 {
		p := min(int(to[n]), len(clock)-1)
		return clock[p]/readGroup<<16 | (1<<16 - 1 - min(to[n], 1<<16-1))
	}
	placed := placeReads(reads, slots, from, grouped)
	for i, p := range slots {
		if to[placed[i]] <= p { // the last first is too late for one
			placed = placeReads(reads, slots, from, func(n int32) int32 { return to[n] })
			break
		}
	}
	for i, p := range slots {
		order[p] = placed[i]
	}
	return placed
}

// preferInOrder makes reads more urgent than those after them.
func (g *depGraph) preferInOrder(reads []int32) {
	for i := len(reads) - 2; i >= 0; i-- {
		x := &g.nodes[reads[i]]
		x.height = max(x.height, g.nodes[reads[i+1]].height+1)
	}
}

// readGroup is the clocks of matrix instructions whose reads are waited for
// together: the last that is used is read first, so that one wait is enough.
const readGroup = 64

// matrixClock is, for each place of a schedule, the clocks for which the matrix
// core is busy with the instructions before it; and whether it is at all.
func (g *depGraph) matrixClock(order []int32) (clock []int32, any bool) {
	clock = make([]int32, len(order)+1)
	for p, n := range order {
		clock[p+1] = clock[p]
		if g.nodes[n].unit == isa.PipeMatrix {
			clock[p+1], any = clock[p]+g.nodes[n].busy, true
		}
	}
	return clock, any
}

// placeReads finds a read for each place, of those that can be there (they are
// sorted by where they can be first) the one with the smallest key.
func placeReads(reads, slots, from []int32, key func(n int32) int32) []int32 {
	var open nodeHeap
	placed := make([]int32, 0, len(slots))
	for _, p := range slots {
		for len(reads) > 0 && from[reads[0]] <= p {
			open.push(key(reads[0]), reads[0])
			reads = reads[1:]
		}
		placed = append(placed, open.pop())
	}
	return placed
}

// movableReads are the reads of a schedule but for those that depend on each
// other.
func (g *depGraph) movableReads(order []int32) (list []int32) {
	fixed := make([]bool, len(g.nodes))
	for n := range g.nodes {
		for e := g.nodes[n].out; e != 0; e = g.edges[e-1].next {
			if to := g.edges[e-1].to; g.isRead(int32(n)) && g.isRead(to) {
				fixed[n], fixed[to] = true, true
			}
		}
	}
	for _, n := range order {
		if g.isRead(n) && !fixed[n] {
			list = append(list, n)
		}
	}
	return list
}

// isRead reports whether a node reads the LDS.
func (g *depGraph) isRead(n int32) bool {
	return !g.nodes[n].join && g.nodes[n].unit == isa.PipeLDS && g.isLoad(n)
}

// window is the range of places in a schedule where a node can be.
func (g *depGraph) window(order, at []int32) (from, to []int32) {
	from, to = make([]int32, len(g.nodes)), make([]int32, len(g.nodes))
	for n := range to {
		to[n] = math.MaxInt32
	}
	after := func(n, p int32) {
		for e := g.nodes[n].out; e != 0; e = g.edges[e-1].next {
			x := g.edges[e-1].to
			from[x] = max(from[x], p)
		}
	}
	before := func(n int32) {
		for e := g.nodes[n].out; e != 0; e = g.edges[e-1].next {
			p := g.edges[e-1].to
			if g.nodes[p].join {
				p = to[p]
			} else {
				p = at[p]
			}
			to[n] = min(to[n], p)
		}
	}
	// Joins come after the nodes, in the order in which they lead into each
	// other.
	for _, n := range order {
		after(n, at[n]+1)
	}
	for n := len(order); n < len(g.nodes); n++ {
		after(int32(n), from[n])
	}
	for n := len(g.nodes) - 1; n >= 0; n-- {
		before(int32(n))
	}
	return from, to
}
