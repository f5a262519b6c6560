package vet

import (
	"cmp"
	"iter"
	"slices"
)

// Code in which each call has its own copy of the function that it calls: a return leads to where its call goes on,
// and what is under way in a function, and what registers hold, is that of one caller.

// mostInlined limits how many instructions of such code are further copies, mostCallDepth how deep calls are nested.
const (
	mostInlined   = 1 << 16
	mostCallDepth = 1 << 8
)

// copied is a block of a graph as it is executed for a call: contexts are numbers of calls, 0 is outside of all.
type copied struct{ context, block int32 }

// call is one that is copied.
type call struct {
	context int32 // of the code that calls
	entry   int32 // block of the function
	back    int32 // where it goes on, -1 if not at all
}

// inliner copies a graph.
type inliner struct {
	from, to *graph
	function bool // the code is one, which returns to a caller that is not known
	calls    []call
	number   map[copied]int32 // of the new block
	called   map[copied]int32 // by the block that calls: the context of what it calls
	first    []int32          // by block: its first copy, -1 if there is none
	size     int32            // instructions of the new blocks
	further  int32            // those of blocks that have a copy already
	todo     []copied         // by number of the new block
}

// inlined returns the graph with a copy of each function for each call, nil if functions call themselves or there
// are too many. Without calls of known functions it is the graph itself.
func (g *graph) inlined(function bool) *graph {
	if !g.calls() {
		return g
	}
	to := *g
	to.nodes, to.blocks, to.entries, to.order, to.functions, to.returns = nil, nil, nil, nil, nil, nil
	to.back = map[int32]uint64{}
	c := &inliner{from: g, to: &to, function: function, calls: []call{{back: -1, entry: -1}}, number: map[copied]int32{}, called: map[copied]int32{}, first: slices.Repeat([]int32{-1}, len(g.blocks))}
	for _, e := range g.entries {
		to.entries = append(to.entries, c.block(copied{0, e}))
	}
	for i := 0; i < len(c.todo); i++ {
		if !c.lead(int32(i)) || c.further > mostInlined {
			return nil
		}
	}
	c.copy()
	for id := range to.blocks {
		for _, s := range to.blocks[id].succs {
			to.blocks[s].preds = append(to.blocks[s].preds, int32(id))
		}
	}
	to.sortBlocks()
	to.markIndexed()
	return &to
}

// calls reports whether an instruction calls a function.
func (n *node) calls() bool { return n.flow == flowCall || n.flow == flowSwapPC }

// calls reports whether there are calls of functions which have no copy for each.
func (g *graph) calls() bool {
	for i := range g.nodes {
		if g.nodes[i].calls() {
			return g.alike == nil
		}
	}
	return false
}

// block returns the copy of a block, which is looked at later.
func (c *inliner) block(b copied) int32 {
	id, ok := c.number[b]
	if !ok {
		id = int32(len(c.to.blocks))
		c.number[b] = id
		old := &c.from.blocks[b.block]
		c.to.blocks = append(c.to.blocks, block{first: c.size, last: c.size + old.last - old.first, blind: old.blind, order: -1})
		c.todo = append(c.todo, b)
		c.size += old.last - old.first
		if c.first[b.block] >= 0 {
			c.further += old.last - old.first
		} else {
			c.first[b.block] = id
		}
	}
	return id
}

// lead finds where the copy of a block leads.
func (c *inliner) lead(id int32) (ok bool) {
	g, b := c.from, c.todo[id]
	old := &g.blocks[b.block]
	if old.first == old.last {
		return false
	}
	var succs []int32
	switch n := &g.nodes[old.last-1]; {
	case n.calls() && !old.blind:
		entry, ok := c.enter(b, old)
		if !ok {
			return false
		}
		succs = []int32{entry}
	case n.flow == flowSetPC && len(old.succs) > 0 && g.blocks[old.succs[0]].first == g.blocks[old.succs[0]].last: // a return
		of := c.calls[b.context]
		if of.back < 0 {
			if b.context != 0 || !c.function {
				return false
			}
			break
		}
		c.to.back[c.to.blocks[id].last-1] = g.nodes[g.blocks[of.back].first].addr
		succs = []int32{c.block(copied{of.context, of.back})}
	default:
		for _, s := range old.succs {
			succs = append(succs, c.block(copied{b.context, s}))
		}
	}
	c.to.blocks[id].succs = succs
	return true
}

// copy copies the instructions.
func (c *inliner) copy() {
	g, to := c.from, c.to
	to.nodes, to.alike = make([]node, 0, c.size), make([]int32, 0, c.size)
	for id, b := range c.todo {
		old, first := &g.blocks[b.block], to.blocks[c.first[b.block]].first
		for i := old.first; i < old.last; i++ {
			to.nodes = append(to.nodes, g.nodes[i])
			to.nodes[len(to.nodes)-1].block = int32(id)
			to.alike = append(to.alike, first+i-old.first)
		}
		if _, is := slices.BinarySearch(g.functions, b.block); is {
			to.functions = append(to.functions, int32(id))
		}
		if _, is := slices.BinarySearch(g.returns, b.block); is {
			to.returns = append(to.returns, int32(id))
		}
	}
}

// enter returns the beginning of the copy of the function that a block calls.
func (c *inliner) enter(b copied, old *block) (id int32, ok bool) {
	if len(old.succs) != 1 {
		return 0, false
	}
	entry := old.succs[0]
	context, known := c.called[b]
	if !known {
		depth := 0
		for of := b.context; of != 0; of = c.calls[of].context {
			if depth++; depth == mostCallDepth || c.calls[of].entry == entry {
				return 0, false // it calls itself, or may as well
			}
		}
		g := c.from
		next := g.nodes[old.last-1].next()
		back := b.block + 1 // blocks are in the order of their addresses
		if int(back) >= len(g.blocks) || g.blocks[back].first == g.blocks[back].last || g.nodes[g.blocks[back].first].addr != next {
			return 0, false
		}
		context = int32(len(c.calls))
		c.calls = append(c.calls, call{b.context, entry, back})
		c.called[b] = context
	}
	return c.block(copied{context, entry}), true
}

// copyOf is the first copy of an instruction.
func (g *graph) copyOf(n int32) int32 {
	if g.alike == nil {
		return n
	}
	return g.alike[n]
}

// together yields the blocks of a list, and as one those that are copies of the same block.
func (g *graph) together(blocks []int32) iter.Seq[[]int32] {
	of := func(block int32) int32 { return g.copyOf(g.blocks[block].first) }
	if g.alike != nil {
		blocks = slices.Clone(blocks)
		slices.SortStableFunc(blocks, func(a, b int32) int { return cmp.Compare(of(a), of(b)) })
	}
	return func(yield func([]int32) bool) {
		for i := 0; i < len(blocks); {
			end := i + 1
			for g.alike != nil && end < len(blocks) && of(blocks[end]) == of(blocks[i]) {
				end++
			}
			if !yield(blocks[i:end]) {
				return
			}
			i = end
		}
	}
}

// goesTo is the address that an instruction goes to which takes it from a pair of registers.
func (v *values) goesTo(node int32) valueID {
	r := v.g.nodes[node].inst.Args[0].Reg()
	return v.pair(v.scalar(r, node), v.scalar(r+1, node))
}
