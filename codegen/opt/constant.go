package opt

import (
	"heddle/ir"
)

// maxFolded bounds the vectors that are folded, in elements.
const maxFolded = 256

// codesOf returns the codes of a constant's elements, zero-extended: one for a scalar or a splat.
// ok is false for other values, elements of more than 64 bits and long vectors.
func codesOf(v *ir.Value) (codes []uint64, ok bool) {
	if v.Op == nil || v.Op.Name() != "arith.constant" {
		return nil, false
	}
	w, known := ir.BitWidth(ir.ElemType(v.Type))
	if !known || w > 64 {
		return nil, false
	}
	switch a := v.Op.Attr("value").(type) {
	case *ir.IntegerAttr:
		return []uint64{uint64(a.Int64()) & lowMask(w)}, true
	case *ir.FloatAttr:
		return []uint64{a.Bits}, true
	case *ir.DenseAttr:
		if _, vector := v.Type.(*ir.VectorType); !vector {
			return nil, false
		}
		n := int(a.Len())
		if a.Splat && n > 0 {
			return []uint64{a.Code(0)}, true
		}
		if n == 0 || n > maxFolded {
			return nil, false
		}
		codes = make([]uint64, n)
		for i := range codes {
			codes[i] = a.Code(i)
		}
		return codes, true
	}
	return nil, false
}

// splatOf returns the one code of all elements of a constant.
func splatOf(v *ir.Value) (code uint64, ok bool) {
	c, ok := codesOf(v)
	if !ok || len(c) != 1 {
		return 0, false
	}
	return c[0], true
}

// constant inserts a constant of type t with these codes, or one for all.
func (m maker) constant(t ir.Type, codes ...uint64) *ir.Value {
	var a ir.Attr
	switch t := t.(type) {
	case *ir.VectorType:
		a = ir.Dense(t, codes...)
	case ir.FloatType:
		a = ir.Float(t, codes[0])
	default:
		a = ir.Int(t, int64(codes[0]))
	}
	return m.Op("arith.constant", nil, nil, ir.NamedAttr{Name: "value", Attr: a})
}

// element is code i of a list that may be one for all.
func element(codes []uint64, i int) uint64 {
	if len(codes) == 1 {
		return codes[0]
	}
	return codes[i]
}

// folder computes an element of a result of type to from elements of operands of
// type from; ok is false where the result is poison, undefined, or not exact.
type folder func(op *ir.Operation, from, to ir.Type, a []uint64) (code uint64, ok bool)

// fold computes operations on constants.
func (m maker) foldConstants(op *ir.Operation) (*ir.Value, bool) {
	f := folders[op.Name()]
	if f == nil || len(op.Operands) == 0 || len(op.Results) != 1 {
		return nil, false
	}
	n := 1
	lists := make([][]uint64, len(op.Operands))
	for i, v := range op.Operands {
		var ok bool
		if lists[i], ok = codesOf(v); !ok {
			return nil, false
		}
		n = max(n, len(lists[i]))
	}
	t := op.Results[0].Type
	to := ir.ElemType(t)
	if w, known := ir.BitWidth(to); !known || w > 64 {
		return nil, false
	}
	from := ir.ElemType(op.Operands[len(op.Operands)-1].Type)
	codes := make([]uint64, n)
	args := make([]uint64, len(lists))
	for i := range codes {
		for k, l := range lists {
			args[k] = element(l, i)
		}
		var ok bool
		if codes[i], ok = f(op, from, to, args); !ok {
			return nil, false
		}
	}
	return m.constant(t, codes...), true
}
