package layout

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/gf2"
)

// gemmCase is a row of facts layouts.md §3.4: a bf16 tile with K contiguous,
// fragments of 16 bytes read with ds_read_b128, written in rows with
// ds_write_b128. mn is 16 or 32, of the MFMA.
type gemmCase struct {
	chip         *arch.Chip
	mn, rowBytes int
	plain        int   // ways without a swizzle
	classic      []int // ways of the classic swizzle with a span of 128, 256 bytes; 0 is not stated
	keys         []int
}

var gemmCases = []gemmCase{
	{&arch.GFX942, 16, 64, 2, []int{1, 0}, []int{0, 2, 0, 0, 0}},
	{&arch.GFX942, 16, 128, 4, []int{1, 0}, []int{2, 4, 0, 0, 0}},
	{&arch.GFX942, 16, 256, 4, []int{1, 0}, []int{2, 4, 0, 0, 0}},
	{&arch.GFX942, 32, 64, 4, []int{1, 0}, []int{0, 1, 0, 0, 2}},
	{&arch.GFX942, 32, 128, 8, []int{1, 0}, []int{1, 2, 0, 0, 4}},
	{&arch.GFX942, 32, 256, 8, []int{1, 0}, []int{1, 2, 0, 0, 4}},
	{&arch.GFX950, 16, 64, 2, []int{1, 2}, []int{0, 0, 0, 2, 0}},
	{&arch.GFX950, 16, 128, 4, []int{1, 1}, []int{0, 2, 0, 4, 0}},
	{&arch.GFX950, 16, 256, 8, []int{2, 1}, []int{2, 4, 0, 8, 0}},
	{&arch.GFX950, 32, 64, 4, []int{2, 1}, []int{0, 0, 0, 1, 2}},
	{&arch.GFX950, 32, 128, 8, []int{2, 1}, []int{0, 1, 0, 2, 4}},
	{&arch.GFX950, 32, 256, 16, []int{2, 1}, []int{1, 2, 0, 4, 8}},
}

func (c gemmCase) tile() Tile { return Tile{c.rowBytes, 32, 16} }

// patterns are the read and the write.
func (c gemmCase) patterns(t *testing.T) []Pattern {
	col, row := Dim{Col, log2(c.rowBytes)}, Dim{Row, 5}
	pattern := func(name string, f func(lane int) (chunk, row int)) Pattern {
		l, err := FromFunc(dims(Lane, 6), []Dim{col, row}, func(at []int) []int {
			chunk, row := f(at[0])
			return []int{chunk * 16, row}
		})
		if err != nil {
			t.Fatal(err)
		}
		return Pattern{access(t, c.chip, name), l}
	}
	chunks := c.rowBytes / 16
	return []Pattern{
		pattern("ds_read_b128", func(lane int) (int, int) { return lane / c.mn, lane % c.mn }),
		pattern("ds_write_b128", func(lane int) (int, int) { return lane % chunks, lane / chunks }),
	}
}

// counted are the ways of a pattern in a tile, by ranks and by counting.
func counted(t *testing.T, p Pattern, tile Layout) int {
	t.Helper()
	l, err := p.Layout.Then(tile)
	if err != nil {
		t.Fatal(err)
	}
	return check(t, p.Access, l)
}

func TestPublishedSwizzles(t *testing.T) {
	for _, c := range gemmCases {
		plain := Swizzle{c.tile(), make([]int, 5)}.Layout()
		read, write := c.patterns(t)[0], c.patterns(t)[1]
		if got := counted(t, read, plain); got != c.plain || counted(t, write, plain) != 1 {
			t.Errorf("%s, %d, rows of %d: %d ways, published %d", c.chip.Name, c.mn, c.rowBytes, got, c.plain)
		}
		for i, span := range []int{128, 256} {
			// A row's chunks are moved by the number of its span, or of the row if
			// that is longer, modulo the chunks of a span or a row.
			keys := make([]int, 5)
			for bit := range keys {
				keys[bit] = 1 << bit / max(1, span/c.rowBytes) % (min(span, c.rowBytes) / 16)
			}
			l := Swizzle{c.tile(), keys}.Layout()
			if got := counted(t, read, l); c.classic[i] != 0 && got != c.classic[i] {
				t.Errorf("%s, %d, rows of %d, span %d: %d ways, published %d", c.chip.Name, c.mn, c.rowBytes, span, got, c.classic[i])
			}
		}
		if got := counted(t, read, Swizzle{c.tile(), c.keys}.Layout()); got != 1 {
			t.Errorf("%s, %d, rows of %d: %d ways with the published keys", c.chip.Name, c.mn, c.rowBytes, got)
		}
	}
}

func weight(keys []int) (n int) {
	for _, k := range keys {
		n += bits.OnesCount(uint(k))
	}
	return n
}

func TestFindSwizzle(t *testing.T) {
	for _, c := range gemmCases {
		s, ways, err := FindSwizzle(c.tile(), c.patterns(t))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(ways, []int{1, 1}) || weight(s.Keys) != weight(c.keys) {
			t.Errorf("%s, %d, rows of %d: keys %v leave ways %v; published %v", c.chip.Name, c.mn, c.rowBytes, s.Keys, ways, c.keys)
		}
		for _, p := range c.patterns(t) {
			if got := counted(t, p, s.Layout()); got != 1 {
				t.Errorf("%s, %d, rows of %d: %v has %d ways", c.chip.Name, c.mn, c.rowBytes, s, got)
			}
		}
		if l := s.Layout(); l.m.Rank() != l.m.Cols() {
			t.Errorf("%v is no bijection", s)
		}
		if pad, ok := FindPadding(c.tile(), c.patterns(t)[:1]); !ok || pad.Bytes == 0 || pad.Bytes%16 != 0 || pad.Ways(c.patterns(t)[0]) != 1 {
			t.Errorf("%s, %d, rows of %d: padding %v, %v", c.chip.Name, c.mn, c.rowBytes, pad, ok)
		}
	}
}

// TestFindSwizzleBest compares the search with one that tries every key of every bit of the row, for
// random sets of accesses, among them some that conflict with each other whatever the swizzle.
func TestFindSwizzleBest(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	found := map[bool]int{}
	for range 100 {
		chip := arch.Chips[r.IntN(len(arch.Chips))]
		tile := Tile{RowBytes: 32 << r.IntN(4), Rows: 8, ChunkBytes: 16}
		var patterns []Pattern
		for range 1 + r.IntN(4) {
			all := slices.Concat(chip.LDSReads, chip.LDSWrites)
			a := access(t, chip, all[r.IntN(len(all))].Instructions[0])
			m := make([]uint64, 6)
			for i := range m {
				m[i] = r.Uint64() & uint64(tile.RowBytes*tile.Rows-1) &^ uint64(a.slot()-1)
				if r.IntN(2) == 0 {
					m[i] &= -m[i]
				}
			}
			patterns = append(patterns, Pattern{a, New(dims(Lane, 6), dims(Col, log2(tile.RowBytes), Row, 3), gf2.New(log2(tile.RowBytes)+3, m...))})
		}
		s, ways, err := FindSwizzle(tile, patterns)
		if err != nil {
			t.Fatal(err)
		}
		sum, least := 0, 1<<20
		for i, p := range patterns {
			sum += ways[i]
			if got := counted(t, p, s.Layout()); got != ways[i] {
				t.Errorf("%s %s, %v: %d ways, counted %d", chip.Name, p.Access.Instruction, s, ways[i], got)
			}
		}
		top := uint64(1)
		for _, p := range patterns {
			top = max(top, uint64(p.Access.row())/16)
		}
		low := uint64(tile.RowBytes / 16) // a key of bit i is less than that << i
		for code := range min(low, top) * min(2*low, top) * min(4*low, top) {
			keys := []int{int(code % min(low, top)), int(code / min(low, top) % min(2*low, top)), int(code / min(low, top) / min(2*low, top))}
			n := 0
			for _, p := range patterns {
				ways, err := Swizzle{tile, keys}.ways(p)
				if err != nil {
					t.Fatal(err)
				}
				n += ways
			}
			least = min(least, n)
		}
		if sum != least {
			t.Errorf("%s: %d patterns in rows of %d: ways %v, a sum of %d is possible", chip.Name, len(patterns), tile.RowBytes, ways, least)
		}
		found[least == len(patterns)]++
	}
	if found[true] < 5 || found[false] < 5 {
		t.Error("sets of accesses that can be free, or not:", found)
	}
}

func TestFindSwizzleErrors(t *testing.T) {
	c := gemmCases[0]
	if _, _, err := FindSwizzle(Tile{64, 64, 16}, c.patterns(t)); err == nil || err.Error() != "a layout to (col 64, row 32) cannot be followed by one from (col 64, row 64)" {
		t.Error(err)
	}
	if _, _, err := FindSwizzle(Tile{64, 32, 8}, c.patterns(t)); err == nil || err.Error() != "ds_read_b128 accesses 16 bytes, more than a chunk of 8" {
		t.Error(err)
	}
}

func TestSwizzleString(t *testing.T) {
	if got := (Swizzle{Keys: []int{0, 2, 4}}).String(); got != "chunk ^ row[1]*2 ^ row[2]*4" {
		t.Error(got)
	}
}
