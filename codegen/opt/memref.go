package opt

import (
	"heddle/ir"
)

// descriptor is what a memref is besides its pointer, in elements.
type descriptor struct {
	offset         *ir.Value
	sizes, strides []*ir.Value
}

// describe returns the descriptor of a memref: constants where the type says them, else what the
// operation that made it was given, else what memref.extract_strided_metadata says. ok is false for
// a layout without strides and for a memref without a rank.
func (m maker) describe(v *ir.Value) (d descriptor, ok bool) {
	t, memref := v.Type.(*ir.MemRefType)
	if !memref || t.Unranked {
		return d, false
	}
	strides, offset, ok := t.Strides()
	if !ok {
		return d, false
	}
	var inner descriptor
	known := false
	part := func(n int64, get func(descriptor) *ir.Value) *ir.Value {
		if n != ir.Dynamic {
			return m.index(n)
		}
		if !known {
			inner, known = m.origin(v), true
		}
		return get(inner)
	}
	d.offset = part(offset, func(d descriptor) *ir.Value { return d.offset })
	for i, n := range t.Shape {
		d.sizes = append(d.sizes, part(n, func(d descriptor) *ir.Value { return d.sizes[i] }))
		d.strides = append(d.strides, part(strides[i], func(d descriptor) *ir.Value { return d.strides[i] }))
	}
	return d, true
}

// origin returns the descriptor as the operation that made the memref has it.
func (m maker) origin(v *ir.Value) descriptor {
	if v.Op != nil {
		switch v.Op.Name() {
		case "memref.reinterpret_cast":
			return descriptor{m.mixed(v.Op, "static_offsets", "offsets")[0], m.mixed(v.Op, "static_sizes", "sizes"), m.mixed(v.Op, "static_strides", "strides")}
		case "memref.cast":
			if d, ok := m.describe(v.Op.Operands[0]); ok {
				return d
			}
		case "memref.alloc", "memref.alloca":
			if d, ok := m.allocated(v.Op); ok {
				return d
			}
		}
	}
	op := m.Insert(ir.NewOp("memref.extract_strided_metadata", []*ir.Value{v}, nil))
	n := len(v.Type.(*ir.MemRefType).Shape)
	return descriptor{op.Results[1], op.Results[2 : 2+n], op.Results[2+n:]}
}

// allocated returns the descriptor of a row-major allocation.
func (m maker) allocated(op *ir.Operation) (d descriptor, ok bool) {
	t := op.Results[0].Type.(*ir.MemRefType)
	if t.Layout != nil {
		return d, false
	}
	dynamic := op.OperandGroup("dynamicSizes")
	for _, n := range t.Shape {
		if n == ir.Dynamic {
			d.sizes = append(d.sizes, dynamic[0])
			dynamic = dynamic[1:]
		} else {
			d.sizes = append(d.sizes, m.index(n))
		}
	}
	d.offset, d.strides = m.index(0), make([]*ir.Value, len(d.sizes))
	step := m.index(1)
	for i := len(d.sizes) - 1; i >= 0; i-- {
		d.strides[i] = step
		if i > 0 {
			step = m.mul(step, d.sizes[i])
		}
	}
	return d, true
}

// mixed is numbers that stand partly in an attribute and partly in operands.
func (m maker) mixed(op *ir.Operation, static, dynamic string) []*ir.Value {
	rest := op.OperandGroup(dynamic)
	var out []*ir.Value
	for _, n := range op.Ints(static) {
		if n == ir.Dynamic {
			out = append(out, rest[0])
			rest = rest[1:]
		} else {
			out = append(out, m.index(n))
		}
	}
	return out
}

// reinterpret inserts a memref.reinterpret_cast of a type; what the type says is
// not given as operands.
func (m maker) reinterpret(v *ir.Value, t *ir.MemRefType, d descriptor) *ir.Value {
	strides, offset, _ := t.Strides()
	operands := []*ir.Value{v}
	counts := []int64{1}
	given := func(static []int64, values []*ir.Value) ir.Attr {
		n := int64(0)
		for i, s := range static {
			if s == ir.Dynamic {
				operands = append(operands, values[i])
				n++
			}
		}
		counts = append(counts, n)
		return ir.DenseArray(ir.I64, static...)
	}
	attrs := []ir.NamedAttr{{Name: "static_offsets", Attr: given([]int64{offset}, []*ir.Value{d.offset})}}
	attrs = append(attrs, ir.NamedAttr{Name: "static_sizes", Attr: given(t.Shape, d.sizes)})
	attrs = append(attrs, ir.NamedAttr{Name: "static_strides", Attr: given(strides, d.strides)})
	attrs = append(attrs, ir.NamedAttr{Name: "operandSegmentSizes", Attr: ir.DenseArray(ir.I32, counts...)})
	return m.Op("memref.reinterpret_cast", operands, []ir.Type{t}, attrs...)
}

// lowerMemRef makes of all views but memref.view memref.reinterpret_cast, whose
// offset is computed like any number, and answers questions about sizes.
// memref.copy becomes loops.
func lowerMemRef(c *Context) error {
	ir.Rewrite(c.Kernel, func(w *ir.Rewriter, op *ir.Operation) bool {
		m := maker{w}
		var v *ir.Value
		switch op.Name() {
		case "memref.copy":
			return !m.copy(op)
		case "memref.dim":
			v = m.dim(op)
		case "memref.subview":
			v = m.subview(op)
		case "memref.collapse_shape":
			v = m.collapse(op)
		case "memref.expand_shape":
			v = m.expand(op)
		case "memref.reinterpret_cast":
			v = m.recast(op)
		case "memref.extract_strided_metadata":
			return m.metadata(op)
		}
		if v != nil {
			return w.ReplaceOp(op, v)
		}
		return true
	})
	return nil
}

// metadata replaces the numbers by what is known of them; the buffer stays.
func (m maker) metadata(op *ir.Operation) (keep bool) {
	v := op.Operands[0]
	d, ok := m.describe(v)
	if !ok || m.isOf(d, op) {
		return true
	}
	list := append(append([]*ir.Value{d.offset}, d.sizes...), d.strides...)
	for i, n := range list {
		m.Replace(op.Results[1+i], n)
	}
	return true
}

// isOf reports whether describing inserted the same question again.
func (m maker) isOf(d descriptor, op *ir.Operation) bool {
	for _, n := range append(append([]*ir.Value{d.offset}, d.sizes...), d.strides...) {
		if n.Op != nil && n.Op.Name() == op.Name() && n.Op.Operands[0] == op.Operands[0] {
			return true
		}
	}
	return false
}

// recast is of the memref that a cast was of: the descriptor there does not count.
func (m maker) recast(op *ir.Operation) *ir.Value {
	in := op.Operands[0].Op
	if in == nil {
		return nil
	}
	switch in.Name() {
	case "memref.reinterpret_cast", "memref.cast", "memref.extract_strided_metadata":
		if from, ok := in.Operands[0].Type.(*ir.MemRefType); !ok || from.Unranked || op.Operands[0].Index > 0 {
			return nil
		}
		operands := append([]*ir.Value{in.Operands[0]}, op.Operands[1:]...)
		return m.Op(op.Name(), operands, []ir.Type{op.Results[0].Type}, op.Attrs...)
	}
	return nil
}

// dim returns a size. Which one need not be a constant.
func (m maker) dim(op *ir.Operation) *ir.Value {
	d, ok := m.describe(op.Operands[0])
	if !ok || len(d.sizes) == 0 {
		return nil
	}
	if n, constant := constantInt(op.Operands[1]); constant {
		if n < 0 || n >= int64(len(d.sizes)) {
			return nil
		}
		return d.sizes[n]
	}
	v := d.sizes[0]
	for i, s := range d.sizes[1:] {
		v = m.choose(m.compare("eq", op.Operands[1], m.index(int64(i+1))), s, v)
	}
	return v
}

func (m maker) subview(op *ir.Operation) *ir.Value {
	t := op.Results[0].Type.(*ir.MemRefType)
	src, ok := m.describe(op.Operands[0])
	keep := ir.KeptDims(op)
	if !ok || keep == nil {
		return nil
	}
	offsets, sizes, steps := m.mixed(op, "static_offsets", "offsets"), m.mixed(op, "static_sizes", "sizes"), m.mixed(op, "static_strides", "strides")
	d := descriptor{offset: src.offset}
	for i, o := range offsets {
		d.offset = m.add(d.offset, m.mul(o, src.strides[i]))
	}
	for _, i := range keep {
		d.sizes = append(d.sizes, sizes[i])
		d.strides = append(d.strides, m.mul(steps[i], src.strides[i]))
	}
	return m.reinterpret(op.Operands[0], t, d)
}

// collapse makes one dimension of several: its stride is that of the innermost that
// has more than one element.
func (m maker) collapse(op *ir.Operation) *ir.Value {
	src, ok := m.describe(op.Operands[0])
	if !ok {
		return nil
	}
	shape := op.Operands[0].Type.(*ir.MemRefType).Shape
	d := descriptor{offset: src.offset}
	for _, group := range ir.Reassociation(op) {
		size, stride := m.index(1), m.index(1)
		found := false
		for k := len(group) - 1; k >= 0; k-- {
			i := group[k]
			if !found && (shape[i] != 1 || k == 0) {
				stride, found = src.strides[i], true
			}
			size = m.mul(size, src.sizes[i])
		}
		d.sizes, d.strides = append(d.sizes, size), append(d.strides, stride)
	}
	return m.reinterpret(op.Operands[0], op.Results[0].Type.(*ir.MemRefType), d)
}

func (m maker) expand(op *ir.Operation) *ir.Value {
	src, ok := m.describe(op.Operands[0])
	if !ok {
		return nil
	}
	d := descriptor{offset: src.offset, sizes: m.mixed(op, "static_output_shape", "output_shape")}
	d.strides = make([]*ir.Value, len(d.sizes))
	one := m.index(1)
	for i := range d.strides {
		d.strides[i] = one
	}
	for i, group := range ir.Reassociation(op) {
		step := src.strides[i]
		for k := len(group) - 1; k >= 0; k-- {
			d.strides[group[k]] = step
			if k > 0 {
				step = m.mul(step, d.sizes[group[k]])
			}
		}
	}
	return m.reinterpret(op.Operands[0], op.Results[0].Type.(*ir.MemRefType), d)
}

// copy makes loops over all dimensions; it reports whether it could.
func (m maker) copy(op *ir.Operation) bool {
	d, ok := m.describe(op.Operands[0])
	if !ok {
		return false
	}
	if t, ranked := op.Operands[1].Type.(*ir.MemRefType); !ranked || t.Unranked {
		return false
	}
	var nest func(at []*ir.Value)
	nest = func(at []*ir.Value) {
		if len(at) == len(d.sizes) {
			v := m.Op("memref.load", append([]*ir.Value{op.Operands[0]}, at...), nil)
			m.Op("memref.store", append([]*ir.Value{v, op.Operands[1]}, at...), nil)
			return
		}
		m.loop(m.index(0), d.sizes[len(at)], m.index(1), func(i *ir.Value) { nest(append(at[:len(at):len(at)], i)) })
	}
	nest(nil)
	return true
}

// loop inserts an scf.for that carries nothing.
func (m maker) loop(lower, upper, step *ir.Value, body func(i *ir.Value)) {
	op := ir.NewOp("scf.for", []*ir.Value{lower, upper, step}, nil)
	m.Block(op, []ir.Type{lower.Type}, func(b *ir.Block) {
		body(b.Args[0])
		m.Op("scf.yield", nil, nil)
	})
	m.Insert(op)
}

// branch inserts an scf.if whose sides give values of these types.
func (m maker) branch(cond *ir.Value, types []ir.Type, yes, no func() []*ir.Value) []*ir.Value {
	op := ir.NewOp("scf.if", []*ir.Value{cond}, types)
	for _, f := range []func() []*ir.Value{yes, no} {
		if f == nil {
			op.AddRegion()
			continue
		}
		m.Block(op, nil, func(*ir.Block) { m.Op("scf.yield", f(), nil) })
	}
	m.Insert(op)
	return op.Results
}
