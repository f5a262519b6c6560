package random

import (
	"fmt"
	"strings"

	"heddle/ir"
)

// Operations that move the elements of vectors, and reductions.

// vectorType returns a vector of any element type of arithmetic.
func (g *gen) vectorType() ir.Type {
	e := pick(g, append(g.ints(), g.floats()...)...)
	var list [][]int64
	for _, s := range g.shapes {
		if s != nil {
			list = append(list, s)
		}
	}
	return vec(e, pick(g, list...)...)
}

func makeExtract(g *gen) {
	t := g.vectorType()
	shape := ir.VectorShape(t)
	v := g.value(t)
	e := ir.ElemType(t)
	k := 1 + g.n(len(shape))
	r := vec(e, shape[k:]...)
	pos := make([]int64, k)
	for i := range pos {
		pos[i] = int64(g.n(int(shape[i])))
	}
	if g.chance(1, 3) {
		pos[k-1] = ir.Dynamic
		g.keep(g.op("vector.extract", "static_position = "+i64s(pos...), r, v, g.below(shape[k-1])))
		return
	}
	g.keep(g.op("vector.extract", "static_position = "+i64s(pos...), r, v))
}

func makeInsert(g *gen) {
	t := g.vectorType()
	shape := ir.VectorShape(t)
	k := 1 + g.n(len(shape))
	what := g.value(vec(ir.ElemType(t), shape[k:]...))
	pos := make([]int64, k)
	for i := range pos {
		pos[i] = int64(g.n(int(shape[i])))
	}
	args := []*value{what, g.value(t)}
	if g.chance(1, 3) {
		pos[k-1] = ir.Dynamic
		args = append(args, g.below(shape[k-1]))
	}
	g.keep(g.op("vector.insert", "static_position = "+i64s(pos...), t, args...))
}

func intList(n []int64) string { return strings.ReplaceAll(fmt.Sprint(n), " ", ", ") }

func ones(n int) []int64 {
	list := make([]int64, n)
	for i := range list {
		list[i] = 1
	}
	return list
}

func makeSlice(g *gen) {
	t := g.vectorType()
	shape := ir.VectorShape(t)
	offsets, sizes := make([]int64, len(shape)), make([]int64, len(shape))
	for i, n := range shape {
		offsets[i] = int64(g.n(int(n)))
		sizes[i] = int64(1 + g.n(int(n-offsets[i])))
	}
	part := vec(ir.ElemType(t), sizes...)
	if g.chance(1, 2) {
		attrs := fmt.Sprintf("offsets = %s, sizes = %s, strides = %s", intList(offsets), intList(sizes), intList(ones(len(shape))))
		g.keep(g.op("vector.extract_strided_slice", attrs, part, g.value(t)))
		return
	}
	attrs := fmt.Sprintf("offsets = %s, strides = %s", intList(offsets), intList(ones(len(shape))))
	g.keep(g.op("vector.insert_strided_slice", attrs, t, g.value(part), g.value(t)))
}

func makeShuffleVector(g *gen) {
	e := pick(g, append(g.ints(), g.floats()...)...)
	a, b := int64(1+g.n(8)), int64(1+g.n(8))
	mask := make([]int64, 1+g.n(8))
	for i := range mask {
		mask[i] = int64(g.n(int(a + b)))
	}
	if g.chance(1, 5) { // of rows
		g.keep(g.op("vector.shuffle", "mask = array<i64: 3, 0>", vec(e, 2, 3), g.value(vec(e, 2, 3)), g.value(vec(e, 2, 3))))
		return
	}
	g.keep(g.op("vector.shuffle", "mask = "+i64s(mask...), vec(e, int64(len(mask))), g.value(vec(e, a)), g.value(vec(e, b))))
}

func makeInterleave(g *gen) {
	e := pick(g, append(g.ints(), g.floats()...)...)
	n := pick[int64](g, 2, 4, 1, 8, 3)
	if g.chance(1, 2) {
		g.keep(g.op("vector.interleave", "", vec(e, 2*n), g.value(vec(e, n)), g.value(vec(e, n))))
		return
	}
	g.keep(g.opN("vector.deinterleave", "", []ir.Type{vec(e, n), vec(e, n)}, g.value(vec(e, 2*n)))...)
}

func makeBroadcast(g *gen) {
	t := g.vectorType()
	shape := ir.VectorShape(t)
	from := append([]int64(nil), shape[g.n(len(shape)+1):]...)
	for i := range from {
		if g.chance(1, 3) {
			from[i] = 1
		}
	}
	g.keep(g.op("vector.broadcast", "", t, g.value(vec(ir.ElemType(t), from...))))
}

func makeElements(g *gen) {
	t := g.vectorType()
	e, n := ir.ElemType(t), lenOf(t)
	if g.chance(1, 2) {
		ts := make([]ir.Type, n)
		for i := range ts {
			ts[i] = e
		}
		g.keep(g.opN("vector.to_elements", "", ts, g.value(t))...)
		return
	}
	vs := make([]*value, n)
	for i := range vs {
		vs[i] = g.value(e)
	}
	if g.chance(1, 3) {
		g.keep(g.fill(t, vs))
		return
	}
	g.keep(g.op("vector.from_elements", "", t, vs...))
}

// fill puts the elements into a vector that has none, one by one.
func (g *gen) fill(t ir.Type, vs []*value) *value {
	v := g.op("ub.poison", "value = #ub.poison", t)
	shape := ir.VectorShape(t)
	for i, x := range vs {
		pos := make([]int64, len(shape))
		for d, left := len(shape)-1, int64(i); d >= 0; d-- {
			pos[d], left = left%shape[d], left/shape[d]
		}
		v = g.op("vector.insert", "static_position = "+i64s(pos...), t, x, v)
	}
	return v
}

func makeShapeCast(g *gen) {
	e := pick(g, append(g.ints(), g.floats()...)...)
	forms := pick(g, [][]int64{{4}, {2, 2}, {1, 4}, {4, 1}}, [][]int64{{6}, {2, 3}, {3, 2}}, [][]int64{{8}, {2, 4}, {2, 2, 2}, {4, 2}})
	from, to := pick(g, forms...), pick(g, forms...)
	g.keep(g.op("vector.shape_cast", "", vec(e, to...), g.value(vec(e, from...))))
}

func makeTranspose(g *gen) {
	e := pick(g, append(g.ints(), g.floats()...)...)
	if g.chance(1, 4) {
		g.keep(g.op("vector.transpose", "permutation = array<i64: 2, 0, 1>", vec(e, 2, 2, 3), g.value(vec(e, 2, 3, 2))))
		return
	}
	a, b := int64(1+g.n(4)), int64(1+g.n(4))
	g.keep(g.op("vector.transpose", "permutation = array<i64: 1, 0>", vec(e, b, a), g.value(vec(e, a, b))))
}

// makeVectorBitcast regroups the bits of a vector: floats without NaN.
func makeVectorBitcast(g *gen) {
	var list []ir.Type
	for _, t := range append(g.ints(), g.floats()...) {
		if width(t) >= 8 && t != ir.Index {
			list = append(list, t)
		}
	}
	from, to := pick(g, list...), pick(g, list...)
	bits := 64 * int64(1+g.n(2))
	v := g.value(vec(from, bits/int64(width(from))))
	if isFloat(from) {
		v = g.notNaN(v)
	}
	v = g.op("vector.bitcast", "", vec(to, bits/int64(width(to))), v)
	if isFloat(to) {
		v = g.notNaN(v)
	}
	g.keep(v)
}

// kinds returns the reductions of a type.
func kinds(t ir.Type) []string {
	if isFloat(t) {
		return []string{"add", "mul", "minnumf", "maxnumf", "minimumf", "maximumf"}
	}
	return []string{"add", "mul", "minui", "minsi", "maxui", "maxsi", "and", "or", "xor"}
}

func makeReduction(g *gen) {
	t := g.vectorType()
	e, shape := ir.ElemType(t), ir.VectorShape(t)
	kind := pick(g, kinds(t)...)
	if len(shape) > 1 || g.chance(1, 4) {
		d := g.n(len(shape))
		rest := append(append([]int64{}, shape[:d]...), shape[d+1:]...)
		dims := []int64{int64(d)}
		if len(shape) > 1 && g.chance(1, 3) {
			dims, rest = nil, nil
			for i := range shape {
				dims = append(dims, int64(i))
			}
		}
		r := vec(e, rest...)
		g.keep(g.op("vector.multi_reduction", fmt.Sprintf("kind = #vector.kind<%s>, reduction_dims = %s", kind, i64s(dims...)), r, g.value(t), g.value(r)))
		return
	}
	args := []*value{g.value(t)}
	if g.chance(1, 2) {
		args = append(args, g.value(e))
	}
	g.keep(g.op("vector.reduction", fmt.Sprintf("kind = #vector.kind<%s>", kind), e, args...))
}

func makeStep(g *gen) {
	n := int64(1 + g.n(16))
	g.keep(g.op("vector.step", "", vec(ir.Index, n)))
}

// mask returns a mask of n elements.
func (g *gen) mask(n int64) *value {
	t := vec(ir.I1, n)
	switch g.n(4) {
	case 0:
		return g.op("vector.constant_mask", fmt.Sprintf("mask_dim_sizes = array<i64: %d>", g.n(int(n)+1)), t)
	case 1, 2:
		return g.op("vector.create_mask", "", t, g.below(n+2))
	}
	return g.value(t)
}

func makeMask(g *gen) {
	if g.chance(1, 2) {
		g.keep(g.mask(int64(1 + g.n(8))))
		return
	}
	t := vec(ir.I1, 2, 4)
	if g.chance(1, 3) {
		g.keep(g.op("vector.constant_mask", "mask_dim_sizes = array<i64: 1, 3>", t))
		return
	}
	g.keep(g.op("vector.create_mask", "", t, g.below(4), g.value(ir.Index)))
}
