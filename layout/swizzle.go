package layout

import (
	"fmt"
	"slices"
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

// Swizzle moves the chunks of a tile: chunk c, counted from the tile's first, is where chunk c^s would
// be, s the exclusive or of the Keys of its row's bits. A key is less than the number of chunks of its
// bit's rows: it changes only lower bits of an offset, so that no two chunks meet, whatever the keys
// are. If keys are less than the chunks of a row, chunks stay in their row, and a swizzle is its own
// inverse.
type Swizzle struct {
	Tile
	Keys []int // by bit of the row
}

// Layout returns the layout from Col, in bytes, and Row to Offset.
func (s Swizzle) Layout() Layout {
	in := []Dim{{Col, log2(s.RowBytes)}, {Row, log2(s.Rows)}}
	m := gf2.Identity(width(in)).Columns()
	for bit, key := range s.Keys {
		m[in[0].Bits+bit] ^= uint64(key * s.ChunkBytes)
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

// FindSwizzle returns the swizzle of tile with the fewest conflicts: the least sum over the patterns of
// the ways of a phase. It searches all linear swizzles that keep the tile's chunks whole: each bit of an
// offset that chooses a bank, exclusive or any set of bits of the row above it.
//
// Among equal ones it takes the cheapest: the fewest address registers (Cost), then those that move
// chunks only within their row, then those that keep 16 bytes together, then the fewest bits set in the
// keys, then the lowest keys. The chunks of the result are as large as its keys allow, up to 16 bytes.
// ways are the ways of each pattern, 1 without conflicts.
func FindSwizzle(tile Tile, patterns []Pattern) (best Swizzle, ways []int, err error) {
	best = Swizzle{tile, make([]int, log2(tile.Rows))}
	if err := best.check(patterns); err != nil {
		return Swizzle{}, nil, err
	}
	s := newSearch(tile, patterns)
	for i, key := range s.solve(patterns) {
		best.Keys[s.sources[i]] = int(key) / tile.ChunkBytes
	}
	best = best.coarse()
	for _, p := range patterns {
		n, err := best.ways(p)
		if err != nil {
			return Swizzle{}, nil, err
		}
		ways = append(ways, n)
	}
	return best, ways, nil
}

// RowMajor returns the swizzle of tile that moves nothing.
func RowMajor(tile Tile) Swizzle { return Swizzle{tile, make([]int, log2(tile.Rows))}.coarse() }

// check refuses patterns that do not fit the tile and its chunks.
func (s Swizzle) check(patterns []Pattern) error {
	for _, p := range patterns {
		if p.Access.slot() > s.ChunkBytes {
			return fmt.Errorf("%s accesses %d bytes, more than a chunk of %d", p.Access.Instruction, p.Access.Bytes, s.ChunkBytes)
		}
		if _, err := s.ways(p); err != nil {
			return err
		}
	}
	return nil
}

// ways are the conflicts of a pattern.
func (s Swizzle) ways(p Pattern) (int, error) {
	at, err := p.Layout.Then(s.Layout())
	if err != nil {
		return 0, err
	}
	return p.Access.Conflicts(at)
}

// coarse returns the same swizzle with the largest chunks that it keeps whole, up to the widest access.
func (s Swizzle) coarse() Swizzle {
	for s.ChunkBytes*2 <= min(widestAccess, s.RowBytes) && !slices.ContainsFunc(s.Keys, func(key int) bool { return key%2 != 0 }) {
		s.ChunkBytes *= 2
		for bit := range s.Keys {
			s.Keys[bit] /= 2
		}
	}
	return s
}

// Place returns the offset of the byte in column col of a row.
func (s Swizzle) Place(row, col int) int {
	at := row*s.RowBytes + col
	for bit, key := range s.Keys {
		at ^= key * s.ChunkBytes & -(row >> bit & 1)
	}
	return at
}

// Origin returns the row and the column of the byte at an offset: it is the inverse of Place. Keys
// change only bits below their own, so the highest bit of the row is known first.
func (s Swizzle) Origin(at int) (row, col int) {
	for bit := len(s.Keys) - 1; bit >= 0; bit-- {
		at ^= s.Keys[bit] * s.ChunkBytes & -(at / s.RowBytes >> bit & 1)
	}
	return at / s.RowBytes, at % s.RowBytes
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
