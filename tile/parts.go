package tile

import (
	"fmt"
	"slices"
)

// Sizes that are no powers of two are made of an odd number of blocks whose sizes are: the items of a
// lane are those of its first block, then those of the second, and so on. One of the two sizes of a
// tile can be such a one.

// oddPart returns the largest odd number that divides n.
func oddPart(n int) int {
	for n > 0 && n%2 == 0 {
		n /= 2
	}
	return max(n, 1)
}

// parts makes a layout of blocks if one of the sizes is not a power of two.
func parts(rows, cols int, block func(rows, cols int) Layout) Layout {
	switch r, c := oddPart(rows), oddPart(cols); {
	case r > 1 && c == 1:
		return block(rows/r, cols).repeat(r, OverRows)
	case c > 1 && r == 1:
		return block(rows, cols/c).repeat(c, OverCols)
	}
	return block(rows, cols)
}

// repeat returns the layout of n blocks along an axis.
func (l Layout) repeat(n int, along Axis) Layout {
	if l.blocks = n; along == OverRows {
		l.block = spot{row: l.Rows}
		l.Rows *= n
	} else {
		l.block = spot{col: l.Cols}
		l.Cols *= n
	}
	return l
}

// whole reports whether a layout has only one block.
func (l Layout) whole() bool { return l.blocks <= 1 }

// one returns the layout of a block.
func (l Layout) one() Layout {
	if l.block.row > 0 {
		l.Rows = l.block.row
	}
	if l.block.col > 0 {
		l.Cols = l.block.col
	}
	l.blocks, l.block = 0, spot{}
	return l
}

// along returns the axis along which the blocks of a layout follow each other.
func (l Layout) along() Axis { return axisOf(l.block) }

func axisOf(block spot) Axis {
	if block.row > 0 {
		return OverRows
	}
	return OverCols
}

// sameBlocks reports whether two layouts have the same blocks.
func (l Layout) sameBlocks(m Layout) bool {
	return l.whole() && m.whole() || l.blocks == m.blocks && l.block == m.block
}

// block returns a block of a tile.
func (t *Tile) block(n int) *Tile {
	per := len(t.vals) / t.Layout.blocks
	return &Tile{Layout: t.Layout.one(), Elem: t.Elem, k: t.k, width: t.width, vals: t.vals[n*per : (n+1)*per]}
}

// joined makes a tile of blocks.
func (k *Kernel) joined(l Layout, list []*Tile) *Tile {
	t := &Tile{Layout: l, Elem: list[0].Elem, k: k, width: list[0].width}
	for _, b := range list {
		t.width = min(t.width, b.width)
	}
	for _, b := range list {
		t.vals = append(t.vals, b.inWidth(t.width).vals...)
	}
	return t
}

// eachBlock makes a tile in layout l from the blocks of another.
func (k *Kernel) eachBlock(l Layout, t *Tile, f func(b *Tile) *Tile) *Tile {
	var list []*Tile
	for n := range t.Layout.blocks {
		list = append(list, f(t.block(n)))
	}
	return k.joined(l, list)
}

// reduceBlocks reduces a tile of blocks: along them, corresponding elements of the blocks are combined
// first, from the first block to the last.
func (k *Kernel) reduceBlocks(r Reduction, t *Tile, along Axis) *Tile {
	if along != t.Layout.along() {
		return k.eachBlock(t.Layout.vector(along), t, func(b *Tile) *Tile { return k.Reduce(r, b, along) })
	}
	sum := t.block(0)
	for n := 1; n < t.Layout.blocks; n++ {
		next := t.block(n)
		next.vals = slices.Clone(next.vals)
		for i := range sum.vals {
			next.vals[i] = k.combine(r, sum.vals[i], next.vals[i])
		}
		sum = next
	}
	return k.Reduce(r, sum, along)
}

// dotBlocks multiplies tiles of blocks: of rows of A or of B, or along k.
func (m *MMA) dotBlocks(a, b, c *Tile) *Tile {
	rows, cols := !a.Layout.whole() && a.Layout.along() == OverRows, !b.Layout.whole() && b.Layout.along() == OverRows
	switch {
	case rows && b.Layout.whole():
		return m.joinDots(a, c, OverRows, func(a, c *Tile) *Tile { return m.Dot(a, b, c) })
	case cols && a.Layout.whole():
		return m.joinDots(b, c, OverCols, func(b, c *Tile) *Tile { return m.Dot(a, b, c) })
	case rows || cols || a.Layout.blocks != b.Layout.blocks:
		m.k.fail("tiles of %s and %s have other blocks than each other; of the rows and columns of the result and the elements along k, only one number may be no power of two", a.Layout, b.Layout)
	}
	for n := range a.Layout.blocks {
		c = m.Dot(a.block(n), b.block(n), c)
	}
	return c
}

// joinDots makes a product of those of the blocks of one factor, whose rows are along an axis of the
// result.
func (m *MMA) joinDots(x, c *Tile, along Axis, dot func(x, c *Tile) *Tile) *Tile {
	var list []*Tile
	for n := range x.Layout.blocks {
		sum := c
		switch {
		case c == nil:
		case c.Layout.blocks == x.Layout.blocks && c.Layout.along() == along:
			sum = c.block(n)
		case !c.Layout.whole() || along == OverRows && c.Layout.Rows > 1 || along == OverCols && c.Layout.Cols > 1:
			m.k.fail("a tile of C of layout %s, but that of a factor is %s", c.Layout, x.Layout)
		}
		list = append(list, dot(x.block(n), sum))
	}
	return m.k.joined(list[0].Layout.repeat(len(list), along), list)
}

// relayoutBlocks is Relayout of each block.
func (k *Kernel) relayoutBlocks(t *Tile, l Layout) *Tile {
	if !t.Layout.sameBlocks(l) {
		k.fail("a tile of layout %s has other blocks than %s", t.Layout, l)
	}
	return k.eachBlock(l, t, func(b *Tile) *Tile { return k.Relayout(b, l.one()) })
}

// blocksOf describes the blocks of a layout.
func (l Layout) blocksOf() string {
	if l.whole() {
		return ""
	}
	b := l.one()
	return fmt.Sprintf(" of %d blocks of %d x %d", l.blocks, b.Rows, b.Cols)
}

// inBlocks makes LDS for tiles of blocks: a buffer for each block.
func (k *Kernel) inBlocks(s *LDS, blocks int, step spot) *LDS {
	s.blocks, s.block, s.buffers = blocks, step, s.buffers/blocks
	return s
}

// blockUses are the uses of a block's LDS.
func blockUses(uses []Use) (list []Use) {
	for _, u := range uses {
		u.Layout = u.Layout.one()
		list = append(list, u)
	}
	return list
}

// parted calls f for each block of a tile whose first element is at row and col of a buffer.
func (s *LDS) parted(l Layout, buffer Index, row, col int, f func(n int, one *LDS, buffer Index, row, col int)) {
	one := *s
	one.blocks, one.block, one.buffers = 0, spot{}, s.buffers*s.blocks
	if c, known := buffer.Const(); known && (c < 0 || c >= int64(s.buffers)) || buffer.varies == byLane {
		s.k.fail("buffer %d of %d", c, s.buffers)
	}
	first := buffer.Times(int64(s.blocks))
	if !l.whole() {
		if l.blocks != s.blocks || l.block != s.block || s.block.row > 0 && row != 0 || s.block.col > 0 && col != 0 {
			s.k.fail("a tile of %s at (%d, %d) of LDS of %d blocks of %d x %d", l, row, col, s.blocks, s.rows, s.cols)
		}
		for n := range s.blocks {
			f(n, &one, first.Plus(I(int64(n))), row, col)
		}
		return
	}
	n := 0
	if s.block.row > 0 {
		n, row = row/s.rows, row%s.rows
	} else {
		n, col = col/s.cols, col%s.cols
	}
	if n < 0 || n >= s.blocks {
		s.k.fail("a tile of %d x %d behind the end of LDS of %d blocks of %d x %d", l.Rows, l.Cols, s.blocks, s.rows, s.cols)
	}
	f(0, &one, first.Plus(I(int64(n))), row, col)
}

// storeBlocks is Store to LDS of blocks.
func (s *LDS) storeBlocks(t *Tile, buffer Index, row, col int) {
	s.parted(t.Layout, buffer, row, col, func(n int, one *LDS, buffer Index, row, col int) {
		if t.Layout.whole() {
			one.Store(t, buffer, row, col)
		} else {
			one.Store(t.block(n), buffer, row, col)
		}
	})
}

// loadBlocks is Load from LDS of blocks.
func (s *LDS) loadBlocks(l Layout, buffer Index, row, col int) *Tile {
	var list []*Tile
	s.parted(l, buffer, row, col, func(_ int, one *LDS, buffer Index, row, col int) {
		list = append(list, one.Load(l.one(), buffer, row, col))
	})
	return s.k.joined(l, list)
}

// copyBlocks is Copy to LDS of blocks.
func (s *LDS) copyBlocks(from, waves int, t *Tensor, buffer Index, at []Index) {
	s.parted(Layout{Rows: s.rows, Cols: s.cols}.repeat(s.blocks, axisOf(s.block)), buffer, 0, 0, func(n int, one *LDS, buffer Index, _, _ int) {
		here := slices.Clone(at)
		last := len(here) - 1
		here[last] = here[last].Plus(I(int64(n * s.block.col)))
		if last > 0 {
			here[last-1] = here[last-1].Plus(I(int64(n * s.block.row)))
		}
		emit := func() { one.CopyBy(from, waves, t, buffer, here...) }
		if n > 0 { // only the whole tile has to begin inside of the tensor
			s.k.perhaps(emit)
			return
		}
		emit()
	})
}
