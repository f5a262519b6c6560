package random

import (
	"fmt"

	"heddle/ir"
)

// Indices that are small sums of large parts.

// extremes are limits at which a part of an address needs a larger field: an instruction's offset,
// 32 bits with a sign and without, 64 bits.
var extremes = []int64{-1, 4095, -4096, 1<<29 - 1, 1<<31 - 1, 1 << 31, -1 << 31, -1<<31 - 1, 1<<32 - 4, 1 << 32, -1 << 32, 1<<40 + 12, -1 << 44, 1 << 61, -1 << 61, 1 << 62, -3 << 60, 1<<63 - 1, -1 << 63}

// disguise returns an index, at times as a sum in which something large is added and taken away
// again, with no hint in the program: only adding all parts as 64-bit numbers gives the original.
func (g *gen) disguise(at *value) *value {
	if !g.has(Wild) || g.isolated || !g.chance(1, 4) {
		return at
	}
	w, back := g.twins()
	add := func(x, y *value) *value { return g.op("arith.addi", "", ir.Index, x, y) }
	sub := func(x, y *value) *value { return g.op("arith.subi", "", ir.Index, x, y) }
	var v *value
	switch g.n(3) {
	case 0:
		v = sub(add(at, w), back)
	case 1:
		v = add(sub(w, back), at)
	default:
		v = add(sub(at, back), w)
	}
	v.below = at.below
	return v
}

// twins are two values that are the same, which the compiler cannot know: of the
// lane and its memory, or, for all lanes, two arguments.
func (g *gen) twins() (*value, *value) {
	if g.chance(1, 2) {
		w := g.wild()
		return w, g.hidden(w)
	}
	code := uint64(pick(g, extremes...))
	v := [2]*value{g.scalarParam(ir.Index, code), g.scalarParam(ir.Index, code)}
	if g.chance(1, 2) {
		factor := pick(g, g.index(int64(g.n(5000))-2500), g.index(pick(g, extremes...)), g.valueOf(ir.Index, perGroup))
		for i := range v {
			v[i] = g.op("arith.muli", "", ir.Index, v[i], factor)
		}
	}
	return v[0], v[1]
}

// wild returns an index of any size, made of the lane's numbers, of counters of loops and of
// constants: often one that already exists, so that accesses share it.
func (g *gen) wild() *value {
	var there []*value
	for i := len(g.vals) - 1; i >= 0 && len(there) < 4; i-- {
		if g.vals[i].wild {
			there = append(there, g.vals[i])
		}
	}
	if len(there) > 0 && g.chance(1, 2) {
		return pick(g, there...)
	}
	w := g.index(pick(g, extremes...))
	for range 1 + g.n(3) {
		x := pick(g, g.lin, g.gid, g.below(1<<20), g.value(ir.Index))
		switch g.n(4) {
		case 0:
			x = g.op("arith.muli", "", ir.Index, x, g.index(pick(g, extremes...)))
		case 1:
			x = g.op("arith.muli", "", ir.Index, x, g.index(int64(g.n(5000))-2500))
		case 2:
			x = g.op("arith.shli", "", ir.Index, x, g.index(int64(g.n(64))))
		}
		w = g.op(pick(g, "arith.addi", "arith.subi"), "", ir.Index, x, w)
	}
	w.wild = true
	g.keep(w)
	if g.chance(1, 2) {
		// Below a branch on this the number's range is known.
		g.keep(g.op("arith.cmpi", fmt.Sprintf("predicate = %d : i64", 2+g.n(8)), ir.I1, w, g.index(pick(g, extremes...))))
	}
	return w
}

// hidden returns a value that went through the lane's memory.
func (g *gen) hidden(v *value) *value {
	m := g.opMem("memref.alloca", segments(0, 0), "memref<1xindex, 5>")
	g.do("memref.store", "", v, m, g.index(0))
	r := g.op("memref.load", "", ir.Index, m, g.index(0))
	r.level = perLane
	return r
}
