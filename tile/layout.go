package tile

import (
	"fmt"
	"math/bits"
	"strings"

	"heddle/gf2"
	"heddle/ir"
	"heddle/layout"
)

// Layout says which lane holds which elements of a tile, and in what order: the images of the bits
// of (item, lane, wave) are places in the tile, and an item is at the exclusive or of the images of
// its set bits. A bit whose image is zero makes copies.
type Layout struct {
	// Rows and Cols are the dimensions of the tile: powers of two, or one of them an odd number of
	// blocks of such a size.
	Rows, Cols       int
	item, lane, wave []spot
	// blocks is the number of blocks, 0 for one, and block how far they are apart.
	blocks int
	block  spot
}

// spot is a place in a tile.
type spot struct{ row, col int }

func (s spot) plus(t spot) spot { return spot{s.row ^ t.row, s.col ^ t.col} }

// Items returns the number of elements that a lane holds.
func (l Layout) Items() int { return max(l.blocks, 1) << len(l.item) }

// laneBytes are all of a lane's registers: 512 of 4 bytes. maxItems bounds elements of less than a byte, too.
const laneBytes, maxItems = 2048, 2048

// layout refuses layouts of tiles that no lane can hold.
func (k *Kernel) layout(l Layout, elem ir.Type) {
	if l.Rows == 0 || l.Cols == 0 {
		k.fail("an empty Layout; make one with Spread, Blocks or MMA")
	}
	if n := l.Items(); n > min(maxItems, laneBytes*8/bitWidth(elem)) {
		k.fail("a tile of %d x %d is %d elements of %s for each lane, which has registers for %d bytes; process it in smaller tiles", l.Rows, l.Cols, n, elem, laneBytes)
	}
}

// Linear returns the layout in the form of package layout, with the dimensions Item, Lane and
// "wave" and Col and Row: that of the first block, if it has several.
func (l Layout) Linear() layout.Layout {
	l = l.one()
	rowBits, colBits := log2(l.Rows), log2(l.Cols)
	var columns []uint64
	for _, list := range [][]spot{l.item, l.lane, l.wave} {
		for _, s := range list {
			columns = append(columns, uint64(s.col|s.row<<colBits))
		}
	}
	in := []layout.Dim{{Name: layout.Item, Bits: len(l.item)}, {Name: layout.Lane, Bits: len(l.lane)}, {Name: "wave", Bits: len(l.wave)}}
	out := []layout.Dim{{Name: layout.Col, Bits: colBits}, {Name: layout.Row, Bits: rowBits}}
	return layout.New(in, out, gf2.New(rowBits+colBits, columns...))
}

func (l Layout) String() string {
	return fmt.Sprintf("%d x %d%s: %s", l.Rows, l.Cols, l.blocksOf(), strings.Join(l.Linear().Formulas(), ", "))
}

// equal reports whether two layouts put the same items at the same places.
func (l Layout) equal(m Layout) bool {
	return l.sameBlocks(m) && equalSpots(l.item, m.item) && equalSpots(l.lane, m.lane) && equalSpots(l.wave, m.wave)
}

// sameLanes reports whether two layouts give each lane the same elements, maybe in another order, or not as often.
func (l Layout) sameLanes(m Layout) bool {
	l, m = l.withoutCopies(), m.withoutCopies()
	if l.Items() != m.Items() || !equalSpots(l.lane, m.lane) || !equalSpots(l.wave, m.wave) {
		return false
	}
	has := map[spot]bool{}
	for i := range m.Items() {
		has[m.at(i)] = true
	}
	for i := range l.Items() {
		if !has[l.at(i)] {
			return false
		}
	}
	return true
}

func equalSpots(a, b []spot) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// at returns the place of an item of lane 0 of wave 0.
func (l Layout) at(item int) spot {
	n, s := item>>len(l.item), image(l.item, item)
	return spot{s.row + n*l.block.row, s.col + n*l.block.col}
}

// image returns the combined place of the bits of a number.
func image(bits []spot, n int) (s spot) {
	for i, b := range bits {
		if n>>i&1 != 0 {
			s = s.plus(b)
		}
	}
	return s
}

// T returns the layout of the transposed tile.
func (l Layout) T() Layout {
	return l.each(func(s spot) spot { return spot{s.col, s.row} }, l.Cols, l.Rows)
}

// each maps all places.
func (l Layout) each(f func(spot) spot, rows, cols int) Layout {
	m := Layout{Rows: rows, Cols: cols, blocks: l.blocks, block: f(l.block)}
	for _, p := range []struct {
		to   *[]spot
		from []spot
	}{{&m.item, l.item}, {&m.lane, l.lane}, {&m.wave, l.wave}} {
		for _, s := range p.from {
			*p.to = append(*p.to, f(s))
		}
	}
	return m
}

// RowVector returns the layout of a one-row tile that can be combined with each row of l: each lane
// holds the columns that it holds in l.
func (l Layout) RowVector() Layout {
	return l.each(func(s spot) spot { return spot{0, s.col} }, 1, l.Cols).withoutCopies()
}

// ColVector is like RowVector for a tile of one column.
func (l Layout) ColVector() Layout {
	return l.each(func(s spot) spot { return spot{s.row, 0} }, l.Rows, 1).withoutCopies()
}

// withoutCopies removes the items that are copies.
func (l Layout) withoutCopies() Layout {
	var kept []spot
	for _, s := range l.item {
		if s != (spot{}) {
			kept = append(kept, s)
		}
	}
	l.item = kept
	if l.block == (spot{}) {
		l.blocks = 0
	}
	return l
}

// run returns the number of items, from an item whose number is a multiple of it, that are adjacent
// in a row, or in a column if down.
func (l Layout) run(down bool) int {
	n := 0
	for n < len(l.item) {
		want := spot{0, 1 << n}
		if down {
			want = spot{1 << n, 0}
		}
		if l.item[n] != want {
			break
		}
		n++
	}
	return 1 << n
}

// Spread returns the layout for moving tiles of a row-major tensor: each lane has width adjacent
// elements of a row; lanes continue along the row, then over rows, then waves. What exceeds one
// piece per lane is in further items, row after row. If there are more lanes than pieces, lanes
// hold copies.
//
// One of rows and cols may be an odd number times a power of two, such as 96: the tile is then made of
// that number of blocks, one after the other.
func (k *Kernel) Spread(rows, cols, width int) Layout {
	k.sizes("a tile", rows, cols)
	if !powers(width) {
		k.fail("a tile of %d x %d in pieces of %d elements; accepted: a power of two", rows, cols, width)
	}
	return parts(rows, cols, func(rows, cols int) Layout { return k.spread(rows, cols, width) })
}

// sizes refuses those that no tile has.
func (k *Kernel) sizes(what string, rows, cols int) {
	switch {
	case rows < 1 || cols < 1:
		k.fail("%s of %d x %d; sizes are at least 1", what, rows, cols)
	case oddPart(rows) > 1 && oddPart(cols) > 1:
		k.fail("%s of %d x %d; accepted: powers of two, of which one may be times an odd number, such as 96 = 3·32, but not both", what, rows, cols)
	}
}

// spread is Spread of a block.
func (k *Kernel) spread(rows, cols, width int) Layout {
	if width > cols {
		k.fail("pieces of %d elements are longer than the rows of a tile, or of its blocks, of %d x %d; accepted: up to %d", width, rows, cols, cols)
	}
	l := Layout{Rows: rows, Cols: cols}
	for b := 1; b < width; b *= 2 {
		l.item = append(l.item, spot{0, b})
	}
	next := spot{0, width} // the place for the next bit
	if width == cols {
		next = spot{1, 0}
	}
	step := func() (s spot) {
		switch {
		case next.col > 0:
			s = next
			if next.col *= 2; next.col == cols {
				next = spot{1, 0}
			}
		case next.row < rows:
			s = next
			next.row *= 2
		}
		return s
	}
	for range log2(k.Chip.WaveSize) {
		l.lane = append(l.lane, step())
	}
	for range log2(k.waves) {
		l.wave = append(l.wave, step())
	}
	for {
		s := step()
		if s == (spot{}) {
			return l
		}
		l.item = append(l.item, s)
	}
}

// SpreadDown is Spread for a column-major tensor: the pieces run down the columns.
func (k *Kernel) SpreadDown(rows, cols, width int) Layout { return k.Spread(cols, rows, width).T() }

// Blocks returns a layout for transposing tiles in registers: each lane has a block of height x
// width elements, row after row. The first across lanes have adjacent blocks of a row of blocks;
// further lanes and waves continue down the columns. Tiles of column-major tensors are loaded in
// its ItemsDown.
func (k *Kernel) Blocks(rows, cols, height, width, across int) Layout {
	if !powers(rows, cols, height, width, across) || height > rows || width*across > cols {
		k.fail("a tile of %d x %d in blocks of %d x %d, %d across; sizes must be powers of two", rows, cols, height, width, across)
	}
	var first, block []spot
	for b := width; b < width*across; b *= 2 {
		first = append(first, spot{0, b})
	}
	for b := 1; b < width; b *= 2 {
		block = append(block, spot{0, b})
	}
	for b := 1; b < height; b *= 2 {
		block = append(block, spot{b, 0})
	}
	outer := k.SpreadDown(rows/height, cols/width/across, 1)
	l := outer.each(func(s spot) spot { return spot{s.row * height, s.col * width * across} }, rows, cols)
	// The first bits push the others from lanes to waves to items.
	all := append(append(append(first, l.lane...), l.wave...), l.item...)
	for len(all) > log2(k.Chip.WaveSize)+log2(k.waves) && all[len(all)-1] == (spot{}) {
		all = all[:len(all)-1]
	}
	n := copy(l.lane, all)
	n += copy(l.wave, all[n:])
	l.item = append(block, all[n:]...)
	return l
}

// ItemsDown returns l with the items that run down columns first, for Tile.Reorder: a tile loaded
// in pieces of rows can then be stored in pieces of columns.
func (l Layout) ItemsDown() Layout {
	var down, rest []spot
	for _, s := range l.item {
		if s.col == 0 && len(down) == log2(s.row) {
			down = append(down, s)
		} else {
			rest = append(rest, s)
		}
	}
	l.item = append(down, rest...)
	return l
}

func powers(list ...int) bool {
	for _, n := range list {
		if n < 1 || n&(n-1) != 0 {
			return false
		}
	}
	return true
}

// log2 returns the logarithm of a power of two, and -1 of 0.
func log2(n int) int { return bits.Len(uint(n)) - 1 }

// places returns the row and the column of item 0 of a lane: the part of a place that depends on
// the lane and the wave, computed once at the kernel's beginning.
func (k *Kernel) places(l Layout) (row, col Index) {
	return k.place(l, func(s spot) int { return s.row }), k.place(l, func(s spot) int { return s.col })
}

// place sums, for one coordinate, the contributions of runs of bits of lane and wave.
func (k *Kernel) place(l Layout, of func(spot) int) Index {
	if len(l.wave) != log2(k.waves) {
		k.fail("a layout over %d waves where there are %d; make it inside of the role, or outside of all", 1<<len(l.wave), k.waves)
	}
	key := "place"
	images := make([]int, 0, len(l.lane)+len(l.wave))
	for _, s := range append(append([]spot{}, l.lane...), l.wave...) {
		images = append(images, of(s))
		key += fmt.Sprint(" ", of(s))
	}
	return k.once(key, func() Index {
		sum, used := I(0), 0
		for i := 0; i < len(images); {
			if images[i] == 0 {
				i++
				continue
			}
			if !powers(images[i]) || used&images[i] != 0 {
				panic(fmt.Sprintf("BUG: the layout %s cannot be addressed: places overlap", l))
			}
			n := 1
			for i+n < len(images) && images[i+n] == images[i]<<n {
				n++
			}
			used |= (1<<n - 1) * images[i]
			part := k.thread.Div(1 << i).Mod(1 << n).Times(int64(images[i]))
			sum = sum.Plus(part)
			i += n
		}
		return sum
	})
}

// isFirst is true in the lanes whose elements no lower lane holds. If the place of the tile is not
// the same for all waves, each wave has its own.
func (k *Kernel) isFirst(l Layout, at ...Index) Condition {
	c := always
	bits := append(append([]spot{}, l.lane...), l.wave...)
	for _, x := range at {
		if x.varies == byWave {
			bits = l.lane
		}
	}
	for i := 0; i < len(bits); i++ {
		n := 0
		for i+n < len(bits) && bits[i+n] == (spot{}) {
			n++
		}
		if n > 0 {
			c = c.And(k.thread.Div(1 << i).Mod(1 << n).Less(I(1)))
			i += n
		}
	}
	return c
}

// Run returns the number of a lane's items that are adjacent in a row, from an item whose number is
// a multiple of it.
func (l Layout) Run() int { return l.run(false) }
