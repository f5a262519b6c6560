package tile

import (
	"heddle/ir"
)

// Gather loads a tile whose elements are anywhere in a buffer: element (r, c) of the tile is element
// (rows[r, c], cols[r, c]) of the buffer. rows and cols are tiles of i32 that fit the layout, or are
// repeated to do so. What is outside of the buffer reads as 0.
func (s *LDS) Gather(l Layout, buffer Index, rows, cols *Tile) *Tile {
	k := s.k
	k.layout(l, s.elem)
	out := &Tile{k: k, Layout: l, Elem: s.elem, width: 1}
	typ := ir.Vector(s.elem, 1)
	s.each(l, buffer, rows, cols, func(_ int, at []*ir.Value, c Condition) {
		operands := append([]*ir.Value{s.arg}, at...)
		if c.known {
			out.vals = append(out.vals, k.op("vector.load", operands, []ir.Type{typ}))
			return
		}
		out.vals = append(out.vals, k.op("vector.maskedload", append(operands, k.splat(c.v, 1), k.number(typ, 0)), []ir.Type{typ}))
	})
	return out
}

// Scatter stores the elements of a tile anywhere in a buffer, like Gather; what is outside of it is
// not written. Where several elements go to one place, one of them is stored.
func (s *LDS) Scatter(v *Tile, buffer Index, rows, cols *Tile) {
	s.scatter("stored", v, buffer, rows, cols, func(item int, at []*ir.Value) {
		s.k.do("vector.store", append([]*ir.Value{v.items(item, 1), s.arg}, at...))
	})
}

// ScatterAdd adds the elements of a tile anywhere in a buffer, like Scatter, each atomically: a
// histogram is the sum of ones at the numbers of the bins. Its results are visible to other waves
// behind a Barrier.
func (s *LDS) ScatterAdd(v *Tile, buffer Index, rows, cols *Tile) {
	s.scatter("added", v, buffer, rows, cols, func(item int, at []*ir.Value) { s.k.addItems(s.arg, v, item, 1, at) })
}

func (s *LDS) scatter(how string, v *Tile, buffer Index, rows, cols *Tile, f func(item int, at []*ir.Value)) {
	k := s.k
	k.tiles(v)
	if !ir.SameType(v.Elem, s.elem) {
		k.fail("a tile of %s is %s to LDS of %s", v.Elem, how, s.elem)
	}
	first := k.isFirst(v.Layout)
	s.each(v.Layout, buffer, rows, cols, func(item int, at []*ir.Value, c Condition) {
		k.when(c.And(first), func() { f(item, at) })
	})
}

// each calls f for each element of a tile that is anywhere in a buffer.
func (s *LDS) each(l Layout, buffer Index, rows, cols *Tile, f func(item int, at []*ir.Value, c Condition)) {
	k := s.k
	k.tiles(rows, cols)
	if s.blocks > 0 {
		k.fail("places of lanes in LDS of %d blocks; sizes must be powers of two", s.blocks)
	}
	if s.padding != nil {
		k.fail("places in padded LDS; use Direct or no padding")
	}
	if rows.Elem != ir.I32 || cols.Elem != ir.I32 {
		k.fail("places in tiles of %s and %s; they are i32", rows.Elem, cols.Elem)
	}
	if c, known := buffer.Const(); known && (c < 0 || c >= int64(s.buffers)) || buffer.varies == byLane {
		k.fail("buffer %d of %d", c, s.buffers)
	}
	rows, cols = k.Broadcast(rows, l).like(rows), k.Broadcast(cols, l).like(cols)
	for item := range l.Items() {
		row, col := k.laneIndex(rows, item, I(int64(s.rows))), k.laneIndex(cols, item, I(int64(s.cols)))
		c := always
		if row.hi >= int64(s.rows) {
			c = c.And(row.Less(I(int64(s.rows))))
		}
		if col.hi >= int64(s.cols) {
			c = c.And(col.Less(I(int64(s.cols))))
		}
		fold := int64(s.fold)
		at := row.Mod(fold).Times(int64(s.cols)).Plus(col)
		for bit, key := range s.swizzle.Keys {
			if key != 0 {
				at = at.Xor(row.Div(int64(s.short) << bit).Mod(2).Times(int64(key * s.chunk)))
			}
		}
		f(item, []*ir.Value{k.value(buffer), k.value(row.Div(fold)), k.value(at)}, c)
	}
}
