package tile

// Relayout moves a tile through LDS into another layout of the same size.
func (k *Kernel) Relayout(t *Tile, l Layout) *Tile {
	if t.Layout.equal(l) {
		return t
	}
	if t.Layout.Rows != l.Rows || t.Layout.Cols != l.Cols {
		k.fail("a tile of %d x %d is not one of %d x %d", t.Layout.Rows, t.Layout.Cols, l.Rows, l.Cols)
	}
	s := k.LDS(t.Elem, l.Rows, l.Cols, 1, Stored(t.Layout), Loaded(l))
	k.again()
	s.Store(t, I(0), 0, 0)
	k.Barrier()
	return s.Load(l, I(0), 0, 0)
}
