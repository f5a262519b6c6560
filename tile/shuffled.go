package tile

// As returns the tile under other names: the item of each lane is the element that another layout has
// there. It is for data whose order in memory is that of registers (see Shuffled), not that of rows
// and columns.
func (t *Tile) As(l Layout) *Tile {
	t.of()
	if len(l.item) != len(t.Layout.item) || len(l.lane) != len(t.Layout.lane) || len(l.wave) != len(t.Layout.wave) {
		t.k.fail("a tile of layout %s has %d items a lane; %s has %d, in as many waves", t.Layout, t.Layout.Items(), l, l.Items())
	}
	u := *t
	u.Layout = l
	return &u
}

// Shuffled returns the layout of a factor's tile of rows x depth in a tensor that has been shuffled so
// that each lane loads what it supplies to instructions, 16 bytes, beside what its neighbour loads: no
// LDS is needed. As of the loaded tile, with the layout A or B, is the factor.
//
// The tensor has a row for each M rows of the factor, M being 16 or 32 as for MMA, and M·depth columns:
// element (r, c) is in row r/M, and in column (c/p·M + r mod M)·p + c mod p, where p is the number of
// elements in 16 bytes.
func (m *MMA) Shuffled(side Side, rows, depth int) Layout {
	own := m.operand(side, rows, depth, m.chunk(m.elem(side)))
	l := Layout{Rows: rows / m.op.M, Cols: depth * m.op.M}
	next := 1
	col := func() spot {
		s := spot{0, next}
		next *= 2
		return s
	}
	chunk := log2(m.chunk(m.elem(side)))
	for range chunk {
		l.item = append(l.item, col())
	}
	for range own.lane {
		l.lane = append(l.lane, col())
	}
	for _, s := range own.item[chunk:] {
		if s.col != 0 {
			l.item = append(l.item, col())
		} else {
			l.item = append(l.item, spot{s.row / m.op.M, 0})
		}
	}
	for _, s := range own.wave {
		l.wave = append(l.wave, spot{s.row / m.op.M, 0})
	}
	return l
}
