package ir

import "strings"

// values returns the values of the rows with these names: operands and results.
func (op *Operation) values(names []string) []*Value {
	var vs []*Value
	for _, n := range names {
		vs = append(vs, op.valuesOf(n)...)
	}
	return vs
}

func (op *Operation) valuesOf(name string) []*Value {
	for i := range op.Decl.Operands {
		if op.Decl.Operands[i].Name == name {
			from, to := op.OperandRange(i)
			return op.Operands[from:to]
		}
	}
	return op.ResultGroup(name)
}

func allSame(vs []*Value, same func(a, b Type) bool) bool {
	for _, v := range vs {
		if !same(vs[0].Type, v.Type) {
			return false
		}
	}
	return true
}

// sameType: the operands and results of these names have one type.
func sameType(names ...string) Rule {
	return Rule{"requires the same type for " + strings.Join(names, ", "),
		func(op *Operation) bool { return allSame(op.values(names), SameType) }}
}

// sameElem: they have one element type.
func sameElem(names ...string) Rule {
	return Rule{"requires the same element type for " + strings.Join(names, ", "),
		func(op *Operation) bool {
			return allSame(op.values(names), func(a, b Type) bool { return SameType(ElemType(a), ElemType(b)) })
		}}
}

// sameShape: they have one shape, or none has a shape.
func sameShape(names ...string) Rule {
	return Rule{"requires the same shape for " + strings.Join(names, ", "),
		func(op *Operation) bool { return allSame(op.values(names), sameShapes) }}
}

// sameTensorDims: tensors among them have the same sizes, dynamic ones too.
func sameTensorDims(names ...string) Rule {
	return Rule{"requires the same tensor dimensions for " + strings.Join(names, ", "),
		func(op *Operation) bool {
			return allSame(op.values(names), func(a, b Type) bool {
				if !isTensor(a) && !isTensor(b) {
					return true
				}
				s, _ := ShapeOf(a)
				t, _ := ShapeOf(b)
				return isTensor(a) == isTensor(b) && s.Equal(t)
			})
		}}
}

// elemTypeIs: operand or result scalar has the element type of shaped.
func elemTypeIs(scalar, shaped string) Rule {
	return Rule{"requires the type of " + scalar + " to be the element type of " + shaped,
		func(op *Operation) bool {
			for _, v := range op.valuesOf(scalar) {
				if !SameType(v.Type, ElemType(op.valuesOf(shaped)[0].Type)) {
					return false
				}
			}
			return true
		}}
}

// boolShapeOf: a has element type i1 and the shape of b.
func boolShapeOf(a, b string) Rule {
	return Rule{"requires " + a + " to have element type i1 and the shape of " + b,
		func(op *Operation) bool {
			return SameType(op.valuesOf(a)[0].Type, WithElem(op.valuesOf(b)[0].Type, I1))
		}}
}

// sameShapes reports whether two types are shaped alike: both are scalars, or
// have the same sizes (and the same of them scalable).
func sameShapes(a, b Type) bool {
	s, sok := ShapeOf(a)
	t, tok := ShapeOf(b)
	if !sok || !tok {
		return sok == tok || isUnranked(a) || isUnranked(b)
	}
	if !s.Equal(t) {
		return compatibleTensors(a, b, s, t)
	}
	v, vok := a.(*VectorType)
	w, wok := b.(*VectorType)
	if vok && wok && (v.Scalable != nil || w.Scalable != nil) {
		return SameType(WithElem(a, I1), WithElem(b, I1))
	}
	return true
}

func isUnranked(t Type) bool {
	switch t := t.(type) {
	case *TensorType:
		return t.Unranked
	case *MemRefType:
		return t.Unranked
	}
	return false
}

// compatibleTensors: a dynamic size fits any.
func compatibleTensors(_, _ Type, s, t Shape) bool {
	if len(s) != len(t) {
		return false
	}
	for i, d := range s {
		if d != t[i] && d != Dynamic && t[i] != Dynamic {
			return false
		}
	}
	return true
}

// inferSame infers one result of the type of the first operand.
func inferSame(op *Operation) ([]Type, error) { return []Type{op.Operands[0].Type}, nil }
