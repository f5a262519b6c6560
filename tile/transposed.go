package tile

import (
	"slices"

	"heddle/layout"
)

// T returns the transposed tile: every lane has the same items.
func (t *Tile) T() *Tile {
	t.of()
	u := *t
	u.Layout, u.facts = t.Layout.T(), facts{below: t.below}
	return &u
}

// LoadTransposed loads a tile of a layout from the transposed LDS tile: its element (r, c) is at
// (row + c, col + r) of the buffer. A factor whose k are the rows of what was stored needs this: in
// attention, the values. ATransposed and BTransposed are layouts for which this is fast.
func (s *LDS) LoadTransposed(l Layout, buffer Index, row, col int) *Tile {
	return s.Load(l.T(), buffer, row, col).T()
}

// ATransposed returns the layout of a tile of A of rows x depth for LoadTransposed: A where the chip
// has transposing reads for the size of the elements. Elsewhere lanes have adjacent rows, so that they
// read several of these at once; Result then has the rows in this order.
func (m *MMA) ATransposed(rows, depth int) Layout { return m.transposed(SideA, m.A(rows, depth)) }

// BTransposed is ATransposed for B, whose rows are the columns of the result.
func (m *MMA) BTransposed(cols, depth int) Layout { return m.transposed(SideB, m.B(cols, depth)) }

func (m *MMA) transposed(side Side, l Layout) Layout {
	width := bitWidth(m.elem(side))
	for _, read := range layout.TransposeReads(m.k.Chip) {
		if read.ItemBits == width {
			return l
		}
	}
	if !l.whole() && l.along() == OverRows {
		return m.rowsFirst(l.one(), width).repeat(l.blocks, OverRows)
	}
	return m.rowsFirst(l, width)
}

// rowsFirst returns a layout in which the rows of items are the lowest ones, so that a lane has
// adjacent ones.
func (m *MMA) rowsFirst(l Layout, width int) Layout {
	low := 0
	for _, s := range l.item {
		if s.row != 0 && low < log2(maxLDSAccess*8/width) {
			low++
		}
	}
	first := log2(m.op.M)
	var to []int
	for bit := range log2(l.Rows) {
		switch {
		case bit < first:
			to = append(to, bit+low)
		case bit < first+low:
			to = append(to, bit-first)
		default:
			to = append(to, bit)
		}
	}
	return l.PermuteRows(to...)
}

// alongRows returns the tile with each lane's items in the order of memory as far as possible, so that
// several are stored at once: rows are in memory as they are, or columns if the tensor is flipped.
func (t *Tile) alongRows(flipped bool) *Tile {
	switch {
	case !t.Layout.whole():
		return t
	case flipped:
		return t.T().alongRows(false).T()
	}
	return t.Reorder(t.Layout.rowFirst())
}

// rowFirst returns a layout whose items are single in their row, as far as neighbours are among the
// other items: with these first.
func (l Layout) rowFirst() Layout {
	if l.run(false) > 1 {
		return l
	}
	var first []spot
	for next := (spot{0, 1}); slices.Contains(l.item, next); next.col *= 2 {
		first = append(first, next)
	}
	rest := slices.DeleteFunc(slices.Clone(l.item), func(s spot) bool { return slices.Contains(first, s) })
	l.item = append(first, rest...)
	return l
}

// transposing returns the transposing read that loads tiles of a layout, and the layout of the lanes'
// addresses. There is none if a lane's items follow each other in a row, so that a plain read is as
// wide.
func (s *LDS) transposing(l Layout) (read layout.TransposeRead, from Layout, ok bool) {
	width := bitWidth(s.elem)
	for _, read = range layout.TransposeReads(s.k.Chip) {
		if read.ItemBits == width && width >= 8 && l.run(false) < read.Items && l.Items() >= read.Items {
			from, ok = addressesOf(l, read)
			return read, from, ok
		}
	}
	return read, from, false
}

// addressesOf returns the layout with the places that the lanes of a transposing read have to
// address, and whether it delivers the tile: what a lane reads at its address must be neighbours in
// a row.
func addressesOf(l Layout, read layout.TransposeRead) (from Layout, ok bool) {
	from = l
	from.lane = make([]spot, len(l.lane))
	place := func(bits []spot, dim string, n int) bool {
		for bit := range n {
			at := read.Source.Basis(dim, bit) // item, lane
			if at[1] != 0 {
				from.lane[log2(at[1])] = bits[bit]
			} else if bits[bit] != (spot{0, at[0]}) {
				return false
			}
		}
		return true
	}
	return from, place(l.item, layout.Item, log2(read.Items)) && place(l.lane, layout.Lane, len(l.lane))
}
