package codegen

import (
	"fmt"

	"heddle/ir"
	"heddle/mach"
)

// shapeLowerings: operations that move elements of vectors. The source of each element is known
// here; assemble finds the instructions, or none if whole dwords stay together.
var shapeLowerings = []lowering{
	{"vector.extract", lowerExtract},
	{"vector.insert", lowerInsert},
	{"vector.extract_strided_slice", lowerExtractSlice},
	{"vector.insert_strided_slice", lowerInsertSlice},
	{"vector.shuffle", lowerVectorShuffle},
	{"vector.interleave", lowerInterleave},
	{"vector.deinterleave", lowerDeinterleave},
	{"vector.broadcast", lowerBroadcast},
	{"vector.bitcast", lowerVectorBitcast},
	{"vector.shape_cast", lowerShapeCast},
	{"vector.transpose", lowerTranspose},
	{"vector.from_elements", lowerFromElements},
	{"vector.to_elements", lowerToElements},
	{"vector.step", lowerStep},
	{"vector.create_mask", lowerCreateMask},
	{"vector.constant_mask", lowerConstantMask},
}

// maxElements bounds the vectors that are compiled: more do not fit the
// registers of a lane anyway.
const maxElements = 4096

// countOf is the number of elements of a shape.
func countOf(shape []int64) int {
	n := 1
	for _, s := range shape {
		n *= int(s)
	}
	return n
}

// flatIndex returns the number of an element in row-major order.
func flatIndex(shape, index []int64) int {
	n := int64(0)
	for i, x := range index {
		n = n*shape[i] + x
	}
	return int(n)
}

// eachIndex calls f for the indices of a shape in row-major order.
func eachIndex(shape []int64, f func(n int, index []int64)) {
	index := make([]int64, len(shape))
	for n := range countOf(shape) {
		f(n, index)
		for d := len(shape) - 1; d >= 0; d-- {
			if index[d]++; index[d] < shape[d] {
				break
			}
			index[d] = 0
		}
	}
}

// rearranged makes result i of op from existing elements.
func (k *kernel) rearranged(op *ir.Operation, i int, list []elem) {
	k.vals[op.Results[i]] = k.assemble(op.Results[i].Type, list)
}

// vectorElements returns the elements of an operand if its size is supported.
func (k *kernel) vectorElements(op *ir.Operation, i int) ([]elem, error) {
	t := op.Operands[i].Type
	if n := countOf(ir.VectorShape(t)); n > maxElements {
		return nil, k.refuse(op, fmt.Sprintf("%s has more than %d elements", t, maxElements), "use a loop over smaller vectors")
	}
	return k.elements(k.value(op.Operands[i])), nil
}

// vectorPlace is a position in a vector: Fixed elements from the start, plus, for
// each dynamic number of the position, that number times a step.
type vectorPlace struct {
	fixed   int
	n       int // elements at the place
	dynamic []dynamicStep
}

type dynamicStep struct {
	index value
	step  int   // elements
	size  int64 // of the dimension
}

// vectorPlaceOf reads the position of an extract or insert; row is the operand from
// which the dynamic numbers come. ok is false for a poison position.
func (k *kernel) vectorPlaceOf(op *ir.Operation, shape []int64, row string) (p vectorPlace, ok bool) {
	numbers := op.Ints("static_position")
	p.n = countOf(shape[len(numbers):])
	dynamic := op.OperandGroup(row)
	step := p.n * countOf(shape[:len(numbers)])
	ok = true
	for i, x := range numbers {
		step /= int(shape[i])
		switch {
		case x == ir.Dynamic:
			p.dynamic = append(p.dynamic, dynamicStep{k.value(dynamic[0]), step, shape[i]})
			dynamic = dynamic[1:]
		case x < 0:
			ok = false
		default:
			p.fixed += int(x) * step
		}
	}
	p.fold()
	return p, ok
}

// fold removes constants from the dynamic numbers.
func (p *vectorPlace) fold() {
	kept := p.dynamic[:0]
	for _, d := range p.dynamic {
		if c, isC := isConst(d.index.dw[0]); isC && int64(c) < d.size {
			p.fixed += int(c) * d.step
			continue
		}
		kept = append(kept, d)
	}
	p.dynamic = kept
}

func lowerExtract(k *kernel, op *ir.Operation) error {
	list, err := k.vectorElements(op, 0)
	if err != nil {
		return err
	}
	p, ok := k.vectorPlaceOf(op, ir.VectorShape(op.Operands[0].Type), "dynamic_position")
	if !ok {
		return k.poison(op)
	}
	for i := range p.dynamic {
		list = k.chosen(list, &p, i)
	}
	k.rearranged(op, 0, list[p.fixed:p.fixed+p.n])
	return nil
}

// chosen moves what dynamic number i of a place selects to where it would be if
// the number was 0: by selection among the elements that it may be.
func (k *kernel) chosen(list []elem, p *vectorPlace, i int) []elem {
	d := &p.dynamic[i]
	out := append([]elem(nil), list...)
	for x := int64(1); x < d.size; x++ {
		is := k.indexIs(d.index, x)
		for at := range out {
			from := at + int(x)*d.step
			if at/d.step%int(d.size) == 0 && from < len(list) {
				out[at] = k.selectElem(is, list[from], out[at])
				out[at].typ = list[at].typ
			}
		}
	}
	return out
}

// indexIs compares an index with a constant.
func (k *kernel) indexIs(index value, x int64) cond {
	return k.compare("eq", value{typ: ir.I32, dw: index.dw[:1]}, constant(ir.I32, uint64(x)))
}

// poison returns an operation's results any value.
func (k *kernel) poison(op *ir.Operation) error {
	for _, r := range op.Results {
		if _, isRef := r.Type.(*ir.MemRefType); isRef {
			return k.refuse(op, "a memref that is poison", "")
		}
		list := make([]elem, countOf(ir.VectorShape(r.Type)))
		for i := range list {
			list[i] = k.constantElem(ir.ElemType(r.Type), 0)
		}
		k.vals[r] = k.assemble(r.Type, list)
	}
	return nil
}

// constantElem returns a constant as an element.
func (k *kernel) constantElem(t ir.Type, bits uint64) elem { return k.elements(constant(t, bits))[0] }

func lowerInsert(k *kernel, op *ir.Operation) error {
	list, err := k.vectorElements(op, 1)
	if err != nil {
		return err
	}
	p, ok := k.vectorPlaceOf(op, ir.VectorShape(op.Operands[1].Type), "dynamic_position")
	if !ok {
		return k.poison(op)
	}
	value := k.elements(k.value(op.Operands[0]))
	out := append([]elem(nil), list...)
	k.insertAt(out, value, p.fixed, p.dynamic, nil)
	k.rearranged(op, 0, out)
	return nil
}

// insertAt writes elements at every place that the dynamic numbers may select, if they do.
func (k *kernel) insertAt(out, value []elem, at int, dynamic []dynamicStep, when []cond) {
	if len(dynamic) > 0 {
		d := dynamic[0]
		for x := range d.size {
			k.insertAt(out, value, at+int(x)*d.step, dynamic[1:], append(when[:len(when):len(when)], k.indexIs(d.index, x)))
		}
		return
	}
	for i, e := range value {
		if len(when) == 0 {
			out[at+i] = e
			continue
		}
		is := when[0]
		for _, c := range when[1:] {
			is = k.combine(&condAnd, is, c)
		}
		t := out[at+i].typ
		out[at+i] = k.selectElem(is, e, out[at+i])
		out[at+i].typ = t
	}
}

func lowerExtractSlice(k *kernel, op *ir.Operation) error {
	list, err := k.vectorElements(op, 0)
	if err != nil {
		return err
	}
	from, offsets := ir.VectorShape(op.Operands[0].Type), op.Ints("offsets")
	var out []elem
	eachIndex(ir.VectorShape(op.Result().Type), func(_ int, index []int64) {
		at := append([]int64(nil), index...)
		for i, o := range offsets {
			at[i] += o
		}
		out = append(out, list[flatIndex(from, at)])
	})
	k.rearranged(op, 0, out)
	return nil
}

func lowerInsertSlice(k *kernel, op *ir.Operation) error {
	list, err := k.vectorElements(op, 1)
	if err != nil {
		return err
	}
	part := k.elements(k.value(op.Operands[0]))
	whole, offsets := ir.VectorShape(op.Operands[1].Type), op.Ints("offsets")
	out := append([]elem(nil), list...)
	eachIndex(ir.VectorShape(op.Operands[0].Type), func(n int, index []int64) {
		at := append([]int64(nil), offsets...)
		for i, x := range index {
			at[len(at)-len(index)+i] += x
		}
		out[flatIndex(whole, at)] = part[n]
	})
	k.rearranged(op, 0, out)
	return nil
}

func lowerVectorShuffle(k *kernel, op *ir.Operation) error {
	a, err := k.vectorElements(op, 0)
	if err != nil {
		return err
	}
	b := k.elements(k.value(op.Operands[1]))
	all := append(append([]elem(nil), a...), b...)
	row := countOf(ir.VectorShape(op.Result().Type)) / len(op.Ints("mask"))
	var out []elem
	for _, m := range op.Ints("mask") {
		if m >= 0 {
			out = append(out, all[int(m)*row:int(m+1)*row]...)
			continue
		}
		for i := range row { // poison: any element
			if n := len(out); n > 0 {
				out = append(out, out[n-1].following())
			} else {
				out = append(out, all[i])
			}
		}
	}
	k.rearranged(op, 0, out)
	return nil
}

// following returns what follows an element in its dword, or the element if that ends there.
func (e elem) following() elem {
	if size := e.bits(); len(e.dw) == 1 && size < 32 && int(e.pos)+2*size <= 32 {
		e.pos += uint8(size)
	}
	return e
}

func lowerInterleave(k *kernel, op *ir.Operation) error {
	a, err := k.vectorElements(op, 0)
	if err != nil {
		return err
	}
	b := k.elements(k.value(op.Operands[1]))
	var out []elem
	for i := range a {
		out = append(out, a[i], b[i])
	}
	k.rearranged(op, 0, out)
	return nil
}

func lowerDeinterleave(k *kernel, op *ir.Operation) error {
	list, err := k.vectorElements(op, 0)
	if err != nil {
		return err
	}
	var halves [2][]elem
	for i, e := range list {
		halves[i%2] = append(halves[i%2], e)
	}
	for i := range halves {
		k.rearranged(op, i, halves[i])
	}
	return nil
}

// lowerBroadcast: leading dimensions are added, and those of size 1 stretched.
func lowerBroadcast(k *kernel, op *ir.Operation) error {
	list, err := k.vectorElements(op, 0)
	if err != nil {
		return err
	}
	from, to := ir.VectorShape(op.Operands[0].Type), ir.VectorShape(op.Result().Type)
	if n := countOf(to); n > maxElements {
		return k.refuse(op, fmt.Sprintf("%s has more than %d elements", op.Result().Type, maxElements), "use a loop over smaller vectors")
	}
	var out []elem
	eachIndex(to, func(_ int, index []int64) {
		at := append([]int64(nil), index[len(index)-len(from):]...)
		for i := range at {
			at[i] = min(at[i], from[i]-1)
		}
		out = append(out, list[flatIndex(from, at)])
	})
	k.rearranged(op, 0, out)
	return nil
}

// lowerVectorBitcast: packed elements are reinterpreted in place, except that i1 are packed into
// bits or unpacked from them.
func lowerVectorBitcast(k *kernel, op *ir.Operation) error {
	list, err := k.vectorElements(op, 0)
	if err != nil {
		return err
	}
	from, to := op.Operands[0].Type, op.Result().Type
	fromBit, toBit := ir.ElemType(from) == ir.I1, ir.ElemType(to) == ir.I1
	switch {
	case fromBit && toBit:
		k.set(op, k.value(op.Operands[0]))
	case fromBit:
		k.set(op, k.bitsToNumbers(to, list))
	case toBit:
		k.set(op, k.numbersToBits(to, list))
	default:
		v := k.value(op.Operands[0])
		k.set(op, value{typ: to, dw: v.dw})
	}
	return nil
}

// bitsToNumbers packs i1s into the numbers of a vector, the first lowest.
func (k *kernel) bitsToNumbers(t ir.Type, bits []elem) value {
	width := typeBits(t)
	var out []elem
	for len(bits) > 0 {
		e := elem{typ: ir.ElemType(t)}
		for at := 0; at < width; at += 32 {
			d := constDword(0)
			for i := at; i < min(at+32, width); i++ {
				d = k.or(d, k.shl(k.laneBool(bits[i].bit), constDword(uint32(i-at))))
			}
			e.dw = append(e.dw, d)
		}
		out, bits = append(out, e), bits[width:]
	}
	return k.assemble(t, out)
}

// numbersToBits splits numbers into i1s.
func (k *kernel) numbersToBits(t ir.Type, list []elem) value {
	v := value{typ: t}
	for _, e := range list {
		dw := []mach.Operand{}
		if e.bits() == 64 {
			lo, hi := k.pair(e)
			dw = append(dw, lo, hi)
		} else {
			dw = append(dw, k.low(e))
		}
		for i := range e.bits() {
			v.bit = append(v.bit, k.lowBit(k.shr(dw[i/32], constDword(uint32(i%32)))))
		}
	}
	return v
}

func lowerShapeCast(k *kernel, op *ir.Operation) error {
	list, err := k.vectorElements(op, 0)
	if err != nil {
		return err
	}
	k.rearranged(op, 0, list)
	return nil
}

func lowerTranspose(k *kernel, op *ir.Operation) error {
	list, err := k.vectorElements(op, 0)
	if err != nil {
		return err
	}
	from, perm := ir.VectorShape(op.Operands[0].Type), op.Ints("permutation")
	var out []elem
	eachIndex(ir.VectorShape(op.Result().Type), func(_ int, index []int64) {
		at := make([]int64, len(index))
		for i, p := range perm {
			at[p] = index[i]
		}
		out = append(out, list[flatIndex(from, at)])
	})
	k.rearranged(op, 0, out)
	return nil
}

func lowerFromElements(k *kernel, op *ir.Operation) error {
	var out []elem
	for _, v := range op.Operands {
		out = append(out, k.elementWhereItIs(v)...)
	}
	k.rearranged(op, 0, out)
	return nil
}

// elementWhereItIs returns the elements of an operand; one extracted from a vector is found in
// place there, and need not be moved to the low end of a dword to be packed again.
func (k *kernel) elementWhereItIs(v *ir.Value) []elem {
	in := v.Op
	if in == nil || in.Name() != "vector.extract" || len(ir.VectorShape(in.Operands[0].Type)) != 1 || len(in.OperandGroup("dynamic_position")) > 0 {
		return k.elements(k.value(v))
	}
	list := k.elements(k.value(in.Operands[0]))
	at := in.Ints("static_position")
	if len(at) != 1 || at[0] < 0 || at[0] >= int64(len(list)) {
		return k.elements(k.value(v))
	}
	return list[at[0] : at[0]+1]
}

func lowerToElements(k *kernel, op *ir.Operation) error {
	list, err := k.vectorElements(op, 0)
	if err != nil {
		return err
	}
	for i, e := range list {
		k.rearranged(op, i, []elem{e})
	}
	return nil
}

func lowerStep(k *kernel, op *ir.Operation) error {
	t := op.Result().Type
	var out []elem
	for i := range countOf(ir.VectorShape(t)) {
		out = append(out, k.constantElem(ir.ElemType(t), uint64(i)))
	}
	k.rearranged(op, 0, out)
	return nil
}

// lowerCreateMask: an element is set if each of its indices is below the
// operand of its dimension (as signed numbers).
func lowerCreateMask(k *kernel, op *ir.Operation) error {
	shape := ir.VectorShape(op.Result().Type)
	inside := make([][]cond, len(op.Operands))
	for d, v := range op.Operands {
		n := int64(1) // a vector of rank 0 has one operand
		if d < len(shape) {
			n = shape[d]
		}
		for x := range n {
			inside[d] = append(inside[d], k.compare("slt", constant(ir.Index, uint64(x)), k.value(v)))
		}
	}
	v := value{typ: op.Result().Type}
	eachIndex(shape, func(_ int, index []int64) {
		if len(index) == 0 {
			index = []int64{0}
		}
		c := inside[0][index[0]]
		for d := 1; d < len(index); d++ {
			c = k.combine(&condAnd, c, inside[d][index[d]])
		}
		v.bit = append(v.bit, c)
	})
	k.set(op, v)
	return nil
}

func lowerConstantMask(k *kernel, op *ir.Operation) error {
	sizes := op.Ints("mask_dim_sizes")
	v := value{typ: op.Result().Type}
	eachIndex(ir.VectorShape(op.Result().Type), func(_ int, index []int64) {
		in := len(index) > 0 || sizes[0] > 0
		for d, x := range index {
			in = in && x < sizes[d]
		}
		v.bit = append(v.bit, constCond(in))
	})
	k.set(op, v)
	return nil
}
