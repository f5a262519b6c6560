package layout

import (
	"fmt"

	"heddle/gf2"
)

// RowPattern returns the pattern of lanes that access a tile row by row, each the bytes of its access
// after those of the lane before. Item has the accesses that one wave makes for the whole tile.
func RowPattern(access Access, tile Tile) Pattern {
	total, size := tile.RowBytes*tile.Rows, access.slot()
	lanes, items := log2(access.chip.WaveSize), 0
	for size<<(lanes+items) < total {
		items++
	}
	var columns []uint64
	for bit := range lanes + items {
		at := uint64(size) << bit
		if at >= uint64(total) {
			at = 0 // lanes that the tile has nothing for
		}
		columns = append(columns, at)
	}
	return newPattern(access, tile, columns[lanes:], columns[:lanes])
}

// newPattern makes a pattern of the row-major offsets that the bits of an item and a lane add.
func newPattern(access Access, tile Tile, items, lanes []uint64) Pattern {
	row := log2(tile.RowBytes)
	in := []Dim{{Item, len(items)}, {Lane, len(lanes)}}
	out := []Dim{{Col, row}, {Row, log2(tile.Rows)}}
	return Pattern{access, New(in, out, gf2.New(width(out), append(append([]uint64{}, items...), lanes...)...))}
}

// FragmentPattern returns the pattern of a wave that reads operand A or B of a matrix instruction from a
// tile. Rows of the tile are those of A, or the columns of B, with k along them; for a transposing read
// rows are k, and those of A or the columns of B are along them. Where a lane reads more than an
// instruction takes, it takes neighbours along k, for several instructions. Items of 6 bits are 16 in 16
// bytes, of which 12 are read. Item of the pattern numbers the accesses of a lane: the parts of a
// fragment, then the fragments in the tile. It fails if the tile is smaller than a fragment, or the
// access does not fit it.
func FragmentPattern(access Access, f *Fragment, tile Tile) (Pattern, error) {
	if f.Operand != A && f.Operand != B {
		return Pattern{}, fmt.Errorf("operand %s is not read from a tile: A and B are", f.Operand)
	}
	n := access.Bytes * 8 / f.ItemBits // items of an access
	if n*f.ItemBits != access.Bytes*8 || n&(n-1) != 0 {
		return Pattern{}, fmt.Errorf("%s reads %d bytes, which are no power of two of items of %d bits", access.Instruction, access.Bytes, f.ItemBits)
	}
	r := fragmentReader{f: f, access: access, items: n, tile: tile, run: 1}
	items, _ := r.bits()
	for r.run < f.Items() && items[log2(r.run)] == (element{k: r.run}) {
		r.run *= 2
	}
	if r.wide = 1; r.run < n {
		r.wide = n / r.run
	}
	if read, err := LookupTransposeRead(access.chip, access.Instruction); err == nil {
		return r.transposed(read)
	}
	return r.plain()
}

// fragmentReader makes the pattern of a fragment.
type fragmentReader struct {
	f      *Fragment
	access Access
	items  int // of an access
	tile   Tile
	run    int // items of a lane that are neighbours along k
	wide   int // instructions that an access serves
}

// element is a place of an operand: mn is the row of A or the column of B, blocks one after the other.
type element struct{ mn, k int }

// bits returns the elements of the bits of an item and of a lane.
func (r *fragmentReader) bits() (items, lanes []element) {
	at := func(item, lane int) element {
		block, row, col := r.f.Element(lane, item)
		if r.f.Operand == B {
			return element{block*r.f.Cols + col, row}
		}
		return element{block*r.f.Rows + row, col}
	}
	for bit := range r.f.Layout.in[0].Bits {
		items = append(items, at(1<<bit, 0))
	}
	for bit := range r.f.Layout.in[1].Bits {
		lanes = append(lanes, at(0, 1<<bit))
	}
	return items, lanes
}

// size returns the numbers of rows or columns, and of k, of what the accesses of a wave read at least.
func (r *fragmentReader) size() (mn, k int) {
	if r.f.Operand == B {
		return r.f.Cols * r.f.Blocks, r.f.Rows * r.wide
	}
	return r.f.Rows * r.f.Blocks, r.f.Cols * r.wide
}

// widened is an element if each lane has wide times as many neighbours along k.
func (r *fragmentReader) widened(e element) element {
	if e.k >= r.run {
		e.k *= r.wide
	}
	return e
}

// bytes is where an item is along a row.
func (r *fragmentReader) bytes(item int) int { return item * r.access.slot() / r.items }

// plain is the pattern of a read whose lanes get what they address.
func (r *fragmentReader) plain() (Pattern, error) {
	place := func(e element) uint64 {
		e = r.widened(e)
		if e.k > 0 && e.k < r.items {
			return 0 // within an access
		}
		return uint64(e.mn*r.tile.RowBytes + r.bytes(e.k))
	}
	items, lanes := r.bits()
	var itemBits, laneBits []uint64
	for _, e := range items {
		if at := place(e); at != 0 {
			itemBits = append(itemBits, at)
		}
	}
	for _, e := range lanes {
		laneBits = append(laneBits, place(e))
	}
	mn, k := r.size()
	return r.fill(itemBits, laneBits, mn, r.bytes(k))
}

// transposed is the pattern of a transposing read.
func (r *fragmentReader) transposed(read TransposeRead) (Pattern, error) {
	back, err := read.Source.Inverse()
	if err != nil {
		panic("BUG: " + err.Error())
	}
	if r.f.ItemBits != read.ItemBits {
		return Pattern{}, fmt.Errorf("%s is for items of %d bits, not %d", read.Name, read.ItemBits, r.f.ItemBits)
	}
	items, lanes := r.bits()
	result := func(dim string, bit int) (e element) {
		at := back.Basis(dim, bit) // item and lane that get it
		for i := range items {
			if at[0]>>i&1 != 0 {
				e.mn, e.k = e.mn^items[i].mn, e.k^items[i].k
			}
		}
		for i := range lanes {
			if at[1]>>i&1 != 0 {
				e.mn, e.k = e.mn^lanes[i].mn, e.k^lanes[i].k
			}
		}
		return e
	}
	if r.run < read.Items {
		return Pattern{}, fmt.Errorf("%s delivers %d values of k to a lane; operand %s has %d", read.Name, read.Items, r.f.Operand, r.run)
	}
	for bit := range log2(read.Items) {
		if result(Item, bit) != (element{mn: 1 << bit}) {
			return Pattern{}, fmt.Errorf("%s delivers 16 neighbours to 16 lanes, which operand %s does not have", read.Name, r.f.Operand)
		}
	}
	place := func(e element) uint64 { return uint64(e.k*r.tile.RowBytes + r.bytes(e.mn)) }
	var itemBits, laneBits []uint64
	for _, e := range items[log2(read.Items):] {
		itemBits = append(itemBits, place(e))
	}
	for bit := range lanes {
		laneBits = append(laneBits, place(result(Lane, bit)))
	}
	mn, k := r.size()
	return r.fill(itemBits, laneBits, k, r.bytes(mn))
}

// fill adds items for the rest of the tile.
func (r *fragmentReader) fill(items, lanes []uint64, rows, rowBytes int) (Pattern, error) {
	if rows > r.tile.Rows || rowBytes > r.tile.RowBytes {
		return Pattern{}, fmt.Errorf("operand %s is %d rows of %d bytes as %s reads it; the tile has %d of %d", r.f.Operand, rows, rowBytes, r.access.Instruction, r.tile.Rows, r.tile.RowBytes)
	}
	for ; rowBytes < r.tile.RowBytes; rowBytes *= 2 {
		items = append(items, uint64(rowBytes))
	}
	for ; rows < r.tile.Rows; rows *= 2 {
		items = append(items, uint64(rows*r.tile.RowBytes))
	}
	return newPattern(r.access, r.tile, items, lanes), nil
}
