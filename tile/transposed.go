package tile

import (
	"heddle/layout"
)

// T returns the transposed tile: every lane has the same items.
func (t *Tile) T() *Tile {
	u := *t
	u.Layout, u.facts = t.Layout.T(), facts{below: t.below}
	return &u
}

// LoadTransposed loads a tile of a layout from the transposed LDS tile: its element (r, c) is at
// (row + c, col + r) of the buffer. A factor whose k are the rows of what was stored needs this: in
// attention, the values. Elements of 8 and 16 bits take a transposing read where the chip has it, if
// neighbouring lanes go along the rows of l; otherwise they are read one by one.
func (s *LDS) LoadTransposed(l Layout, buffer Index, row, col int) *Tile {
	return s.Load(l.T(), buffer, row, col).T()
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
