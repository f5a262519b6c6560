package layout

import (
	"fmt"
	"slices"
	"strings"
)

// Padding is the place of a tile in LDS whose rows are dealt to blocks with bytes between them.
// Addresses are then sums over the bits of rows and columns.
type Padding struct {
	Tile
	// Every is the size of a block in bytes, Bytes the number of bytes between one and the next.
	Every, Bytes int
	// Order has the bits of the row's number in the order of their places: the first ones within a
	// block, the others choose the block.
	Order []int
}

// Size returns the bytes of LDS of the padded tile.
func (d Padding) Size() int { return d.padded(d.RowBytes * d.Rows) }

// padded returns where a place without padding is.
func (d Padding) padded(at int) int { return at/d.Every*(d.Every+d.Bytes) + at%d.Every }

// Padded returns the offset of a place of a tile without padding whose rows are in the order of
// Order.
func (d Padding) Padded(at int) int { return d.padded(at) }

// Place returns the offset of the byte in column col of a row.
func (d Padding) Place(row, col int) int {
	at := col
	for i, bit := range d.Order {
		at += row >> bit & 1 * d.RowBytes << i
	}
	return d.padded(at)
}

// Origin returns the row and the column of a place without padding.
func (d Padding) Origin(at int) (row, col int) {
	for i, bit := range d.Order {
		row |= at / d.RowBytes >> i & 1 << bit
	}
	return row, at % d.RowBytes
}

// String writes the padding as a formula for the offset of a byte, of row and col.
func (d Padding) String() string {
	var terms []string
	at := func(i int) int { return d.Place(1<<d.Order[i], 0) }
	for i := 0; i < len(d.Order); {
		n := 1
		for i+n < len(d.Order) && d.Order[i+n] == d.Order[i]+n && at(i+n) == at(i)<<n {
			n++
		}
		term := "row"
		if d.Order[i] > 0 {
			term = fmt.Sprintf("(row >> %d)", d.Order[i])
		}
		if n < len(d.Order) {
			term = "(" + strings.Trim(term, "()") + fmt.Sprintf(" & %d)", 1<<n-1)
		}
		terms = append(terms, fmt.Sprintf("%s*%d", term, at(i)))
		i += n
	}
	return strings.Join(append(terms, "col"), " + ")
}

// FindPadding returns the smallest padding of the tile's rows that leaves the patterns without
// conflicts, and whether there is one of at most a row of banks. It is a multiple of the chunks.
func FindPadding(tile Tile, patterns []Pattern) (d Padding, ok bool) {
	d = Padding{Tile: tile, Every: tile.RowBytes}
	most := 0
	for _, p := range patterns {
		most = max(most, p.Access.row())
	}
	for bit := range log2(tile.Rows) {
		d.Order = append(d.Order, bit)
	}
	counts := countersOf(patterns)
	for ; d.Bytes <= most; d.Bytes += tile.ChunkBytes {
		if free(counts, d) {
			return d, true
		}
	}
	return Padding{}, false
}

// FindBlockPadding returns the smallest padding of blocks of every bytes that leaves the patterns
// without conflicts, and whether there is one of at most half a row of banks: a load directly to LDS
// fills a block. The bits of rows that differ between lanes go to all places; the others fill what is
// left.
func FindBlockPadding(tile Tile, every int, patterns []Pattern) (d Padding, ok bool) {
	if tile.RowBytes > every || tile.RowBytes*tile.Rows <= every {
		return Padding{}, false
	}
	differ, most := 0, 0
	for _, p := range patterns {
		most = max(most, p.Access.row())
		_, threads := Pattern{p.Access, p.Layout.Restrict(Lane)}.bits()
		for _, s := range threads {
			differ |= s.row
		}
	}
	var moving, rest []int
	for bit := range log2(tile.Rows) {
		if differ>>bit&1 != 0 {
			moving = append(moving, bit)
		} else {
			rest = append(rest, bit)
		}
	}
	counts := countersOf(patterns)
	for bytes := widestAccess; bytes <= most/2; bytes *= 2 {
		d = Padding{Tile: tile, Every: every, Bytes: bytes}
		if arrange(log2(tile.Rows), moving, rest, func(order []int) bool {
			d.Order = order
			return free(counts, d)
		}) {
			return d, true
		}
	}
	return Padding{}, false
}

// paddingCounter counts the words of a pattern's phases again and again.
type paddingCounter struct {
	access Access
	phases [][]int
	lanes  []spot // what the bits of a lane's number add
}

func countersOf(patterns []Pattern) (list []*paddingCounter) {
	for _, p := range patterns {
		_, lanes := Pattern{p.Access, p.Layout.Restrict(Lane)}.bits()
		list = append(list, &paddingCounter{p.Access, p.Access.Phases(), lanes})
	}
	return list
}

// Ways returns the largest number of ways of the phases of a pattern, found by counting: sums are not
// linear over GF(2). What items add is the same for all lanes and does not matter.
func (d Padding) Ways(p Pattern) int {
	c := countersOf([]Pattern{p})[0]
	return slices.Max(c.access.Ways(c.addresses(d)))
}

// addresses returns the lanes' addresses, rounded down to banks.
func (c *paddingCounter) addresses(d Padding) []int {
	at := make([]int, 1<<len(c.lanes))
	for i, s := range c.lanes {
		place := d.Place(s.row, s.col)
		for lane := range 1 << i {
			at[1<<i|lane] = at[lane] + place
		}
	}
	bank := c.access.chip.LDSBankBytes
	for lane := range at {
		at[lane] = at[lane] / bank * bank
	}
	return at
}

// free reports whether patterns have no conflicts with a padding.
func free(counters []*paddingCounter, d Padding) bool {
	return !slices.ContainsFunc(counters, func(c *paddingCounter) bool { return !c.free(d) })
}

func (c *paddingCounter) free(d Padding) bool {
	at, bank := c.addresses(d), c.access.chip.LDSBankBytes
	words := make([]int, c.access.Banks)
	for n, phase := range c.phases {
		first := n << 32 // words of other phases are none of this
		for _, lane := range phase {
			for word := at[lane] / bank; word < (at[lane]+c.access.Bytes)/bank; word++ {
				have := &words[word%len(words)]
				if *have > first && *have != first+word+1 {
					return false
				}
				*have = first + word + 1
			}
		}
	}
	return true
}

// arrange calls f with orders of n bits, the moving ones at all places, until it returns true.
func arrange(n int, moving, rest []int, f func([]int) bool) bool {
	order := make([]int, n)
	for i := range order {
		order[i] = -1
	}
	var put func(i int) bool
	put = func(i int) bool {
		if i < len(moving) {
			for at := range order {
				if order[at] < 0 {
					order[at] = moving[i]
					if put(i + 1) {
						return true
					}
					order[at] = -1
				}
			}
			return false
		}
		full, next := slices.Clone(order), 0
		for at := range full {
			if full[at] < 0 {
				full[at] = rest[next]
				next++
			}
		}
		return f(full)
	}
	return put(0)
}
