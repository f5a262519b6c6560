package tile

import (
	"heddle/ir"
)

// Order is the order of a sorted row.
type Order int

// The orders. Floats are ordered as their bits are: -NaN, -∞, …, -0, 0, …, ∞, NaN.
const (
	Ascending Order = iota
	Descending
)

// Sort sorts each row (OverCols) or column (OverRows) of a tile of floats or signed integers, by a
// bitonic network over items, lanes and waves; the tile keeps its layout. Where waves share a row,
// they exchange it through LDS, with barriers: better let each wave have its own rows.
func (k *Kernel) Sort(t *Tile, o Order, along Axis) *Tile {
	k.sortable("Sort", t, o, along)
	if !t.Layout.whole() {
		return k.blocksAcross("Sort", t, along, func(b *Tile) *Tile { return k.Sort(b, o, along) })
	}
	keys := k.network(k.keys(t, o), k.bitsAlong("Sort", t.Layout, along))
	return k.fromKeys(keys, t.Elem, o).inWidth(t.width)
}

// SortNumbers is Sort that also returns where each element was: the number of its row or column, in
// i32. Elements that are equal stay in their order. Elements have at most 32 bits.
func (k *Kernel) SortNumbers(t *Tile, o Order, along Axis) (sorted, numbers *Tile) {
	k.sortable("SortNumbers", t, o, along)
	k.numbered("SortNumbers", t)
	return k.unpacked(k.network(k.packed(t, o, along), k.bitsAlong("SortNumbers", t.Layout, along)), t, o)
}

// TopK returns the n greatest elements of each row (OverCols) or column (OverRows) of a tile, the
// greatest first, and where they are: the numbers of their rows or columns, in i32, of equal ones the
// lowest first. n is a power of two that is at most the number of elements; the results have that
// many columns or rows, all of which are in the lanes that have the row or column. The order is that
// of Sort; elements have at most 32 bits.
//
// The work grows with n: for more than 16 or so, SortNumbers is less.
func (k *Kernel) TopK(t *Tile, n int, along Axis) (values, numbers *Tile) {
	k.sortable("TopK", t, Descending, along)
	length := t.Layout.Cols
	if along == OverRows {
		length = t.Layout.Rows
	}
	k.numbered("TopK", t)
	if !powers(n) || n > length {
		k.fail("the first %d of %d elements; accepted: a power of two up to %d", n, length, length)
	}
	rest := k.packed(t, Descending, along)
	most := k.neutral(Least, t.Layout, rest.Elem, 1)
	var list []*Tile
	for len(list) < n {
		best := k.Reduce(Least, rest, along)
		list = append(list, best)
		if len(list) < n {
			rest = k.Select(k.Compare(rest, Equal, best), most, rest)
		}
	}
	return k.unpacked(k.beside(list, along), t, Descending)
}

// sortable refuses what cannot be sorted.
func (k *Kernel) sortable(what string, t *Tile, o Order, along Axis) {
	k.tiles(t)
	k.axis(along)
	if w := bitWidth(t.Elem); w < 8 || o != Ascending && o != Descending {
		k.fail("%s of %s in order %d; it takes numbers of 8 bits or more, Ascending or Descending", what, t.Elem, o)
	}
}

// numbered refuses what cannot be sorted with its numbers.
func (k *Kernel) numbered(what string, t *Tile) {
	k.wholeSizes(what, t)
	if w := bitWidth(t.Elem); w > 32 {
		k.fail("%s of %s; elements have at most 32 bits, as their numbers are sorted with them: Sort takes larger ones", what, t.Elem)
	}
}

// wholeSizes refuses tiles of several blocks.
func (k *Kernel) wholeSizes(what string, t *Tile) {
	if !t.Layout.whole() {
		k.fail("%s of a tile of %d x %d; accepted: sizes that are both powers of two. Larger tiles may reach over the tensor's edge (Tensor.Outside says what is there)", what, t.Layout.Rows, t.Layout.Cols)
	}
}

// keys returns integers, in values of one item, that are in ascending order if the elements are in
// the given order.
func (k *Kernel) keys(t *Tile, o Order) *Tile {
	u := t.inWidth(1)
	if isFloat(t.Elem) {
		u = k.flipped(k.bits(u, ir.Integer(bitWidth(t.Elem), ir.Signless)))
	}
	if o == Descending {
		u = k.Xor(u, k.Like(u, -1))
	}
	return u
}

// fromKeys is the inverse of keys.
func (k *Kernel) fromKeys(t *Tile, elem ir.Type, o Order) *Tile {
	if o == Descending {
		t = k.Xor(t, k.Like(t, -1))
	}
	if isFloat(elem) {
		t = k.bits(k.flipped(t), elem)
	}
	return t
}

// flipped exchanges the codes of floats and integers in the same order: those of negative numbers
// are in the opposite one.
func (k *Kernel) flipped(t *Tile) *Tile {
	w := bitWidth(t.Elem)
	sign := k.ShiftRight(t, k.Like(t, float64(w-1)))
	return k.Xor(t, k.And(sign, k.neutral(Least, t.Layout, t.Elem, t.width)))
}

// bits reads the codes of a tile as another type of the same size.
func (k *Kernel) bits(t *Tile, elem ir.Type) *Tile { return k.lanewise("arith.bitcast", elem, nil, t) }

// packed returns keys with the numbers of rows or columns in their lower half: all are different.
func (k *Kernel) packed(t *Tile, o Order, along Axis) *Tile {
	keys := k.Convert(k.keys(t, o), ir.I64)
	counted := k.ColNumbers(t.Layout, I(0))
	if along == OverRows {
		counted = k.RowNumbers(t.Layout, I(0))
	}
	counted = k.Broadcast(counted, t.Layout).inWidth(1)
	return k.Or(k.ShiftLeft(keys, k.Like(keys, 32)), k.Convert(counted, ir.I64))
}

// unpacked is the inverse of packed, for keys of tile t.
func (k *Kernel) unpacked(keys, t *Tile, o Order) (values, numbers *Tile) {
	key := ir.Type(t.Elem)
	if isFloat(t.Elem) {
		key = ir.Integer(bitWidth(t.Elem), ir.Signless)
	}
	high := k.Convert(k.ShiftRight(keys, k.Like(keys, 32)), key)
	return k.fromKeys(high, t.Elem, o), k.Convert(keys, ir.I32)
}

// network sorts integers in values of one item. Each stage merges sorted runs of twice the length: in
// its first step, elements meet those in the opposite place of the other run, so that all runs are in
// ascending order.
func (k *Kernel) network(t *Tile, bits []placeBit) *Tile {
	for stage := range bits {
		var all placeBit
		for _, b := range bits[:stage+1] {
			all.item, all.lane, all.wave = all.item|b.item, all.lane|b.lane, all.wave|b.wave
		}
		t = k.ordered(t, all, bits[stage])
		for step := stage - 1; step >= 0; step-- {
			t = k.ordered(t, bits[step], bits[step])
		}
	}
	return t
}

// ordered compares each element with the one that differs in the bits of by, and leaves the lesser
// one where bit upper is not set.
func (k *Kernel) ordered(t *Tile, by, upper placeBit) *Tile {
	other := k.across(t, by)
	u := *t
	u.facts = facts{}
	u.vals = make([]*ir.Value, len(t.vals))
	two := func(name string, i int) *ir.Value {
		return k.op(name, []*ir.Value{t.vals[i], other.vals[i]}, []ir.Type{t.vals[i].Type})
	}
	c := k.upper(upper)
	for i := range t.vals {
		switch {
		case upper.item == 0:
			u.vals[i] = k.pick(c, two("arith.maxsi", i), two("arith.minsi", i))
		case i&upper.item != 0:
			u.vals[i] = two("arith.maxsi", i)
		default:
			u.vals[i] = two("arith.minsi", i)
		}
	}
	return &u
}

// beside makes a tile of vectors: its columns for those of one column, or its rows.
func (k *Kernel) beside(list []*Tile, along Axis) *Tile {
	n, l := len(list), list[0].Layout
	at := func(i int) spot { return spot{row: i} }
	l.Rows, l.Cols = max(l.Rows, n), max(l.Cols, n)
	if along == OverCols {
		at, l.Rows = func(i int) spot { return spot{col: i} }, list[0].Layout.Rows
	} else {
		l.Cols = list[0].Layout.Cols
	}
	var first []spot
	for i := 1; i < n; i *= 2 {
		first = append(first, at(i))
	}
	l.item = append(first, l.item...)
	var items []*ir.Value
	for i := range list[0].Layout.Items() {
		for _, t := range list {
			items = append(items, t.item(i))
		}
	}
	return k.fromItems(l, list[0].Elem, 1, items)
}
