package layout

import (
	"fmt"
	"math/bits"
	"strings"

	"heddle/gf2"
)

// Pattern is the access of one instruction to a tile in LDS: Layout maps Lane (and possibly other
// dimensions, which do not matter) to Col, in bytes, and Row.
type Pattern struct {
	Access Access
	Layout Layout
}

// Tile is a matrix stored row by row in LDS: its columns in bytes, and the chunks that stay
// together.
type Tile struct {
	RowBytes, Rows, ChunkBytes int // powers of two
}

// Swizzle moves the chunks of a tile's rows: chunk c of row r is where chunk
// c^s would be, s the exclusive or of the Keys of r's bits. It is its own
// inverse in each row, whatever the keys are.
type Swizzle struct {
	Tile
	Keys []int // by bit of the row
}

// Layout returns the layout from Col, in bytes, and Row to Offset.
func (s Swizzle) Layout() Layout {
	in := []Dim{{Col, log2(s.RowBytes)}, {Row, log2(s.Rows)}}
	m := gf2.Identity(width(in)).Columns()
	for bit, key := range s.Keys {
		m[in[0].Bits+bit] |= uint64(key * s.ChunkBytes)
	}
	return New(in, []Dim{{Offset, width(in)}}, gf2.New(width(in), m...))
}

// String writes the swizzle as a formula: "chunk ^= row[1]*2 ^ row[3]*4".
func (s Swizzle) String() string {
	var terms []string
	for bit, key := range s.Keys {
		if key != 0 {
			terms = append(terms, fmt.Sprintf("row[%d]*%d", bit, key))
		}
	}
	if terms == nil {
		return "chunk"
	}
	return "chunk ^ " + strings.Join(terms, " ^ ")
}

// maxKeyBits limits the search of FindSwizzle to 2^maxKeyBits swizzles.
const maxKeyBits = 24

// FindSwizzle returns the swizzle of tile with the fewest conflicts: the least sum over the
// patterns of the ways of a phase. Among equal ones it takes the fewest bits set in the keys, which
// need the cheapest address arithmetic; among those the lowest keys. ways are the ways of each
// pattern, 1 without conflicts.
func FindSwizzle(tile Tile, patterns []Pattern) (best Swizzle, ways []int, err error) {
	s := Swizzle{tile, make([]int, log2(tile.Rows))}
	chunks, rows, least := 0, uint64(0), 0
	wishes := make([][]wish, len(patterns))
	for i, p := range patterns {
		if p.Access.slot() > tile.ChunkBytes {
			return Swizzle{}, nil, fmt.Errorf("%s accesses %d bytes, more than a chunk of %d", p.Access.Instruction, p.Access.Bytes, tile.ChunkBytes)
		}
		plain, err := p.Layout.Then(s.Layout())
		if err != nil {
			return Swizzle{}, nil, err
		}
		if _, err := p.Access.Conflicts(plain); err != nil {
			return Swizzle{}, nil, err
		}
		wishes[i] = p.wishes()
		span := gf2.SpanOf()
		for _, g := range wishes[i] {
			rows |= g.row
			span.Add(g.row<<32 | g.col)
		}
		// Chunk bits above a row of banks change nothing, and a row of banks has
		// only so many places.
		places := log2(p.Access.row() / p.Access.slot())
		chunks = max(chunks, log2(max(1, min(p.Access.row(), tile.RowBytes)/tile.ChunkBytes)))
		least += 1 << max(0, span.Dim()-places)
	}
	var keyed []int // the bits of the row that differ within phases
	for ; rows != 0; rows &= rows - 1 {
		keyed = append(keyed, bits.TrailingZeros64(rows))
	}
	n := chunks * len(keyed)
	if n > maxKeyBits {
		return Swizzle{}, nil, fmt.Errorf("%d bits of rows and %d of chunks are too many to search", len(keyed), chunks)
	}
	bestSum := -1
	byWeight(n, func(code uint64) bool {
		for i, bit := range keyed {
			s.Keys[bit] = int(code >> (i * chunks) & (1<<chunks - 1))
		}
		sum := 0
		for i, p := range patterns {
			sum += p.ways(s, wishes[i])
		}
		if bestSum < 0 || sum < bestSum {
			bestSum = sum
			best = Swizzle{tile, append([]int(nil), s.Keys...)}
		}
		return bestSum > least
	})
	for i, p := range patterns {
		ways = append(ways, p.ways(best, wishes[i]))
	}
	return best, ways, nil
}

// row is the bytes of a row of banks.
func (a Access) row() int { return a.Banks * a.chip.LDSBankBytes }

// wish is the word that a generator of the phase needs.
type wish struct{ col, row uint64 }

func (p Pattern) wishes() []wish {
	l := p.Layout.Restrict(Lane)
	col, row := l.Project(Col).m, l.Project(Row).m
	wishes := make([]wish, len(p.Access.Phase))
	for i, g := range p.Access.Phase {
		wishes[i] = wish{col.Apply(uint64(g)), row.Apply(uint64(g))}
	}
	return wishes
}

// ways is Conflicts of the swizzled tile.
func (p Pattern) ways(s Swizzle, wishes []wish) int {
	var all, banks gf2.Span
	rowBits := log2(s.RowBytes)
	for _, g := range wishes {
		offset := g.row<<rowBits | g.col
		for bit, key := range s.Keys {
			offset ^= uint64(key*s.ChunkBytes) & -(g.row >> bit & 1)
		}
		all.Add(offset)
		banks.Add(offset & uint64(p.Access.row()-1))
	}
	return 1 << (all.Dim() - banks.Dim())
}

// byWeight calls f with the numbers of n bits, those with fewer bits set first,
// until it returns false.
func byWeight(n int, f func(code uint64) bool) {
	if !f(0) {
		return
	}
	for weight := 1; weight <= n; weight++ {
		for code := uint64(1)<<weight - 1; code < 1<<n; {
			if !f(code) {
				return
			}
			// The next number with the same number of bits set.
			low := code & -code
			carried := code + low
			code = carried | (code^carried)>>2/low
		}
	}
}

// FindPadding returns the smallest padding of the tile's rows, in chunks, that
// leaves the patterns without conflicts, and whether one of at most a row of
// banks does. Padding adds, so it is found by counting.
func FindPadding(tile Tile, patterns []Pattern) (padBytes int, ok bool) {
	most := 0
	for _, p := range patterns {
		most = max(most, p.Access.row())
	}
	for pad := 0; pad <= most; pad += tile.ChunkBytes {
		if free(patterns, tile.RowBytes+pad) {
			return pad, true
		}
	}
	return 0, false
}

// free reports whether patterns have no conflicts in rows of pitch bytes.
func free(patterns []Pattern, pitch int) bool {
	for _, p := range patterns {
		for _, ways := range p.Access.Ways(p.addresses(pitch)) {
			if ways > 1 {
				return false
			}
		}
	}
	return true
}

func (p Pattern) addresses(pitch int) []int {
	l := p.Layout.Restrict(Lane).Project(Col, Row)
	at := make([]int, l.in[0].Size())
	for lane := range at {
		colRow := l.At(lane)
		at[lane] = colRow[0] + colRow[1]*pitch
	}
	return at
}
