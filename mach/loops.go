package mach

import "slices"

// loop is a natural loop: the blocks from which its header is reached again
// without leaving it. Loops with one header are one loop.
type loop struct {
	header *Block
	blocks []*Block // the header first
	parent *loop
	depth  int // 1 for an outermost one
}

// loopForest has the loops of a kernel, outer ones before inner ones.
type loopForest struct {
	loops []*loop
	of    []*loop // by Block.ID: the innermost loop around it
}

// contains reports whether a block is in l.
func (t *loopForest) contains(l *loop, b *Block) bool {
	for x := t.of[b.ID]; x != nil; x = x.parent {
		if x == l {
			return true
		}
	}
	return false
}

// reversePostorder returns the blocks that are reached, each before those
// that it leads to but for back edges.
func (f *Func) reversePostorder() []*Block {
	type frame struct {
		b    *Block
		next int
	}
	seen := make([]bool, f.blocks)
	var order []*Block
	stack := []frame{{f.Blocks[0], 0}}
	seen[f.Blocks[0].ID] = true
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		succs := top.b.Term.Succs()
		if top.next == len(succs) {
			order = append(order, top.b)
			stack = stack[:len(stack)-1]
			continue
		}
		s := succs[top.next]
		top.next++
		if !seen[s.ID] {
			seen[s.ID] = true
			stack = append(stack, frame{s, 0})
		}
	}
	slices.Reverse(order)
	return order
}

// findLoops finds the natural loops; Preds must be right. A cycle that is
// entered in two places is not a loop.
func (f *Func) findLoops() *loopForest {
	order := f.reversePostorder()
	number := make([]int, f.blocks) // in order, from 1; 0 is not reached
	for i, b := range order {
		number[b.ID] = i + 1
	}
	dominator := immediateDominators(order, number)
	t := &loopForest{of: make([]*loop, f.blocks)}
	mark := make([]*loop, f.blocks)
	for i := len(order) - 1; i >= 0; i-- { // inner headers come after outer ones
		h := order[i]
		var l *loop
		for _, p := range h.Preds {
			if number[p.ID] == 0 || !dominates(dominator, number[h.ID], number[p.ID]) {
				continue
			}
			if l == nil {
				l = &loop{header: h, blocks: []*Block{h}}
				mark[h.ID] = l
			}
			l.collect(p, mark, number)
		}
		if l == nil {
			continue
		}
		t.loops = append(t.loops, l)
		for _, b := range l.blocks {
			t.adopt(l, b)
		}
	}
	for i, j := 0, len(t.loops)-1; i < j; i, j = i+1, j-1 {
		t.loops[i], t.loops[j] = t.loops[j], t.loops[i]
	}
	for _, l := range t.loops {
		l.depth = 1
		if l.parent != nil {
			l.depth = l.parent.depth + 1
		}
	}
	return t
}

// adopt makes l the loop around b, or around the outermost loop that is known
// around b.
func (t *loopForest) adopt(l *loop, b *Block) {
	x := t.of[b.ID]
	if x == nil {
		t.of[b.ID] = l
		return
	}
	for x != l && x.parent != nil {
		x = x.parent
	}
	if x != l {
		x.parent = l
	}
}

// collect adds the blocks from which p is reached within the loop.
func (l *loop) collect(p *Block, mark []*loop, number []int) {
	work := []*Block{p}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if mark[b.ID] == l || number[b.ID] == 0 {
			continue
		}
		mark[b.ID] = l
		l.blocks = append(l.blocks, b)
		work = append(work, b.Preds...)
	}
}

// immediateDominators returns them by number (Cooper, Harvey, Kennedy: "A
// simple, fast dominance algorithm").
func immediateDominators(order []*Block, number []int) []int {
	dominator := make([]int, len(order)+1)
	dominator[1] = 1
	for changed := true; changed; {
		changed = false
		for i, b := range order[1:] {
			n, best := i+2, 0
			for _, p := range b.Preds {
				x := number[p.ID]
				if x == 0 || dominator[x] == 0 {
					continue
				}
				if best == 0 {
					best = x
					continue
				}
				for x != best {
					for x > best {
						x = dominator[x]
					}
					for best > x {
						best = dominator[best]
					}
				}
			}
			if dominator[n] != best {
				dominator[n] = best
				changed = true
			}
		}
	}
	return dominator
}

func dominates(dominator []int, a, b int) bool {
	for b > a {
		b = dominator[b]
	}
	return a == b
}

// dominatorTree answers by block number who dominates whom at once: a block
// does those that a walk through the tree enters before it leaves the block.
type dominatorTree struct{ enter, leave []int32 }

// newDominatorTree numbers the tree that immediateDominators found. A block's
// number is greater than that of its dominator, so sizes of subtrees come from
// a walk back, and what each begins with from one forth.
func newDominatorTree(dominator []int) dominatorTree {
	size, next := make([]int32, len(dominator)), make([]int32, len(dominator))
	for n := len(dominator) - 1; n >= 1; n-- {
		size[n]++
		if n > 1 {
			size[dominator[n]] += size[n]
		}
	}
	t := dominatorTree{make([]int32, len(dominator)), make([]int32, len(dominator))}
	for n := 1; n < len(dominator); n++ {
		if n > 1 {
			d := dominator[n]
			t.enter[n] = next[d]
			next[d] += size[n]
		}
		next[n] = t.enter[n] + 1
		t.leave[n] = t.enter[n] + size[n]
	}
	return t
}

func (t dominatorTree) dominates(a, b int) bool {
	return t.enter[a] <= t.enter[b] && t.enter[b] < t.leave[a]
}
