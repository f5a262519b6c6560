package interp

import (
	"fmt"

	"heddle/ir"
)

// vectorOps returns the operations that move elements and compute with them.
func vectorOps() map[string]maker {
	return map[string]maker{
		"vector.extract":               makeExtract,
		"vector.insert":                makeInsert,
		"vector.extract_strided_slice": makeExtractSlice,
		"vector.insert_strided_slice":  makeInsertSlice,
		"vector.shuffle":               makeVectorShuffle,
		"vector.interleave":            pure(interleave),
		"vector.deinterleave":          pure(deinterleave),
		"vector.broadcast":             makeBroadcast,
		"vector.bitcast":               makeVectorBitcast,
		"vector.shape_cast":            makeShapeCast,
		"vector.transpose":             makeTranspose,
		"vector.fma":                   makeFMA,
		"vector.reduction":             makeReduction,
		"vector.multi_reduction":       makeMultiReduction,
		"vector.step":                  makeStep,
		"vector.create_mask":           makeCreateMask,
		"vector.constant_mask":         makeConstantMask,
		"vector.from_elements":         pure(fromElements),
		"vector.to_elements":           pure(toElements),
	}
}

// count is the number of elements of a shape.
func count(shape []int64) int {
	n, _ := ir.Shape(shape).Elements()
	return int(n)
}

// flat returns the number of an element in row-major order.
func flat(shape, idx []int64) int {
	n := int64(0)
	for i, x := range idx {
		n = n*shape[i] + x
	}
	return int(n)
}

// permuted makes an operation of one operand whose element i is element
// source[i] of the operand.
func permuted(source []int, t ir.Type) exec {
	return func(l *lane, in *inst) error {
		a := l.arg(in, 0).elems()
		if err := l.work(uint64(len(source) / 8)); err != nil {
			return err
		}
		out := make([]Elem, len(source))
		for i, s := range source {
			out[i] = a[s]
		}
		l.set(in, 0, valueOf(t, out))
		return nil
	}
}

// sources makes the table for permuted: f gives the index in shape from of the
// element with an index in shape to.
func sources(b *builder, to, from []int64, f func(idx []int64) []int64) ([]int, error) {
	n := count(to)
	if err := b.small(n); err != nil {
		return nil, err
	}
	source := make([]int, n)
	_ = eachIndex(to, func(i int, idx []int64) error {
		source[i] = flat(from, f(idx))
		return nil
	})
	return source, nil
}

// small refuses vectors that the memory limit cannot hold, before anything is
// made for them.
func (b *builder) small(n int) error {
	if int64(n) > b.machine.limits.Memory/elemBytes {
		return fmt.Errorf("a vector of %d elements is too large", n)
	}
	return nil
}

// where returns the first element and the number of elements of the part of a vector that a
// position names; ok is false if the position is poison or outside.
func (l *lane) where(in *inst, shape []int64, row int) (first, n int, bad *Poison, err error) {
	static := in.op.Ints("static_position")
	from, _ := group(in.op, row)
	at := make([]int64, len(static))
	for i, p := range static {
		if p == ir.Dynamic {
			v := l.arg(in, from)
			if v.Poison != nil {
				return 0, 0, v.Poison, nil
			}
			p = v.signed(intWidth(in.op.Operands[from].Type))
			from++
		}
		if p < 0 || p >= shape[i] {
			return 0, 0, poisoned(in.op, "position %d is outside the vector's %d", p, shape[i]).Poison, nil
		}
		at[i] = p
	}
	n = count(shape[len(at):])
	return flat(shape[:len(at)], at) * n, n, nil, nil
}

func makeExtract(_ *builder, op *ir.Operation) (exec, error) {
	shape, t := ir.VectorShape(op.Operands[0].Type), op.Results[0].Type
	return func(l *lane, in *inst) error {
		first, n, bad, err := l.where(in, shape, 1)
		if err != nil {
			return err
		}
		if bad != nil {
			l.set(in, 0, poisonValue(t, bad))
			return nil
		}
		l.set(in, 0, valueOf(t, l.arg(in, 0).Vec[first:first+n:first+n]))
		return nil
	}, nil
}

// makeInsert makes vector.insert: operands are the inserted value, and where.
func makeInsert(_ *builder, op *ir.Operation) (exec, error) {
	t := op.Results[0].Type
	shape := ir.VectorShape(t)
	return func(l *lane, in *inst) error {
		first, _, bad, err := l.where(in, shape, 2)
		if err != nil {
			return err
		}
		if bad != nil {
			l.set(in, 0, poisonValue(t, bad))
			return nil
		}
		old := l.arg(in, 1).Vec
		if err := l.work(uint64(len(old) / 8)); err != nil {
			return err
		}
		out := append([]Elem(nil), old...)
		copy(out[first:], l.arg(in, 0).elems())
		l.set(in, 0, Value{Vec: out})
		return nil
	}, nil
}

// padded fills up offsets or strides of a slice to the rank.
func padded(nums []int64, rank int, fill int64) []int64 {
	out := append([]int64(nil), nums...)
	for len(out) < rank {
		out = append(out, fill)
	}
	return out
}

func makeExtractSlice(b *builder, op *ir.Operation) (exec, error) {
	from, t := ir.VectorShape(op.Operands[0].Type), op.Results[0].Type
	offsets, strides := padded(op.Ints("offsets"), len(from), 0), padded(op.Ints("strides"), len(from), 1)
	source, err := sources(b, ir.VectorShape(t), from, func(idx []int64) []int64 {
		at := make([]int64, len(idx))
		for i := range idx {
			at[i] = offsets[i] + idx[i]*strides[i]
		}
		return at
	})
	return permuted(source, t), err
}

func makeInsertSlice(b *builder, op *ir.Operation) (exec, error) {
	part, whole := ir.VectorShape(op.Operands[0].Type), ir.VectorShape(op.Operands[1].Type)
	lead := len(whole) - len(part)
	offsets, strides := padded(op.Ints("offsets"), len(whole), 0), padded(op.Ints("strides"), len(part), 1)
	target, err := sources(b, part, whole, func(idx []int64) []int64 {
		at := append([]int64(nil), offsets...)
		for i := range idx {
			at[lead+i] += idx[i] * strides[i]
		}
		return at
	})
	return func(l *lane, in *inst) error {
		out := append([]Elem(nil), l.arg(in, 1).Vec...)
		if err := l.work(uint64(len(out) / 8)); err != nil {
			return err
		}
		for i, e := range l.arg(in, 0).Vec {
			out[target[i]] = e
		}
		l.set(in, 0, Value{Vec: out})
		return nil
	}, err
}

// makeVectorShuffle makes vector.shuffle: elements of two concatenated vectors; -1 is poison.
func makeVectorShuffle(_ *builder, op *ir.Operation) (exec, error) {
	t := op.Results[0].Type
	mask := op.Ints("mask")
	n := int(elemCount(t)) / max(1, len(mask)) // elements of a part
	return func(l *lane, in *inst) error {
		all := append(append([]Elem(nil), l.arg(in, 0).elems()...), l.arg(in, 1).elems()...)
		if err := l.work(uint64(len(all) / 8)); err != nil {
			return err
		}
		var out []Elem
		for _, k := range mask {
			if k < 0 {
				out = append(out, splat(poisoned(op, "the mask has -1"), n)...)
				continue
			}
			out = append(out, all[int(k)*n:int(k+1)*n]...)
		}
		l.set(in, 0, Value{Vec: out})
		return nil
	}, nil
}

func interleave(_ *ir.Operation, args []Value) ([]Value, error) {
	var out []Elem
	b := args[1].Vec
	for i, e := range args[0].Vec {
		out = append(out, e, b[i])
	}
	return []Value{{Vec: out}}, nil
}

func deinterleave(_ *ir.Operation, args []Value) ([]Value, error) {
	var even, odd []Elem
	for i, e := range args[0].Vec {
		if i%2 == 0 {
			even = append(even, e)
		} else {
			odd = append(odd, e)
		}
	}
	return []Value{{Vec: even}, {Vec: odd}}, nil
}

// makeBroadcast repeats a vector along new dimensions in front, and along those
// where it has size 1.
func makeBroadcast(b *builder, op *ir.Operation) (exec, error) {
	from, t := ir.VectorShape(op.Operands[0].Type), op.Results[0].Type
	to := ir.VectorShape(t)
	source, err := sources(b, to, from, func(idx []int64) []int64 {
		at := append([]int64(nil), idx[len(to)-len(from):]...)
		for i := range at {
			if from[i] == 1 {
				at[i] = 0
			}
		}
		return at
	})
	return permuted(source, t), err
}

func makeTranspose(b *builder, op *ir.Operation) (exec, error) {
	from, t := ir.VectorShape(op.Operands[0].Type), op.Results[0].Type
	perm := op.Ints("permutation")
	source, err := sources(b, ir.VectorShape(t), from, func(idx []int64) []int64 {
		at := make([]int64, len(idx))
		for i, p := range perm {
			at[p] = idx[i]
		}
		return at
	})
	return permuted(source, t), err
}

// makeShapeCast keeps the elements in their order.
func makeShapeCast(_ *builder, op *ir.Operation) (exec, error) {
	t := op.Results[0].Type
	return func(l *lane, in *inst) error {
		l.set(in, 0, valueOf(t, l.arg(in, 0).elems()))
		return nil
	}, nil
}

// makeVectorBitcast reads the bits of the elements, the lowest first, as
// elements of another width. An element with any poison bit is poison.
func makeVectorBitcast(_ *builder, op *ir.Operation) (exec, error) {
	from, to := widths(op)
	if from > 64 || to > 64 {
		return nil, fmt.Errorf("a bitcast of %d to %d bits is not run", from, to)
	}
	n := int(elemCount(op.Results[0].Type))
	return func(l *lane, in *inst) error {
		a := l.arg(in, 0).Vec
		if err := l.work(uint64(n / 8)); err != nil {
			return err
		}
		l.set(in, 0, Value{Vec: regroup(a, from, to, n)})
		return nil
	}, nil
}

// regroup reads elements of from bits as n elements of to bits.
func regroup(a []Elem, from, to, n int) []Elem {
	out := make([]Elem, n)
	for i := range out {
		for pos := 0; pos < to; {
			at := i*to + pos
			e, shift := a[at/from], at%from
			take := min(from-shift, to-pos)
			if e.Poison != nil {
				out[i] = Elem{Poison: e.Poison}
				break
			}
			out[i].Bits |= e.Bits >> shift & mask(take) << pos
			pos += take
		}
	}
	return out
}

// makeReduction combines the elements from the first to the last, beginning with
// the accumulator. Without one a sum of floats begins with +0, as upstream's
// lowering does.
func makeReduction(_ *builder, op *ir.Operation) (exec, error) {
	t := op.Results[0].Type
	kind := op.EnumAttr("kind")
	combine, err := combiner(op, kind, t)
	if err != nil {
		return nil, err
	}
	_, float := t.(ir.FloatType)
	return func(l *lane, in *inst) error {
		list := l.arg(in, 0).Vec
		if err := l.work(uint64(len(list) / 8)); err != nil {
			return err
		}
		var acc Elem
		switch {
		case len(in.args) > 1:
			acc = l.arg(in, 1).Elem
		case kind == "add" && float:
		default:
			acc, list = list[0], list[1:]
		}
		for _, e := range list {
			var err error
			if acc, err = combine(acc, e); err != nil {
				return err
			}
		}
		l.set(in, 0, Value{Elem: acc})
		return nil
	}, nil
}

// makeMultiReduction returns a reduction along some dimensions, in row-major order.
func makeMultiReduction(b *builder, op *ir.Operation) (exec, error) {
	from, t := ir.VectorShape(op.Operands[0].Type), op.Results[0].Type
	combine, err := combiner(op, op.EnumAttr("kind"), ir.ElemType(t))
	if err != nil {
		return nil, err
	}
	gone := map[int]bool{}
	for _, d := range op.Ints("reduction_dims") {
		gone[int(d)] = true
	}
	to := ir.VectorShape(t)
	target, err := sources(b, from, to, func(idx []int64) []int64 {
		var at []int64
		for i, x := range idx {
			if !gone[i] {
				at = append(at, x)
			}
		}
		return at
	})
	if err != nil {
		return nil, err
	}
	return func(l *lane, in *inst) error {
		if err := l.work(uint64(len(target) / 8)); err != nil {
			return err
		}
		out := append([]Elem(nil), l.arg(in, 1).elems()...)
		for i, e := range l.arg(in, 0).Vec {
			var err error
			if out[target[i]], err = combine(out[target[i]], e); err != nil {
				return err
			}
		}
		l.set(in, 0, valueOf(t, out))
		return nil
	}, nil
}

func makeStep(b *builder, op *ir.Operation) (exec, error) {
	n := int(elemCount(op.Results[0].Type))
	if err := b.small(n); err != nil {
		return nil, err
	}
	out := make([]Elem, n)
	for i := range out {
		out[i].Bits = uint64(i)
	}
	return func(l *lane, in *inst) error {
		l.set(in, 0, Value{Vec: out})
		return nil
	}, nil
}

// maskOf has ones where every index is below its limit.
func maskOf(shape, limits []int64) []Elem {
	out := make([]Elem, count(shape))
	_ = eachIndex(shape, func(n int, idx []int64) error {
		in := true
		for i, x := range idx {
			in = in && x < limits[i]
		}
		out[n] = boolElem(in)
		return nil
	})
	return out
}

func makeCreateMask(b *builder, op *ir.Operation) (exec, error) {
	t := op.Results[0].Type
	shape := ir.VectorShape(t)
	if err := b.small(count(shape)); err != nil {
		return nil, err
	}
	return func(l *lane, in *inst) error {
		if err := l.work(uint64(count(shape) / 8)); err != nil {
			return err
		}
		limits := make([]int64, len(in.args))
		for i := range limits {
			v := l.arg(in, i)
			if v.Poison != nil {
				l.set(in, 0, poisonValue(t, v.Poison))
				return nil
			}
			limits[i] = int64(v.Bits)
		}
		if len(shape) == 0 {
			l.set(in, 0, Value{Vec: []Elem{boolElem(len(limits) > 0 && limits[0] > 0)}})
			return nil
		}
		l.set(in, 0, Value{Vec: maskOf(shape, limits)})
		return nil
	}, nil
}

func makeConstantMask(b *builder, op *ir.Operation) (exec, error) {
	shape, limits := ir.VectorShape(op.Results[0].Type), op.Ints("mask_dim_sizes")
	if err := b.small(count(shape)); err != nil {
		return nil, err
	}
	out := []Elem{boolElem(len(limits) > 0 && limits[0] > 0)}
	if len(shape) > 0 {
		out = maskOf(shape, limits)
	}
	return func(l *lane, in *inst) error {
		l.set(in, 0, Value{Vec: out})
		return nil
	}, nil
}

func fromElements(_ *ir.Operation, args []Value) ([]Value, error) {
	out := make([]Elem, len(args))
	for i := range args {
		out[i] = args[i].Elem
	}
	return []Value{{Vec: out}}, nil
}

func toElements(_ *ir.Operation, args []Value) ([]Value, error) {
	var out []Value
	for _, e := range args[0].Vec {
		out = append(out, Value{Elem: e})
	}
	return out, nil
}
