package ir

import (
	"fmt"
	"slices"
)

// Verifiers of the operations that make a memref of another one.

// fits reports whether two sizes, strides or offsets may be equal.
func fits(a, b int64) bool { return a == b || a == Dynamic || b == Dynamic }

// mulSize multiplies sizes and strides; zero times anything is known.
func mulSize(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	return mulDynamic(a, b)
}

func addSize(a, b int64) int64 {
	if a == Dynamic || b == Dynamic {
		return Dynamic
	}
	return a + b
}

func isIdentityLayout(t *MemRefType) bool {
	if l, ok := t.Layout.(*StridedAttr); ok {
		return len(l.Strides) == 1 && l.Strides[0] == 1 && l.Offset == 0
	}
	return t.Layout == nil
}

func memrefs(op *Operation) (from, to *MemRefType) {
	return op.Operands[0].Type.(*MemRefType), op.Results[0].Type.(*MemRefType)
}

// verifyMemRefCast: sizes, strides and offset may become known or unknown; all
// else stays.
func verifyMemRefCast(op *Operation) error {
	from, to := memrefs(op)
	if SameType(from.Elem, to.Elem) && SameAttr(from.Space, to.Space) {
		if from.Unranked != to.Unranked || !from.Unranked && compatible(from, to) {
			return nil
		}
	}
	return fmt.Errorf("%s cannot be cast to %s", from, to)
}

func compatible(from, to *MemRefType) bool {
	if len(from.Shape) != len(to.Shape) {
		return false
	}
	for i, d := range from.Shape {
		if !fits(d, to.Shape[i]) {
			return false
		}
	}
	if SameAttr(from.Layout, to.Layout) {
		return true
	}
	a, ao, ok := from.Strides()
	b, bo, ok2 := to.Strides()
	if !ok || !ok2 || !fits(ao, bo) {
		return false
	}
	for i, s := range a {
		if !fits(s, b[i]) {
			return false
		}
	}
	return true
}

func verifySpaceCast(op *Operation) error {
	from, to := memrefs(op)
	if !SameType(newMemRef(from.Elem, from.Shape, from.Unranked, from.Layout, to.Space), to) {
		return fmt.Errorf("changes the memory space only, not %s to %s", from, to)
	}
	return nil
}

// verifyView: a view of bytes starts anywhere and is row-major.
func verifyView(op *Operation) error {
	from, to := memrefs(op)
	switch {
	case !isIdentityLayout(from):
		return fmt.Errorf("the source must be row-major, not %s", from)
	case !isIdentityLayout(to):
		return fmt.Errorf("the result must be row-major, not %s", to)
	case !SameAttr(from.Space, to.Space):
		return fmt.Errorf("source %s and result %s must have the same memory space", from, to)
	}
	return checkSizes(op, "sizes", to)
}

// checkSlice checks the offsets, sizes and strides of a slice.
func checkSlice(op *Operation, offsets, rank int) error {
	if err := checkMixed(op, "static_offsets", "offsets", offsets, false); err != nil {
		return err
	}
	if err := checkMixed(op, "static_sizes", "sizes", rank, false); err != nil {
		return err
	}
	return checkMixed(op, "static_strides", "strides", rank, true)
}

func verifyReinterpret(op *Operation) error {
	from, to := memrefs(op)
	if err := checkSlice(op, 1, len(to.Shape)); err != nil {
		return err
	}
	if !SameType(from.Elem, to.Elem) || !SameAttr(from.Space, to.Space) {
		return fmt.Errorf("keeps the element type and memory space, but %s becomes %s", from, to)
	}
	strides, offset, _ := to.Strides()
	for _, c := range []struct {
		what        string
		given, want []int64
	}{
		{"sizes", op.Ints("static_sizes"), to.Shape},
		{"strides", op.Ints("static_strides"), strides},
		{"offsets", op.Ints("static_offsets"), []int64{offset}},
	} {
		for i, n := range c.given {
			if c.want[i] != Dynamic && c.want[i] != n {
				return fmt.Errorf("static_%s are %s, but the result is %s", c.what, mixedText(c.given), to)
			}
		}
	}
	return nil
}

func mixedText(nums []int64) string {
	b := []byte{'['}
	for i, n := range nums {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendSize(b, n)
	}
	return string(append(b, ']'))
}

// sliceType returns the type of a subview that drops no dimension.
func sliceType(op *Operation, from *MemRefType) (*MemRefType, bool) {
	strides, offset, ok := from.Strides()
	if !ok {
		return nil, false
	}
	steps, starts := op.Ints("static_strides"), op.Ints("static_offsets")
	result := make([]int64, len(strides))
	for i, s := range strides {
		offset = addSize(offset, mulSize(s, starts[i]))
		result[i] = mulSize(s, steps[i])
	}
	return MemRef(from.Elem, op.Ints("static_sizes"), &StridedAttr{result, offset}, from.Space), true
}

func verifySubview(op *Operation) error {
	from, to := memrefs(op)
	if err := checkSlice(op, len(from.Shape), len(from.Shape)); err != nil {
		return err
	}
	full, ok := sliceType(op, from)
	if !ok {
		return fmt.Errorf("the source %s must be strided", from)
	}
	if err := checkBounds(op, from); err != nil {
		return err
	}
	if keptDims(full, to) == nil {
		return fmt.Errorf("the result must be %s, or that without dimensions of size 1, not %s", full, to)
	}
	return nil
}

// KeptDims returns the dimensions of the source that the result of a
// memref.subview has. The others have size 1. Where that leaves a choice, the
// strides of the types decide, and then the first dimension that fits is kept.
// It is nil if the result's type does not fit, which Verify refuses.
func KeptDims(op *Operation) []int {
	from, to := memrefs(op)
	full, ok := sliceType(op, from)
	if !ok {
		return nil
	}
	return keptDims(full, to)
}

// keptDims returns the dimensions of from that to has, nil if to is not from
// without some dimensions of size 1.
func keptDims(from, to *MemRefType) []int {
	strides, offset, _ := from.Strides()
	want, start, ok := to.Strides()
	if !ok || offset != start || !SameType(from.Elem, to.Elem) || !SameAttr(from.Space, to.Space) {
		return nil
	}
	// The first dimension that can be the next one of the result is that: only
	// dimensions of size 1 are ever left out, so no later choice needs it.
	kept := make([]int, 0, len(to.Shape))
	for i, d := range from.Shape {
		switch k := len(kept); {
		case k < len(to.Shape) && d == to.Shape[k] && strides[i] == want[k]:
			kept = append(kept, i)
		case d != 1:
			return nil
		}
	}
	if len(kept) < len(to.Shape) {
		return nil
	}
	return kept
}

// checkBounds refuses slices that are known to leave the source.
func checkBounds(op *Operation, from *MemRefType) error {
	starts, sizes, steps := op.Ints("static_offsets"), op.Ints("static_sizes"), op.Ints("static_strides")
	for i, d := range from.Shape {
		if d == Dynamic || starts[i] == Dynamic {
			continue
		}
		if starts[i] >= d {
			return fmt.Errorf("offset %d is outside dimension %d of size %d", starts[i], i, d)
		}
		if sizes[i] == Dynamic || steps[i] == Dynamic {
			continue
		}
		if last := starts[i] + (sizes[i]-1)*steps[i]; last < 0 || last >= d {
			return fmt.Errorf("element %d is outside dimension %d of size %d", last, i, d)
		}
	}
	return nil
}

// Reassociation returns the groups of dimensions that a memref.collapse_shape
// joins or a memref.expand_shape makes.
func Reassociation(op *Operation) [][]int {
	list := op.Attr("reassociation").(*ArrayAttr).Elems
	groups := make([][]int, len(list))
	for i, l := range list {
		for _, n := range l.(*ArrayAttr).Elems {
			groups[i] = append(groups[i], int(n.(*IntegerAttr).Int64()))
		}
	}
	return groups
}

// reassociation gives the groups of dimensions that a reshape joins or splits;
// they must be the dimensions of the longer shape in order.
func reassociation(op *Operation, long, short Shape) ([][]int, error) {
	groups := Reassociation(op)
	if len(groups) != len(short) {
		return nil, fmt.Errorf("reassociation has %d groups for rank %d", len(groups), len(short))
	}
	next := 0
	for i, g := range groups {
		for _, n := range g {
			if n != next || next >= len(long) {
				return nil, fmt.Errorf("reassociation must list 0 to %d in order, but has %d", len(long)-1, n)
			}
			next++
		}
		if len(g) == 0 {
			return nil, fmt.Errorf("group %d of reassociation is empty", i)
		}
	}
	if len(short) == 0 {
		for _, d := range long {
			if d != 1 {
				return nil, fmt.Errorf("only dimensions of size 1 can be joined to rank 0, not %s", mixedText(long))
			}
		}
	} else if next != len(long) {
		return nil, fmt.Errorf("reassociation must list 0 to %d, but ends at %d", len(long)-1, next-1)
	}
	for i, g := range groups {
		n := int64(1)
		dynamic := false
		for _, k := range g {
			if long[k] == Dynamic {
				dynamic = true
			} else {
				n *= long[k]
			}
		}
		if dynamic != (short[i] == Dynamic) || !dynamic && n != short[i] {
			return nil, fmt.Errorf("size %s does not fit group %d of the sizes %s", mixedText(short[i:i+1]), i, mixedText(long))
		}
	}
	return groups, nil
}

func verifyCollapse(op *Operation) error {
	from, to := memrefs(op)
	groups, err := reassociation(op, from.Shape, to.Shape)
	if err != nil {
		return err
	}
	layout := Attr(nil)
	if !isIdentityLayout(from) {
		strides, offset, _ := from.Strides()
		joined := make([]int64, len(groups))
		for i, g := range groups {
			var ok bool
			if joined[i], ok = joinStrides(g, from.Shape, strides); !ok {
				return fmt.Errorf("dimensions %v of %s are not contiguous", g, from)
			}
		}
		layout = &StridedAttr{joined, offset}
	}
	return checkResult(MemRef(from.Elem, to.Shape, layout, from.Space), to)
}

// joinStrides returns the stride of a joined group of dimensions: that of the last one that is not
// of size 1, unless that may be of size 1 when it runs. ok is false if a stride is known not to
// step over the dimensions after it.
func joinStrides(group []int, shape Shape, strides []int64) (stride int64, ok bool) {
	last := len(group) - 1
	for last > 0 && shape[group[last]] == 1 {
		last--
	}
	stride = strides[group[last]]
	if last > 0 && shape[group[last]] == Dynamic {
		stride = Dynamic
	}
	step := stride
	for i := len(group) - 1; i > 0; i-- {
		k := group[i]
		step = mulSize(step, shape[k])
		if shape[k-1] != 1 && !fits(step, strides[k-1]) {
			return 0, false
		}
	}
	return stride, true
}

func verifyExpand(op *Operation) error {
	from, to := memrefs(op)
	if len(from.Shape) > len(to.Shape) {
		return fmt.Errorf("rank %d of the result is less than rank %d of the source", len(to.Shape), len(from.Shape))
	}
	groups, err := reassociation(op, to.Shape, from.Shape)
	if err != nil {
		return err
	}
	layout := Attr(nil)
	if !isIdentityLayout(from) {
		strides, offset, _ := from.Strides()
		split := make([]int64, len(to.Shape))
		for i, g := range groups {
			step := strides[i]
			for _, k := range slices.Backward(g) {
				split[k] = step
				step = mulSize(step, to.Shape[k])
			}
		}
		layout = &StridedAttr{split, offset}
	}
	if err := checkResult(MemRef(from.Elem, to.Shape, layout, from.Space), to); err != nil {
		return err
	}
	if err := checkMixed(op, "static_output_shape", "output_shape", len(to.Shape), false); err != nil {
		return err
	}
	for i, n := range op.Ints("static_output_shape") {
		if to.Shape[i] != Dynamic && to.Shape[i] != n {
			return fmt.Errorf("static_output_shape is %s, but the result is %s", mixedText(op.Ints("static_output_shape")), to)
		}
	}
	return nil
}

func checkResult(want, got *MemRefType) error {
	if !SameType(want, got) {
		return fmt.Errorf("the result must be %s, not %s", want, got)
	}
	return nil
}
