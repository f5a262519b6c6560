package tile

import (
	"heddle/ir"
)

// Predicate is a comparison of numbers. With a NaN, only NotEqual holds.
type Predicate int

// The comparisons.
const (
	Equal Predicate = iota
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
)

// predicates are their numbers in arith.cmpi, signed, and in arith.cmpf.
var predicates = map[Predicate]struct{ integer, float int64 }{
	Equal:        {0, 1},
	NotEqual:     {1, 13},
	Less:         {2, 4},
	LessEqual:    {3, 5},
	Greater:      {4, 2},
	GreaterEqual: {5, 3},
}

// Compare returns a tile of i1: where a p b holds, for floats or signed integers. A row compared with
// a column makes a whole tile. Comparisons of RowNumbers, ColNumbers, Repeat and Like with each other
// take one instruction for each item: what is known of an item is a constant in it.
func (k *Kernel) Compare(a *Tile, p Predicate, b *Tile) *Tile {
	k.tiles(a, b)
	numbers, known := predicates[p]
	if !known {
		k.fail("predicate %d; accepted: Equal to GreaterEqual", p)
	}
	k.sameElem(a, b)
	if t := k.compareNumbers(a, p, b); t != nil {
		return t
	}
	name, number := "arith.cmpi", numbers.integer
	if isFloat(a.Elem) {
		name, number = "arith.cmpf", numbers.float
	}
	return k.lanewise(name, ir.I1, []ir.NamedAttr{attr("predicate", ir.Int(ir.I64, number))}, k.fit(a, b)...)
}

// Select returns a where a condition, a tile of i1, holds and b elsewhere.
func (k *Kernel) Select(condition, a, b *Tile) *Tile {
	k.tiles(condition, a, b)
	if condition.Elem != ir.I1 {
		k.fail("the condition is a tile of %s; it must be of i1, as returned by Compare", condition.Elem)
	}
	k.sameElem(a, b)
	return k.lanewise("arith.select", a.Elem, nil, k.fit(condition, a, b)...)
}

// Inside returns a tile of i1 that is true for the elements of a tile at the given indices that are
// inside a tensor.
func (k *Kernel) Inside(t *Tensor, l Layout, at ...Index) *Tile {
	k.tensor(t)
	w := k.window(t, l, at)
	out := &Tile{k: k, Layout: l, Elem: ir.I1}
	k.access(w, l, func(item, count int, _ []*ir.Value, c Condition) {
		out.width = count
		v := k.number(ir.Vector(ir.I1, int64(count)), 0)
		switch {
		case !c.known:
			v = k.splat(c.v, count)
		case c.holds:
			v = k.number(ir.Vector(ir.I1, int64(count)), 1)
		}
		out.vals = append(out.vals, v)
	})
	return out
}

// Scalar adds a number as an argument: a tile of one element, which operations
// repeat.
func (k *Kernel) Scalar(elem ir.Type) *Tile {
	l := Layout{Rows: 1, Cols: 1, lane: make([]spot, log2(k.Chip.WaveSize)), wave: make([]spot, log2(k.waves))}
	k.living()
	if elem == nil {
		k.fail("Scalar without a type; accepted: element types of package ir, such as ir.F32")
	}
	v := k.entry.AddArg(elem)
	return &Tile{Layout: l, Elem: elem, k: k, width: 1, vals: []*ir.Value{k.splat(v, 1)}}
}

// Size adds an index as an argument, an i64 that is not negative.
func (k *Kernel) Size() Index {
	k.living()
	return Index{k: k, v: k.entry.AddArg(ir.Index), hi: unbounded, mult: 1}
}
