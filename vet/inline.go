package vet

import (
	"cmp"
	"iter"
	"slices"
)

// Code in which each call has its own copy of the function that it calls: a return leads to where its call goes on,
// and what is under way in a function, and what registers hold, is that of one caller.

// mostInlined limits the size of such code, in instructions.
const mostInlined = 1 << 16

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
	first    map[int32]int32  // by node: its first copy
	todo     []copied
}

// inlined returns the graph with a copy of each function for each call, nil if functions call themselves or there are
// too many. Without calls of known functions it is the graph itself.
func (g *graph) inlined(function bool) *graph {
	if !g.calls() {
		return g
	}
	to := *g
	to.nodes, to.blocks, to.entries, to.order, to.functions, to.returns = nil, nil, nil, nil, nil, nil
	to.alike, to.back = []int32{}, map[int32]uint64{}
	c := &inliner{from: g, to: &to, function: function, calls: []call{{back: -1, entry: -1}}, number: map[copied]int32{}, called: map[copied]int32{}, first: map[int32]int32{}}
	for _, e := range g.entries {
		to.entries = append(to.entries, c.block(copied{0, e}))
	}
	for i := 0; i < len(c.todo); i++ {
		if !c.copy(c.todo[i]) || len(to.nodes) > mostInlined {
			return nil
		}
	}
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

// block returns the copy of a block, which is made later.
func (c *inliner) block(b copied) int32 {
	id, ok := c.number[b]
	if !ok {
		id = int32(len(c.to.blocks))
		c.number[b] = id
		c.to.blocks = append(c.to.blocks, block{order: -1})
		c.todo = append(c.todo, b)
	}
	return id
}

// copy copies the instructions of a block and finds where its copy leads.
func (c *inliner) copy(b copied) (ok bool) {
	g, id := c.from, c.number[b]
	old := g.blocks[b.block]
	if old.first == old.last {
		return false
	}
	first := int32(len(c.to.nodes))
	for i := old.first; i < old.last; i++ {
		c.to.nodes = append(c.to.nodes, g.nodes[i])
		c.to.nodes[len(c.to.nodes)-1].block = id
		if _, ok := c.first[i]; !ok {
			c.first[i] = int32(len(c.to.nodes)) - 1
		}
		c.to.alike = append(c.to.alike, c.first[i])
	}
	last := int32(len(c.to.nodes)) - 1
	var succs []int32
	switch n := &g.nodes[old.last-1]; {
	case n.calls() && !old.blind:
		entry, ok := c.enter(b, &old)
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
		c.to.back[last] = g.nodes[g.blocks[of.back].first].addr
		succs = []int32{c.block(copied{of.context, of.back})}
	default:
		for _, s := range old.succs {
			succs = append(succs, c.block(copied{b.context, s}))
		}
	}
	x := &c.to.blocks[id]
	x.first, x.last, x.succs, x.blind = first, last+1, succs, old.blind
	if _, is := slices.BinarySearch(g.functions, b.block); is {
		c.to.functions = append(c.to.functions, id)
	}
	if _, is := slices.BinarySearch(g.returns, b.block); is {
		c.to.returns = append(c.to.returns, id)
	}
	return true
}

// enter returns the beginning of the copy of the function that a block calls.
func (c *inliner) enter(b copied, old *block) (id int32, ok bool) {
	if len(old.succs) != 1 {
		return 0, false
	}
	entry := old.succs[0]
	context, known := c.called[b]
	if !known {
		for of := b.context; of != 0; of = c.calls[of].context {
			if c.calls[of].entry == entry {
				return 0, false // it calls itself
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
