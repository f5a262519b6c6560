package gemm

import (
	"heddle/arch"
	"heddle/tile"
)

// order is how the tiles of D are dealt to the workgroups of a grid of the same size. Workgroups go
// to the chip's XCDs in turn (arch.Product.XCDs): each XCD gets a run of adjacent tiles, which its own L2 can
// share, and goes through them in bands of rows, down the columns of a band: facts schedules.md §1
// (Workgroup order).
type order struct {
	rows, cols int64 // of tiles
	// parts are the planes of the grid, if they are parts of K: an XCD gets a run of tiles of one part, or of few,
	// whose rows of A and B are short enough for its L2. 1 if planes are batches.
	parts int64
	xcds  int64
	band  int64 // rows of a band, at most
}

// bandRows is the height of a band in tiles, if no other one is much better. With 32 or 38 compute units of an
// XCD, the tiles that are computed at a time are then about as wide as high.
const bandRows = 8

// mostBand bounds the height of a band.
const mostBand = 32

func (w *writer) order(rows, cols, parts int64) order {
	o := order{rows: rows, cols: cols, parts: parts, xcds: 1, band: 1}
	product := arch.DefaultProduct(w.p.Chip)
	if product == nil || w.c.RowMajor || rows*cols*parts < 2*int64(product.XCDs) {
		return o
	}
	o.xcds, o.band = int64(product.XCDs), min(bandRows, rows)
	n, together := rows*cols*parts, int64(product.CUsPerXCD())
	if whole := n / w.p.places() * w.p.places(); w.c.StreamK && whole > 0 {
		n = whole
	}
	down, across := int64(w.c.BM*w.p.A.Bits), int64(w.c.BN*w.p.B.Bits)
	// Runs of XCDs that begin within a band have the rows of two: 5 columns of tiles in bands of 8 are 40 tiles,
	// and an XCD gets 32. Another height has to save a tenth: those that are no power of two cost instructions.
	const worth = 0.9
	least := worth * float64(o.brought(n, together, down, across))
	for band := int64(1); band <= min(mostBand, rows); band++ {
		other := o
		other.band = band
		if bytes := float64(other.brought(n, together, down, across)); bytes < least {
			least, o = bytes, other
		}
	}
	return o
}

// brought is about how much the first n tiles bring to the L2s of the XCDs, if each XCD computes so many of them
// together, and a row and a column of tiles are so large. Of many tiles, those that begin count for all.
func (o order) brought(n, together, row, col int64) (sum int64) {
	const generations = 16 // of an XCD
	run := ceil(n, o.xcds)
	for xcd := range o.xcds {
		from := xcd * run
		to := min(from+min(run, generations*together), n)
		for ; from < to; from += together {
			rows, cols := o.spanned(from, min(from+together, to))
			sum += rows*row + cols*col
		}
	}
	return sum
}

// spanned is how many rows and columns the tiles of a part of the sequence have, and of the next planes.
func (o order) spanned(from, to int64) (rows, cols int64) {
	tiles := o.rows * o.cols
	for from < to {
		plane := from / tiles * tiles
		end := min(to, plane+tiles)
		r, c := o.spannedOf(from-plane, end-plane)
		rows, cols, from = rows+r, cols+c, end
	}
	return rows, cols
}

// spannedOf is spanned in a plane.
func (o order) spannedOf(from, to int64) (rows, cols int64) {
	size := o.band * o.cols
	for at := from; at < to; {
		band := at / size
		height, end := min(o.band, o.rows-band*o.band), min(to, (band+1)*size)
		rows += min(height, end-at)
		cols += (end-1-band*size)/height - (at-band*size)/height + 1
		at = end
	}
	return rows, min(cols, o.cols)
}

// partPlanes are the planes of a grid, if they are parts of K that XCDs divide among each other; otherwise 1. With all
// parts of a tile, an XCD has their sums in its own L2, too: the better order if that holds the rows of A and B of an
// XCD's tiles.
func (w *writer) partPlanes() int64 {
	card := arch.DefaultProduct(w.p.Chip)
	if w.parts == 1 || card == nil {
		return 1
	}
	if x, err := w.p.TilingProduct(card); err != nil || x.PartsNear(w.c.BM, w.c.BN) {
		return 1
	}
	return w.p.Batch * w.parts
}

// tile returns the tile of a workgroup whose place in the grid is (x, y, z), and its batch and part.
func (o order) tile(x, y, z int64) (row, col, plane int64) {
	tiles := o.rows * o.cols
	at, plane := y*o.cols+x, z
	if o.parts > 1 {
		at = o.inRun(z*tiles+at, tiles*o.parts)
		at, plane = at%tiles, at/tiles
	} else {
		at = o.inRun(at, tiles)
	}
	row, col = o.inBand(at)
	return row, col, plane
}

// inRun returns which of n things, in sequence, the workgroup number at of n has.
func (o order) inRun(at, n int64) int64 {
	if o.xcds == 1 {
		return at
	}
	run, more := n/o.xcds, n%o.xcds
	xcd := at % o.xcds
	return xcd*run + min(xcd, more) + at/o.xcds
}

// outOfRun is the inverse of inRun.
func (o order) outOfRun(at, n int64) int64 {
	if o.xcds == 1 {
		return at
	}
	run, more := n/o.xcds, n%o.xcds
	if from := (run + 1) * more; at >= from {
		return (at-from)%run*o.xcds + more + (at-from)/run
	}
	return at%(run+1)*o.xcds + at/(run+1)
}

// inBand returns the place of a tile in the sequence of the bands.
func (o order) inBand(at int64) (row, col int64) {
	size := o.band * o.cols
	band, in := at/size, at%size
	height := min(o.band, o.rows-band*o.band)
	return band*o.band + in%height, in / height
}

// outOfBand is the inverse of inBand.
func (o order) outOfBand(row, col int64) int64 {
	band := row / o.band
	return band*o.band*o.cols + col*min(o.band, o.rows-band*o.band) + row%o.band
}

// group is the inverse of tile.
func (o order) group(row, col, plane int64) (x, y, z int64) {
	tiles := o.rows * o.cols
	at, z := o.outOfBand(row, col), plane
	if o.parts > 1 {
		at = o.outOfRun(plane*tiles+at, tiles*o.parts)
		at, z = at%tiles, at/tiles
	} else {
		at = o.outOfRun(at, tiles)
	}
	return at % o.cols, at / o.cols, z
}

// place is tile for a workgroup of a kernel.
func (o order) place(k *tile.Kernel) (row, col, plane tile.Index) {
	x, y, plane := k.WorkgroupID(0), k.WorkgroupID(1), k.WorkgroupID(2)
	if o.xcds == 1 && o.band == 1 {
		return y, x, plane
	}
	tiles := o.rows * o.cols
	at, n := y.Times(o.cols).Plus(x).Below(tiles), tiles
	if o.parts > 1 {
		n *= o.parts
		at = plane.Times(tiles).Plus(at).Below(n)
	}
	at = o.runOf(at, n)
	if o.parts > 1 {
		at, plane = at.Mod(tiles), at.Div(tiles)
	}
	row, col = o.bandOf(at)
	return row, col, plane
}

// runOf is inRun in a kernel.
func (o order) runOf(at tile.Index, n int64) tile.Index {
	if o.xcds == 1 {
		return at
	}
	run, more := n/o.xcds, n%o.xcds
	xcd := at.Mod(o.xcds)
	return xcd.Times(run).Plus(xcd.Min(tile.I(more))).Plus(at.Div(o.xcds)).Below(n)
}

// bandOf is inBand in a kernel.
func (o order) bandOf(at tile.Index) (row, col tile.Index) {
	size := o.band * o.cols
	band, in := at.Div(size), at.Mod(size)
	row, col = in.Mod(o.band), in.Div(o.band)
	if rest := o.rows % o.band; rest != 0 { // the last band is lower
		last := tile.I(o.rows/o.band - 1).Less(band)
		row, col = last.Select(in.Mod(rest), row), last.Select(in.Div(rest), col)
	}
	return band.Times(o.band).Plus(row).Below(o.rows), col.Below(o.cols)
}
