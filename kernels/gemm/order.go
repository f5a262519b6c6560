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
	xcds       int64
	band       int64 // rows of a band, at most
}

// bandRows is the height of a band in tiles. With 32 or 38 compute units of an XCD, the tiles
// that are computed at a time are then about as wide as high.
const bandRows = 8

func (w *writer) order(rows, cols int64) order {
	o := order{rows: rows, cols: cols, xcds: 1, band: 1}
	if product := arch.DefaultProduct(w.p.Chip); product != nil && !w.c.RowMajor && rows*cols >= 2*int64(product.XCDs) {
		o.xcds, o.band = int64(product.XCDs), min(bandRows, rows)
	}
	return o
}

// tile returns the tile of a workgroup whose place in its plane of the grid is (x, y).
func (o order) tile(x, y int64) (row, col int64) {
	return o.inBand(o.inRun(y*o.cols+x, o.rows*o.cols))
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
func (o order) group(row, col int64) (x, y int64) {
	at := o.outOfRun(o.outOfBand(row, col), o.rows*o.cols)
	return at % o.cols, at / o.cols
}

// place is tile for a workgroup of a kernel.
func (o order) place(k *tile.Kernel) (row, col tile.Index) {
	if o.xcds == 1 && o.band == 1 {
		return k.WorkgroupID(1), k.WorkgroupID(0)
	}
	total := o.rows * o.cols
	return o.bandOf(o.runOf(k.WorkgroupID(1).Times(o.cols).Plus(k.WorkgroupID(0)).Below(total), total))
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
