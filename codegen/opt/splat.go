package opt

import (
	"strings"

	"heddle/ir"
)

// splatSource returns the number that all elements of a vector are; nil if they are not known to be
// one.
func (m maker) splatSource(v *ir.Value) *ir.Value {
	elem := ir.ElemType(v.Type)
	if v.Op == nil || elem == v.Type {
		return nil
	}
	if c, ok := splatOf(v); ok {
		return m.constant(elem, c)
	}
	switch v.Op.Name() {
	case "vector.broadcast":
		if from := v.Op.Operands[0]; ir.SameType(from.Type, elem) {
			return from
		}
	case "vector.from_elements":
		for _, x := range v.Op.Operands {
			if x != v.Op.Operands[0] {
				return nil
			}
		}
		return v.Op.Operands[0]
	}
	return nil
}

// onSplats computes an operation on vectors all elements of which are one number once, or, if only
// the condition of a select is such a vector, selects by the number; nil for others.
func (m maker) onSplats(op *ir.Operation) *ir.Value {
	if !op.Decl.Is(ir.Elementwise) || !op.Decl.Is(ir.Pure) || len(op.Results) != 1 || len(op.Operands) == 0 {
		return nil
	}
	if name := op.Name(); !strings.HasPrefix(name, "arith.") && !strings.HasPrefix(name, "math.") {
		return nil
	}
	t, isVector := op.Results[0].Type.(*ir.VectorType)
	if !isVector || !splats(op.Operands...) {
		if c := op.Operands[0]; isVector && op.Name() == "arith.select" && c.Type != ir.I1 && splats(c) {
			return m.choose(m.splatSource(op.Operands[0]), op.Operands[1], op.Operands[2])
		}
		return nil
	}
	operands := make([]*ir.Value, len(op.Operands))
	for i, v := range op.Operands {
		if operands[i] = v; ir.ElemType(v.Type) != v.Type {
			operands[i] = m.splatSource(v)
		}
	}
	return m.spread(m.Op(op.Name(), operands, []ir.Type{t.Elem}, op.Attrs...), t)
}

// splats reports whether each of some values is a number or a vector of one number, and some number
// is not a constant.
func splats(list ...*ir.Value) bool {
	open := false
	for _, v := range list {
		if ir.ElemType(v.Type) == v.Type {
			open = true
			continue
		}
		if _, ok := splatOf(v); ok {
			continue
		}
		if v.Op == nil {
			return false
		}
		switch v.Op.Name() {
		case "vector.broadcast":
			if !ir.SameType(v.Op.Operands[0].Type, ir.ElemType(v.Type)) {
				return false
			}
		case "vector.from_elements":
			for _, x := range v.Op.Operands {
				if x != v.Op.Operands[0] {
					return false
				}
			}
		default:
			return false
		}
		open = true
	}
	return open
}
