package opt

import (
	"slices"

	"heddle/ir"
)

// dce deletes unneeded code: operations without effect whose results are unused, and unused values
// that loops and branches carry or yield.
func dce(c *Context) error {
	d := sweeper{live: map[*ir.Value]bool{}, needed: map[*ir.Operation]bool{}, counted: WaitsItself(c.Kernel)}
	d.roots(c.Kernel)
	for len(d.work) > 0 {
		v := d.work[len(d.work)-1]
		d.work = d.work[:len(d.work)-1]
		d.follow(v)
	}
	d.sweep(c.Kernel)
	return nil
}

// sweeper marks the values that are needed, and with them those that they are
// computed from.
type sweeper struct {
	live   map[*ir.Value]bool
	needed map[*ir.Operation]bool // with needed effects, and the operations around them
	work   []*ir.Value
	// counted: the kernel counts its memory operations (WaitsItself).
	counted bool
}

// removable reports whether an operation without uses may be deleted from the
// kernel.
func (d *sweeper) removable(op *ir.Operation) bool {
	return removable(op) && !(d.counted && readsMemory(op))
}

func (d *sweeper) mark(values ...*ir.Value) {
	for _, v := range values {
		if !d.live[v] {
			d.live[v] = true
			d.work = append(d.work, v)
		}
	}
}

// prunable are the operations whose results and what they carry are followed one
// by one.
func prunable(op *ir.Operation) bool {
	return op.Name() == "scf.for" || op.Name() == "scf.if" || op.Name() == "scf.while"
}

// roots marks what has effects.
func (d *sweeper) roots(kernel *ir.Operation) {
	kernel.Walk(func(op *ir.Operation) bool {
		if op == kernel || prunable(op) || d.removable(op) {
			return true
		}
		if op.Decl.Is(ir.Terminator) && op.Parent() != nil && prunable(op.Parent()) {
			if op.Name() == "scf.condition" { // a loop's termination test must stay
				d.need(op.Parent())
			}
			return true
		}
		d.need(op)
		d.mark(op.Operands...)
		return true
	})
}

// need marks an operation and those around it as executed.
func (d *sweeper) need(op *ir.Operation) {
	for ; op != nil && !d.needed[op]; op = op.Parent() {
		d.needed[op] = true
		switch op.Name() {
		case "scf.for":
			d.mark(op.Operands[:3]...)
		case "scf.if":
			d.mark(op.Operands[0])
		case "scf.while":
			d.mark(op.Regions[0].Entry().Terminator().Operands[0])
		}
	}
}

// follow marks what a needed value is computed from.
func (d *sweeper) follow(v *ir.Value) {
	op := v.Op
	if op == nil {
		if op = v.Block.Region.Op; op == nil || !prunable(op) {
			return // an argument of the kernel or of a block in a graph: all of their operands are marked
		}
		d.need(op)
		switch op.Name() {
		case "scf.for":
			if v.Index > 0 {
				d.carried(op, v.Index-1)
			}
		case "scf.while":
			if v.Block.Region == op.Regions[0] {
				d.mark(op.Operands[v.Index], op.Regions[1].Entry().Terminator().Operands[v.Index])
			} else {
				d.mark(op.Regions[0].Entry().Terminator().Operands[v.Index+1])
			}
		}
		return
	}
	switch op.Name() {
	case "scf.for":
		d.need(op)
		d.carried(op, v.Index)
	case "scf.if":
		d.need(op)
		for _, r := range op.Regions {
			d.mark(r.Entry().Terminator().Operands[v.Index])
		}
	case "scf.while":
		d.need(op)
		d.mark(op.Regions[0].Entry().Terminator().Operands[v.Index+1])
	default:
		if p := op.Parent(); p != nil {
			d.need(p)
		}
		d.mark(op.Operands...)
	}
}

// carried marks the values that loop argument i is computed from.
func (d *sweeper) carried(op *ir.Operation, i int) {
	body := op.Regions[0].Entry()
	d.mark(op.Operands[3+i], body.Terminator().Operands[i], body.Args[1+i])
}

// sweep deletes what is not marked.
func (d *sweeper) sweep(op *ir.Operation) {
	for _, r := range op.Regions {
		for _, b := range r.Blocks {
			b.Ops = slices.DeleteFunc(b.Ops, func(o *ir.Operation) bool {
				switch {
				case prunable(o):
					if !d.needed[o] {
						return true
					}
					d.prune(o)
				case d.removable(o):
					return !slices.ContainsFunc(o.Results, func(v *ir.Value) bool { return d.live[v] })
				}
				d.sweep(o)
				return false
			})
		}
	}
}

// prune deletes unneeded results, and the values that belong to them.
func (d *sweeper) prune(op *ir.Operation) {
	dead := func(v *ir.Value) bool { return !d.live[v] }
	switch op.Name() {
	case "scf.if":
		pruneIf(op, kept(op.Results, dead))
	case "scf.for":
		pruneFor(op, kept(op.Regions[0].Entry().Args[1:], func(v *ir.Value) bool { return dead(v) && dead(op.Results[v.Index-1]) }))
	case "scf.while":
		before, after := op.Regions[0].Entry(), op.Regions[1].Entry()
		keep := kept(before.Args, dead)
		t := after.Terminator()
		t.Operands = pick(t.Operands, keep)
		op.Operands = pick(op.Operands, keep)
		before.Args = renumber(pick(before.Args, keep))
		keep = kept(op.Results, func(v *ir.Value) bool { return !d.live[v] && !d.live[after.Args[v.Index]] })
		t = before.Terminator()
		t.Operands = append(t.Operands[:1:1], pick(t.Operands[1:], keep)...)
		after.Args = renumber(pick(after.Args, keep))
		op.Results = renumber(pick(op.Results, keep))
	}
}

// kept returns the numbers of the values that are not dead.
func kept(values []*ir.Value, dead func(*ir.Value) bool) (keep []int) {
	for i, v := range values {
		if !dead(v) {
			keep = append(keep, i)
		}
	}
	return keep
}

func pick(values []*ir.Value, keep []int) []*ir.Value {
	out := make([]*ir.Value, len(keep))
	for i, k := range keep {
		out[i] = values[k]
	}
	return out
}

func renumber(values []*ir.Value) []*ir.Value {
	for i, v := range values {
		v.Index = i
	}
	return values
}
