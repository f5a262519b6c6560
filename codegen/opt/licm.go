package opt

import (
	"heddle/ir"
)

// licm moves loop-invariant operations before the loop. Only operations that may be executed
// speculatively are moved, as the loop may have no iteration. Operations inside branches are moved
// out of the loop, too.
func licm(c *Context) error {
	h := hoister{depth: map[*ir.Value]int{}}
	for _, r := range c.Kernel.Regions {
		h.region(r, 0)
	}
	return nil
}

// hoister knows in how many loops a value is defined; the enclosing loops are numbered from the
// outside.
type hoister struct {
	depth map[*ir.Value]int
	// before[d] holds the operations to put before loop number d+1 of those around.
	before [][]*ir.Operation
}

func (h *hoister) define(values []*ir.Value, depth int) {
	for _, v := range values {
		h.depth[v] = depth
	}
}

func isLoop(op *ir.Operation) bool { return op.Name() == "scf.for" || op.Name() == "scf.while" }

func (h *hoister) region(r *ir.Region, depth int) {
	for _, b := range r.Blocks {
		h.define(b.Args, depth)
		kept := make([]*ir.Operation, 0, len(b.Ops))
		for _, op := range b.Ops {
			if len(op.Regions) > 0 {
				kept = h.around(kept, op, depth)
				h.define(op.Results, depth)
				continue
			}
			if to := h.level(op); to < depth && speculatable(op) {
				h.define(op.Results, to)
				h.before[to] = append(h.before[to], op)
				continue
			}
			h.define(op.Results, depth)
			kept = append(kept, op)
		}
		b.Ops = kept
		for _, op := range kept {
			op.Block = b
		}
	}
}

// around walks an operation with regions and appends it, and what moves out of it, to kept.
func (h *hoister) around(kept []*ir.Operation, op *ir.Operation, depth int) []*ir.Operation {
	if !isLoop(op) {
		for _, r := range op.Regions {
			h.region(r, depth)
		}
		return append(kept, op)
	}
	h.before = append(h.before, nil)
	for _, r := range op.Regions {
		h.region(r, depth+1)
	}
	out := h.before[depth]
	h.before = h.before[:depth]
	return append(append(kept, out...), op)
}

// level returns the number of loops that an operation has to stay in: the most of its operands.
func (h *hoister) level(op *ir.Operation) int {
	n := 0
	for _, v := range op.Operands {
		n = max(n, h.depth[v])
	}
	return n
}
