package ir

// OneCondition reports whether a mask is one condition for all elements: a constant of one value,
// or a repeated i1. An access to a buffer under such a mask is one conditional access of the whole
// vector, as in upstream's conversion; under others each element is a separate access.
func OneCondition(mask *Value) bool {
	if mask.Op == nil {
		return false
	}
	switch op := mask.Op; op.Name() {
	case "vector.shape_cast":
		return OneCondition(op.Operands[0])
	case "vector.broadcast":
		return op.Operands[0].Type == I1
	case "arith.constant":
		a, ok := op.Attr("value").(*DenseAttr)
		return ok && a.Splat
	}
	return false
}
