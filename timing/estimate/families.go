package estimate

// chipFit has what was fitted for a chip: arch.Chips has them in the same order.
type chipFit struct {
	libraries []libraryFit
}

// libraryFit has what was fitted for a library's kernels.
type libraryFit struct {
	name       string
	rows       int // measurements
	parameters Parameters
	tiles      []tileFit
}

// tileFit has what was fitted for the kernels of a library with a tile.
type tileFit struct {
	m, n, k, rows int
	parameters    Parameters
}

// tile returns the index of what is nearest to a tile: the same, or one with the same M and N, of these the
// one that most rows have; -1 if there is none.
func (l *libraryFit) tile(t *Tile) int {
	near := -1
	for i := range l.tiles {
		f := &l.tiles[i]
		switch {
		case f.m != t.M || f.n != t.N:
		case f.k == t.K:
			return i
		case near < 0 || f.rows > l.tiles[near].rows:
			near = i
		}
	}
	return near
}

func (f *tileFit) is(t *Tile) bool { return f.m == t.M && f.n == t.N && f.k == t.K }
