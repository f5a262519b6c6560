package ir

import (
	"fmt"
	"slices"
)

// dominance verifies that every use comes after its definition.
func (v *verifier) dominance(op *Operation) {
	for i, o := range op.Operands {
		if fault := v.use(op, o); fault != "" {
			v.fail(op, fmt.Sprintf("%s: operand #%d %s", op.Name(), i, fault))
			break
		}
	}
	for _, r := range op.Regions {
		for _, b := range r.Blocks {
			for _, o := range b.Ops {
				v.dominance(o)
			}
		}
	}
}

// use returns the fault in the use of a value by op, "" if there is none.
func (v *verifier) use(op *Operation, o *Value) string {
	block := o.Block
	if o.Op != nil {
		block = o.Op.Block
	}
	if block == nil || block.Region == nil {
		return "is defined nowhere"
	}
	// The operation in the region of the definition that the use is in.
	at := op
	for at.Block != nil && at.Block.Region != block.Region {
		outer := at.Block.Region.Op
		if outer.Decl.Is(Isolated) {
			return "is a value from outside " + outer.Name() + ", whose region must not use any"
		}
		at = outer
	}
	switch {
	case at.Block == nil:
		return "is a value of a region that has ended"
	case block.Region.Op.Decl.Is(Graph) || v.dominates(o, block, at) || !v.reached(op.Block):
		return ""
	}
	return "is used before it is defined"
}

// dominates reports whether o, defined in a block, is there at the operation
// at, which is in the same region.
func (v *verifier) dominates(o *Value, block *Block, at *Operation) bool {
	if at.Block == block {
		return o.Op == nil || v.order[o.Op] < v.order[at]
	}
	return v.dominators(block.Region).dominates(block, at.Block)
}

// reached reports whether a block can be reached from the first of its region. As in MLIR,
// operations of an unreachable block may be in any order.
func (v *verifier) reached(b *Block) bool {
	if b == b.Region.Blocks[0] {
		return true
	}
	_, ok := v.dominators(b.Region).number[b]
	return ok
}

func (v *verifier) dominators(r *Region) *dominators {
	d := v.doms[r]
	if d == nil {
		d = newDominators(r)
		v.doms[r] = d
	}
	return d
}

// dominators is the dominator tree of a region (Cooper, Harvey, Kennedy: "A
// Simple, Fast Dominance Algorithm").
type dominators struct {
	number map[*Block]int // in postorder of reachable blocks; the entry is the last
	idom   []int
	// A walk over the tree enters and leaves block i at these times.
	enter, leave []int
}

func newDominators(r *Region) *dominators {
	d := &dominators{number: map[*Block]int{}}
	order := ReversePostorder(r)
	slices.Reverse(order)
	for i, b := range order {
		d.number[b] = i
	}
	preds := make([][]int, len(order))
	for i, b := range order {
		for _, s := range b.Successors() {
			if k, ok := d.number[s]; ok {
				preds[k] = append(preds[k], i)
			}
		}
	}
	entry := len(order) - 1
	d.idom = make([]int, len(order))
	for i := range d.idom {
		d.idom[i] = -1
	}
	d.idom[entry] = entry
	for changed := true; changed; {
		changed = false
		for i := entry - 1; i >= 0; i-- {
			dom := -1
			for _, p := range preds[i] {
				switch {
				case d.idom[p] < 0:
				case dom < 0:
					dom = p
				default:
					dom = d.meet(dom, p)
				}
			}
			if dom != d.idom[i] {
				d.idom[i], changed = dom, true
			}
		}
	}
	d.walkTree(entry)
	return d
}

// walkTree fills in enter and leave.
func (d *dominators) walkTree(entry int) {
	n := len(d.idom)
	children := make([][]int, n)
	for i := entry - 1; i >= 0; i-- {
		children[d.idom[i]] = append(children[d.idom[i]], i)
	}
	d.enter, d.leave = make([]int, n), make([]int, n)
	time := 0
	stack := []int{entry}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		time++
		if d.enter[i] == 0 {
			d.enter[i] = time
			stack = append(stack, children[i]...)
			continue
		}
		d.leave[i] = time
		stack = stack[:len(stack)-1]
	}
}

// Successors are the blocks that the last operation of the block branches to.
func (b *Block) Successors() []*Block {
	if len(b.Ops) == 0 {
		return nil
	}
	return b.Ops[len(b.Ops)-1].Successors
}

// ReversePostorder lists the blocks of a region that can be reached, each before
// those that it dominates.
func ReversePostorder(r *Region) []*Block {
	type frame struct {
		b    *Block
		next int
	}
	var order []*Block
	seen := map[*Block]bool{r.Entry(): true}
	stack := []frame{{b: r.Entry()}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		// The last successor is gone to first, so that the first one stands
		// before it.
		if s := top.b.Successors(); top.next < len(s) {
			to := s[len(s)-1-top.next]
			top.next++
			if !seen[to] {
				seen[to] = true
				stack = append(stack, frame{b: to})
			}
			continue
		}
		order = append(order, top.b)
		stack = stack[:len(stack)-1]
	}
	slices.Reverse(order)
	return order
}

// meet finds the nearest block that dominates both.
func (d *dominators) meet(a, b int) int {
	for a != b {
		for a < b {
			a = d.idom[a]
		}
		for b < a {
			b = d.idom[b]
		}
	}
	return a
}

// dominates reports whether a dominates b, another block. Every block dominates
// one that is never reached.
func (d *dominators) dominates(a, b *Block) bool {
	to, reached := d.number[b]
	if !reached {
		return true
	}
	from, ok := d.number[a]
	if !ok {
		return false
	}
	return d.enter[from] <= d.enter[to] && d.leave[to] <= d.leave[from]
}
