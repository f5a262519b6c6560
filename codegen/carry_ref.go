package codegen

import (
	"fmt"
	"math"

	"heddle/ir"
	"heddle/mach"
)

// A memref passed along control flow has its offset folded into its base; properties that its type
// leaves open travel with it: sizes, strides, and the offset where a resource cannot take it in.
// All refs of one type and space have the same dwords then.

// baseDwords is the length of the base of a ref.
var baseDwords = [...]int{refGlobal: 2, refBuffer: 2, refLDS: 1, refPrivate: 1}

// refCarried returns a ref in the form passed along control flow; its place in memory may differ in
// each iteration.
func (k *kernel) refCarried(r *ref) *ref {
	form := k.refLike(r, k.refDwords(r))
	form.root, form.noAlias = 0, false
	return form
}

// refDwords returns the dwords that make up a ref.
func (k *kernel) refDwords(r *ref) []mach.Operand {
	var dw []mach.Operand
	both := func(l linear) {
		lo, hi := k.sum64(l.c, l.terms)
		dw = append(dw, lo, hi)
	}
	moved, apart := k.moved(r)
	switch r.space {
	case refGlobal:
		both(moved.plus(linear{terms: []term{{v: value{dw: r.base}, coef: 1}}}))
	case refBuffer:
		dw = append(append(dw, r.base...), r.buffer.valid...)
		if r.buffer.stride.Kind != mach.OperandNone {
			dw = append(dw, r.buffer.stride)
		}
		both(moved)
	default:
		moved = moved.plus(k.dwordLinear(r.base[0]))
		dw = append(dw, k.sum32(moved.c, moved.terms))
	}
	if apart {
		both(r.offset)
	}
	strides, _, _ := r.typ.Strides()
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

// moved is how far, in bytes, the base of a ref moves when it is passed on: by everything that its
// type does not state. Fractions of a byte are separate.
func (k *kernel) moved(r *ref) (bytes linear, apart bool) {
	_, offset, _ := r.typ.Strides()
	unit, err := ir.StorageBits(r.typ.Elem)
	if err != nil || unit%8 != 0 || offset == ir.Dynamic && k.exactOffsets {
		return r.shift, true
	}
	open := r.offset
	if offset != ir.Dynamic {
		open = open.plus(number(-offset))
	}
	return r.shift.plus(open.times(unit / 8)), false
}

// dwordLinear returns an unsigned dword as a linear.
func (k *kernel) dwordLinear(o mach.Operand) linear {
	v := value{typ: ir.Index, dw: []mach.Operand{o}, ext: extZero}
	if c, ok := constantOf(v); ok {
		return number(c)
	}
	return linear{terms: []term{{v: v, coef: 1}}}
}

// refLike returns the ref of the same type and space as proto with these dwords.
func (k *kernel) refLike(proto *ref, dw []mach.Operand) *ref {
	t := proto.typ
	strides, offset, _ := t.Strides()
	r := &ref{typ: t, space: proto.space, root: proto.root, noAlias: proto.noAlias, checked: proto.checked}
	take := func(n int) []mach.Operand {
		taken := dw[:n:n]
		dw = dw[n:]
		return taken
	}
	open := func() linear {
		v := value{typ: ir.Index, dw: take(2)}
		if c, ok := constantOf(v); ok {
			return number(c)
		}
		return linear{terms: []term{{v: v, coef: 1}}}
	}
	field := func(n int64) linear {
		if n == ir.Dynamic {
			return open()
		}
		return number(n)
	}
	r.base = take(baseDwords[r.space])
	if r.space == refBuffer {
		r.buffer = &buffer{valid: take(2), most: math.MaxInt64}
		if proto.buffer.stride.Kind != mach.OperandNone {
			r.buffer.stride = take(1)[0]
		}
		r.shift = open()
	}
	if _, apart := k.moved(r); apart {
		r.offset = open()
	} else if offset != ir.Dynamic {
		r.offset = number(offset)
	}
	for _, n := range t.Shape {
		r.sizes = append(r.sizes, field(n))
	}
	for _, n := range strides {
		r.strides = append(r.strides, field(n))
	}
	if r.space == refGlobal {
		r.within()
	}
	return r
}

// refDwordsLike returns the dwords of a ref that takes the place of form.
func (k *kernel) refDwordsLike(op *ir.Operation, r, form *ref) ([]mach.Operand, error) {
	if _, err := k.refJoin(op, form, r); err != nil {
		return nil, err
	}
	if r.space == refBuffer && (r.buffer.stride.Kind == mach.OperandNone) != (form.buffer.stride.Kind == mach.OperandNone) {
		// The stride of the cache swizzle changes no result: the form reports whether
		// there is one.
		own, like := *r, *r.buffer
		own.buffer = &like
		if like.stride = (mach.Operand{}); form.buffer.stride.Kind != mach.OperandNone {
			like.stride = constDword(0)
		}
		r = &own
	}
	return k.refDwords(r), nil
}

// refJoin returns the form that can represent both a and b.
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
