package opt

import (
	"heddle/ir"
)

// unroll repeats the body of scf.for loops with a small number of iterations that is
// known, innermost ones first.
func unroll(c *Context) error {
	const unrolledOps, unrolledBarriers = 400, 16 // the most that a loop may become
	if !hasLoops(c.Kernel) {
		return nil
	}
	s := simplifier{Info: c.flow()}
	ir.Rewrite(c.Kernel, func(w *ir.Rewriter, op *ir.Operation) bool {
		if op.Name() != "scf.for" {
			return true
		}
		trips, ok := s.trips(op)
		if !ok || trips == 0 || trips > unrolledOps {
			return true
		}
		size, waits, fixed := weigh(op, unrolledOps)
		if fixed || uint64(size)*trips > unrolledOps || uint64(waits)*trips > unrolledBarriers && waits > 0 {
			return true
		}
		return w.ReplaceOp(op, maker{w}.repeat(op, int(trips))...)
	})
	return nil
}

// weigh counts the operations in a loop, as far as limit, and the barriers. A body
// is fixed if it may not be copied: what it allocates ends with an iteration.
func weigh(op *ir.Operation, limit int) (size, barriers int, fixed bool) {
	op.Walk(func(o *ir.Operation) bool {
		if o == op {
			return true
		}
		if o.Name() == "memref.alloca" || o.Name() == "memref.alloc" {
			fixed = true
		}
		if !o.Decl.Is(ir.Constant) && !o.Decl.Is(ir.Terminator) {
			size++
		}
		if o.Decl.Is(ir.Barrier) {
			barriers++
		}
		return size <= limit
	})
	return size, barriers, fixed
}

// repeat emits consecutive copies of a loop's body and returns what the last one yields.
func (m maker) repeat(op *ir.Operation, trips int) []*ir.Value {
	body := op.Regions[0].Entry()
	lower, step := op.Operands[0], op.Operands[2]
	carried := op.Operands[3:]
	counter := lower
	for i := range trips {
		if i > 0 {
			counter = m.add(counter, step)
		}
		values := map[*ir.Value]*ir.Value{body.Args[0]: counter}
		for k, a := range body.Args[1:] {
			values[a] = carried[k]
		}
		last := len(body.Ops) - 1
		for _, o := range ir.CloneOps(body.Ops[:last], values) {
			m.Insert(o)
		}
		next := make([]*ir.Value, len(carried))
		for k, v := range body.Ops[last].Operands {
			if next[k] = v; values[v] != nil {
				next[k] = values[v]
			}
		}
		carried = next
	}
	return carried
}

func hasLoops(kernel *ir.Operation) (found bool) {
	kernel.Walk(func(op *ir.Operation) bool {
		found = found || op.Name() == "scf.for"
		return !found
	})
	return found
}
