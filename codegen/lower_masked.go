package codegen

import (
	"fmt"
	"math"

	iropt "heddle/codegen/opt"
	"heddle/ir"
	"heddle/mach"
)

// maskedLowerings: accesses of vectors whose elements are accessed one by one.
var maskedLowerings = []lowering{
	{"vector.maskedload", lowerMaskedLoad},
	{"vector.maskedstore", lowerMaskedStore},
	{"vector.gather", lowerGather},
	{"vector.scatter", lowerScatter},
	{"vector.transfer_read", lowerTransferRead},
	{"vector.transfer_write", lowerTransferWrite},
}

// indexOf returns a linear as a value of one dword where its range allows that.
func (k *kernel) indexOf(l linear) value {
	lo, hi, ok := k.rangeOf(l.terms)
	if !l.constant() && ok && l.c > -1<<40 && l.c < 1<<40 {
		lo, hi = lo+l.c, hi+l.c
		switch {
		case lo >= 0 && hi <= math.MaxUint32:
			return value{typ: ir.Index, dw: []mach.Operand{k.sum32(l.c, l.terms)}, ext: extZero}
		case lo >= math.MinInt32 && hi <= math.MaxInt32:
			return value{typ: ir.Index, dw: []mach.Operand{k.sum32(l.c, l.terms)}, ext: extSigned}
		}
	}
	return k.indexValue(l)
}

// below returns the condition 0 <= a < n.
func (k *kernel) below(a, n linear) cond {
	lo, hi, ok := k.rangeOf(a.terms)
	nLo, nHi, nOk := k.rangeOf(n.terms)
	const most = 1 << 60
	if !ok || !nOk || a.c < -most || a.c > most || n.c < -most || n.c > most {
		return k.compare("ult", k.indexOf(a), k.indexOf(n))
	}
	lo, hi, nLo, nHi = lo+a.c, hi+a.c, nLo+n.c, nHi+n.c
	switch {
	case lo >= 0 && hi < nLo:
		return constCond(true)
	case hi < 0 || lo >= nHi:
		return constCond(false)
	case lo >= 0 && lo-a.c >= 0:
		// The constant moves to the other side, where it costs nothing.
		return k.compare("slt", k.indexOf(linear{terms: a.terms}), k.indexOf(n.plus(number(-a.c))))
	case lo >= 0:
		return k.compare("slt", k.indexOf(a), k.indexOf(n))
	}
	return k.compare("ult", k.indexOf(a), k.indexOf(n))
}

// vectorAccesses returns the elements of a vector at indices, as in vector.load: its dimensions are
// the last ones of the memref.
func (k *kernel) vectorAccesses(op *ir.Operation, r *ref, t *ir.VectorType, indices []*ir.Value, mask value) ([]access, error) {
	unit, err := ir.StorageBits(r.typ.Elem)
	if err != nil {
		return nil, k.refuse(op, err.Error(), "")
	}
	if !ir.SameType(r.typ.Elem, t.Elem) || len(t.Shape) > len(r.strides) {
		return nil, k.refuse(op, fmt.Sprintf("%s as elements of %s", t, r.typ), "")
	}
	at := k.elementAt(r, indices)
	strides := r.strides[len(r.strides)-len(t.Shape):]
	list := make([]access, t.Len())
	starts := true
	eachIndex(t.Shape, func(n int, idx []int64) {
		here := at
		for d, i := range idx {
			here = here.plus(strides[d].times(i))
		}
		bytes, whole := k.byteAt(r, here, unit)
		list[n], starts = access{at: bytes, on: mask.bit[n]}, starts && whole
		if first := int64(n) * unit / 8; r.checked && unit < 32 && op.HasAttr(iropt.WholeMask) {
			list[n].need = min(first/4*4+4, t.Len()*unit/8) - first
		}
	})
	if !starts {
		return nil, k.refuse(op, fmt.Sprintf("an element of %s that may start inside a byte", r.typ), "")
	}
	return list, nil
}

func lowerMaskedLoad(k *kernel, op *ir.Operation) error {
	r, t := k.refOf(op.Operand("base")), op.Result().Type.(*ir.VectorType)
	list, err := k.vectorAccesses(op, r, t, op.OperandGroup("indices"), k.value(op.Operand("mask")))
	if err != nil {
		return err
	}
	pass := k.value(op.Operand("pass_thru"))
	if own, n := k.oneMask(op, r, list); own != nil {
		dw := k.loadBytes(own, list[0].at, n)
		if own.mask != nil && !allZero(pass) {
			dw = k.selectDwords(*own.mask, dw, k.stored(pass))
		}
		return k.setLoaded(op, t, dw)
	}
	return k.loadElements(op, k.fromStart(op, r, list), t, list, k.elements(pass))
}

func lowerMaskedStore(k *kernel, op *ir.Operation) error {
	r, v := k.refOf(op.Operand("base")), op.Operand("valueToStore")
	list, err := k.vectorAccesses(op, r, v.Type.(*ir.VectorType), op.OperandGroup("indices"), k.value(op.Operand("mask")))
	if err != nil {
		return err
	}
	if own, n := k.oneMask(op, r, list); own != nil {
		k.storeBytes(own, list[0].at, n, k.stored(k.value(v)))
		return nil
	}
	return k.storeElements(op, k.fromStart(op, r, list), list, k.value(v))
}

// fromStart returns the ref for the elements of a vector in a buffer that is accessed as a whole:
// none of them is in range if the vector begins below 0.
func (k *kernel) fromStart(op *ir.Operation, r *ref, list []access) *ref {
	if r.space != refBuffer || !r.checked || len(list) == 0 || !op.HasAttr(iropt.WholeMask) {
		return r
	}
	start := list[0].at
	if lo, _, ok := k.offsetRange(r, start); ok && lo >= 0 {
		return r
	}
	own := *r
	inside := k.compare("sge", k.indexOf(start), constant(ir.Index, 0))
	own.mask = &inside
	return &own
}

// oneMask returns the ref for an access of n bytes whose elements one condition is for, in a buffer
// whose range check keeps away the lanes where it does not hold; nil for others.
func (k *kernel) oneMask(op *ir.Operation, r *ref, list []access) (own *ref, n int64) {
	unit, err := ir.StorageBits(r.typ.Elem)
	if !op.HasAttr(iropt.WholeMask) || r.space != refBuffer || !r.checked || r.buffer.ready != nil || !k.splits() || err != nil || len(list) == 0 {
		return nil, 0
	}
	for i := range list {
		if list[i].on != list[0].on || i > 0 && !neighbours(list[i-1].at, list[i].at, unit/8) {
			return nil, 0
		}
	}
	n = int64(len(list)) * unit / 8
	switch on := list[0].on; {
	case on.kind == condConst && on.is:
		return k.knowing(r, op.OperandGroup("indices"), nil), n
	case on.kind == condConst: // by its elements, none of which is touched
		return nil, 0
	}
	var holds *ir.Value
	if m := op.Operand("mask").Op; m != nil && m.Name() == "vector.broadcast" && m.Operands[0].Type == ir.I1 {
		holds = m.Operands[0]
	}
	if own := k.limited(op, r, holds, n); own != nil {
		return own, n
	}
	masked := *k.knowing(r, op.OperandGroup("indices"), holds)
	masked.mask = &list[0].on
	return &masked, n
}

// allZero reports whether a value is known to have no bit set.
func allZero(v value) bool {
	for _, d := range v.dw {
		if !isZero(d) {
			return false
		}
	}
	for _, c := range v.bit {
		if c.kind != condConst || c.is {
			return false
		}
	}
	return true
}

// lowerGather: the position of an element is that of the offsets, with the
// element's own number added to the last one.
func lowerGather(k *kernel, op *ir.Operation) error {
	t := op.Result().Type.(*ir.VectorType)
	r, list, err := k.scattered(op, t)
	if err != nil {
		return err
	}
	return k.loadElements(op, r, t, list, k.elements(k.value(op.Operand("pass_thru"))))
}

func lowerScatter(k *kernel, op *ir.Operation) error {
	v := op.Operand("valueToStore")
	r, list, err := k.scattered(op, v.Type.(*ir.VectorType))
	if err != nil {
		return err
	}
	return k.storeElements(op, r, list, k.value(v))
}

// scattered returns the elements of a gather or scatter.
func (k *kernel) scattered(op *ir.Operation, t *ir.VectorType) (*ref, []access, error) {
	r := k.refOf(op.Operand("base"))
	unit, err := ir.StorageBits(r.typ.Elem)
	if err != nil {
		return nil, nil, k.refuse(op, err.Error(), "")
	}
	if !ir.SameType(r.typ.Elem, t.Elem) || len(r.strides) == 0 {
		return nil, nil, k.refuse(op, fmt.Sprintf("%s of %s", t, r.typ), "")
	}
	numbers := op.Operand("indices")
	at := k.elementAt(r, op.OperandGroup("offsets"))
	mask := k.value(op.Operand("mask")).bit
	var list []access
	for i, e := range k.elements(k.value(numbers)) {
		e = k.extendedElem(64, e, true)
		v := value{typ: ir.Index, dw: e.dw, ext: e.ext}
		own := linear{terms: []term{{v: v, coef: 1, src: numbers}}}
		if c, ok := constantOf(v); ok {
			own = number(c)
		}
		bytes, whole := k.byteAt(r, at.plus(k.product(own, r.strides[len(r.strides)-1])), unit)
		if !whole {
			return nil, nil, k.refuse(op, fmt.Sprintf("an element of %s that may start inside a byte", r.typ), "")
		}
		list = append(list, access{at: bytes, on: mask[i]})
	}
	return r, list, nil
}

// transfer returns the elements of a transfer_read or transfer_write: dimension i of the vector is
// dimension dims[i] of the memref, or is repeated if that is -1.
func (k *kernel) transfer(op *ir.Operation, base *ir.Value, t *ir.VectorType) ([]access, error) {
	m, ok := base.Type.(*ir.MemRefType)
	if !ok || !ir.SameType(m.Elem, t.Elem) {
		return nil, k.refuse(op, fmt.Sprintf("%s of %s", t, base.Type), "the vector must have the memref's element type")
	}
	r := k.refOf(base)
	unit, err := ir.StorageBits(m.Elem)
	if err != nil {
		return nil, k.refuse(op, err.Error(), "")
	}
	var dims []int
	inBounds := make([]bool, len(t.Shape))
	for i, e := range op.Attr("permutation_map").(*ir.AffineMapAttr).Map.Results {
		d := -1
		if e.Kind == ir.AffineDim {
			d = int(e.Value)
		}
		dims = append(dims, d)
		if a, ok := op.Attr("in_bounds").(*ir.ArrayAttr); ok {
			inBounds[i] = a.Elems[i].(*ir.IntegerAttr).IsTrue()
		}
	}
	indices := op.OperandGroup("indices")
	inside, err := k.insideOf(op, r, t, indices, dims, inBounds)
	if err != nil {
		return nil, err
	}
	mask := k.transferMask(op, t, dims)
	start := k.elementAt(r, indices)
	list := make([]access, t.Len())
	starts := true
	eachIndex(t.Shape, func(n int, idx []int64) {
		here, on := start, constCond(true)
		for i, d := range dims {
			if d >= 0 {
				here = here.plus(r.strides[d].times(idx[i]))
				on = k.combine(&condAnd, on, inside[i][idx[i]])
			}
		}
		bytes, whole := k.byteAt(r, here, unit)
		if mask != nil {
			on = k.combine(&condAnd, on, mask(idx))
		}
		list[n], starts = access{at: bytes, on: on}, starts && whole
	})
	if !starts {
		return nil, k.refuse(op, fmt.Sprintf("an element of %s that may start inside a byte", r.typ), "")
	}
	return list, nil
}

// insideOf returns the conditions that dimension i of the vector is inside of the memref at each
// place.
func (k *kernel) insideOf(op *ir.Operation, r *ref, t *ir.VectorType, indices []*ir.Value, dims []int, inBounds []bool) ([][]cond, error) {
	inside := make([][]cond, len(dims))
	for i, d := range dims {
		inside[i] = make([]cond, t.Shape[i])
		for n := range inside[i] {
			inside[i][n] = constCond(true)
			if d < 0 || inBounds[i] {
				continue
			}
			size := r.sizes[d]
			if unknown(size) {
				return nil, k.refuse(op, fmt.Sprintf("size %d of %s is not known", d, r.typ), "give it where the memref is made")
			}
			inside[i][n] = k.below(k.linearOf(indices[d]).plus(number(int64(n))), size)
		}
	}
	return inside, nil
}

// transferMask returns the mask's bit for an index of the vector, nil if there is no mask. The mask
// has the memref's dimensions that the transfer uses, in their order there.
func (k *kernel) transferMask(op *ir.Operation, t *ir.VectorType, dims []int) func(idx []int64) cond {
	v := op.Operand("mask")
	if v == nil {
		return nil
	}
	bit := k.value(v).bit
	var order []int
	for d := range len(op.OperandGroup("indices")) {
		for i, of := range dims {
			if of == d {
				order = append(order, i)
			}
		}
	}
	return func(idx []int64) cond {
		at := int64(0)
		for _, i := range order {
			at = at*t.Shape[i] + idx[i]
		}
		return bit[at]
	}
}

func lowerTransferRead(k *kernel, op *ir.Operation) error {
	t := op.Result().Type.(*ir.VectorType)
	list, err := k.transfer(op, op.Operand("base"), t)
	if err != nil {
		return err
	}
	pass := make([]elem, len(list))
	for i := range pass {
		pass[i] = k.elements(k.value(op.Operand("padding")))[0]
	}
	return k.loadElements(op, k.refOf(op.Operand("base")), t, list, pass)
}

func lowerTransferWrite(k *kernel, op *ir.Operation) error {
	v := op.Operand("valueToStore")
	list, err := k.transfer(op, op.Operand("base"), v.Type.(*ir.VectorType))
	if err != nil {
		return err
	}
	return k.storeElements(op, k.refOf(op.Operand("base")), list, k.value(v))
}
