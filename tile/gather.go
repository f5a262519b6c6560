package tile

import (
	"heddle/ir"
)

// Gather loads a tile whose rows are anywhere in a tensor: row r of the tile is row rows[r], from
// column col on, where at are the other indices of the tile's first element: those of the outer
// dimensions and col. rows is a tile of i32 in layout l.ColVector(), or in l, for elements that are
// all from different rows; of a tensor of one dimension, element (r, c) of the tile is element
// rows[r, c], and at is empty.
//
// Rows that are outside of the tensor, also negative ones, read as the tensor's Outside.
func (k *Kernel) Gather(t *Tensor, l Layout, rows *Tile, at ...Index) *Tile {
	k.tensor(t)
	out := &Tile{k: k, Layout: l, Elem: t.elem}
	w := k.scattered(t, l, rows, at)
	buffer := t.resource()
	k.eachRow(w, l, rows, func(_, n int, at []*ir.Value, c Condition) {
		out.width = n
		typ := ir.Vector(t.elem, int64(n))
		operands := append([]*ir.Value{buffer}, at...)
		if c.known {
			out.vals = append(out.vals, k.op("vector.load", operands, []ir.Type{typ}))
			return
		}
		out.vals = append(out.vals, k.op("vector.maskedload", append(operands, k.splat(c.v, n), k.number(typ, t.outside)), []ir.Type{typ}))
	})
	return out
}

// Scatter stores a tile whose rows go anywhere in a tensor, like Gather; rows outside of it are not
// written. Where several elements go to one place, one of them is stored.
func (k *Kernel) Scatter(t *Tensor, v *Tile, rows *Tile, at ...Index) {
	k.scatter("stored", t, v, rows, at, func(buffer *ir.Value, item, n int, at []*ir.Value, c Condition) {
		operands, data := append([]*ir.Value{buffer}, at...), v.items(item, n)
		if c.known {
			k.do("vector.store", append([]*ir.Value{data}, operands...))
			return
		}
		k.do("vector.maskedstore", append(operands, k.splat(c.v, n), data))
	})
}

// ScatterAdd adds a tile whose rows go anywhere in a tensor, like Scatter, each element atomically.
// Elements have 32 or 64 bits; sums of floats depend on the order of additions, which is not fixed.
func (k *Kernel) ScatterAdd(t *Tensor, v *Tile, rows *Tile, at ...Index) {
	k.tensor(t)
	t.addable("ScatterAdd")
	k.scatter("added", t, v, rows, at, func(buffer *ir.Value, item, n int, at []*ir.Value, c Condition) {
		k.when(c, func() { k.addItems(buffer, v, item, n, at) })
	})
}

func (k *Kernel) scatter(how string, t *Tensor, v *Tile, rows *Tile, at []Index, f func(buffer *ir.Value, item, n int, at []*ir.Value, c Condition)) {
	k.tensor(t)
	k.tiles(v)
	if !ir.SameType(t.elem, v.Elem) {
		k.fail("a tile of %s is %s to tensor %s of %s; use Convert", v.Elem, how, t.name, t.elem)
	}
	w := k.scattered(t, v.Layout, rows, at)
	buffer, first := t.written(), k.isFirst(v.Layout, at...)
	k.eachRow(w, v.Layout, rows, func(item, n int, at []*ir.Value, c Condition) { f(buffer, item, n, at, c.And(first)) })
}

// scattered checks the arguments of Gather and Scatter.
func (k *Kernel) scattered(t *Tensor, l Layout, rows *Tile, at []Index) window {
	k.tiles(rows)
	switch {
	case rows.Elem != ir.I32:
		k.fail("rows of tensor %s in a tile of %s; they are i32", t.name, rows.Elem)
	case t.flipped || t.groups.n != 0:
		k.fail("rows of a view of tensor %s; use the tensor", t.name)
	case len(at) != len(t.shape)-1:
		k.fail("tensor %s has %d dimensions: beside the rows it needs %d indices, not %d", t.name, len(t.shape), len(t.shape)-1, len(at))
	}
	if len(t.shape) == 1 {
		return k.window(t, l, []Index{I(0)})
	}
	all := append(append([]Index{}, at[:len(at)-1]...), I(0), at[len(at)-1])
	return k.window(t, l, all)
}

// eachRow calls f for each access: pieces of rows, or single elements if each has a row of its own.
func (k *Kernel) eachRow(w window, l Layout, rows *Tile, f func(item, n int, at []*ir.Value, c Condition)) {
	t := w.t
	own := len(t.shape) == 1 || !rows.Layout.equal(l.ColVector()) && rows.Layout.Cols > 1
	rows = k.Broadcast(rows, l).like(rows)
	inside := len(t.shape) == 1 || w.inside(1)
	n := 1
	if !own {
		n = w.piece(l.run(false), inside)
	}
	size, cols := t.Dim(max(len(t.shape)-2, 0)), t.Dim(len(t.shape)-1)
	_, col := k.places(l)
	outer, around := k.outer(w)
	for item := 0; item < l.Items(); item += n {
		row := k.laneIndex(rows, item, size)
		c := around
		if n, known := size.Const(); !known || row.hi >= n {
			c = c.And(row.Less(size))
		}
		at := append(append([]*ir.Value{}, outer...), row.v)
		if len(t.shape) > 1 {
			x := w.origin[1].Plus(col).Plus(I(int64(l.at(item).col)))
			if !inside {
				c = c.And(x.Less(cols))
			}
			at = append(at, k.value(x))
		}
		f(item, n, at, c)
	}
}

// laneIndex returns an item of a tile of i32 as an index that may be different in each lane.
// Negative ones become large: at least limit.
func (k *Kernel) laneIndex(t *Tile, item int, limit Index) Index {
	cast := "arith.index_cast"
	if limit.hi <= 1<<31 {
		cast = "arith.index_castui"
	}
	v := k.op(cast, []*ir.Value{t.item(item)}, []ir.Type{ir.Index})
	x := Index{k: k, v: v, hi: unbounded, mult: 1, varies: byLane, told: true}
	if t.below > 0 {
		x = x.Below(t.below)
	}
	return x
}

// like returns t with what the author said of u.
func (t *Tile) like(u *Tile) *Tile {
	v := *t
	v.below = u.below
	return &v
}

// Below asserts that the elements of a tile of i32 are not negative and less than n: Gather and
// Scatter, also of LDS, need not check then whether they are inside.
func (t *Tile) Below(n int64) *Tile {
	if k := t.of(); t.Elem != ir.I32 || n < 1 {
		k.fail("a tile of %s below %d; it can be one of i32, and the bound is at least 1", t.Elem, n)
	}
	u := *t
	u.below = n
	return &u
}
