package opt

import (
	"strings"

	"heddle/codegen/flow"
	"heddle/ir"
)

// Simplification of branches, loops, and operations of several results. A rule reports whether the
// operation stays, as in [ir.Rewrite].
var restructurings = map[string]func(s *simplifier, m maker, op *ir.Operation) (keep bool){
	"scf.if":    simpleIf,
	"scf.for":   simpleFor,
	"scf.while": simpleWhile,
}

func simpleIf(s *simplifier, m maker, op *ir.Operation) bool {
	if c, ok := s.truthOf(op.Operands[0]); ok {
		k := 0
		if !c {
			k = 1
		}
		var results []*ir.Value
		if b := op.Regions[k].Entry(); b != nil {
			results = m.Inline(b, nil)
		}
		return m.ReplaceOp(op, results...)
	}
	yes, no := op.Regions[0].Entry(), op.Regions[1].Entry()
	empty := func(b *ir.Block) bool { return b == nil || len(b.Ops) == 1 }
	if len(op.Results) == 0 {
		if empty(yes) && !empty(no) { // the side that does something comes first
			op.Operands[0] = m.two("xori", op.Operands[0], m.truth(true))
			op.Regions[0].Blocks, op.Regions[1].Blocks = op.Regions[1].Blocks, nil
			op.Regions[0].Blocks[0].Region = op.Regions[0]
		} else if no != nil && empty(no) {
			op.Regions[1].Blocks = nil
			m.Changed = true
		}
		return !empty(op.Regions[0].Entry()) || !empty(op.Regions[1].Entry())
	}
	a, b := yes.Terminator().Operands, no.Terminator().Operands
	if (!empty(yes) || !empty(no)) && s.cheaperAsChoice(op) {
		x, y := m.Inline(yes, nil), m.Inline(no, nil)
		results := make([]*ir.Value, len(x))
		for i := range x {
			if results[i] = x[i]; x[i] != y[i] {
				results[i] = m.choose(op.Operands[0], x[i], y[i])
			}
		}
		return m.ReplaceOp(op, results...)
	}
	if !empty(yes) || !empty(no) {
		var keep []int
		for i, r := range op.Results {
			if a[i] == b[i] {
				m.Replace(r, a[i])
			} else {
				keep = append(keep, i)
			}
		}
		if len(keep) < len(op.Results) {
			pruneIf(op, keep)
		}
		return true
	}
	results := make([]*ir.Value, len(a))
	for i := range a {
		if results[i] = a[i]; a[i] != b[i] {
			results[i] = m.choose(op.Operands[0], a[i], b[i])
		}
	}
	return m.ReplaceOp(op, results...)
}

// truthOf is an i1 that is known.
func (s *simplifier) truthOf(v *ir.Value) (c, ok bool) {
	if k, ok := splatOf(v); ok {
		return k == 1, true
	}
	k, ok := s.Range(v).Constant()
	return k == 1, ok
}

// simpleFor removes loops that run once or not at all, and carried values that do not change.
func simpleFor(s *simplifier, m maker, op *ir.Operation) bool {
	body := op.Regions[0].Entry()
	yield, inits := body.Terminator().Operands, op.Operands[3:]
	trips, ok := s.trips(op)
	switch {
	case ok && trips == 0:
		return m.ReplaceOp(op, inits...)
	case ok && trips == 1:
		return m.ReplaceOp(op, m.Inline(body, append([]*ir.Value{op.Operands[0]}, inits...))...)
	}
	same := ir.Substitution{}
	var keep []int
	for i, a := range body.Args[1:] {
		if yield[i] == a || yield[i] == inits[i] { // it never changes
			same[a] = inits[i]
			m.Replace(op.Results[i], inits[i])
		} else {
			keep = append(keep, i)
		}
	}
	if len(same) > 0 {
		for _, o := range body.Ops {
			ir.ReplaceUses(o, same)
		}
		pruneFor(op, keep)
		m.Changed = true
	}
	return true
}

// pruneFor keeps some of what an scf.for carries.
func pruneFor(op *ir.Operation, keep []int) {
	body := op.Regions[0].Entry()
	t := body.Terminator()
	t.Operands = pick(t.Operands, keep)
	op.Operands = append(op.Operands[:3:3], pick(op.Operands[3:], keep)...)
	body.Args = renumber(append(body.Args[:1:1], pick(body.Args[1:], keep)...))
	op.Results = renumber(pick(op.Results, keep))
}

// pruneIf keeps some of the results of an scf.if.
func pruneIf(op *ir.Operation, keep []int) {
	for _, r := range op.Regions {
		if b := r.Entry(); b != nil {
			t := b.Terminator()
			t.Operands = pick(t.Operands, keep)
		}
	}
	op.Results = renumber(pick(op.Results, keep))
}

// trips returns the number of iterations of an scf.for if it is known.
func (s *simplifier) trips(op *ir.Operation) (n uint64, ok bool) {
	lower, upper, step := s.Range(op.Operands[0]), s.Range(op.Operands[1]), s.Range(op.Operands[2])
	w, known := ir.BitWidth(op.Operands[0].Type)
	if !known || w > 64 {
		return 0, false
	}
	unsigned := op.HasAttr("unsignedCmp")
	if unsigned && lower.UMin >= upper.UMax || !unsigned && lower.SMin >= upper.SMax {
		return 0, true
	}
	// A value that is not constant, but closer to the bound than a step.
	if unsigned && lower.UMax < upper.UMin && upper.UMax-lower.UMin <= step.UMin ||
		!unsigned && lower.SMax < upper.SMin && step.SMin > 0 && uint64(upper.SMax)-uint64(lower.SMin) <= uint64(step.SMin) {
		return 1, true
	}
	lo, ok1 := lower.Constant()
	hi, ok2 := upper.Constant()
	by, ok3 := step.Constant()
	if !ok1 || !ok2 || !ok3 || by == 0 || !unsigned && signed(w, by) < 0 {
		return 0, false
	}
	return ((hi-lo)&lowMask(w)-1)/by + 1, true
}

// simpleWhile removes a loop whose condition is false the first time.
func simpleWhile(s *simplifier, m maker, op *ir.Operation) bool {
	before := op.Regions[0].Entry()
	t := before.Terminator()
	if goOn, ok := s.truthOf(t.Operands[0]); !ok || goOn {
		return true
	}
	given := m.Inline(before, op.Operands)
	return m.ReplaceOp(op, given[1:]...)
}

// lowerGPU replaces queries about the launch that follow from others, or from the kernel's
// attributes.
func lowerGPU(c *Context) error {
	launch := flow.LaunchOf(c.Kernel, c.Chip)
	wave := int64(c.Chip.WaveSize)
	ir.Rewrite(c.Kernel, func(w *ir.Rewriter, op *ir.Operation) bool {
		m := maker{w}
		dim := func(name string, d int) *ir.Value {
			return w.Op(name, nil, nil, ir.NamedAttr{Name: "dimension", Attr: ir.DialectOpaque("gpu", "dim "+"xyz"[d:d+1])})
		}
		size := func(d int) *ir.Value {
			if n := launch.Block[d]; n > 0 {
				return m.index(int64(n))
			}
			return dim("gpu.block_dim", d)
		}
		switch op.Name() {
		case "gpu.global_id":
			d := strings.Index("xyz", op.EnumAttr("dimension"))
			return w.ReplaceOp(op, m.add(m.mul(dim("gpu.block_id", d), size(d)), dim("gpu.thread_id", d)))
		case "gpu.subgroup_size":
			return w.ReplaceOp(op, m.index(wave))
		case "gpu.subgroup_id":
			flat := m.add(dim("gpu.thread_id", 0), m.mul(size(0), m.add(dim("gpu.thread_id", 1), m.mul(size(1), dim("gpu.thread_id", 2)))))
			return w.ReplaceOp(op, m.two("divui", flat, m.index(wave)))
		case "gpu.num_subgroups":
			all := m.mul(size(0), m.mul(size(1), size(2)))
			return w.ReplaceOp(op, m.two("divui", m.add(all, m.index(wave-1)), m.index(wave)))
		}
		return true
	})
	return nil
}
