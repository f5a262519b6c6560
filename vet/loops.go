package vet

import (
	"cmp"
	"slices"
)

// loopDepths returns how many loops each block is in. A loop is what leads from a block to a block before
// it in the reverse postorder, which heads it; loops with one head are one. Of code with very many nested
// loops the innermost ones count.
func (g *graph) loopDepths() []int32 {
	type edge struct{ from, head int32 }
	var back []edge
	for _, id := range g.order {
		for _, s := range g.blocks[id].succs {
			if g.blocks[s].order <= g.blocks[id].order {
				back = append(back, edge{id, s})
			}
		}
	}
	slices.SortStableFunc(back, func(a, b edge) int {
		return cmp.Or(-cmp.Compare(g.blocks[a.head].order, g.blocks[b.head].order), cmp.Compare(a.from, b.from))
	})
	depth := make([]int32, len(g.blocks))
	in := make([]int32, len(g.blocks)) // the number of the last loop that the block is in
	budget := stepsFor(len(g.nodes))
	var todo []int32
	for i := 0; i < len(back) && budget > 0; {
		head, number := back[i].head, int32(i+1)
		add := func(id int32) {
			if in[id] != number && g.blocks[id].order >= g.blocks[head].order {
				in[id] = number
				depth[id]++
				todo = append(todo, id)
			}
		}
		add(head)
		todo = todo[:0]
		for ; i < len(back) && back[i].head == head; i++ {
			add(back[i].from)
		}
		for len(todo) > 0 {
			id := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			budget -= 1 + len(g.blocks[id].preds)
			for _, p := range g.blocks[id].preds {
				add(p)
			}
		}
	}
	return depth
}

// depthOf returns how many loops an instruction is in.
func (c *checker) depthOf(n int32) int {
	if c.depths == nil {
		c.depths = c.g.loopDepths()
	}
	return int(c.depths[c.g.nodes[n].block])
}
