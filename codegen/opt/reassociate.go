package opt

import (
	"slices"

	"heddle/ir"
)

// reassociate orders sums of index and integer numbers so that terms known outside a loop are added
// there: the terms of a sum, some of them times a constant, are added in the order of the loops in
// which they are defined, the constants last. Sums wrap around, so that the order does not matter.
// It orders exclusive ors in the same way: the places of a swizzled tile that differ by constants
// have all but these in common.
func reassociate(c *Context) error {
	r := adder{Rewriter: nil, depth: map[*ir.Value]int{}, order: map[*ir.Value]int{}, uses: map[*ir.Value]int{}}
	r.measure(c.Kernel, 0)
	c.Kernel.Walk(func(op *ir.Operation) bool {
		for _, v := range op.Operands {
			r.uses[v]++
		}
		return true
	})
	inner := map[*ir.Operation]bool{} // sums that are part of another one only
	c.Kernel.Walk(func(op *ir.Operation) bool {
		if isSum(op) {
			for _, v := range op.Operands {
				if r.isPart(v, op) {
					inner[v.Op] = true
				}
			}
		}
		return true
	})
	ir.Rewrite(c.Kernel, func(w *ir.Rewriter, op *ir.Operation) bool {
		if !isSum(op) || inner[op] {
			return true
		}
		r.Rewriter = w
		if v := r.sum(op); v != nil {
			return w.ReplaceOp(op, v)
		}
		return true
	})
	return nil
}

// maxTerms bounds the sums that are ordered.
const maxTerms = 16

type adder struct {
	*ir.Rewriter
	depth, order, uses map[*ir.Value]int
}

// measure computes in how many loops each value is defined, and their order.
func (r *adder) measure(op *ir.Operation, depth int) {
	define := func(values []*ir.Value, depth int) {
		for _, v := range values {
			r.depth[v] = depth
			r.order[v] = len(r.order)
		}
	}
	if isLoop(op) {
		depth++
	}
	for _, g := range op.Regions {
		for _, b := range g.Blocks {
			define(b.Args, depth)
			for _, o := range b.Ops {
				r.measure(o, depth)
				define(o.Results, depth)
			}
		}
	}
}

// isSum reports whether op is a sum or an exclusive or of two numbers of i32, i64 or index.
func isSum(op *ir.Operation) bool {
	if op.Name() != "arith.addi" && op.Name() != "arith.xori" {
		return false
	}
	t := op.Results[0].Type
	return t == ir.Index || t == ir.I32 || t == ir.I64
}

// isPart reports whether a value is a sum of the same kind that is only a term of op.
func (r *adder) isPart(v *ir.Value, op *ir.Operation) bool {
	return v.Op != nil && v.Op.Name() == op.Name() && isSum(v.Op) && r.uses[v] == 1 && v.Op.Block == op.Block
}

// terms collects what a sum adds.
func (r *adder) terms(op *ir.Operation, list []*ir.Value) []*ir.Value {
	for _, v := range op.Operands {
		if r.isPart(v, op) && len(list) < maxTerms {
			list = r.terms(v.Op, list)
		} else {
			list = append(list, v)
		}
	}
	return list
}

// sum rebuilds a sum if its terms come from different loops, or constants are among them; nil if it
// may stay as it is.
func (r *adder) sum(op *ir.Operation) *ir.Value {
	list := r.terms(op, nil)
	level := func(v *ir.Value) int {
		if isConstant(v) {
			return 1 << 20
		}
		return r.depth[v]
	}
	if len(list) < 3 {
		return nil
	}
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b *ir.Value) int {
		if n := level(a) - level(b); n != 0 {
			return n
		}
		return r.order[a] - r.order[b]
	})
	if slices.Equal(sorted, list) {
		return nil
	}
	m := maker{r.Rewriter}
	v := sorted[0]
	for _, t := range sorted[1:] {
		deep := max(r.depth[v], r.depth[t])
		v = m.Op(op.Name(), []*ir.Value{v, t}, nil)
		r.depth[v], r.order[v] = deep, len(r.order)
	}
	return v
}
