package codegen

import (
	"fmt"

	"heddle/ir"
	"heddle/mach"
)

// A memref that control flow hands on has its offset folded into its base; what
// its type leaves open travels beside: sizes, strides, and the offset where a
// resource cannot take it in. All refs of one type and space have the same
// dwords then.

// refCarried is a ref in the form that control flow hands on.
func (k *kernel) refCarried(r *ref) *ref { return k.refLike(r, k.refDwords(r)) }

// refDwords are the dwords that make up a ref.
func (k *kernel) refDwords(r *ref) []mach.Operand {
	strides, offset, _ := r.typ.Strides()
	// The offset that the type states is one that everybody knows.
	moved := r.offset
	if offset != ir.Dynamic {
		moved = moved.plus(number(-offset))
	}
	unit, err := unitBits(r.typ.Elem)
	if err != nil {
		unit = 8
	}
	var dw []mach.Operand
	bytes, whole := k.byteAt(moved, unit)
	apart := !whole || r.space == refBuffer || unit%8 != 0
	if apart {
		bytes = linear{}
	}
	switch r.space {
	case refGlobal:
		terms := append([]term{{v: value{dw: r.base}, coef: 1}}, bytes.terms...)
		lo, hi := k.sum64(bytes.c, terms)
		dw = append(dw, lo, hi)
	case refBuffer:
		dw = append(dw, r.base...)
	default:
		terms := append([]term{{v: value{dw: r.base, ext: extZero}, coef: 1}}, bytes.terms...)
		if c, ok := isConst(r.base[0]); ok {
			bytes.c, terms = bytes.c+int64(c), bytes.terms
		}
		dw = append(dw, k.sum32(bytes.c, terms))
	}
	both := func(l linear) {
		lo, hi := k.sum64(l.c, l.terms)
		dw = append(dw, lo, hi)
	}
	if r.space == refBuffer || unit%8 != 0 {
		both(moved)
	}
	for i, n := range r.typ.Shape {
		if n == ir.Dynamic {
			both(r.sizes[i])
		}
	}
	for i, n := range strides {
		if n == ir.Dynamic {
			both(r.strides[i])
		}
	}
	return dw
}

// refLike is the ref of the same type and space as proto with these dwords.
func (k *kernel) refLike(proto *ref, dw []mach.Operand) *ref {
	t := proto.typ
	strides, offset, _ := t.Strides()
	r := &ref{typ: t, space: proto.space, checked: proto.checked}
	take := func(n int) []mach.Operand {
		taken := dw[:n:n]
		dw = dw[n:]
		return taken
	}
	open := func() linear {
		pair := take(2)
		v := value{typ: ir.Index, dw: pair}
		if c, ok := constantOf(v); ok {
			return number(c)
		}
		return linear{terms: []term{{v: v, coef: 1}}}
	}
	r.base = take([...]int{refGlobal: 2, refBuffer: 4, refLDS: 1, refPrivate: 1}[r.space])
	if unit, err := unitBits(t.Elem); r.space == refBuffer || err == nil && unit%8 != 0 {
		r.offset = open()
	}
	if offset != ir.Dynamic {
		r.offset = r.offset.plus(number(offset))
	}
	for _, n := range t.Shape {
		size := number(n)
		if n == ir.Dynamic {
			size = open()
		}
		r.sizes = append(r.sizes, size)
	}
	for _, n := range strides {
		stride := number(n)
		if n == ir.Dynamic {
			stride = open()
		}
		r.strides = append(r.strides, stride)
	}
	if n, ok := extent(t); ok && r.space != refBuffer {
		r.reach = n
	}
	return r
}

// refDwordsLike are the dwords of a ref that takes the place of form.
func (k *kernel) refDwordsLike(op *ir.Operation, r, form *ref) ([]mach.Operand, error) {
	if _, err := k.refJoin(op, form, r); err != nil {
		return nil, err
	}
	return k.refDwords(r), nil
}

// refJoin is the form that can stand for both a and b.
func (k *kernel) refJoin(op *ir.Operation, a, b *ref) (*ref, error) {
	if a.space != b.space {
		return nil, k.refuse(op, fmt.Sprintf("one memref that points to %s or to %s", refSpaceNames[a.space], refSpaceNames[b.space]), "keep them apart")
	}
	form := *a
	if a.root != b.root {
		form.root, form.noAlias = 0, false
	}
	form.checked = a.checked || b.checked
	return &form, nil
}

// refScalar reports whether all registers of a memref are scalar.
func (k *kernel) refScalar(r *ref) bool {
	for _, d := range k.refDwords(r) {
		if !k.isScalar(d) {
			return false
		}
	}
	return true
}
