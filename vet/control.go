package vet

import (
	"slices"

	"heddle/isa"
)

// Which branches decide whether a block is executed: those of which one way leads to it for certain and
// the other past it.

// control is that for all blocks.
type control struct {
	g      *graph
	after  []int32   // by block: the next block that all ways from it lead through, -1 if there is none
	direct [][]int32 // by block: those whose branch decides
	loops  map[int32]*loopBody
}

// loopBody is the blocks of a loop.
type loopBody struct{ in []uint64 }

func (l *loopBody) has(b int32) bool { return l.in[b/64]>>(b%64)&1 != 0 }
func (l *loopBody) add(b int32)      { l.in[b/64] |= 1 << (b % 64) }

// mostDecisions limits the total length of control.direct, for each block.
const mostDecisions = 64

// newControl returns nil if the code is too intricate.
func newControl(g *graph) *control {
	c := &control{g: g, after: postdominators(g), direct: make([][]int32, len(g.blocks)), loops: map[int32]*loopBody{}}
	left := mostDecisions * (len(g.blocks) + mostDecisions)
	for _, id := range g.order {
		if len(g.blocks[id].succs) < 2 {
			continue
		}
		for _, s := range g.blocks[id].succs {
			for b := s; b >= 0 && b != c.after[id]; b = c.after[b] {
				if !slices.Contains(c.direct[b], id) {
					c.direct[b] = append(c.direct[b], id)
				}
				if left--; left < 0 {
					return nil
				}
			}
		}
	}
	return c.findLoops(left)
}

// findLoops finds the blocks of each loop, by the block that it begins at.
func (c *control) findLoops(left int) *control {
	g := c.g
	var todo []int32
	for _, id := range g.order {
		for _, head := range g.blocks[id].succs {
			if g.blocks[head].order > g.blocks[id].order {
				continue
			}
			l := c.loops[head]
			if l == nil {
				l = &loopBody{make([]uint64, len(g.blocks)/64+1)}
				l.add(head)
				c.loops[head] = l
			}
			if left -= len(l.in); left < 0 {
				return nil
			}
			for todo = append(todo[:0], id); len(todo) > 0; {
				b := todo[len(todo)-1]
				todo = todo[:len(todo)-1]
				if l.has(b) || g.blocks[b].order < g.blocks[head].order {
					continue
				}
				l.add(b)
				if left--; left < 0 {
					return nil
				}
				todo = append(todo, g.blocks[b].preds...)
			}
		}
	}
	return c
}

// deciding returns all blocks whose branches decide whether a block is executed, those that decide about
// them included.
func (c *control) deciding(block int32) []int32 {
	seen := map[int32]bool{}
	list := slices.Clone(c.direct[block])
	for i := 0; i < len(list); i++ {
		if seen[list[i]] {
			continue
		}
		seen[list[i]] = true
		list = append(list, c.direct[list[i]]...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// postdominators returns, for each block, the next one that all ways to the end lead through (Cooper,
// Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", backward). Blocks from which nothing leads to
// an end have -1, as those whose ways meet only at the end.
func postdominators(g *graph) []int32 {
	n := int32(len(g.blocks))
	end := n // behind all ends
	preds := func(b int32) []int32 { return g.blocks[b].preds }
	place := make([]int32, n+1) // in postorder of the reversed graph
	for i := range place {
		place[i] = -1
	}
	var order []int32
	type step struct {
		block int32
		next  int
	}
	visit := func(from int32) {
		place[from] = 0
		stack := []step{{from, 0}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if p := preds(top.block); top.next < len(p) {
				to := p[top.next]
				top.next++
				if place[to] < 0 {
					place[to] = 0
					stack = append(stack, step{to, 0})
				}
				continue
			}
			place[top.block] = int32(len(order))
			order = append(order, top.block)
			stack = stack[:len(stack)-1]
		}
	}
	for b := range n {
		if len(g.blocks[b].succs) == 0 && g.blocks[b].order >= 0 && place[b] < 0 {
			visit(b)
		}
	}
	place[end] = int32(len(order))
	dom := make([]int32, n+1)
	for i := range dom {
		dom[i] = -1
	}
	dom[end] = end
	meet := func(a, b int32) int32 {
		for a != b {
			for place[a] < place[b] {
				a = dom[a]
			}
			for place[b] < place[a] {
				b = dom[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for i := len(order) - 1; i >= 0; i-- {
			b := order[i]
			d := int32(-1)
			if len(g.blocks[b].succs) == 0 {
				d = end
			}
			for _, s := range g.blocks[b].succs {
				if place[s] < 0 || dom[s] < 0 {
					continue
				}
				if d < 0 {
					d = s
				} else {
					d = meet(d, s)
				}
			}
			if d != dom[b] {
				dom[b], changed = d, true
			}
		}
	}
	for b := range dom {
		if dom[b] == end {
			dom[b] = -1
		}
	}
	return dom[:n]
}

// branchKind is what a branch depends on.
type branchKind uint8

const (
	branchNone branchKind = iota
	branchSCC
	branchVCC
	branchExec
	branchOther
)

// branchOf returns what the branch at the end of a block depends on.
func (g *graph) branchOf(block int32) branchKind {
	x := &g.blocks[block]
	if x.first == x.last || len(x.succs) < 2 {
		return branchNone
	}
	switch g.nodes[x.last-1].inst.Row.Op {
	case isa.S_CBRANCH_SCC0, isa.S_CBRANCH_SCC1:
		return branchSCC
	case isa.S_CBRANCH_VCCZ, isa.S_CBRANCH_VCCNZ:
		return branchVCC
	case isa.S_CBRANCH_EXECZ, isa.S_CBRANCH_EXECNZ:
		return branchExec
	}
	return branchOther
}
