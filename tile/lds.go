package tile

import (
	"fmt"
	"slices"

	"heddle/ir"
	"heddle/layout"
)

// LDS is a set of buffers in the workgroup's LDS for tiles of the same shape, used in turn. Rows
// are consecutive, with their chunks swizzled so that no access of the announced uses conflicts, or
// padded (see Padded).
type LDS struct {
	k          *Kernel
	elem       ir.Type
	rows, cols int
	buffers    int
	// short is the number of rows of the tile per row of the swizzle: more than one if a row has less
	// than a bank. fold is the number per row of the memref: those between which the swizzle exchanges
	// chunks.
	short, fold int
	swizzle     layout.Swizzle
	chunk       int // elements
	// blocks, if not 0, is the number of blocks of a tile, block apart; rows and cols are those of one.
	blocks  int
	block   spot
	uses    []Use
	direct  bool     // tiles come from memory directly
	plain   bool     // no swizzle
	keys    []int    // the swizzle that was asked for, if not nil
	padding *padding // instead of the swizzle, if not nil
	arg     *ir.Value
}

// ldsBuffer is LDS that belongs to the workgroup.
type ldsBuffer struct{ arg *ir.Value }

// Use describes how a tile in LDS will be accessed.
type Use struct {
	Layout Layout
	Write  bool
	direct bool // tiles come from memory directly, padded: if possible with padding
	padded bool
	plain  bool // without swizzle
	keys   []int
}

// Stored announces that tiles of a layout will be stored to LDS.
func Stored(l Layout) Use { return Use{Layout: l, Write: true} }

// RowMajor asks for an LDS tile whose rows are as they are, without swizzle, whatever the conflicts: to
// find out what the swizzle is worth.
func RowMajor() Use { return Use{plain: true} }

// Swizzled asks for a swizzle, whatever the conflicts: chunks of 16 bytes are exchanged by the exclusive or of
// their number in the row with the keys of those bits of the row's number that are set, from bit 0 on.
func Swizzled(keys ...int) Use { return Use{keys: append([]int{}, keys...)} }

// Loaded announces that tiles of a layout will be loaded from LDS.
func Loaded(l Layout) Use { return Use{Layout: l} }

// LoadedTransposed announces that tiles will be loaded with LoadTransposed.
func LoadedTransposed(l Layout) Use { return Use{Layout: l.T()} }

// maxLDSAccess is the size in bytes of a lane's widest LDS access.
const maxLDSAccess = 16

// LDS adds buffers for tiles of rows x cols, and finds their swizzle for the uses: accesses to the
// tile from its first element on.
func (k *Kernel) LDS(elem ir.Type, rows, cols, buffers int, uses ...Use) *LDS {
	s := k.swizzled(elem, rows, cols, buffers, uses)
	n := int64(s.buffers * max(s.blocks, 1))
	if p := s.padding; p != nil {
		s.arg = k.ldsArg(elem, n, int64(p.padded(s.rows*s.cols)))
	} else {
		s.arg = k.ldsArg(elem, n, int64(s.rows/s.fold), int64(s.cols*s.fold))
	}
	return s
}

// Conflicts returns the number of ways of each use's phases if an LDS tile were made for them: 1
// means no conflicts.
func (k *Kernel) Conflicts(elem ir.Type, rows, cols int, uses ...Use) []int {
	return k.swizzled(elem, rows, cols, 1, uses).Conflicts()
}

// swizzled finds the padding, or the swizzle.
func (k *Kernel) swizzled(elem ir.Type, rows, cols, buffers int, uses []Use) *LDS {
	switch r, c := oddPart(rows), oddPart(cols); {
	case r > 1 && c == 1:
		return k.inBlocks(k.swizzled(elem, rows/r, cols, buffers*r, blockUses(uses)), r, spot{row: rows / r})
	case c > 1 && r == 1:
		return k.inBlocks(k.swizzled(elem, rows, cols/c, buffers*c, blockUses(uses)), c, spot{col: cols / c})
	}
	width := bitWidth(elem)
	if !powers(rows, cols) || buffers < 1 || cols*width < 8 {
		k.fail("%d LDS tiles of %d x %d; sizes must be powers of two", buffers, rows, cols)
	}
	direct := slices.ContainsFunc(uses, func(u Use) bool { return u.direct })
	padded := slices.ContainsFunc(uses, func(u Use) bool { return u.padded })
	plain := slices.ContainsFunc(uses, func(u Use) bool { return u.plain })
	var keys []int
	for _, u := range uses {
		if u.keys != nil {
			keys = u.keys
		}
	}
	uses = slices.DeleteFunc(slices.Clone(uses), func(u Use) bool { return u.direct || u.plain || u.keys != nil })
	for _, u := range uses {
		if u.Layout.Rows > rows || u.Layout.Cols > cols {
			k.fail("a tile of %d x %d does not fit LDS of %d x %d", u.Layout.Rows, u.Layout.Cols, rows, cols)
		}
	}
	s := &LDS{k: k, elem: elem, rows: rows, cols: cols, buffers: buffers, short: 1, fold: 1, uses: uses, direct: direct, plain: plain, keys: keys}
	if s.chunk = maxLDSAccess * 8 / width; padded {
		if s.padding = s.pad(); s.padding != nil {
			return s
		}
	}
	s.search()
	return s
}

// search finds the swizzle: of chunks that no access and no load directly to LDS takes apart.
func (s *LDS) search() {
	bits := bitWidth(s.elem)
	bank := s.k.Chip.LDSBankBytes
	s.short = min(s.rows, max(1, bank*8/(s.cols*bits)))
	tile := layout.Tile{RowBytes: max(s.short*s.cols*bits/8, bank), Rows: s.rows / s.short, ChunkBytes: bank}
	if s.direct {
		tile.ChunkBytes = layout.DirectBytes(s.k.Chip)[0]
	}
	s.swizzle.Tile = tile
	var patterns []layout.Pattern
	for _, u := range s.uses {
		p := s.pattern(u)
		tile.ChunkBytes = max(tile.ChunkBytes, p.Access.Bytes)
		patterns = append(patterns, p)
	}
	tile.ChunkBytes = min(tile.ChunkBytes, tile.RowBytes)
	if s.plain {
		s.swizzle = layout.RowMajor(tile)
		s.chunk, s.fold = s.swizzle.ChunkBytes*8/bits, s.short
		return
	}
	found, _, err := layout.FindSwizzle(tile, patterns)
	if s.keys != nil {
		found, err = s.asked(tile), nil
	}
	if err != nil {
		s.k.fail("no swizzle for LDS of %d x %d %s: %v", s.rows, s.cols, s.elem, err)
	}
	s.swizzle = found
	s.chunk = found.ChunkBytes * 8 / bits
	s.fold = s.short
	for _, key := range found.Keys {
		for key*found.ChunkBytes*8 >= s.fold*s.cols*bits {
			s.fold *= 2
		}
	}
}

// asked is the swizzle of Swizzled.
func (s *LDS) asked(tile layout.Tile) layout.Swizzle {
	tile.ChunkBytes = maxLDSAccess
	chunks, keys := tile.RowBytes/tile.ChunkBytes, make([]int, log2(tile.Rows))
	if len(s.keys) > len(keys) || s.short > 1 || slices.ContainsFunc(s.keys, func(key int) bool { return key < 0 || key >= chunks }) {
		s.k.fail("the keys %v of LDS of %d x %d %s; accepted: up to %d, each from 0 to %d, for rows of %d bytes or more", s.keys, s.rows, s.cols, s.elem, len(keys), chunks-1, maxLDSAccess)
	}
	copy(keys, s.keys)
	return layout.Swizzle{Tile: tile, Keys: keys}
}

// First is the part of each buffer with its first rows: a tile of so many rows is stored or copied there. rows is
// a power of two, and the LDS has no padding.
func (s *LDS) First(rows int) *LDS {
	if !powers(rows) || rows < s.fold || rows > s.rows || s.padding != nil || s.blocks > 0 {
		s.k.fail("the first %d rows of LDS of %d x %d; accepted: a power of two of them, of LDS without padding", rows, s.rows, s.cols)
	}
	part := *s
	part.rows, part.uses = rows, nil
	part.swizzle.Rows = rows / s.short
	part.swizzle.Keys = s.swizzle.Keys[:log2(part.swizzle.Rows)]
	return &part
}

// folded returns a place of the tile in rows of the swizzle.
func (s *LDS) folded(p spot) spot {
	return spot{p.row / s.short, p.row%s.short*s.cols + p.col}
}

// place returns where an element of the tile is: its row and its column in the memref.
func (s *LDS) place(p spot) spot {
	return spot{p.row / s.fold, (p.row%s.fold*s.cols + p.col) ^ s.key(p.row/s.short)}
}

// ldsArg adds workgroup memory.
func (k *Kernel) ldsArg(elem ir.Type, shape ...int64) *ir.Value {
	at, what := k.lines.author()
	bits, size := int64(bitWidth(elem)), fmt.Sprint(elem)
	for i := len(shape) - 1; i >= 0; i-- {
		bits, size = bits*shape[i], fmt.Sprint(shape[i], "x", size)
	}
	if most := k.Chip.LDSBytes; bits > int64(most)*8 {
		k.fail("%s of %s takes %d bytes; the LDS of %s has %d", what, size, bits/8, k.Chip.Name, most)
	}
	arg := &ir.Value{Type: ir.MemRef(elem, shape, nil, ir.DialectOpaque("gpu", "address_space<workgroup>"))}
	if at != nil {
		arg.Loc = &ir.NameLoc{Name: what + " of " + size, Child: at}
	}
	k.attributed = append(k.attributed, ldsBuffer{arg})
	return arg
}

// piece returns the number of items of a layout that one LDS access moves.
func (s *LDS) piece(l Layout) int {
	return min(l.run(false), maxLDSAccess*8/bitWidth(s.elem))
}

// width is piece for a layout that may not have been announced: a chunk stays together.
func (s *LDS) width(l Layout) int { return min(s.piece(l), s.chunk) }

// pattern converts a use to the form that the swizzle search takes.
func (s *LDS) pattern(u Use) layout.Pattern {
	access, lanes := s.instruction(u)
	// Lanes' places in bytes, rounded down to the unit of the access.
	tile := s.swizzle.Tile
	l := lanes.each(func(p spot) spot {
		p = s.folded(p)
		return spot{p.row, p.col * bitWidth(s.elem) / 8 / access.Bytes * access.Bytes}
	}, tile.Rows, tile.RowBytes)
	return layout.Pattern{Access: access, Layout: l.Linear()}
}

// key returns what the swizzle adds to the columns of one of its rows.
func (s *LDS) key(row int) (col int) {
	for bit, key := range s.swizzle.Keys {
		if row>>bit&1 != 0 {
			col ^= key * s.chunk
		}
	}
	return col
}

// access calls f for each access of n items of a tile whose first element is at row and col of a
// buffer; from has the places of the lanes' addresses.
func (s *LDS) access(l, from Layout, n int, buffer Index, row, col int, f func(item int, at []*ir.Value)) {
	k := s.k
	if row%l.Rows != 0 || col%l.Cols != 0 || row+l.Rows > s.rows || col+l.Cols > s.cols {
		k.fail("a tile of %d x %d at (%d, %d) of LDS of %d x %d", l.Rows, l.Cols, row, col, s.rows, s.cols)
	}
	s.checkBuffer(buffer)
	if p := s.padding; p != nil {
		if !disjoint(l) {
			k.fail("a tile of layout %s of padded LDS, whose addresses are sums of bits; use Direct", l)
		}
		base := k.sum(from, p)
		for item := 0; item < l.Items(); item += n {
			f(item, []*ir.Value{k.value(buffer), k.value(base.Plus(I(int64(p.place(l.at(item).plus(spot{row, col}))))))})
		}
		return
	}
	placed := from.each(s.place, s.rows/s.fold, s.cols*s.fold)
	rowOf := k.place(placed, func(p spot) int { return p.row })
	for item := 0; item < l.Items(); item += n {
		p := s.place(l.at(item).plus(spot{row, col}))
		f(item, []*ir.Value{k.value(buffer), k.value(rowOf.Plus(I(int64(p.row)))), k.value(k.mixed(placed, p.col, func(p spot) int { return p.col }))})
	}
}

// checkBuffer refuses the number of a buffer that is none.
func (s *LDS) checkBuffer(buffer Index) {
	if c, known := buffer.Const(); known && (c < 0 || c >= int64(s.buffers)) || buffer.varies == byLane {
		s.k.fail("buffer %d of %d", c, s.buffers)
	}
}

// mixed returns a coordinate of a swizzled layout, exclusive or a constant. The part of the constant
// that lanes do not affect is added, for the offset field of an instruction.
func (k *Kernel) mixed(l Layout, c int, of func(spot) int) Index {
	key, moving := "mixed", 0
	for _, p := range append(append([]spot{}, l.lane...), l.wave...) {
		key += fmt.Sprint(" ", of(p))
		moving |= of(p)
	}
	base := k.once(fmt.Sprint(key, " ^ ", c&moving), func() Index {
		sum := I(int64(c & moving))
		for _, p := range k.runs(l, of) {
			sum = sum.Xor(p)
		}
		return sum
	})
	return base.Plus(I(int64(c &^ moving)))
}

// runs returns the parts of a coordinate that neighbouring bits of the thread's number contribute.
func (k *Kernel) runs(l Layout, of func(spot) int) (parts []Index) {
	bits := append(append([]spot{}, l.lane...), l.wave...)
	for i := 0; i < len(bits); {
		first := of(bits[i])
		if first == 0 {
			i++
			continue
		}
		n := 1
		for powers(first) && i+n < len(bits) && of(bits[i+n]) == first<<n {
			n++
		}
		part := k.thread.Div(1 << i).Mod(1 << n)
		parts = append(parts, part.Times(int64(first)))
		i += n
	}
	return parts
}

// Store stores a tile to a buffer, its first element at (row, col).
func (s *LDS) Store(t *Tile, buffer Index, row, col int) {
	s.k.tiles(t)
	if !ir.SameType(t.Elem, s.elem) {
		s.k.fail("a tile of %s is stored to LDS of %s", t.Elem, s.elem)
	}
	if s.blocks > 0 {
		s.storeBlocks(t, buffer, row, col)
		return
	}
	first := s.k.isFirst(t.Layout)
	n := s.width(t.Layout)
	s.k.when(first, func() {
		s.access(t.Layout, t.Layout, n, buffer, row, col, func(item int, at []*ir.Value) {
			s.k.do("vector.store", append([]*ir.Value{t.items(item, n), s.arg}, at...))
		})
	})
}

// Load loads a tile from a buffer, its first element at (row, col). Where the items of a lane do not
// follow each other in a row but those of neighbouring lanes do, it uses a transposing read, if the
// chip has one for the size of the elements: see LoadTransposed.
func (s *LDS) Load(l Layout, buffer Index, row, col int) *Tile {
	if s.blocks > 0 {
		return s.loadBlocks(l, buffer, row, col)
	}
	name, from, n := "vector.load", l, s.width(l)
	if read, lanes, ok := s.transposing(l); ok && s.chunk%read.Items == 0 {
		name, from, n = "amdgpu.transpose_load", lanes, read.Items
	} else if first := l.rowFirst(); !first.equal(l) {
		return s.Load(first, buffer, row, col).Reorder(l)
	}
	t := &Tile{Layout: l, Elem: s.elem, k: s.k, width: n}
	s.access(l, from, n, buffer, row, col, func(item int, at []*ir.Value) {
		t.vals = append(t.vals, s.k.op(name, append([]*ir.Value{s.arg}, at...), []ir.Type{ir.Vector(s.elem, int64(n))}))
	})
	return t
}

// again emits a barrier if what follows may run again, in a loop: a wave may still be reading LDS
// data of the previous iteration.
func (k *Kernel) again() {
	if k.groups {
		k.fail("a Relayout or a reduction over waves in Stagger or in Roles; its waves would meet at different places")
	}
	if len(k.open) > 0 {
		k.Barrier()
	}
}

// Conflicts returns the number of ways of the phases of each announced use, computed from ranks: 1
// means no conflicts.
func (s *LDS) Conflicts() (ways []int) {
	if s.padding != nil {
		return s.Ways()
	}
	for _, u := range s.uses {
		access, at := s.addresses(u)
		n, err := access.Conflicts(at)
		if err != nil {
			panic(fmt.Sprintf("BUG: %v", err))
		}
		ways = append(ways, n)
	}
	return ways
}

// Ways is Conflicts computed by counting the words of each bank in each phase; for each use it
// returns the worst phase.
func (s *LDS) Ways() (ways []int) {
	for _, u := range s.uses {
		if s.padding != nil {
			ways = append(ways, s.padding.Ways(s.paddedUse(u)))
			continue
		}
		access, at := s.addresses(u)
		ways = append(ways, slices.Max(access.Ways(layout.Addresses(at))))
	}
	return ways
}

// addresses returns the addresses of a use's lanes.
func (s *LDS) addresses(u Use) (layout.Access, layout.Layout) {
	p := s.pattern(u)
	at, err := p.Layout.Then(s.swizzle.Layout())
	if err != nil {
		panic(fmt.Sprintf("BUG: %v", err))
	}
	return p.Access, at
}

// Swizzle returns the order of the chunks in the rows, of LDS without padding.
func (s *LDS) Swizzle() layout.Swizzle { return s.swizzle }

// Pictures draw how the first phase of each announced use meets the banks, with or without the
// swizzle. most bounds the rows of banks that are drawn.
func (s *LDS) Pictures(swizzled bool, most int) (list []layout.BankPicture) {
	if s.padding != nil {
		s.k.fail("pictures of padded LDS; they show swizzles")
	}
	swizzle := s.swizzle
	if !swizzled {
		swizzle.Keys = make([]int, len(swizzle.Keys))
	}
	for _, u := range s.uses {
		p := s.pattern(u)
		pic, err := swizzle.Banks(p.Access.Instruction, p, most)
		if err != nil {
			panic(fmt.Sprintf("BUG: %v", err))
		}
		list = append(list, pic)
	}
	return list
}
