package opt

import (
	"heddle/ir"
)

// blockGraph is the blocks of a region that can be reached, in reverse postorder: each follows
// those that dominate it.
type blockGraph struct {
	nodes []node
	of    map[*ir.Block]int
	loops []*natural // inner ones before those around them
}

// node is one block.
type node struct {
	block   *ir.Block
	preds   []int
	forward int // edges from blocks that precede it
	idom    int
	loop    *natural // the innermost that it is in, nil if none
	heads   *natural // the loop that it begins
}

// natural is a loop with a single entry: its head.
type natural struct {
	head   int
	parent *natural
	depth  int // 1 for an outermost loop
	exits  int // edges out of it
}

// graphOf orders the blocks of a region. It returns nil if a loop has several entries.
func graphOf(r *ir.Region) *blockGraph {
	g := &blockGraph{of: map[*ir.Block]int{}}
	for _, b := range ir.ReversePostorder(r) {
		g.of[b] = len(g.nodes)
		g.nodes = append(g.nodes, node{block: b, idom: -1})
	}
	for i := range g.nodes {
		for _, s := range g.nodes[i].block.Successors() {
			n := &g.nodes[g.of[s]]
			n.preds = append(n.preds, i)
			if g.of[s] > i {
				n.forward++
			}
		}
	}
	g.findDominators()
	for i := range g.nodes {
		for _, p := range g.nodes[i].preds {
			if p >= i && !g.dominates(i, p) {
				return nil
			}
		}
	}
	g.findLoops()
	return g
}

// findDominators is the iteration of Cooper, Harvey and Kennedy, "A Simple, Fast
// Dominance Algorithm".
func (g *blockGraph) findDominators() {
	g.nodes[0].idom = 0
	for changed := true; changed; {
		changed = false
		for i := 1; i < len(g.nodes); i++ {
			dom := -1
			for _, p := range g.nodes[i].preds {
				switch {
				case g.nodes[p].idom < 0:
				case dom < 0:
					dom = p
				default:
					dom = g.common(dom, p)
				}
			}
			if g.nodes[i].idom != dom {
				g.nodes[i].idom, changed = dom, true
			}
		}
	}
}

// common returns the nearest block that dominates two.
func (g *blockGraph) common(a, b int) int {
	for a != b {
		for a > b {
			a = g.nodes[a].idom
		}
		for b > a {
			b = g.nodes[b].idom
		}
	}
	return a
}

func (g *blockGraph) dominates(a, b int) bool {
	for b > a {
		b = g.nodes[b].idom
	}
	return a == b
}

// findLoops collects what each back edge closes, from the last head to the first:
// inner loops before those around them.
func (g *blockGraph) findLoops() {
	for h := len(g.nodes) - 1; h >= 0; h-- {
		var work []int
		for _, p := range g.nodes[h].preds {
			if p >= h {
				work = append(work, p)
			}
		}
		if len(work) == 0 {
			continue
		}
		l := &natural{head: h}
		g.loops = append(g.loops, l)
		g.nodes[h].heads = l
		for len(work) > 0 {
			n := &g.nodes[work[len(work)-1]]
			work = work[:len(work)-1]
			switch in := outermost(n.loop); {
			case in == l:
			case in != nil:
				in.parent = l
				work = append(work, g.nodes[in.head].preds...)
			default:
				n.loop = l
				if n != &g.nodes[h] {
					work = append(work, n.preds...)
				}
			}
		}
		if g.nodes[h].loop == nil {
			g.nodes[h].loop = l
		}
	}
	for i := len(g.loops) - 1; i >= 0; i-- {
		l := g.loops[i]
		l.depth = 1
		if l.parent != nil {
			l.depth = l.parent.depth + 1
		}
	}
	for i := range g.nodes {
		for _, s := range g.nodes[i].block.Successors() {
			for l := g.nodes[i].loop; l != nil && !l.contains(g.nodes[g.of[s]].loop); l = l.parent {
				l.exits++
			}
		}
	}
}

func outermost(l *natural) *natural {
	for l != nil && l.parent != nil {
		l = l.parent
	}
	return l
}

// contains reports whether in is the loop or one inside; a nil loop is all blocks.
func (l *natural) contains(in *natural) bool {
	if l == nil {
		return true
	}
	for in != nil && in.depth > l.depth {
		in = in.parent
	}
	return in == l
}

func (l *natural) nesting() int {
	if l == nil {
		return 0
	}
	return l.depth
}
