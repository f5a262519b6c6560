package mach

import "slices"

// thriftyNodes is how many of the instructions that could come next are looked at.
const thriftyNodes = 64

// thrifty finds an order of a region that keeps few registers live, whatever time it
// takes. It goes from the end to the beginning and takes, of the instructions whose
// results are wanted by nobody left, the one that adds fewest registers: what a
// load or a sum brings is live only from right before its first use.
type thrifty struct {
	g     *depGraph
	short [FileSCC]bool // the kinds of registers that count
	preds [][]int32     // of each node
	left  []int32       // successors of each node that are not in the order yet
	open  []int32       // nodes without such, those found last at the end
	live  []bool        // values that are read further down
}

// thriftyOrder returns that order and what it has live at most, if so many registers are live
// at the region's beginning. The order of the source has peak live, and most is allowed:
// vector registers count, and what else the source has too much of.
func (g *depGraph) thriftyOrder(live, peak, most pressure) ([]int32, pressure) {
	t := &thrifty{g: g, preds: make([][]int32, len(g.nodes)), left: make([]int32, len(g.nodes)), live: make([]bool, len(g.vals.list))}
	for n := range g.nodes {
		for e := g.nodes[n].out; e != 0; e = g.edges[e-1].next {
			to := g.edges[e-1].to
			t.preds[to] = append(t.preds[to], int32(n))
			t.left[n]++
		}
	}
	for i := range t.short {
		t.short[i] = i == int(FileV) || peak[i] > most[i]
	}
	for v := range g.vals.list {
		t.live[v] = g.vals.list[v].after
	}
	for n := len(g.nodes) - 1; n >= 0; n-- {
		if t.left[n] == 0 && !g.nodes[n].join {
			t.open = append(t.open, int32(n))
		}
	}
	slices.Reverse(t.open)
	for n := range g.nodes {
		if t.left[n] == 0 && g.nodes[n].join {
			t.release(int32(n))
		}
	}
	order := make([]int32, 0, len(g.list))
	for len(t.open) > 0 {
		n := t.choose()
		for _, v := range g.defsOf(n) {
			t.live[v] = false
		}
		for _, v := range g.usesOf(n) {
			t.live[v] = true
		}
		order = append(order, n)
		t.release(n)
	}
	slices.Reverse(order)
	return order, g.peakOf(order, live)
}

// release lets go what comes before a node.
func (t *thrifty) release(n int32) {
	for _, p := range t.preds[n] {
		if t.left[p]--; t.left[p] > 0 {
			continue
		}
		if t.g.nodes[p].join {
			t.release(p)
			continue
		}
		t.open = append(t.open, p)
	}
}

// choose takes the open node that adds fewest registers, of several the one found last: what a
// sum of sums is made of comes one part after the other, not all of the last sums first.
func (t *thrifty) choose() int32 {
	best, least := -1, 0
	for i := len(t.open) - 1; i >= max(len(t.open)-thriftyNodes, 0); i-- {
		adds := t.adds(t.open[i])
		more := adds[FileS]
		for file, n := range adds {
			if t.short[file] {
				more += n << 16 // scalar registers decide between those that are alike otherwise
			}
		}
		if best < 0 || more < least {
			best, least = i, more
		}
	}
	n := t.open[best]
	t.open = slices.Delete(t.open, best, best+1)
	return n
}

// adds is how many more registers are live before a node than after it.
func (t *thrifty) adds(n int32) (more pressure) {
	for _, v := range t.g.defsOf(n) {
		if val := &t.g.vals.list[v]; t.live[v] {
			more.add(val.file, val.only, -1)
		}
	}
	for _, v := range t.g.usesOf(n) {
		if val := &t.g.vals.list[v]; !t.live[v] {
			more.add(val.file, val.only, 1)
		}
	}
	return more
}

// peakOf is what an order has live at most, and for instructions that write what must not
// overlap what they read, both.
func (g *depGraph) peakOf(order []int32, live pressure) pressure {
	peak := live
	for i := range g.vals.list {
		g.vals.list[i].left = g.vals.list[i].uses
	}
	for _, n := range order {
		before := live
		now := g.pass(n, &live)
		peak.raise(now)
		if in := g.list[n]; in.earlyClobber() && !in.accumulates() {
			for _, v := range g.defsOf(n) {
				before.add(g.vals.list[v].file, g.vals.list[v].only, 1)
			}
			peak.raise(before)
		}
	}
	return peak
}

// accumulates reports whether the instruction adds to a register, which its result replaces.
func (in *Instr) accumulates() bool {
	c := in.accumulator()
	return c >= 0 && in.Args[c].Kind == OperandReg
}

// pass takes a node into account that is issued: live becomes what is live after it. It
// returns what is live at most while it is issued.
func (g *depGraph) pass(n int32, live *pressure) (peak pressure) {
	for _, v := range g.usesOf(n) {
		val := &g.vals.list[v]
		if val.left--; val.left == 0 && !val.after {
			live.add(val.file, val.only, -1)
		}
	}
	defs := g.defsOf(n)
	for _, v := range defs {
		val := &g.vals.list[v]
		live.add(val.file, val.only, 1)
	}
	peak = *live
	for _, v := range defs {
		if val := &g.vals.list[v]; val.left == 0 && !val.after {
			live.add(val.file, val.only, -1)
		}
	}
	return peak
}

// oldOrder is the node at a place of the order that a schedule falls back to.
func (g *depGraph) oldOrder(place int32) int32 {
	if g.old != nil {
		return g.old[place]
	}
	return place
}
