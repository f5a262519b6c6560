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
	o := order{rows: rows, cols: cols, xcds: int64(arch.DefaultProduct(w.p.Chip).XCDs), band: min(bandRows, rows)}
	if w.c.RowMajor || rows*cols < 2*o.xcds {
		o.xcds, o.band = 1, 1
	}
	return o
}

// tile returns the tile of a workgroup whose place in its plane of the grid is (x, y).
func (o order) tile(x, y int64) (row, col int64) {
	at := y*o.cols + x
	if o.xcds > 1 {
		run, more := o.rows*o.cols/o.xcds, o.rows*o.cols%o.xcds
		xcd := at % o.xcds
		at = xcd*run + min(xcd, more) + at/o.xcds
	}
	size := o.band * o.cols
	band, in := at/size, at%size
	height := min(o.band, o.rows-band*o.band)
	return band*o.band + in%height, in / height
}

// group is the inverse of tile.
func (o order) group(row, col int64) (x, y int64) {
	band := row / o.band
	at := band*o.band*o.cols + col*min(o.band, o.rows-band*o.band) + row%o.band
	if o.xcds > 1 {
		run, more := o.rows*o.cols/o.xcds, o.rows*o.cols%o.xcds
		xcd, from := at/(run+1), (run+1)*more
		at -= xcd * (run + 1)
		if rest := at + xcd*(run+1) - from; rest >= 0 {
			xcd, at = more+rest/run, rest%run
		}
		at = at*o.xcds + xcd
	}
	return at % o.cols, at / o.cols
}

// place is tile for a workgroup of a kernel.
func (o order) place(k *tile.Kernel) (row, col tile.Index) {
	if o.xcds == 1 && o.band == 1 {
		return k.WorkgroupID(1), k.WorkgroupID(0)
	}
	total := o.rows * o.cols
	at := k.WorkgroupID(1).Times(o.cols).Plus(k.WorkgroupID(0)).Below(total)
	if o.xcds > 1 {
		run, more := total/o.xcds, total%o.xcds
		xcd := at.Mod(o.xcds)
		at = xcd.Times(run).Plus(xcd.Min(tile.I(more))).Plus(at.Div(o.xcds)).Below(total)
	}
	size := o.band * o.cols
	band, in := at.Div(size), at.Mod(size)
	row, col = in.Mod(o.band), in.Div(o.band)
	if rest := o.rows % o.band; rest != 0 { // the last band is lower
		last := tile.I(o.rows/o.band - 1).Less(band)
		row, col = last.Select(in.Mod(rest), row), last.Select(in.Div(rest), col)
	}
	return band.Times(o.band).Plus(row).Below(o.rows), col.Below(o.cols)
}
