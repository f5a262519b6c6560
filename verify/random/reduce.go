package random

import (
	"heddle/ir"
)

// Reduce makes a program smaller while stillFails reports the same failure. It only tries programs
// that the interpreter runs without an error.
//
// First statements are removed from the choices that the program was made from, which keeps it
// correct by construction; then operations from its text. Barriers stay as long as there is LDS,
// and operands of store addresses stay unchanged, so that no race is introduced; so do tests
// whether a float is NaN.
func Reduce(p *Program, stillFails func(*Program) bool) *Program {
	good := func(q *Program) bool {
		_, err := q.Interpret()
		return err == nil && stillFails(q)
	}
	p = reduceChoices(p, good)
	return reduceText(p, good)
}

// replay makes the program of changed choices.
func (p *Program) replay(made []uint32) *Program {
	return build(p.Options, &choices{replay: made})
}

func reduceChoices(p *Program, good func(*Program) bool) *Program {
	try := func(made []uint32) bool {
		q := p.replay(made)
		if len(q.Text) > len(p.Text) || q.Text == p.Text || !good(q) {
			return false
		}
		p = q
		return true
	}
	for again := true; again; {
		again = false
		for n := len(p.made) / 2; n > 8; n /= 2 { // the end of the program
			if try(p.made[:len(p.made)-n]) {
				again = true
			}
		}
		for i := len(p.spans) - 1; i >= 0; i-- { // statements, the last first
			if i >= len(p.spans) {
				continue
			}
			s := p.spans[i]
			if try(append(append([]uint32{}, p.made[:s[0]]...), p.made[s[1]:]...)) {
				again = true
			}
		}
		for i := range p.made { // plainer choices
			if i < len(p.made) && p.made[i] > 0 {
				made := append([]uint32{}, p.made...)
				made[i] = 0
				try(made)
			}
		}
	}
	return p
}

// reduceText takes operations out of the text: many at once, then fewer.
func reduceText(p *Program, good func(*Program) bool) *Program {
	for again := true; again; {
		again = false
		n := p.countOps()
		for chunk := n; chunk >= 1; chunk /= 2 {
			for last := n; last > 0; last -= chunk {
				q := p.without(last-chunk, last)
				if q == nil || q.Text == p.Text || !good(q) {
					continue
				}
				p, again = q, true
			}
		}
	}
	return p
}

// countOps returns the number of operations.
func (p *Program) countOps() int {
	m, err := ir.Parse("reduce", p.Text)
	if err != nil {
		return 0
	}
	n := 0
	m.Op.Walk(func(*ir.Operation) bool { n++; return true })
	return n
}

// without returns the program without the operations from number from to number to, as far as they
// can be spared; nil if there are none.
func (p *Program) without(from, to int) *Program {
	m, err := ir.Parse("reduce", p.Text)
	if err != nil {
		return nil
	}
	if err := ir.Verify(m, ir.Options{Chip: p.Chip}); err != nil {
		return nil
	}
	var ops []*ir.Operation
	m.Op.Walk(func(op *ir.Operation) bool { ops = append(ops, op); return true })
	uses := ir.Uses(m.Op)
	fixed := addresses(ops)
	shared := false
	for _, op := range ops {
		shared = shared || usesShared(op)
	}
	changed := false
	for i := min(to, len(ops)) - 1; i >= max(from, 0); i-- {
		op := ops[i]
		if op.Decl.Is(ir.Barrier) && shared || !spare(op, uses, fixed) {
			continue
		}
		remove(op, uses)
		changed = true
	}
	if !changed {
		return nil
	}
	q := *p
	q.Text, q.made, q.spans = string(m.Print(ir.PrintOptions{})), nil, nil
	return &q
}

// usesShared reports whether an operation involves LDS.
func usesShared(op *ir.Operation) bool {
	is := func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		if !ok {
			return false
		}
		switch s := m.Space.(type) {
		case *ir.IntegerAttr:
			return s.Int64() == 3
		case *ir.OpaqueAttr:
			return s.Param("address_space") == "workgroup"
		}
		return false
	}
	for _, v := range op.Operands {
		if is(v.Type) {
			return true
		}
	}
	for _, v := range op.Results {
		if is(v.Type) {
			return true
		}
	}
	return false
}

// addresses returns the values from which the operands after the memref of a writing operation are
// computed.
func addresses(ops []*ir.Operation) map[*ir.Value]bool {
	found := map[*ir.Value]bool{}
	var add func(v *ir.Value)
	add = func(v *ir.Value) {
		if found[v] {
			return
		}
		found[v] = true
		if v.Op != nil {
			for _, o := range v.Op.Operands {
				add(o)
			}
		}
	}
	for _, op := range ops {
		behind := false
		for row, d := range op.Decl.Operands {
			from, to := op.OperandRange(row)
			for i := from; i < to && behind; i++ {
				add(op.Operands[i])
			}
			behind = behind || d.Effect&ir.Write != 0
		}
	}
	return found
}

// spare reports whether an operation can be removed: its results are unused, or a zero or an
// operand can replace them.
func spare(op *ir.Operation, uses map[*ir.Value][]ir.Use, fixed map[*ir.Value]bool) bool {
	name := op.Name()
	if op.Decl.Is(ir.Terminator) || op.Decl.Is(ir.IsSymbol) && name != "memref.global" || op.Block == nil || op.Successors != nil {
		return false
	}
	if name == "memref.global" || name == "func.func" || name == "gpu.func" {
		return false
	}
	for _, r := range op.Results {
		if len(uses[r]) == 0 {
			continue
		}
		if fixed[r] || op.Decl.Is(ir.Constant) || name == "arith.cmpf" && op.IntAttr("predicate") == 14 || zero(r.Type) == nil {
			return false
		}
	}
	return true
}

// zero returns the constant 0 of a type, nil for a type that has none.
func zero(t ir.Type) ir.Attr {
	switch t := t.(type) {
	case ir.IntegerType:
		return ir.Int(t, 0)
	case ir.FloatType:
		if t == ir.F8E8M0FNU {
			return nil
		}
		return ir.Float(t, 0)
	case *ir.VectorType:
		if t.Elem == ir.Index || zero(t.Elem) == nil {
			return nil
		}
		return ir.Dense(t, 0)
	}
	return nil
}

// remove takes an operation out, and puts zeros in the place of its results.
func remove(op *ir.Operation, uses map[*ir.Value][]ir.Use) {
	var put []*ir.Operation
	for _, r := range op.Results {
		if len(uses[r]) == 0 {
			continue
		}
		c := ir.NewOp("arith.constant", nil, []ir.Type{r.Type}, ir.NamedAttr{Name: "value", Attr: zero(r.Type)})
		for _, u := range uses[r] {
			u.Op.Operands[u.Index] = c.Results[0]
		}
		uses[c.Results[0]] = uses[r]
		c.Block = op.Block
		put = append(put, c)
	}
	op.Walk(func(o *ir.Operation) bool {
		for i, v := range o.Operands {
			list := uses[v][:0:0]
			for _, u := range uses[v] {
				if u.Op != o || u.Index != i {
					list = append(list, u)
				}
			}
			uses[v] = list
		}
		return true
	})
	b := op.Block
	for i, o := range b.Ops {
		if o == op {
			b.Ops = append(append(append([]*ir.Operation{}, b.Ops[:i]...), put...), b.Ops[i+1:]...)
			return
		}
	}
}
