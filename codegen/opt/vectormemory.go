package opt

import (
	"slices"

	"heddle/ir"
)

// at adds an index to the last ones.
func (m maker) at(idx []*ir.Value, k []int64) []*ir.Value {
	out := slices.Clone(idx)
	lead := len(idx) - len(k)
	for i, x := range k {
		if x != 0 {
			out[lead+i] = m.add(out[lead+i], m.index(x))
		}
	}
	return out
}

// isFat reports whether a memref is a buffer resource with its own range check.
func isFat(t *ir.MemRefType) bool {
	switch a := t.Space.(type) {
	case *ir.OpaqueAttr:
		return a.Param("address_space") == "fat_raw_buffer"
	case *ir.IntegerAttr:
		return a.Int64() == 7
	}
	return false
}

// byDwords reports whether the range check of an access to a whole vector is not
// that of its elements: buffer resources check dwords.
func byDwords(t *ir.MemRefType) bool {
	w, _ := ir.BitWidth(t.Elem)
	return isFat(t) && w < 32
}

// inner reports whether the elements of the memref are vectors.
func inner(t ir.Type) bool {
	_, vector := ir.ElemType(t).(*ir.VectorType)
	return vector
}

func (m maker) load(mem *ir.Value, at []*ir.Value) *ir.Value {
	return m.Op("memref.load", append([]*ir.Value{mem}, at...), nil)
}

func (m maker) store(v, mem *ir.Value, at []*ir.Value) {
	m.Op("memref.store", append([]*ir.Value{v, mem}, at...), nil)
}

// loadRow loads a vector of one dimension.
func (m maker) loadRow(mem *ir.Value, at []*ir.Value, elem ir.Type, n int64) *ir.Value {
	return m.Op("vector.load", append([]*ir.Value{mem}, at...), []ir.Type{ir.Vector(elem, n)})
}

func rows(shape ir.Shape) (lead ir.Shape, row int64) {
	if len(shape) == 0 {
		return nil, 1
	}
	return shape[:len(shape)-1], shape[len(shape)-1]
}

// lowerLoad loads the rows of a vector of several dimensions.
func lowerLoad(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	mem, idx := op.Operands[0], op.Operands[1:]
	t := op.Results[0].Type.(*ir.VectorType)
	mt := mem.Type.(*ir.MemRefType)
	if len(t.Shape) == 1 || inner(mt) {
		return nil, false
	}
	if len(t.Shape) == 0 {
		return []*ir.Value{m.spread(m.load(mem, idx), t)}, true
	}
	if byDwords(mt) {
		return nil, false
	}
	lead, n := rows(t.Shape)
	var all []*ir.Value
	each(lead, func(_ int, k []int64) {
		all = append(all, m.elements(m.loadRow(mem, m.at(idx, append(slices.Clone(k), 0)), t.Elem, n))...)
	})
	return []*ir.Value{m.gathered(t, all)}, true
}

func lowerStore(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	v, mem, idx := op.Operands[0], op.Operands[1], op.Operands[2:]
	t := v.Type.(*ir.VectorType)
	mt := mem.Type.(*ir.MemRefType)
	if len(t.Shape) == 1 || inner(mt) {
		return nil, false
	}
	if len(t.Shape) == 0 {
		m.store(m.element(v, 0), mem, idx)
		return nil, true
	}
	if byDwords(mt) {
		return nil, false
	}
	lead, n := rows(t.Shape)
	each(lead, func(i int, k []int64) {
		mask := upTo(int(n))
		for e := range mask {
			mask[e] += int64(i) * n
		}
		row := m.permuted(v, v, mask, ir.Vector(t.Elem, n))
		m.Op("vector.store", append([]*ir.Value{row, mem}, m.at(idx, append(slices.Clone(k), 0))...), nil)
	})
	return nil, true
}

// guarded makes an scf.if that gives one value, or none.
func (m maker) guarded(cond *ir.Value, yes func() *ir.Value, no *ir.Value) *ir.Value {
	if no == nil {
		m.branch(cond, nil, func() []*ir.Value { yes(); return nil }, nil)
		return nil
	}
	return m.branch(cond, []ir.Type{no.Type}, func() []*ir.Value { return []*ir.Value{yes()} }, func() []*ir.Value { return []*ir.Value{no} })[0]
}

// oneTruth returns the scalar that a mask repeats, nil if it is none.
func oneTruth(mask *ir.Value) *ir.Value {
	if in := defined(mask, "vector.shape_cast"); in != nil {
		return oneTruth(in.Operands[0])
	}
	if in := defined(mask, "vector.broadcast"); in != nil && in.Operands[0].Type == ir.I1 {
		return in.Operands[0]
	}
	return nil
}

// rangeMasked reports whether selection needs no branch for a mask of one value: in a buffer,
// masked lanes get an offset out of range.
func rangeMasked(mt *ir.MemRefType, t *ir.VectorType) bool {
	return isFat(mt) && len(t.Shape) == 1 && wholeBytes(t)
}

// wholeMask reports whether a masked access may become one without a mask: of a
// buffer the two may differ in what is in range.
func wholeMask(mt *ir.MemRefType, op *ir.Operation) bool { return !isFat(mt) || op.HasAttr(WholeMask) }

// lowerMaskedLoad loads the elements whose mask is set, each in its own branch, or all in one if
// the mask has one value.
func lowerMaskedLoad(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	n := len(op.Operands)
	mem, idx, mask, other := op.Operands[0], op.Operands[1:n-2], op.Operands[n-2], op.Operands[n-1]
	t := op.Results[0].Type.(*ir.VectorType)
	mt := mem.Type.(*ir.MemRefType)
	if inner(mt) {
		return nil, false
	}
	whole := func() *ir.Value {
		all, done := lowerLoad(m, ir.NewOp("vector.load", append([]*ir.Value{mem}, idx...), []ir.Type{t}))
		if !done {
			return m.Op("vector.load", append([]*ir.Value{mem}, idx...), []ir.Type{t})
		}
		return all[0]
	}
	if c, ok := splatOf(mask); ok && unitRow(mt) && (c == 0 || wholeMask(mt, op)) {
		if c == 0 {
			return []*ir.Value{other}, true
		}
		return []*ir.Value{whole()}, true
	}
	if c := oneTruth(mask); c != nil && unitRow(mt) && wholeMask(mt, op) && !rangeMasked(mt, t) {
		return []*ir.Value{m.guarded(c, whole, other)}, true
	}
	if byDwords(mt) || wholeBytes(t) {
		return nil, false // selection turns lanes off for each element
	}
	mask, other = m.flat(mask), m.flat(other)
	var all []*ir.Value
	each(t.Shape, func(i int, k []int64) {
		at := slices.Clone(k)
		all = append(all, m.guarded(m.element(mask, i), func() *ir.Value { return m.load(mem, m.at(idx, at)) }, m.element(other, i)))
	})
	return []*ir.Value{m.gathered(t, all)}, true
}

// unitRow reports whether elements adjacent in the last dimension are adjacent in memory, as
// vector.load requires.
func unitRow(t *ir.MemRefType) bool {
	s, _, ok := t.Strides()
	return ok && len(s) > 0 && s[len(s)-1] == 1
}

// wholeBytes reports whether a vector's elements fill bytes in memory.
func wholeBytes(t *ir.VectorType) bool {
	w := widthOf(t.Elem)
	return w == 1 || w >= 8
}

func lowerMaskedStore(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	n := len(op.Operands)
	mem, idx, mask, v := op.Operands[0], op.Operands[1:n-2], op.Operands[n-2], op.Operands[n-1]
	t := v.Type.(*ir.VectorType)
	mt := mem.Type.(*ir.MemRefType)
	if inner(mt) {
		return nil, false
	}
	whole := func() *ir.Value {
		store := ir.NewOp("vector.store", append([]*ir.Value{v, mem}, idx...), nil)
		if _, done := lowerStore(m, store); !done {
			m.Insert(store)
		}
		return nil
	}
	if c, ok := splatOf(mask); ok && unitRow(mt) && (c == 0 || wholeMask(mt, op)) {
		if c == 1 {
			whole()
		}
		return nil, true
	}
	if c := oneTruth(mask); c != nil && unitRow(mt) && wholeMask(mt, op) && !rangeMasked(mt, t) {
		m.guarded(c, whole, nil)
		return nil, true
	}
	if byDwords(mt) || wholeBytes(t) {
		return nil, false
	}
	mask, v = m.flat(mask), m.flat(v)
	each(t.Shape, func(i int, k []int64) {
		e, at := m.element(v, i), slices.Clone(k)
		m.guarded(m.element(mask, i), func() *ir.Value { m.store(e, mem, m.at(idx, at)); return nil }, nil)
	})
	return nil, true
}

// lowerGather loads each element from its own place; the numbers count in the last dimension.
func lowerGather(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	n := len(op.Operands)
	mem, idx, numbers, mask, other := op.Operands[0], op.Operands[1:n-3], op.Operands[n-3], op.Operands[n-2], op.Operands[n-1]
	if _, memref := mem.Type.(*ir.MemRefType); !memref || len(idx) == 0 || inner(mem.Type) || widthOf(ir.ElemType(numbers.Type)) > 64 {
		return nil, false
	}
	t := op.Results[0].Type.(*ir.VectorType)
	numbers, mask, other = m.flat(numbers), m.flat(mask), m.flat(other)
	all := make([]*ir.Value, t.Len())
	for i := range all {
		load := func() *ir.Value { return m.load(mem, m.numbered(idx, m.element(numbers, i))) }
		if c, ok := splatOf(mask); ok && c == 1 {
			all[i] = load()
		} else {
			all[i] = m.guarded(m.element(mask, i), load, m.element(other, i))
		}
	}
	return []*ir.Value{m.gathered(t, all)}, true
}

// lowerScatter stores each element to its own place, in ascending order: the last one of those with
// the same place stays.
func lowerScatter(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	n := len(op.Operands)
	mem, idx, numbers, mask, v := op.Operands[0], op.Operands[1:n-3], op.Operands[n-3], op.Operands[n-2], op.Operands[n-1]
	if len(idx) == 0 || inner(mem.Type) || widthOf(ir.ElemType(numbers.Type)) > 64 {
		return nil, false
	}
	c, known := splatOf(mask)
	if known && c == 0 {
		return nil, true
	}
	count := int(v.Type.(*ir.VectorType).Len())
	numbers, mask, v = m.flat(numbers), m.flat(mask), m.flat(v)
	for i := range count {
		e := m.element(v, i)
		store := func() *ir.Value {
			m.store(e, mem, m.numbered(idx, m.element(numbers, i)))
			return nil
		}
		if known {
			store()
		} else {
			m.guarded(m.element(mask, i), store, nil)
		}
	}
	return nil, true
}

// numbered returns the indices with a number added to the last one.
func (m maker) numbered(idx []*ir.Value, number *ir.Value) []*ir.Value {
	if number.Type != ir.Index {
		number = m.retyped("index_cast", number, ir.Index)
	}
	at, last := slices.Clone(idx), len(idx)-1
	at[last] = m.add(at[last], number)
	return at
}

// transfer is what transfer_read and transfer_write have in common.
type transfer struct {
	mem      *ir.Value
	idx      []*ir.Value
	vector   *ir.VectorType
	dims     []int // of the memref, for each of the vector; -1 for a broadcast
	inBounds []bool
	mask     *ir.Value
	maskDims []int // of the vector, for each of the mask
}

func transferOf(op *ir.Operation, mem *ir.Value, idx []*ir.Value, t *ir.VectorType) (x transfer, ok bool) {
	mt, memref := mem.Type.(*ir.MemRefType)
	if !memref || mt.Unranked || inner(mt) || !ir.SameType(mt.Elem, t.Elem) {
		return x, false
	}
	x = transfer{mem: mem, idx: idx, vector: t, mask: op.Operand("mask")}
	byDim := make([]int, len(mt.Shape))
	for i := range byDim {
		byDim[i] = -1
	}
	for i, e := range mapOf(op, "permutation_map").Results {
		d := -1
		if e.Kind == ir.AffineDim {
			d = int(e.Value)
			byDim[d] = i
		}
		x.dims = append(x.dims, d)
	}
	for _, i := range byDim {
		if i >= 0 {
			x.maskDims = append(x.maskDims, i)
		}
	}
	for _, e := range op.Attr("in_bounds").(*ir.ArrayAttr).Elems {
		x.inBounds = append(x.inBounds, e.(*ir.IntegerAttr).IsTrue())
	}
	return x, true
}

// certain reports whether all elements are accessed.
func (x *transfer) certain() bool {
	if x.mask != nil {
		if c, ok := splatOf(x.mask); !ok || c != 1 {
			return false
		}
	}
	for i, d := range x.dims {
		if d >= 0 && !x.inBounds[i] {
			return false
		}
	}
	return true
}

// contiguous reports whether the last dimension of the vector is the last one of
// the memref, and its elements are neighbours.
func (x *transfer) contiguous() bool {
	mt := x.mem.Type.(*ir.MemRefType)
	n := len(x.dims)
	return n > 0 && x.dims[n-1] == len(mt.Shape)-1 && unitRow(mt) && !byDwords(mt)
}

// place returns the indices of an element.
func (x *transfer) place(m maker, k []int64) []*ir.Value {
	at := slices.Clone(x.idx)
	for i, d := range x.dims {
		if d >= 0 && k[i] != 0 {
			at[d] = m.add(at[d], m.index(k[i]))
		}
	}
	return at
}

// guard returns the condition that an element is accessed: it is inside where that is not promised,
// and its mask is set. nil if it always is.
func (x *transfer) guard(m maker, sizes []*ir.Value, k []int64) *ir.Value {
	var all *ir.Value
	and := func(c *ir.Value) {
		if all == nil {
			all = c
		} else {
			all = m.two("andi", all, c)
		}
	}
	at := x.place(m, k)
	for i, d := range x.dims {
		if d >= 0 && !x.inBounds[i] {
			and(m.compare("sge", at[d], m.index(0)))
			and(m.compare("slt", at[d], sizes[d]))
		}
	}
	if x.mask != nil {
		var shape, where []int64
		for _, d := range x.maskDims {
			shape, where = append(shape, x.vector.Shape[d]), append(where, k[d])
		}
		and(m.element(x.mask, int(flatIndex(shape, where))))
	}
	return all
}

// sizes describes the memref, if needed.
func (x *transfer) sizes(m maker) ([]*ir.Value, bool) {
	d, ok := m.describe(x.mem)
	return d.sizes, ok
}

func lowerTransferRead(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	t := op.Results[0].Type.(*ir.VectorType)
	_, end := op.OperandRange(1)
	x, ok := transferOf(op, op.Operands[0], op.Operands[1:end], t)
	if !ok {
		return nil, false
	}
	var all []*ir.Value
	if x.certain() && x.contiguous() {
		lead, n := rows(t.Shape)
		each(lead, func(_ int, k []int64) {
			row := m.loadRow(x.mem, x.place(m, append(slices.Clone(k), 0)), t.Elem, n)
			if len(lead) == 0 {
				all = []*ir.Value{row}
			} else {
				all = append(all, m.elements(row)...)
			}
		})
		if len(lead) == 0 {
			return all, true
		}
		return []*ir.Value{m.gathered(t, all)}, true
	}
	sizes, ok := x.sizes(m)
	if !ok {
		return nil, false
	}
	padding := op.Operand("padding")
	each(t.Shape, func(_ int, k []int64) {
		k = slices.Clone(k)
		load := func() *ir.Value { return m.load(x.mem, x.place(m, k)) }
		if c := x.guard(m, sizes, k); c != nil {
			all = append(all, m.guarded(c, load, padding))
		} else {
			all = append(all, load())
		}
	})
	return []*ir.Value{m.gathered(t, all)}, true
}

func lowerTransferWrite(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	v := op.Operands[0]
	t := v.Type.(*ir.VectorType)
	_, end := op.OperandRange(2)
	x, ok := transferOf(op, op.Operands[1], op.Operands[2:end], t)
	if !ok {
		return nil, false
	}
	if x.certain() && x.contiguous() {
		lead, n := rows(t.Shape)
		each(lead, func(i int, k []int64) {
			mask := upTo(int(n))
			for e := range mask {
				mask[e] += int64(i) * n
			}
			row := m.permuted(v, v, mask, ir.Vector(t.Elem, n))
			m.Op("vector.store", append([]*ir.Value{row, x.mem}, x.place(m, append(slices.Clone(k), 0))...), nil)
		})
		return nil, true
	}
	sizes, ok := x.sizes(m)
	if !ok {
		return nil, false
	}
	each(t.Shape, func(i int, k []int64) {
		k = slices.Clone(k)
		e := m.element(v, i)
		store := func() *ir.Value { m.store(e, x.mem, x.place(m, k)); return nil }
		if c := x.guard(m, sizes, k); c != nil {
			m.guarded(c, store, nil)
		} else {
			store()
		}
	})
	return nil, true
}
