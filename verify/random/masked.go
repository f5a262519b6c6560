package random

import (
	"fmt"
	"math/bits"

	"heddle/ir"
)

// Accesses to memory under masks, and at the edges.

// loadMasked reads n elements of a row some of which may not be there.
func (g *gen) loadMasked(m *mem, n int64) *value {
	t := vec(m.elem, n)
	switch g.n(4) {
	case 0:
		return g.transferRead(m, t)
	case 1:
		return g.gather(m, t)
	}
	at := g.at(m, n)
	at[len(at)-1] = g.maybeAlign(at[len(at)-1], n)
	if len(m.sizes) == 1 && g.chance(1, 2) { // a tail: elements beyond the end are masked
		last := g.op("arith.addi", "", ir.Index, g.reduce(g.gid, m.sizes[0]), g.index(int64(g.n(int(n)+1))))
		last = g.maybeAlign(last, n)
		at = []*value{last}
		left := g.op("arith.subi", "", ir.Index, g.index(m.sizes[0]), last)
		left = g.op("arith.maxsi", "", ir.Index, left, g.index(0))
		mask := g.op("vector.create_mask", "", vec(ir.I1, n), left)
		return g.op("vector.maskedload", "", t, append(append([]*value{m.v}, at...), mask, g.value(t))...)
	}
	return g.op("vector.maskedload", "", t, append(append([]*value{m.v}, at...), g.mask(n), g.value(t))...)
}

// gather reads elements of places of their own.
func (g *gen) gather(m *mem, t ir.Type) *value {
	n := lenOf(t)
	size := m.sizes[len(m.sizes)-1]
	it := pick[ir.Type](g, ir.Index, ir.I32)
	idx := g.op("arith.andi", "", vec(it, n), g.value(vec(it, n)), g.splat(vec(it, n), uint64(size/2-1)))
	at := g.at(m, size/2+1)
	mask := g.mask(n)
	return g.op("vector.gather", "", t, append(append([]*value{m.v}, at...), idx, mask, g.value(t))...)
}

// transferRead reads a vector that may hang over the edge of the memref.
func (g *gen) transferRead(m *mem, t ir.Type) *value {
	rank, n := len(m.sizes), lenOf(t)
	pad := g.value(m.elem)
	size := m.sizes[rank-1]
	over := g.chance(1, 2)
	limit := size - n + 1
	if over {
		limit = size + 2
	}
	var at []*value
	for i := range rank - 1 {
		at = append(at, g.below(m.sizes[i]))
	}
	at = append(at, g.maybeAlign(g.below(max(limit, 1)), n))
	dims, last := "d0", "d0"
	if rank == 2 {
		dims, last = "d0, d1", "d1"
	}
	switch k := g.n(5); {
	case k == 0 && rank == 2 && !over: // a column
		at[0], at[1] = g.below(m.sizes[0]+1), g.below(size)
		last, over = "d0", true
	case k == 1: // one element for all
		last, over = "0", false
		at[rank-1] = g.below(size)
	}
	args := append(append([]*value{m.v}, at...), pad)
	masked := 0
	if last != "0" && g.chance(1, 3) {
		args = append(args, g.mask(n))
		masked = 1
	}
	attrs := fmt.Sprintf("in_bounds = [%v], %s, permutation_map = affine_map<(%s) -> (%s)>", !over, segments(1, rank, 1, masked), dims, last)
	return g.op("vector.transfer_read", attrs, t, args...)
}

// makeTransfer reads a tile of two dimensions.
func makeTransfer(g *gen) {
	e := pick(g, append(g.ints(), g.floats()...)...)
	if width(e) < 8 {
		e = ir.I32
	}
	m := g.input(e)
	if len(m.sizes) != 2 {
		g.keep(g.transferRead(m, vec(e, int64(1+g.n(8)))))
		return
	}
	a, b := int64(1+g.n(3)), int64(1+g.n(4))
	at := []*value{g.below(m.sizes[0] + 1), g.below(m.sizes[1] + 1)}
	t, result := vec(e, a, b), "d0, d1"
	if g.chance(1, 2) {
		result = "d1, d0"
	}
	attrs := fmt.Sprintf("in_bounds = [false, false], %s, permutation_map = affine_map<(d0, d1) -> (%s)>", segments(1, 2, 1, 0), result)
	g.keep(g.op("vector.transfer_read", attrs, t, m.v, at[0], at[1], g.value(e)))
}

// makeMasked reads and writes vectors with masks.
func makeMasked(g *gen) {
	e := pick(g, append(g.ints(), g.floats()...)...)
	if width(e) < 8 && e != ir.I1 {
		e = ir.I32
	}
	m := g.input(e)
	n := int64(1 + g.n(8))
	if !m.unit || n > m.sizes[len(m.sizes)-1] {
		if n <= 8 && !m.unit {
			g.keep(g.gather(m, vec(e, n)))
			return
		}
	}
	if g.chance(2, 3) {
		g.keep(g.loadMasked(m, n))
		return
	}
	if width(e) < 8 {
		e = ir.I16
	}
	v := g.value(vec(e, n))
	o := g.output(e)
	at := g.slot(o, n, "", 0)
	if g.chance(1, 2) { // to the lane's own places, to some of them more than once
		it := pick[ir.Type](g, ir.Index, ir.I32)
		most := uint64(1)<<(bits.Len64(uint64(n))-1) - 1
		idx := g.op("arith.andi", "", vec(it, n), g.value(vec(it, n)), g.splat(vec(it, n), most))
		g.do("vector.scatter", "", o.v, at, idx, g.mask(n), v)
		return
	}
	g.do("vector.maskedstore", "", o.v, at, g.mask(n), v)
}
