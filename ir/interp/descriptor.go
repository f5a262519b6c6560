package interp

import (
	"errors"
	"fmt"
	"slices"

	"heddle/ir"
)

// The operations that make descriptors from descriptors.

func makeDim(_ *builder, op *ir.Operation) (exec, error) {
	return func(l *lane, in *inst) error {
		ref, err := l.ref(in, 0)
		if err != nil {
			return err
		}
		d := l.arg(in, 1)
		if d.Poison != nil {
			l.set(in, 0, Value{Elem: Elem{Poison: d.Poison}})
			return nil
		}
		i := int64(d.Bits)
		if i < 0 || i >= int64(len(ref.Sizes)) {
			return fmt.Errorf("there is no dimension %d of %d", i, len(ref.Sizes))
		}
		if ref.Sizes[i] == ir.Dynamic {
			return fmt.Errorf("size %d of %s is not known", i, ref.Mem.Name)
		}
		l.set(in, 0, Value{Elem: Elem{Bits: uint64(ref.Sizes[i])}})
		return nil
	}, nil
}

// makeMemRefCast checks that the descriptor matches the new type.
func makeMemRefCast(_ *builder, op *ir.Operation) (exec, error) {
	t, ok := op.Results[0].Type.(*ir.MemRefType)
	if !ok {
		return nil, errors.New("only memrefs can be cast")
	}
	return func(l *lane, in *inst) error {
		ref, err := l.ref(in, 0)
		if err != nil {
			return err
		}
		if !t.Unranked {
			if len(t.Shape) != len(ref.Sizes) {
				return fmt.Errorf("a memref of rank %d is not a %s", len(ref.Sizes), t)
			}
			ref = stated(t, ref)
			if err := agrees(t, ref); err != nil {
				return err
			}
		}
		l.set(in, 0, Value{Ref: ref})
		return nil
	}, nil
}

// stated fills in unknown sizes and strides of a descriptor from a type.
func stated(t *ir.MemRefType, ref *MemRef) *MemRef {
	if ir.Shape(ref.Sizes).Static() && ir.Shape(ref.Strides).Static() {
		return ref
	}
	strides, _, ok := t.Strides()
	if !ok {
		return ref
	}
	full := *ref
	full.Sizes, full.Strides = slices.Clone(ref.Sizes), slices.Clone(ref.Strides)
	for i := range full.Sizes {
		if full.Sizes[i] == ir.Dynamic {
			full.Sizes[i] = t.Shape[i]
		}
		if full.Strides[i] == ir.Dynamic {
			full.Strides[i] = strides[i]
		}
	}
	return &full
}

func makeView(_ *builder, op *ir.Operation) (exec, error) {
	t := op.Results[0].Type.(*ir.MemRefType)
	return func(l *lane, in *inst) error {
		src, err := l.ref(in, 0)
		if err != nil {
			return err
		}
		nums, err := l.numbers(in, 1, len(in.args), "an address")
		if err != nil {
			return err
		}
		ref, err := layout(t, nums[1:])
		if err != nil {
			return err
		}
		// The source is bytes.
		at, ok := mulAdd(src.Base, 1, src.Offset)
		if ok {
			at, ok = mulAdd(at, 1, nums[0])
		}
		if !ok {
			return errors.New("the address overflows")
		}
		ref.Mem, ref.Base, ref.Fat = src.Mem, at, src.Fat
		if moved := uint64(at - src.Base); src.Fat != nil { // what is in range stays where it is
			ref.Fat = &FatBuffer{Records: src.Fat.Records - min(moved, src.Fat.Records)}
		}
		l.set(in, 0, Value{Ref: ref})
		return nil
	}, nil
}

// mixed returns numbers given partly by an attribute and partly by the operands of row
// number row.
func (l *lane) mixed(in *inst, static []int64, row int) ([]int64, error) {
	from, to := group(in.op, row)
	n := make([]int64, len(static))
	for i, s := range static {
		if s == ir.Dynamic {
			if from == to {
				return nil, errors.New("an operand is missing")
			}
			var err error
			if s, err = l.number(in, from, "an address"); err != nil {
				return nil, err
			}
			from++
		}
		n[i] = s
	}
	return n, nil
}

// region is offsets, sizes and strides, from attributes and from operands of the rows
// after the source.
func (l *lane) region(in *inst) (offsets, sizes, strides []int64, err error) {
	if offsets, err = l.mixed(in, in.op.Ints("static_offsets"), 1); err != nil {
		return nil, nil, nil, err
	}
	if sizes, err = l.mixed(in, in.op.Ints("static_sizes"), 2); err != nil {
		return nil, nil, nil, err
	}
	strides, err = l.mixed(in, in.op.Ints("static_strides"), 3)
	return offsets, sizes, strides, err
}

func makeSubview(_ *builder, op *ir.Operation) (exec, error) {
	kept := ir.KeptDims(op)
	if kept == nil {
		return nil, fmt.Errorf("the result type %s does not fit the sizes %v", op.Results[0].Type, op.Ints("static_sizes"))
	}
	return func(l *lane, in *inst) error {
		src, err := l.ref(in, 0)
		if err != nil {
			return err
		}
		offsets, sizes, strides, err := l.region(in)
		if err != nil {
			return err
		}
		if len(offsets) != len(src.Sizes) {
			return fmt.Errorf("a memref of rank %d has no view of rank %d", len(src.Sizes), len(offsets))
		}
		ref := &MemRef{Mem: src.Mem, Base: src.Base, Fat: src.Fat}
		if ref.Offset, err = src.linear(offsets); err != nil {
			return err
		}
		for _, i := range kept {
			stride, ok := mulAdd(0, strides[i], src.Strides[i])
			if !ok {
				return errors.New("a stride overflows")
			}
			ref.Sizes = append(ref.Sizes, sizes[i])
			ref.Strides = append(ref.Strides, stride)
		}
		l.set(in, 0, Value{Ref: ref})
		return nil
	}, nil
}

func makeReinterpret(_ *builder, op *ir.Operation) (exec, error) {
	return func(l *lane, in *inst) error {
		src, err := l.ref(in, 0)
		if err != nil {
			return err
		}
		offsets, sizes, strides, err := l.region(in)
		if err != nil {
			return err
		}
		if len(offsets) != 1 {
			return fmt.Errorf("one offset is expected, not %d", len(offsets))
		}
		l.set(in, 0, Value{Ref: &MemRef{Mem: src.Mem, Base: src.Base, Fat: src.Fat, Offset: offsets[0], Sizes: sizes, Strides: strides}})
		return nil
	}, nil
}

func makeCollapse(_ *builder, op *ir.Operation) (exec, error) {
	list := ir.Reassociation(op)
	return func(l *lane, in *inst) error {
		src, err := l.ref(in, 0)
		if err != nil {
			return err
		}
		ref := &MemRef{Mem: src.Mem, Base: src.Base, Fat: src.Fat, Offset: src.Offset}
		for _, dims := range list {
			size, stride, next := int64(1), int64(1), int64(0)
			for k := len(dims) - 1; k >= 0; k-- { // from the inside out
				d := dims[k]
				if d >= len(src.Sizes) || src.Sizes[d] == ir.Dynamic {
					return fmt.Errorf("dimension %d is not known", d)
				}
				switch {
				case src.Sizes[d] == 1 && k > 0:
					continue
				case size == 1 && next == 0:
					stride = src.Strides[d]
				case src.Strides[d] != next && src.Sizes[d] != 1:
					return fmt.Errorf("dimensions %v cannot become one: stride %d is not %d", dims, src.Strides[d], next)
				}
				size *= src.Sizes[d]
				next = stride * size
			}
			ref.Sizes, ref.Strides = append(ref.Sizes, size), append(ref.Strides, stride)
		}
		l.set(in, 0, Value{Ref: ref})
		return nil
	}, nil
}

func makeExpand(_ *builder, op *ir.Operation) (exec, error) {
	list := ir.Reassociation(op)
	static := op.Ints("static_output_shape")
	return func(l *lane, in *inst) error {
		src, err := l.ref(in, 0)
		if err != nil {
			return err
		}
		sizes, err := l.mixed(in, static, 1)
		if err != nil {
			return err
		}
		ref := &MemRef{Mem: src.Mem, Base: src.Base, Fat: src.Fat, Offset: src.Offset, Sizes: sizes, Strides: make([]int64, len(sizes))}
		for i, dims := range list {
			if i >= len(src.Sizes) {
				return errors.New("there are more groups than dimensions")
			}
			step := src.Strides[i]
			n := int64(1)
			for k := len(dims) - 1; k >= 0; k-- {
				d := dims[k]
				ref.Strides[d] = step
				step *= sizes[d]
				n *= sizes[d]
			}
			if n != src.Sizes[i] {
				return fmt.Errorf("dimension %d has %d elements, its parts have %d", i, src.Sizes[i], n)
			}
		}
		l.set(in, 0, Value{Ref: ref})
		return nil
	}, nil
}

func makeMetadata(_ *builder, op *ir.Operation) (exec, error) {
	return func(l *lane, in *inst) error {
		src, err := l.ref(in, 0)
		if err != nil {
			return err
		}
		l.set(in, 0, Value{Ref: &MemRef{Mem: src.Mem, Base: src.Base, Fat: src.Fat}})
		nums := append([]int64{src.Offset}, src.Sizes...)
		for i, n := range append(nums, src.Strides...) {
			l.set(in, 1+i, Value{Elem: Elem{Bits: uint64(n)}})
		}
		return nil
	}, nil
}

// makeSubspan makes a memref from a pointer and a number of bytes. A dynamic size without
// an operand stays unknown.
func makeSubspan(_ *builder, op *ir.Operation) (exec, error) {
	t, ok := op.Results[0].Type.(*ir.MemRefType)
	if !ok {
		return nil, fmt.Errorf("the result is a memref, not %s", op.Results[0].Type)
	}
	strides, offset, ok := t.Strides()
	if !ok {
		return nil, fmt.Errorf("the layout of %s is not an offset and strides", t)
	}
	if offset == ir.Dynamic { // what it could be is in the number of bytes
		offset = 0
	}
	return func(l *lane, in *inst) error {
		src, err := l.ref(in, 0)
		if err != nil {
			return err
		}
		nums, err := l.numbers(in, 1, len(in.args), "an address")
		if err != nil {
			return err
		}
		ref := &MemRef{Mem: src.Mem, Base: src.Base, Offset: offset, Strides: strides, Sizes: t.Shape}
		if len(nums) > 0 {
			if ref.Base, ok = mulAdd(src.Base, 1, nums[0]); !ok {
				return errors.New("the address overflows")
			}
			nums = nums[1:]
		}
		if len(nums) > 0 || t.Shape.Static() {
			if err := subspanSizes(t, ref, nums); err != nil {
				return err
			}
		}
		l.set(in, 0, Value{Ref: ref})
		return nil
	}, nil
}

// subspanSizes fills in sizes, and where the layout has no strides those of a
// dense one.
func subspanSizes(t *ir.MemRefType, ref *MemRef, dynamic []int64) error {
	dense, err := layout(ir.MemRef(t.Elem, t.Shape, nil, t.Space), dynamic)
	if err != nil {
		return err
	}
	strides := slices.Clone(ref.Strides)
	for i, n := range strides {
		if n == ir.Dynamic {
			strides[i] = dense.Strides[i]
		}
	}
	ref.Sizes, ref.Strides = dense.Sizes, strides
	return nil
}
