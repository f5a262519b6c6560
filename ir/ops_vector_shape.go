package ir

import (
	"fmt"
	"slices"
)

// Verifiers of the vector operations that rearrange elements.

// isScalable reports whether dimension i is scalable.
func (t *VectorType) isScalable(i int) bool { return t.Scalable != nil && t.Scalable[i] }

// inner returns the vector type of dimensions from on.
func (t *VectorType) inner(from int) *VectorType {
	if t.Scalable == nil {
		return newVector(t.Elem, t.Shape[from:], nil)
	}
	return scalableVector(t.Elem, t.Shape[from:], t.Scalable[from:])
}

// at returns the type at a position of n numbers: an element or a vector of the dimensions that are
// left.
func (t *VectorType) at(n int) Type {
	if n == len(t.Shape) {
		return t.Elem
	}
	return t.inner(n)
}

// resized returns the type with dimension i of another size.
func (t *VectorType) resized(i int, size int64) *VectorType {
	shape := slices.Clone(t.Shape)
	shape[i] = size
	return newVector(t.Elem, shape, t.Scalable)
}

// checkPosition checks the position of an extract or insert in a vector; -1 means poison.
func checkPosition(op *Operation, v *VectorType) error {
	pos := op.Ints("static_position")
	if len(pos) > len(v.Shape) {
		return fmt.Errorf("a position of %d numbers is too long for %s", len(pos), v)
	}
	if err := checkDynamic(op, "static_position", "dynamic_position"); err != nil {
		return err
	}
	for i, p := range pos {
		if p != Dynamic && (p < -1 || p >= v.Shape[i]) {
			return fmt.Errorf("position %d is outside dimension %d of %s", p, i, v)
		}
	}
	return nil
}

func verifyExtract(op *Operation) error {
	v, got := op.Operands[0].Type.(*VectorType), op.Results[0].Type
	if err := checkPosition(op, v); err != nil {
		return err
	}
	want := v.at(len(op.Ints("static_position")))
	if SameType(want, got) || isSingle(want, got) || isSingle(got, want) {
		return nil
	}
	return fmt.Errorf("the result must be %s, not %s", want, got)
}

// isSingle reports whether v is a vector of rank 1 of one element of type elem.
func isSingle(v, elem Type) bool { return SameType(v, Vector(elem, 1)) }

func verifyInsert(op *Operation) error {
	value, dest := op.Operands[0].Type, op.Operands[1].Type.(*VectorType)
	if err := checkPosition(op, dest); err != nil {
		return err
	}
	n := len(op.Ints("static_position"))
	rank := 0
	if v, ok := value.(*VectorType); ok {
		rank = len(v.Shape)
	}
	if n+rank != len(dest.Shape) {
		return fmt.Errorf("a value of rank %d at a position of %d numbers does not fit %s", rank, n, dest)
	}
	return nil
}

// checkStrides: all strides are 1.
func checkStrides(strides []int64) error {
	for _, s := range strides {
		if s != 1 {
			return fmt.Errorf("strides must be 1, not %d", s)
		}
	}
	return nil
}

func inferSlice(op *Operation) ([]Type, error) {
	v, offsets, sizes := op.Operands[0].Type.(*VectorType), op.Ints("offsets"), op.Ints("sizes")
	if len(offsets) > len(v.Shape) || len(offsets) != len(sizes) || len(offsets) != len(op.Ints("strides")) {
		return nil, fmt.Errorf("offsets, sizes and strides must have the same length, of at most %d", len(v.Shape))
	}
	shape := slices.Clone(v.Shape)
	for i, o := range offsets {
		if n := v.Shape[i]; o < 0 || o >= n || sizes[i] < 1 || sizes[i] > n-o {
			return nil, fmt.Errorf("offset %d and size %d do not fit dimension %d of %s", o, sizes[i], i, v)
		}
		shape[i] = sizes[i]
	}
	return []Type{newVector(v.Elem, shape, v.Scalable)}, nil
}

func verifyExtractSlice(op *Operation) error {
	v := op.Operands[0].Type.(*VectorType)
	for i, n := range op.Ints("sizes") {
		if v.isScalable(i) && (n != v.Shape[i] || op.Ints("offsets")[i] != 0) {
			return fmt.Errorf("dimension %d of %s is scalable and can only be taken whole", i, v)
		}
	}
	return checkStrides(op.Ints("strides"))
}

func verifyInsertSlice(op *Operation) error {
	value, dest := op.Operands[0].Type.(*VectorType), op.Operands[1].Type.(*VectorType)
	offsets, strides := op.Ints("offsets"), op.Ints("strides")
	switch {
	case len(offsets) != len(dest.Shape):
		return fmt.Errorf("needs %d offsets, for %s, not %d", len(dest.Shape), dest, len(offsets))
	case len(strides) != len(value.Shape):
		return fmt.Errorf("needs %d strides, for %s, not %d", len(value.Shape), value, len(strides))
	case len(value.Shape) > len(dest.Shape):
		return fmt.Errorf("%s has a lower rank than %s", dest, value)
	}
	skip := len(dest.Shape) - len(value.Shape)
	for i, o := range offsets {
		size := int64(1)
		if i >= skip {
			size = value.Shape[i-skip]
			if s := value.isScalable(i - skip); s != dest.isScalable(i) || s && size != dest.Shape[i] {
				return fmt.Errorf("dimension %d of %s is scalable and can only be given whole", i, dest)
			}
		}
		if o < 0 || o >= dest.Shape[i] || size > dest.Shape[i]-o {
			return fmt.Errorf("offset %d and size %d do not fit dimension %d of %s", o, size, i, dest)
		}
	}
	return checkStrides(strides)
}

func verifyFromElements(op *Operation) error {
	v := op.Results[0].Type.(*VectorType)
	if n := v.Len(); n != int64(len(op.Operands)) {
		return fmt.Errorf("%s has %d elements, but there are %d operands", v, n, len(op.Operands))
	}
	for i, o := range op.Operands {
		if !SameType(o.Type, v.Elem) {
			return fmt.Errorf("element %d is of type %s, not %s", i, o.Type, v.Elem)
		}
	}
	return nil
}

// maxElements bounds the operations with one result per element.
const maxElements = 1 << 20

func inferElements(op *Operation) ([]Type, error) {
	v := op.Operands[0].Type.(*VectorType)
	n := v.Len()
	if given := int64(len(op.Results)); n > maxElements || given > 0 && given != n {
		return nil, fmt.Errorf("%s has %d elements, but there are %d results", v, n, given)
	}
	types := make([]Type, n)
	for i := range types {
		types[i] = v.Elem
	}
	return types, nil
}

// inferShuffle: a shuffle is one of the first dimension.
func inferShuffle(op *Operation) ([]Type, error) {
	a, mask := op.Operands[0].Type.(*VectorType), op.Ints("mask")
	if len(mask) == 0 {
		return nil, fmt.Errorf("the mask must have at least one entry")
	}
	if len(a.Shape) == 0 {
		return []Type{Vector(a.Elem, int64(len(mask)))}, nil
	}
	return []Type{a.resized(0, int64(len(mask)))}, nil
}

func verifyShuffle(op *Operation) error {
	a, b := op.Operands[0].Type.(*VectorType), op.Operands[1].Type.(*VectorType)
	if len(a.Shape) != len(b.Shape) || len(a.Shape) > 0 && !SameType(a.inner(1), b.inner(1)) || !SameType(a.Elem, b.Elem) {
		return fmt.Errorf("%s and %s must be the same but for the first size", a, b)
	}
	n := int64(2)
	if len(a.Shape) > 0 {
		n = a.Shape[0] + b.Shape[0]
	}
	for i, m := range op.Ints("mask") {
		if m < -1 || m >= n {
			return fmt.Errorf("entry %d of the mask is %d, outside 0 to %d (and -1 for poison)", i, m, n-1)
		}
	}
	return nil
}

func inferInterleave(op *Operation) ([]Type, error) {
	v := op.Operands[0].Type.(*VectorType)
	if len(v.Shape) == 0 {
		return []Type{Vector(v.Elem, 2)}, nil
	}
	last := len(v.Shape) - 1
	return []Type{v.resized(last, 2*v.Shape[last])}, nil
}

func inferDeinterleave(op *Operation) ([]Type, error) {
	v := op.Operands[0].Type.(*VectorType)
	last := len(v.Shape) - 1
	if v.Shape[last]%2 != 0 {
		return nil, fmt.Errorf("the last dimension of %s must be even", v)
	}
	half := v.resized(last, v.Shape[last]/2)
	return []Type{half, half}, nil
}

// verifyBroadcast: leading dimensions are added, and those of size 1 stretched.
func verifyBroadcast(op *Operation) error {
	to := op.Results[0].Type.(*VectorType)
	from, ok := op.Operands[0].Type.(*VectorType)
	if !ok {
		if !SameType(op.Operands[0].Type, to.Elem) {
			return fmt.Errorf("%s is not an element of %s", op.Operands[0].Type, to)
		}
		return nil
	}
	skip := len(to.Shape) - len(from.Shape)
	if skip < 0 {
		return fmt.Errorf("%s has a lower rank than %s", to, from)
	}
	for i, n := range from.Shape {
		k := i + skip
		single := n == 1 && !from.isScalable(i)
		if !single && (n != to.Shape[k] || from.isScalable(i) != to.isScalable(k)) {
			return fmt.Errorf("dimension %d of %s does not broadcast to dimension %d of %s", i, from, k, to)
		}
	}
	return nil
}

func verifyVectorBitcast(op *Operation) error {
	from, to := op.Operands[0].Type.(*VectorType), op.Results[0].Type.(*VectorType)
	if len(from.Shape) != len(to.Shape) {
		return fmt.Errorf("%s and %s must have the same rank", from, to)
	}
	for i := range from.Shape {
		if i < len(from.Shape)-1 && from.Shape[i] != to.Shape[i] || from.isScalable(i) != to.isScalable(i) {
			return fmt.Errorf("dimension %d of %s must stay as it is, not as in %s", i, from, to)
		}
	}
	if a, b := minorBits(from), minorBits(to); a != b {
		return fmt.Errorf("the last dimension of %s has %d bits, that of %s %d", from, a, to, b)
	}
	return nil
}

func verifyShapeCast(op *Operation) error {
	from, to := op.Operands[0].Type.(*VectorType), op.Results[0].Type.(*VectorType)
	if a, b := from.Len(), to.Len(); a != b {
		return fmt.Errorf("%s has %d elements, %s %d", from, a, to, b)
	}
	scalable := func(v *VectorType) (n int) {
		for _, s := range v.Scalable {
			if s {
				n++
			}
		}
		return n
	}
	if scalable(from) != scalable(to) {
		return fmt.Errorf("%s and %s must have the same number of scalable dimensions", from, to)
	}
	return nil
}

func inferTranspose(op *Operation) ([]Type, error) {
	v, perm := op.Operands[0].Type.(*VectorType), op.Ints("permutation")
	if len(perm) != len(v.Shape) {
		return nil, fmt.Errorf("permutation needs %d numbers, for %s, not %d", len(v.Shape), v, len(perm))
	}
	seen := make([]bool, len(perm))
	shape, scalable := make(Shape, len(perm)), make([]bool, len(perm))
	for i, p := range perm {
		if p < 0 || p >= int64(len(perm)) || seen[p] {
			return nil, fmt.Errorf("permutation must have each of 0 to %d once", len(perm)-1)
		}
		seen[p] = true
		shape[i], scalable[i] = v.Shape[p], v.isScalable(int(p))
	}
	return []Type{scalableVector(v.Elem, shape, scalable)}, nil
}

func verifyReduction(op *Operation) error {
	v := op.Operands[0].Type.(*VectorType)
	if len(v.Shape) > 1 {
		return fmt.Errorf("reduces vectors of rank 1, not %s", v)
	}
	return reducible(op.EnumAttr("kind"), v.Elem)
}

// inferMultiReduction: dimensions that the vector does not have are ignored, as
// MLIR does.
func inferMultiReduction(op *Operation) ([]Type, error) {
	v := op.Operands[0].Type.(*VectorType)
	var shape Shape
	var scalable []bool
	for i, n := range v.Shape {
		if !slices.Contains(op.Ints("reduction_dims"), int64(i)) {
			shape, scalable = append(shape, n), append(scalable, v.isScalable(i))
		}
	}
	if len(shape) == 0 {
		return []Type{v.Elem}, nil
	}
	return []Type{scalableVector(v.Elem, shape, scalable)}, nil
}

func verifyCreateMask(op *Operation) error {
	v := op.Results[0].Type.(*VectorType)
	if want := max(1, len(v.Shape)); len(op.Operands) != want {
		return fmt.Errorf("needs %d operands, for %s, not %d", want, v, len(op.Operands))
	}
	return nil
}

func verifyConstantMask(op *Operation) error {
	v, sizes := op.Results[0].Type.(*VectorType), op.Ints("mask_dim_sizes")
	shape := v.Shape
	if len(shape) == 0 {
		shape = Shape{1}
	}
	if len(sizes) != len(shape) {
		return fmt.Errorf("mask_dim_sizes needs %d numbers, for %s, not %d", len(shape), v, len(sizes))
	}
	zeros := 0
	for i, n := range sizes {
		if n < 0 || n > shape[i] {
			return fmt.Errorf("size %d does not fit dimension %d of %s", n, i, v)
		}
		if n == 0 {
			zeros++
		} else if len(v.Shape) > 0 && v.isScalable(i) && n != shape[i] {
			return fmt.Errorf("dimension %d of %s is scalable: its size must be 0 or %d", i, v, shape[i])
		}
	}
	if zeros > 0 && zeros != len(sizes) {
		return fmt.Errorf("if one of mask_dim_sizes is 0, all must be")
	}
	return nil
}
