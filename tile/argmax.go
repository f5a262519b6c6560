package tile

import (
	"slices"

	"heddle/ir"
)

// ArgReduce returns the greatest or least number of each column (OverRows) or row (OverCols) of a
// tile, and where it is: the number of its row or column in the tile, in i32, of several the lowest.
// Both results have one row or column, like those of Reduce. A NaN is neither greatest nor least; if
// there is nothing else, the value is an infinity.
func (k *Kernel) ArgReduce(r Reduction, t *Tile, along Axis) (value, number *Tile) {
	k.tiles(t)
	k.axis(along)
	if r != Greatest && r != Least || t.Elem == ir.I1 {
		k.fail("ArgReduce with reduction %d of a tile of %s; it takes Greatest and Least of numbers", r, t.Elem)
	}
	k.wholeSizes("ArgReduce", t)
	p := pairs{k: k, greatest: r == Greatest}
	p.values = *t.inWidth(1)
	if isFloat(t.Elem) && k.math&NoNaN == 0 {
		p.values = *k.binary(reductions[r].float, "", t, k.neutral(r, t.Layout, t.Elem, t.width)).inWidth(1)
	}
	counted := k.ColNumbers(t.Layout, I(0))
	if along == OverRows {
		counted = k.RowNumbers(t.Layout, I(0))
	}
	p.numbers = *k.Broadcast(counted, t.Layout).inWidth(1)
	p.values.vals, p.numbers.vals = slices.Clone(p.values.vals), slices.Clone(p.numbers.vals)
	gone := 0
	bits := k.bitsAlong("ArgReduce", t.Layout, along)
	for _, b := range bits { // items first
		if b.item == 0 {
			continue
		}
		for i := range p.values.vals {
			if i&(gone|b.item) == 0 {
				p.take(i, p.values.vals[i|b.item], p.numbers.vals[i|b.item], true)
			}
		}
		gone |= b.item
	}
	p.keep(t.Layout.vector(along), gone)
	for _, b := range bits {
		if b.item != 0 {
			continue
		}
		values, numbers := k.across(&p.values, b), k.across(&p.numbers, b)
		for i := range p.values.vals {
			p.take(i, values.vals[i], numbers.vals[i], false)
		}
	}
	p.values.facts, p.numbers.facts = facts{}, facts{}
	return &p.values, &p.numbers
}

// pairs are numbers and where they are, in values of one item.
type pairs struct {
	k               *Kernel
	greatest        bool
	values, numbers Tile
}

// take replaces an item by another pair if that is better, or as good and before it; behind says that
// the other one is known to be behind it.
func (p *pairs) take(i int, value, number *ir.Value, behind bool) {
	k, v, n := p.k, p.values.vals[i], p.numbers.vals[i]
	better := Less
	if p.greatest {
		better = Greater
	}
	c := k.compared(better, value, v)
	if !behind {
		first := k.op("arith.andi", []*ir.Value{k.compared(Equal, value, v), k.compared(Less, number, n)}, []ir.Type{c.Type})
		c = k.op("arith.ori", []*ir.Value{c, first}, []ir.Type{c.Type})
	}
	p.values.vals[i] = k.op("arith.select", []*ir.Value{c, value, v}, []ir.Type{v.Type})
	p.numbers.vals[i] = k.op("arith.select", []*ir.Value{c, number, n}, []ir.Type{n.Type})
}

// compared compares two values of tiles.
func (k *Kernel) compared(p Predicate, a, b *ir.Value) *ir.Value {
	name, number := "arith.cmpi", predicates[p].integer
	if isFloat(ir.ElemType(a.Type)) {
		name, number = "arith.cmpf", predicates[p].float
	}
	return k.op(name, []*ir.Value{a, b}, []ir.Type{ir.Vector(ir.I1, a.Type.(*ir.VectorType).Len())}, attr("predicate", ir.Int(ir.I64, number)))
}

// keep leaves the items without some bits.
func (p *pairs) keep(l Layout, gone int) {
	for _, t := range []*Tile{&p.values, &p.numbers} {
		var vals []*ir.Value
		for i, v := range t.vals {
			if i&gone == 0 {
				vals = append(vals, v)
			}
		}
		t.vals, t.Layout = vals, l
	}
}
