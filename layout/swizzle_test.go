package layout

import (
	"math/bits"
	"slices"
	"strings"
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
		if pad, ok := FindPadding(c.tile(), c.patterns(t)[:1]); !ok || pad == 0 || pad%16 != 0 {
			t.Errorf("%s, %d, rows of %d: padding of %d bytes, %v", c.chip.Name, c.mn, c.rowBytes, pad, ok)
		}
	}
}

// TestFindSwizzleBest compares the search with one that tries everything,
// without its bounds, on tiles with unavoidable conflicts as well.
func TestFindSwizzleBest(t *testing.T) {
	tile := Tile{64, 16, 16}
	found := map[int]int{}
	for _, row := range [][]uint64{{1, 2, 4, 0, 0, 0}, {8, 2, 4, 0, 0, 0}, {1, 4, 0, 0, 0, 2}, {3, 5, 6, 0, 0, 0}, {2, 12, 8, 0, 0, 1}} {
		for _, col := range [][]uint64{{0, 0, 0, 16, 32, 0}, {16, 0, 0, 32, 0, 0}, {16, 32, 0, 0, 0, 0}} {
			m := make([]uint64, 6)
			for i := range m {
				m[i] = row[i]<<6 | col[i]
			}
			p := Pattern{access(t, &arch.GFX942, "ds_write_b128"), New(dims(Lane, 6), dims(Col, 6, Row, 4), gf2.New(10, m...))}
			_, ways, err := FindSwizzle(tile, []Pattern{p})
			if err != nil {
				t.Fatal(err)
			}
			best := 8
			for code := range 256 {
				l := Swizzle{tile, []int{code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6}}.Layout()
				best = min(best, counted(t, p, l))
			}
			if ways[0] != best {
				t.Errorf("%v: %d ways, %d are possible", p.Layout, ways[0], best)
			}
			found[best]++
		}
	}
	if found[1] == 0 || found[2] == 0 {
		t.Error("tiles by their unavoidable ways:", found)
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
	long := gemmCase{chip: &arch.GFX950, mn: 32, rowBytes: 256}
	p := long.patterns(t)[0]
	p.Layout = New(dims(Lane, 6), dims(Col, 8, Row, 16), gf2.New(24, 0xff00, 1<<10, 1<<12, 1<<14, 1<<16, 0))
	if _, _, err := FindSwizzle(Tile{256, 1 << 16, 16}, []Pattern{p}); err == nil || !strings.HasSuffix(err.Error(), "are too many to search") {
		t.Error(err)
	}
}

func TestSwizzleString(t *testing.T) {
	if got := (Swizzle{Keys: []int{0, 2, 4}}).String(); got != "chunk ^ row[1]*2 ^ row[2]*4" {
		t.Error(got)
	}
}

func TestByWeight(t *testing.T) {
	var all []uint64
	byWeight(6, func(code uint64) bool { all = append(all, code); return true })
	if !slices.IsSortedFunc(all, func(a, b uint64) int { return bits.OnesCount64(a) - bits.OnesCount64(b) }) {
		t.Error("not by weight:", all)
	}
	slices.Sort(all)
	for i, code := range all {
		if code != uint64(i) || len(all) != 64 {
			t.Fatal(all)
		}
	}
}
