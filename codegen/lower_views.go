package codegen

import (
	"fmt"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// viewLowerings: memrefs made of memrefs. They compute only what is not constant.
var viewLowerings = []lowering{
	{"memref.cast", lowerMemRefCast},
	{"memref.memory_space_cast", lowerMemRefCast},
	{"memref.assume_alignment", lowerMemRefCast},
	{"memref.view", lowerView},
	{"memref.subview", lowerSubview},
	{"memref.reinterpret_cast", lowerReinterpret},
	{"memref.collapse_shape", lowerCollapse},
	{"memref.expand_shape", lowerExpand},
	{"memref.extract_strided_metadata", lowerMetadata},
	{"memref.extract_aligned_pointer_as_index", lowerAlignedPointer},
	{"memref.dim", lowerDim},
	{"stream.binding.subspan", lowerSubspan},
	{"iree_input.binding.subspan", lowerSubspan},
}

// indexValue returns a linear as a value of type index.
func (k *kernel) indexValue(l linear) value {
	if l.constant() {
		return constant(ir.Index, uint64(l.c))
	}
	if len(l.terms) == 1 && l.c == 0 && l.terms[0].coef == 1 && l.terms[0].v.typ == ir.Index {
		return l.terms[0].v
	}
	lo, hi := k.sum64(l.c, l.terms)
	v := value{typ: ir.Index, dw: []mach.Operand{lo, hi}}
	if isZero(hi) {
		v.dw, v.ext = v.dw[:1], extZero
	}
	return v
}

// lowerMemRefCast: the same memory by another type; what only the new type
// knows is used from now on.
func lowerMemRefCast(k *kernel, op *ir.Operation) error {
	r := *k.refOf(op.Operands[0])
	t := op.Results[0].Type.(*ir.MemRefType)
	if t.Unranked || r.typ != nil && r.typ.Unranked {
		return k.refuse(op, "memrefs without a rank are not compiled", "")
	}
	strides, offset, ok := t.Strides()
	if !ok {
		return k.refuse(op, fmt.Sprintf("the layout of %s is not strided", t), "")
	}
	r.sizes, r.strides = append([]linear{}, r.sizes...), append([]linear{}, r.strides...)
	for i, n := range t.Shape {
		if n != ir.Dynamic {
			r.sizes[i] = number(n)
		}
		if strides[i] != ir.Dynamic && (!r.strides[i].constant() || unknown(r.strides[i])) {
			r.strides[i] = number(strides[i])
		}
	}
	if offset != ir.Dynamic {
		r.offset = number(offset)
	}
	if op.Name() == "memref.assume_alignment" && op.IntAttr("alignment")%4 == 0 && k.divisor(r.shift) >= 4 {
		r.alignedBase = true
	}
	k.setRef(op, &r)
	k.noteOpen(op.Results[0], &r)
	k.bound(&r)
	return nil
}

// bound uses the type of a new view where nothing bounds its accesses so far.
func (k *kernel) bound(r *ref) {
	if r.space == refGlobal && r.reach == 0 {
		r.within()
	}
}

func lowerView(k *kernel, op *ir.Operation) error {
	src := k.refOf(op.Operands[0])
	r := src.withShape()
	r.shift = src.shift.plus(src.offset).plus(k.linearOf(op.Operands[1]))
	k.setRef(op, r)
	k.dense(r, op.OperandGroup("sizes"))
	k.bound(r)
	return nil
}

// dense fills in the sizes and strides of a row-major memref whose dynamic
// sizes are given.
func (k *kernel) dense(r *ref, dynamic []*ir.Value) {
	n := len(r.typ.Shape)
	r.sizes, r.strides = make([]linear, n), make([]linear, n)
	for i, s := range r.typ.Shape {
		r.sizes[i] = number(s)
		if s == ir.Dynamic {
			r.sizes[i], dynamic = k.linearOf(dynamic[0]), dynamic[1:]
		}
	}
	step := number(1)
	for i := n - 1; i >= 0; i-- {
		r.strides[i] = step
		if i > 0 {
			step = k.product(step, r.sizes[i])
		}
	}
}

// mixed returns numbers that are partly in an attribute and partly in operands.
func (k *kernel) mixed(static []int64, dynamic []*ir.Value) []linear {
	out := make([]linear, len(static))
	for i, s := range static {
		out[i] = number(s)
		if s == ir.Dynamic {
			out[i], dynamic = k.linearOf(dynamic[0]), dynamic[1:]
		}
	}
	return out
}

// region returns the offsets, sizes and strides of a view.
func (k *kernel) region(op *ir.Operation) (offsets, sizes, strides []linear) {
	return k.mixed(op.Ints("static_offsets"), op.OperandGroup("offsets")),
		k.mixed(op.Ints("static_sizes"), op.OperandGroup("sizes")),
		k.mixed(op.Ints("static_strides"), op.OperandGroup("strides"))
}

func lowerSubview(k *kernel, op *ir.Operation) error {
	src := k.refOf(op.Operands[0])
	kept := ir.KeptDims(op)
	if kept == nil {
		return k.refuse(op, "it is not clear which dimensions it drops", "")
	}
	offsets, sizes, strides := k.region(op)
	r := src.withShape()
	r.offset = src.offset
	for i, o := range offsets {
		r.offset = r.offset.plus(k.product(o, src.strides[i]))
	}
	for _, i := range kept {
		r.sizes = append(r.sizes, sizes[i])
		r.strides = append(r.strides, k.product(strides[i], src.strides[i]))
	}
	k.setRef(op, r)
	k.bound(r)
	return nil
}

func lowerReinterpret(k *kernel, op *ir.Operation) error {
	offsets, sizes, strides := k.region(op)
	r := k.refOf(op.Operands[0]).withShape()
	r.offset, r.sizes, r.strides = offsets[0], sizes, strides
	r.reach, r.resource = 0, nil // it may reach what the source's type does not
	k.setRef(op, r)
	k.bound(r)
	return nil
}

func lowerCollapse(k *kernel, op *ir.Operation) error {
	src := k.refOf(op.Operands[0])
	r := src.withShape()
	r.offset = src.offset
	for _, dims := range ir.Reassociation(op) {
		// The stride is that of the innermost dimension that has more than one
		// element.
		size, stride := number(1), number(1)
		known := false
		for i := len(dims) - 1; i >= 0; i-- {
			d := dims[i]
			if size = k.product(size, src.sizes[d]); unknown(src.sizes[d]) {
				size = number(ir.Dynamic)
			}
			if one := src.sizes[d].constant() && src.sizes[d].c == 1; !known && (!one || i == 0) {
				stride, known = src.strides[d], true
			}
		}
		r.sizes, r.strides = append(r.sizes, size), append(r.strides, stride)
	}
	k.setRef(op, r)
	k.noteOpen(op.Results[0], r)
	return nil
}

func lowerExpand(k *kernel, op *ir.Operation) error {
	src := k.refOf(op.Operands[0])
	r := src.withShape()
	r.offset = src.offset
	r.sizes = k.mixed(op.Ints("static_output_shape"), op.OperandGroup("output_shape"))
	r.strides = make([]linear, len(r.sizes))
	for i, dims := range ir.Reassociation(op) {
		step := src.strides[i]
		for j := len(dims) - 1; j >= 0; j-- {
			r.strides[dims[j]] = step
			if j > 0 {
				step = k.product(step, r.sizes[dims[j]])
			}
		}
	}
	k.setRef(op, r)
	return nil
}

func lowerMetadata(k *kernel, op *ir.Operation) error {
	src := k.refOf(op.Operands[0])
	k.setRef(op, src.withShape())
	for i, l := range append(append([]linear{src.offset}, src.sizes...), src.strides...) {
		lost := unknown(l) || i > 0 && i <= len(src.sizes) && k.sizeLost(l)
		if lost && len(k.uses[op.Results[1+i]]) > 0 {
			return k.refuse(op, fmt.Sprintf("a size or stride of %s is not known", src.typ), "give its sizes where the memref is made")
		}
		k.vals[op.Results[1+i]] = k.indexValue(l)
	}
	return nil
}

// lowerAlignedPointer: the address of the aligned pointer, which the offset is
// counted from.
func lowerAlignedPointer(k *kernel, op *ir.Operation) error {
	r := k.refOf(op.Operands[0])
	if r.space != refGlobal {
		return k.refuse(op, fmt.Sprintf("the address of %s", refSpaceNames[r.space]), "only global memory has one")
	}
	k.set(op, k.indexValue(r.shift.plus(linear{terms: []term{{v: value{typ: ir.Index, dw: r.base}, coef: 1}}})))
	return nil
}

// lowerDim: if the dimension is not a constant, the sizes are selected one after the other.
func lowerDim(k *kernel, op *ir.Operation) error {
	r := k.refOf(op.Operands[0])
	for i, n := range r.sizes {
		if k.sizeLost(n) {
			return k.refuse(op, fmt.Sprintf("size %d of %s is not known", i, r.typ), "give it where the memref is made")
		}
	}
	at := k.value(op.Operands[1])
	if c, ok := constantOf(at); ok {
		if c < 0 || c >= int64(len(r.sizes)) {
			c = 0 // which is not defined
		}
		k.set(op, k.indexValue(r.sizes[c]))
		return nil
	}
	lo, hi := k.sum64(r.sizes[0].c, r.sizes[0].terms)
	for i := 1; i < len(r.sizes); i++ {
		sLo, sHi := k.sum64(r.sizes[i].c, r.sizes[i].terms)
		is := cond{kind: condScalar, op: isa.S_CMP_EQ_U32, a: at.lo(), b: constDword(uint32(i))}
		if !k.isScalar(at.lo()) {
			is = k.vcmp(isa.V_CMP_EQ_U32, constDword(uint32(i)), at.lo())
		}
		d := k.selectDwords(is, []mach.Operand{sLo, sHi}, []mach.Operand{lo, hi})
		lo, hi = d[0], d[1]
	}
	k.set(op, value{typ: ir.Index, dw: []mach.Operand{lo, hi}})
	return nil
}

// lowerSubspan: a binding's memory from a byte on, as a memref.
func lowerSubspan(k *kernel, op *ir.Operation) error {
	r := k.refOf(op.Operands[0]).withShape()
	t, ok := op.Results[0].Type.(*ir.MemRefType)
	if !ok {
		return k.refuse(op, fmt.Sprintf("the result is %s", op.Results[0].Type), "a memref")
	}
	strides, offset, ok := t.Strides()
	if !ok {
		return k.refuse(op, fmt.Sprintf("the layout of %s is not strided", t), "an offset and strides")
	}
	if offset == ir.Dynamic { // what it could be is in the number of bytes
		offset = 0
	}
	r.shift = r.shift.plus(k.linearOf(op.Operands[1]))
	k.setRef(op, r)
	dynamic := op.OperandGroup("dynamic_dims")
	if len(dynamic) == 0 && !t.Shape.Static() {
		for i, n := range t.Shape {
			r.sizes = append(r.sizes, number(n))
			r.strides = append(r.strides, number(strides[i]))
		}
		r.offset = number(offset)
		k.noteOpen(op.Results[0], r)
		return nil
	}
	k.dense(r, dynamic)
	for i, n := range strides {
		if n != ir.Dynamic {
			r.strides[i] = number(n)
		}
	}
	r.offset = number(offset)
	k.bound(r)
	return nil
}
