package ir

import "fmt"

// Verifiers of the vector operations that access memory.

// rowContiguous reports whether neighbours in the last dimension are neighbours
// in memory.
func rowContiguous(t *MemRefType) bool {
	s, _, ok := t.Strides()
	return ok && (len(s) == 0 || s[len(s)-1] == 1)
}

// verifyVectorAccess checks vector.load and vector.store.
func verifyVectorAccess(op *Operation) error {
	mem := op.Operand("base").Type.(*MemRefType)
	v := accessed(op)
	if n := v.Len(); (v.Scalable != nil || n != 1) && !rowContiguous(mem) {
		return fmt.Errorf("the last dimension of %s must have stride 1", mem)
	}
	if len(mem.Shape) < len(v.Shape) {
		return fmt.Errorf("%s has a lower rank than %s", mem, v)
	}
	elem := mem.Elem
	if mv, ok := elem.(*VectorType); ok {
		if !SameType(mv, v) {
			return fmt.Errorf("%s is accessed with %s, not %s", mem, mv, v)
		}
		elem = mv.Elem
	}
	if !SameType(elem, v.Elem) {
		return fmt.Errorf("the elements of %s are not those of %s", mem, v)
	}
	return checkRank(op, "base", "indices")
}

// accessed returns the type of the vector that is loaded or stored.
func accessed(op *Operation) *VectorType {
	if len(op.Results) == 1 {
		if v, ok := op.Results[0].Type.(*VectorType); ok {
			return v
		}
	}
	return op.Operand("valueToStore").Type.(*VectorType)
}

func verifyMasked(op *Operation) error { return checkRank(op, "base", "indices") }

func verifyGather(op *Operation) error { return checkRank(op, "base", "offsets") }

func verifyTransferRead(op *Operation) error { return verifyTransfer(op, accessed(op)) }

func verifyTransferWrite(op *Operation) error {
	base := op.Operand("base").Type
	if isTensor(base) != (len(op.Results) == 1) {
		return fmt.Errorf("has a result if, and only if, it writes to a tensor")
	}
	if len(op.Results) == 1 && !SameType(base, op.Results[0].Type) {
		return fmt.Errorf("the result must be %s, not %s", base, op.Results[0].Type)
	}
	for _, e := range op.mapAttr("permutation_map").Results {
		if e.Kind != AffineDim {
			return fmt.Errorf("the permutation_map of a write has dimensions only")
		}
	}
	return verifyTransfer(op, op.Operand("valueToStore").Type.(*VectorType))
}

func verifyTransfer(op *Operation, v *VectorType) error {
	base, m := op.Operand("base").Type, op.mapAttr("permutation_map")
	shape, _ := ShapeOf(base)
	if err := checkRank(op, "base", "indices"); err != nil {
		return err
	}
	if m.Syms > 0 || m.Dims != len(shape) {
		return fmt.Errorf("permutation_map must have %d dimensions and no symbols, for %s", len(shape), base)
	}
	elemRank, err := checkMinor(ElemType(base), v)
	if err != nil {
		return err
	}
	if len(m.Results) != len(v.Shape)-elemRank {
		return fmt.Errorf("permutation_map must give %d results, for %s, not %d", len(v.Shape)-elemRank, v, len(m.Results))
	}
	if err := checkPermutation(m); err != nil {
		return err
	}
	if n := len(op.Attr("in_bounds").(*ArrayAttr).Elems); n != len(m.Results) {
		return fmt.Errorf("in_bounds needs %d entries, as many as permutation_map has results, not %d", len(m.Results), n)
	}
	mask := op.Operand("mask")
	if mask == nil {
		return nil
	}
	if elemRank > 0 {
		return fmt.Errorf("no mask is possible for %s, whose elements are vectors", base)
	}
	if want := transferMask(m, v); !SameType(want, mask.Type) {
		return fmt.Errorf("the mask must be %s, not %s", want, mask.Type)
	}
	return nil
}

// checkMinor: the last dimension of the vector is a whole number of elements of the memory, by
// bits. It returns the rank of these.
func checkMinor(elem Type, v *VectorType) (rank int, err error) {
	unit, _ := BitWidth(elem)
	if ev, ok := elem.(*VectorType); ok {
		rank = len(ev.Shape)
		if rank > len(v.Shape) {
			return 0, fmt.Errorf("%s has a lower rank than the elements %s", v, ev)
		}
		unit = minorBits(ev)
	}
	if unit == 0 || minorBits(v)%unit != 0 {
		return 0, fmt.Errorf("the last dimension of %s is not a whole number of elements %s", v, elem)
	}
	return rank, nil
}

// minorBits returns the number of bits of the last dimension.
func minorBits(v *VectorType) int {
	n, _ := BitWidth(v.Elem)
	if len(v.Shape) > 0 {
		n *= int(v.Shape[len(v.Shape)-1])
	}
	return n
}

// checkPermutation: results are different dimensions, or 0 for a broadcast.
func checkPermutation(m *AffineMap) error {
	seen := make([]bool, m.Dims)
	for _, e := range m.Results {
		switch {
		case e.isConst(0):
		case e.Kind != AffineDim:
			return fmt.Errorf("a result of permutation_map must be a dimension or 0, not %s", e)
		case seen[e.Value]:
			return fmt.Errorf("permutation_map has %s twice", e)
		default:
			seen[e.Value] = true
		}
	}
	return nil
}

// transferMask returns the type of the mask: it is over the memory's dimensions that the map uses.
func transferMask(m *AffineMap, v *VectorType) *VectorType {
	var shape Shape
	var scalable []bool
	for d := range m.Dims {
		for i, e := range m.Results {
			if e.Kind == AffineDim && e.Value == int64(d) {
				shape = append(shape, v.Shape[i])
				scalable = append(scalable, v.Scalable != nil && v.Scalable[i])
			}
		}
	}
	if len(shape) == 0 {
		return Vector(I1, 1)
	}
	return scalableVector(I1, shape, scalable)
}

// scalableVector returns a vector type of which some dimensions may be scalable.
func scalableVector(elem Type, shape Shape, scalable []bool) *VectorType {
	for _, s := range scalable {
		if s {
			return newVector(elem, shape, scalable)
		}
	}
	return newVector(elem, shape, nil)
}
