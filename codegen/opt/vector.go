package opt

import (
	"fmt"
	"slices"

	"heddle/ir"
)

// lowerVector reduces vector operations to those on vectors of one dimension: extract and insert of
// an element, shuffle, from_elements, broadcast of a scalar, bitcast, load and store, and
// shape_cast, which gives elements in row-major order another shape. Elementwise arithmetic keeps
// its shapes.
func lowerVector(c *Context) error {
	var err error
	ir.Rewrite(c.Kernel, func(w *ir.Rewriter, op *ir.Operation) bool {
		rule := vectorRules[op.Name()]
		if rule == nil || err != nil {
			return true
		}
		for _, list := range [][]*ir.Value{op.Operands, op.Results} {
			for _, v := range list {
				if t, ok := v.Type.(*ir.VectorType); ok && (t.Scalable != nil || t.Len() > MaxVector) {
					what := fmt.Sprintf("has more than %d elements: use a loop over smaller vectors", MaxVector)
					if t.Scalable != nil {
						what = "has an open size: use vectors of a fixed size"
					}
					err = c.Module.At(op, fmt.Sprintf("%s: %s %s", op.Name(), t, what))
					return true
				}
			}
		}
		results, done := rule(maker{w}, op)
		if w.Inserted > maxOps {
			err = c.tooLarge(op, "its vectors are split into elements")
		}
		return !done || w.ReplaceOp(op, results...)
	})
	return err
}

// MaxVector is the largest number of elements of a vector that is split.
const MaxVector = 1 << 14

// vectorRule gives the results of an operation from simpler ones; done is false if
// it is left as it is, and then nothing may be inserted.
type vectorRule func(m maker, op *ir.Operation) (results []*ir.Value, done bool)

var vectorRules = map[string]vectorRule{
	"vector.extract":               lowerExtract,
	"vector.insert":                lowerInsert,
	"vector.extract_strided_slice": lowerExtractSlice,
	"vector.insert_strided_slice":  lowerInsertSlice,
	"vector.from_elements":         lowerFromElements,
	"vector.to_elements":           lowerToElements,
	"vector.shuffle":               lowerShuffle,
	"vector.interleave":            lowerInterleave,
	"vector.deinterleave":          lowerDeinterleave,
	"vector.broadcast":             lowerBroadcast,
	"vector.bitcast":               lowerBitcast,
	"vector.transpose":             lowerTranspose,
	"vector.fma":                   lowerFMA,
	"vector.reduction":             lowerReduction,
	"vector.multi_reduction":       lowerMultiReduction,
	"vector.step":                  lowerStep,
	"vector.create_mask":           lowerCreateMask,
	"vector.constant_mask":         lowerConstantMask,
	"vector.load":                  lowerLoad,
	"vector.store":                 lowerStore,
	"vector.maskedload":            lowerMaskedLoad,
	"vector.maskedstore":           lowerMaskedStore,
	"vector.gather":                lowerGather,
	"vector.scatter":               lowerScatter,
	"vector.transfer_read":         lowerTransferRead,
	"vector.transfer_write":        lowerTransferWrite,
}

func countOf(shape []int64) int {
	n, _ := ir.Shape(shape).Elements()
	return int(n)
}

// flat returns the vector as one of one dimension.
func (m maker) flat(v *ir.Value) *ir.Value {
	t := v.Type.(*ir.VectorType)
	if len(t.Shape) == 1 {
		return v
	}
	return m.shaped(v, ir.Vector(t.Elem, t.Len()))
}

// shaped returns a vector another shape.
func (m maker) shaped(v *ir.Value, t ir.Type) *ir.Value {
	if ir.SameType(v.Type, t) {
		return v
	}
	return m.Op("vector.shape_cast", []*ir.Value{v}, []ir.Type{t})
}

// element extracts element n in row-major order.
func (m maker) element(v *ir.Value, n int) *ir.Value {
	if in := defined(v, "vector.from_elements"); in != nil {
		return in.Operands[n]
	}
	if in := defined(v, "vector.broadcast"); in != nil && ir.SameType(in.Operands[0].Type, ir.ElemType(v.Type)) {
		return in.Operands[0]
	}
	v = m.flat(v)
	return m.Op("vector.extract", []*ir.Value{v}, []ir.Type{ir.ElemType(v.Type)}, position(int64(n)))
}

func position(at ...int64) ir.NamedAttr {
	return ir.NamedAttr{Name: "static_position", Attr: ir.DenseArray(ir.I64, at...)}
}

// elements extracts all elements.
func (m maker) elements(v *ir.Value) []*ir.Value {
	t := v.Type.(*ir.VectorType)
	v = m.flat(v)
	out := make([]*ir.Value, t.Len())
	for i := range out {
		out[i] = m.element(v, i)
	}
	return out
}

// gathered makes a vector (or a scalar, of one element) of elements.
func (m maker) gathered(t ir.Type, list []*ir.Value) *ir.Value {
	vt, ok := t.(*ir.VectorType)
	if !ok {
		return list[0]
	}
	return m.shaped(m.Op("vector.from_elements", list, []ir.Type{ir.Vector(vt.Elem, vt.Len())}), t)
}

// permuted makes a vector of the elements of a, followed by those of b, as selected by mask.
func (m maker) permuted(a, b *ir.Value, mask []int64, t ir.Type) *ir.Value {
	if _, vector := t.(*ir.VectorType); !vector {
		return m.element(a, int(mask[0]))
	}
	a, b = m.flat(a), m.flat(b)
	if whole := len(mask) == int(a.Type.(*ir.VectorType).Len()); whole && slices.Equal(mask, upTo(len(mask))) {
		return m.shaped(a, t)
	}
	v := m.Op("vector.shuffle", []*ir.Value{a, b}, nil, ir.NamedAttr{Name: "mask", Attr: ir.DenseArray(ir.I64, mask...)})
	return m.shaped(v, t)
}

// upTo is 0, 1, ... n-1.
func upTo(n int) []int64 {
	list := make([]int64, n)
	for i := range list {
		list[i] = int64(i)
	}
	return list
}

// each calls f for every index of a shape, the last fastest.
func each(shape []int64, f func(n int, at []int64)) {
	total := countOf(shape)
	at := make([]int64, len(shape))
	for n := range total {
		f(n, at)
		for i := len(at) - 1; i >= 0; i-- {
			if at[i]++; at[i] < shape[i] {
				break
			}
			at[i] = 0
		}
	}
}

// flatIndex returns the number of an element in row-major order.
func flatIndex(shape, at []int64) int64 {
	n := int64(0)
	for i, x := range at {
		n = n*shape[i] + x
	}
	return n
}

// rearranged returns an operation of one vector whose result's element at an index is the operand's
// at another one.
func (m maker) rearranged(op *ir.Operation, from func(at []int64) []int64) ([]*ir.Value, bool) {
	v, t := op.Operands[0], op.Results[0].Type
	to, shape := ir.VectorShape(t), ir.VectorShape(v.Type)
	mask := make([]int64, countOf(to))
	each(to, func(n int, at []int64) { mask[n] = flatIndex(shape, from(at)) })
	return []*ir.Value{m.permuted(v, v, mask, t)}, true
}

// place is where an extract or insert is: the number of the first element of the
// part, and if part of the position is not known, a value to add. ok is false for
// a position that is poison.
func (m maker) place(op *ir.Operation, shape ir.Shape) (first int64, plus *ir.Value, ok bool) {
	static, dynamic := op.Ints("static_position"), op.OperandGroup("dynamic_position")
	for i, p := range static {
		step := int64(countOf(shape[i+1:]))
		switch {
		case p == ir.Dynamic:
			v := m.mul(dynamic[0], m.index(step))
			dynamic = dynamic[1:]
			if plus != nil {
				v = m.add(plus, v)
			}
			plus = v
		case p < 0:
			return 0, nil, false
		default:
			first += p * step
		}
	}
	return first, plus, true
}

func lowerExtract(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	v, t := op.Operands[0], op.Results[0].Type
	shape := ir.VectorShape(v.Type)
	_, vector := t.(*ir.VectorType)
	if len(shape) == 1 && !vector || slices.Contains(op.Ints("static_position"), -1) {
		return nil, false
	}
	first, plus, _ := m.place(op, shape)
	n := countOf(shape[len(op.Ints("static_position")):])
	if plus == nil {
		mask := upTo(n)
		for i := range mask {
			mask[i] += first
		}
		return []*ir.Value{m.permuted(v, v, mask, t)}, true
	}
	list := make([]*ir.Value, n)
	v = m.flat(v)
	for i := range list {
		at := m.add(plus, m.index(first+int64(i)))
		list[i] = m.Op("vector.extract", []*ir.Value{v, at}, []ir.Type{ir.ElemType(t)}, position(ir.Dynamic))
	}
	return []*ir.Value{m.gathered(t, list)}, true
}

func lowerInsert(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	part, dest := op.Operands[0], op.Operands[1]
	t := dest.Type.(*ir.VectorType)
	_, vector := part.Type.(*ir.VectorType)
	if len(t.Shape) == 1 && !vector || slices.Contains(op.Ints("static_position"), -1) {
		return nil, false
	}
	first, plus, _ := m.place(op, t.Shape)
	if plus == nil && vector {
		n := int64(countOf(ir.VectorShape(part.Type)))
		mask := upTo(int(t.Len()))
		for i := range n {
			mask[first+i] = t.Len() + i
		}
		return []*ir.Value{m.permuted(dest, part, mask, t)}, true
	}
	list := []*ir.Value{part}
	if vector {
		list = m.elements(part)
	}
	v := m.flat(dest)
	for i, e := range list {
		at := position(first + int64(i))
		operands := []*ir.Value{e, v}
		if plus != nil {
			operands, at = append(operands, m.add(plus, m.index(first+int64(i)))), position(ir.Dynamic)
		}
		v = m.Op("vector.insert", operands, nil, at)
	}
	return []*ir.Value{m.shaped(v, t)}, true
}

// padded fills up to a rank.
func padded(nums []int64, rank int) []int64 {
	out := slices.Clone(nums)
	for len(out) < rank {
		out = append(out, 0)
	}
	return out
}

func lowerExtractSlice(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	offsets := padded(op.Ints("offsets"), len(ir.VectorShape(op.Operands[0].Type)))
	return m.rearranged(op, func(at []int64) []int64 {
		from := slices.Clone(at)
		for i := range from {
			from[i] += offsets[i]
		}
		return from
	})
}

func lowerInsertSlice(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	part, dest := op.Operands[0], op.Operands[1]
	t := dest.Type.(*ir.VectorType)
	offsets := op.Ints("offsets")
	mask := upTo(int(t.Len()))
	shape := ir.VectorShape(part.Type)
	lead := len(t.Shape) - len(shape)
	each(shape, func(n int, at []int64) {
		to := slices.Clone(offsets)
		for i, x := range at {
			to[lead+i] += x
		}
		mask[flatIndex(t.Shape, to)] = t.Len() + int64(n)
	})
	return []*ir.Value{m.permuted(dest, part, mask, t)}, true
}

func lowerFromElements(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	if len(ir.VectorShape(op.Results[0].Type)) == 1 {
		return nil, false
	}
	return []*ir.Value{m.gathered(op.Results[0].Type, op.Operands)}, true
}

func lowerToElements(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	return m.elements(op.Operands[0]), true
}

// lowerShuffle is of parts: elements, if there is one dimension.
func lowerShuffle(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	a, b := op.Operands[0], op.Operands[1]
	if len(ir.VectorShape(a.Type)) == 1 {
		return nil, false
	}
	t := op.Results[0].Type
	parts := op.Ints("mask")
	size := int64(countOf(ir.VectorShape(t)) / len(parts))
	var mask []int64
	for _, p := range parts {
		for i := range size {
			if p < 0 {
				mask = append(mask, -1)
			} else {
				mask = append(mask, p*size+i)
			}
		}
	}
	return []*ir.Value{m.permuted(a, b, mask, t)}, true
}

func lowerInterleave(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	a, b := op.Operands[0], op.Operands[1]
	n := int64(countOf(ir.VectorShape(a.Type)))
	mask := make([]int64, 0, 2*n)
	for i := range n {
		mask = append(mask, i, n+i)
	}
	return []*ir.Value{m.permuted(a, b, mask, op.Results[0].Type)}, true
}

func lowerDeinterleave(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	v := op.Operands[0]
	var masks [2][]int64
	for i := range int64(countOf(ir.VectorShape(v.Type))) {
		masks[i%2] = append(masks[i%2], i)
	}
	return []*ir.Value{m.permuted(v, v, masks[0], op.Results[0].Type), m.permuted(v, v, masks[1], op.Results[1].Type)}, true
}

// lowerBroadcast leaves that of a scalar to a vector of one dimension.
func lowerBroadcast(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	v, t := op.Operands[0], op.Results[0].Type.(*ir.VectorType)
	from, vector := v.Type.(*ir.VectorType)
	if !vector && len(t.Shape) == 1 {
		return nil, false
	}
	if !vector || from.Len() == 1 {
		if vector {
			v = m.element(v, 0)
		}
		return []*ir.Value{m.spread(v, t)}, true
	}
	return m.rearranged(op, func(at []int64) []int64 {
		in := slices.Clone(at[len(t.Shape)-len(from.Shape):])
		for i := range in {
			if from.Shape[i] == 1 {
				in[i] = 0
			}
		}
		return in
	})
}

// spread makes a vector of one scalar.
func (m maker) spread(v *ir.Value, t *ir.VectorType) *ir.Value {
	return m.shaped(m.Op("vector.broadcast", []*ir.Value{v}, []ir.Type{ir.Vector(t.Elem, t.Len())}), t)
}

func lowerBitcast(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	v, t := op.Operands[0], op.Results[0].Type.(*ir.VectorType)
	if ir.SameType(v.Type, t) {
		return []*ir.Value{v}, true
	}
	if len(t.Shape) == 1 {
		return nil, false
	}
	v = m.Op("vector.bitcast", []*ir.Value{m.flat(v)}, []ir.Type{ir.Vector(t.Elem, t.Len())})
	return []*ir.Value{m.shaped(v, t)}, true
}

func lowerTranspose(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	perm := op.Ints("permutation")
	return m.rearranged(op, func(at []int64) []int64 {
		from := make([]int64, len(at))
		for i, p := range perm {
			from[p] = at[i]
		}
		return from
	})
}

func lowerFMA(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	return []*ir.Value{m.Op("math.fma", op.Operands, nil)}, true
}

// combine inserts what a reduction does with two values.
func (m maker) reduce(op *ir.Operation, a, b *ir.Value) *ir.Value {
	kind := op.EnumAttr("kind")
	if _, float := ir.ElemType(a.Type).(ir.FloatType); !float {
		name, ok := map[string]string{"add": "addi", "mul": "muli", "and": "andi", "or": "ori", "xor": "xori",
			"minui": "minui", "minsi": "minsi", "maxui": "maxui", "maxsi": "maxsi"}[kind]
		if !ok {
			panic("BUG: no reduction " + kind)
		}
		return m.two(name, a, b)
	}
	name := kind
	if kind == "add" || kind == "mul" {
		name += "f"
	}
	var attrs []ir.NamedAttr
	if f := op.Attr("fastmath"); f != nil {
		attrs = []ir.NamedAttr{{Name: "fastmath", Attr: f}}
	}
	return m.Op("arith."+name, []*ir.Value{a, b}, nil, attrs...)
}

// lowerReduction goes from the first element to the last; a sum of floats begins
// with +0.
func lowerReduction(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	list := m.elements(op.Operands[0])
	acc := op.Operand("acc")
	if _, float := op.Results[0].Type.(ir.FloatType); acc == nil && float && op.EnumAttr("kind") == "add" {
		acc = m.zero(op.Results[0].Type)
	}
	if acc == nil {
		acc, list = list[0], list[1:]
	}
	for _, e := range list {
		acc = m.reduce(op, acc, e)
	}
	return []*ir.Value{acc}, true
}

// lowerMultiReduction reduces along some dimensions, in row-major order. If the
// last one stays, whole rows are combined.
func lowerMultiReduction(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	v, acc := op.Operands[0], op.Operands[1]
	shape := ir.VectorShape(v.Type)
	t := op.Results[0].Type
	to := ir.VectorShape(t)
	dims := op.Ints("reduction_dims")
	row := int64(1)
	lead := shape
	if last := len(shape) - 1; !slices.Contains(dims, int64(last)) {
		row, lead = shape[last], shape[:last]
		to = to[:len(to)-1]
	}
	parts := make([]*ir.Value, countOf(to))
	part := func(v *ir.Value, n int) *ir.Value {
		switch {
		case ir.VectorShape(v.Type) == nil:
			return v
		case row == 1:
			return m.element(v, n)
		}
		mask := upTo(int(row))
		for i := range mask {
			mask[i] += int64(n) * row
		}
		return m.permuted(v, v, mask, ir.Vector(ir.ElemType(v.Type), row))
	}
	for i := range parts {
		parts[i] = part(acc, i)
	}
	each(lead, func(n int, at []int64) {
		var k []int64
		for i, x := range at {
			if !slices.Contains(dims, int64(i)) {
				k = append(k, x)
			}
		}
		i := flatIndex(to, k)
		parts[i] = m.reduce(op, parts[i], part(v, n))
	})
	if row == 1 || ir.VectorShape(t) == nil {
		return []*ir.Value{m.gathered(t, parts)}, true
	}
	var all []*ir.Value
	for _, p := range parts {
		all = append(all, m.elements(p)...)
	}
	return []*ir.Value{m.gathered(t, all)}, true
}

func lowerStep(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	t := op.Results[0].Type.(*ir.VectorType)
	codes := make([]uint64, t.Len())
	for i := range codes {
		codes[i] = uint64(i)
	}
	return []*ir.Value{m.constant(t, codes...)}, true
}

// lowerCreateMask compares the index in each dimension with its limit.
func lowerCreateMask(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	t := op.Results[0].Type.(*ir.VectorType)
	shape := t.Shape
	if len(shape) == 0 {
		shape = ir.Shape{1}
	}
	flat := ir.Vector(ir.Index, t.Len())
	var mask *ir.Value
	for d, limit := range op.Operands {
		codes := make([]uint64, t.Len())
		each(shape, func(n int, at []int64) { codes[n] = uint64(at[d]) })
		one := m.compare("slt", m.constant(flat, codes...), m.spread(limit, flat))
		if mask == nil {
			mask = one
		} else {
			mask = m.two("andi", mask, one)
		}
	}
	return []*ir.Value{m.shaped(mask, t)}, true
}

func lowerConstantMask(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	t := op.Results[0].Type.(*ir.VectorType)
	shape, limits := t.Shape, op.Ints("mask_dim_sizes")
	if len(shape) == 0 {
		shape = ir.Shape{1}
	}
	codes := make([]uint64, t.Len())
	each(shape, func(n int, at []int64) {
		codes[n] = 1
		for i, x := range at {
			if x >= limits[i] {
				codes[n] = 0
			}
		}
	})
	return []*ir.Value{m.constant(t, codes...)}, true
}
