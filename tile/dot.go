package tile

import (
	"heddle/gf2"
	"heddle/ir"
)

// Zero returns a tile of C filled with zeros.
func (m *MMA) Zero(rows, cols int) *Tile {
	return m.zero(m.C(rows, cols))
}

// ZeroFor returns the zeros to which the products of factors of layouts a and b are added: a tile of the
// layout Result(a, b).
func (m *MMA) ZeroFor(a, b Layout) *Tile { return m.zero(m.Result(a, b)) }

// zero has as many items in a value as an instruction's result, so that packed instructions apply to it.
func (m *MMA) zero(l Layout) *Tile { return m.k.fill(l, m.accumulators, 1<<len(m.result), 0) }

// Dot returns c + a·bᵀ, and a·bᵀ if c is nil.
//
// a and b are tiles of A and B of this MMA, or others that the instruction can take: the low bits of
// the lane go along rows, the others along k, and waves along rows. Which k is where does not matter
// as long as it is the same in both, and rows may be in any order. The result has the layout that
// Result returns, which is C if those of a and b are A and B. A c of one row or one column is
// repeated, one that Begin returns without moving it; one of another layout is moved there, like
// Relayout.
func (m *MMA) Dot(a, b, c *Tile) *Tile {
	m.factors(a, b, c)
	if !a.Layout.whole() || !b.Layout.whole() {
		return m.dotBlocks(a, b, c)
	}
	return m.dot(a, b, c, nil, nil)
}

// DotScaled returns c + (a·scaleA)·(b·scaleB)ᵀ, without c if it is nil; each scale applies to 32
// elements along k. a and b have the layouts that Scaled returns, the scales those of ScaleLayout; both may have
// their rows in another order, the same one. A scale of one element is that of all of its factor, and if both are,
// a and b have any layouts that Dot accepts.
func (m *MMA) DotScaled(a, b, c, scaleA, scaleB *Tile) *Tile {
	m.factors(a, b, c)
	m.k.tiles(scaleA, scaleB)
	if !m.op.Scaled {
		m.k.fail("%s does not take scales", m.op.Inst)
	}
	if scaleA.Layout.single() && scaleB.Layout.single() {
		return m.dot(a, b, c, scaleA, scaleB)
	}
	m.scaledBy(SideA, a, scaleA)
	m.scaledBy(SideB, b, scaleB)
	return m.dot(a, b, c, scaleA, scaleB)
}

// single reports whether a tile has one element.
func (l Layout) single() bool { return l.Rows == 1 && l.Cols == 1 }

// scaledBy refuses a factor and its scales whose lanes do not have the blocks that the instruction combines.
func (m *MMA) scaledBy(side Side, t, scale *Tile) {
	l, rows, depth := m.factor(side, t.Layout).layout, t.Layout.Rows, t.Layout.Cols
	plain := func(l Layout) Layout { return l.RowsLike(m.operand(side, rows, depth, m.chunk(m.elem(side)))) }
	if !plain(l).equal(m.Scaled(side, rows, depth)) {
		m.k.fail("the tile %s does not have the layout that Scaled returns, as scales require, but for the order of its rows", t.Layout)
	}
	if scale.Layout.single() {
		return
	}
	if want := m.ScaleLayout(side, rows, depth).RowsLike(l); !scale.Layout.equal(want) {
		m.k.fail("scales of layout %s; they have ScaleLayout, with rows as in the tile: %s", scale.Layout, want)
	}
}

// RowsLike returns the layout with the bits that go along rows in the order in which they do in another one: that of
// BFor, for scales and factors with scales.
func (l Layout) RowsLike(like Layout) Layout {
	var rows []int
	like.each(func(s spot) spot {
		if s.row != 0 {
			rows = append(rows, s.row)
		}
		return s
	}, like.Rows, like.Cols)
	return l.each(func(s spot) spot {
		if s.row != 0 && len(rows) > 0 {
			s.row, rows = rows[0], rows[1:]
		}
		return s
	}, l.Rows, l.Cols)
}

// factors refuses tiles that are not of the kernel; c may be nil.
func (m *MMA) factors(a, b, c *Tile) {
	m.k.tiles(a, b)
	if c != nil {
		m.k.tiles(c)
	}
}

// Result returns the layout of the product of tiles of two layouts that Dot accepts: C with the rows
// and columns in the order of their rows.
func (m *MMA) Result(a, b Layout) Layout {
	x, y := m.factor(SideA, a), m.factor(SideB, b)
	m.agree(x, y)
	return m.product(x, y)
}

// factor is the layout of a factor taken apart, into what its bits contribute to the row or to k.
type factor struct {
	side Side
	// layout has the items along k first, then those along rows.
	layout Layout
	// rows are those of the low bits of the lane, along the k of the others; deep and down are the k
	// and the rows of items, wave the rows of waves.
	rows, along, deep, down, wave []int
}

// factor takes the layout of a factor apart, and refuses what no instruction of the MMA can take.
func (m *MMA) factor(side Side, l Layout) *factor {
	k, name := m.k, sideNames[side]
	if !l.whole() {
		k.fail("a tile of layout %s as %s; sizes must be powers of two here", l, name)
	}
	if l.Rows < m.op.M || l.Cols%m.Step() != 0 {
		k.fail("a tile of %d x %d as %s; it needs %d rows and a multiple of %d elements along k", l.Rows, l.Cols, name, m.op.M, m.Step())
	}
	f := &factor{side: side, layout: l}
	f.layout.item = nil
	low := log2(m.op.M)
	for i, s := range l.lane {
		switch {
		case i < low && s.col == 0 && s.row != 0:
			f.rows = append(f.rows, s.row)
		case i >= low && s.row == 0 && s.col != 0:
			f.along = append(f.along, s.col)
		default:
			k.fail("a tile of layout %s as %s: lane[%d:0] must go along rows, lane[%d:%d] along k, but lane[%d] is (%d, %d); use Relayout", l, name, low-1, len(l.lane)-1, low, i, s.row, s.col)
		}
	}
	for i, s := range l.wave {
		if s.col != 0 {
			k.fail("a tile of layout %s as %s: wave[%d] goes along k, but each wave needs all of it; let waves share rows only, or use Relayout", l, name, i)
		}
		f.wave = append(f.wave, s.row)
	}
	var down []spot
	for i, s := range l.item {
		switch {
		case s.col != 0 && s.row == 0:
			f.deep, f.layout.item = append(f.deep, s.col), append(f.layout.item, s)
		case s.row != 0 && s.col == 0:
			f.down, down = append(f.down, s.row), append(down, s)
		default:
			k.fail("a tile of layout %s as %s: item[%d] is (%d, %d), neither along rows nor along k", l, name, i, s.row, s.col)
		}
	}
	f.layout.item = append(f.layout.item, down...)
	if spaceOf(f.along, f.deep).Dim() != log2(l.Cols) || len(f.along)+len(f.deep) != log2(l.Cols) {
		k.fail("a tile of layout %s as %s: a lane group does not have each element along k once", l, name)
	}
	return f
}

var sideNames = map[Side]string{SideA: "A", SideB: "B"}

// spaceOf returns the space of some numbers.
func spaceOf(lists ...[]int) *gf2.Span {
	s := gf2.SpanOf()
	for _, list := range lists {
		for _, n := range list {
			s.Add(uint64(n))
		}
	}
	return s
}

// agree refuses factors whose k are in different places: a matrix instruction multiplies what the
// same lanes of both supply, and items can be renamed, but lanes cannot. It brings the items of b
// into the order of a's.
func (m *MMA) agree(a, b *factor) {
	if a.layout.Cols != b.layout.Cols {
		m.k.fail("%d elements along k of A, %d of B", a.layout.Cols, b.layout.Cols)
	}
	where := m.order(a)
	std := m.own(SideB, b.layout.Cols)
	for i, c := range b.along {
		if want := where(std.lane[len(b.rows)+i].col); c != want {
			m.k.fail("lane[%d] goes to element %d along k in B, %s, but should to %d as in A, %s; load B in BLike(A's layout), or make the rows of the product before with BFor",
				len(b.rows)+i, c, b.layout, want, a.layout)
		}
	}
	var deep []int
	for _, s := range std.item[:len(b.deep)] {
		deep = append(deep, where(s.col))
	}
	s := spaceOf(b.deep)
	for i, c := range deep {
		if !s.Contains(uint64(c)) {
			m.k.fail("a lane has other elements along k in A, %s, than in B, %s", a.layout, b.layout)
		}
		b.layout.item[i] = spot{0, c}
	}
}

// order returns where the k of MMA's own layout of a factor are in another one.
func (m *MMA) order(f *factor) func(int) int {
	return kPlaces(m.own(f.side, f.layout.Cols), f.layout, log2(m.op.M))
}

// own returns MMA's layout of the smallest factor with some depth.
func (m *MMA) own(side Side, depth int) Layout {
	return m.operand(side, m.op.M*m.share(side), depth, m.chunk(m.elem(side)))
}

// product returns the layout of a product: the instruction's, with the rows of both factors in
// place of the numbers of its rows and columns.
func (m *MMA) product(a, b *factor) Layout {
	place := func(s spot) (p spot) {
		for i := range a.rows {
			p.row ^= a.rows[i] * (s.row >> i & 1)
			p.col ^= b.rows[i] * (s.col >> i & 1)
		}
		return p
	}
	l := Layout{Rows: a.layout.Rows, Cols: b.layout.Rows}
	for _, s := range m.result {
		l.item = append(l.item, place(s))
	}
	for _, c := range b.down {
		l.item = append(l.item, spot{0, c})
	}
	for _, r := range a.down {
		l.item = append(l.item, spot{r, 0})
	}
	for _, s := range m.resultLane {
		l.lane = append(l.lane, place(s))
	}
	for i := range a.wave {
		l.wave = append(l.wave, spot{a.wave[i], b.wave[i]})
	}
	return l
}

// dot multiplies, with scales if there are any.
func (m *MMA) dot(a, b, c, scaleA, scaleB *Tile) *Tile {
	k := m.k
	if !ir.SameType(a.Elem, m.a) || !ir.SameType(b.Elem, m.b) || c != nil && !ir.SameType(c.Elem, m.accumulators) {
		sum := m.accumulators
		if c != nil {
			sum = c.Elem
		}
		k.fail("tiles of %s, %s and %s; this MMA takes %s, %s and %s", a.Elem, b.Elem, sum, m.a, m.b, m.accumulators)
	}
	x, y := m.factor(SideA, a.Layout), m.factor(SideB, b.Layout)
	m.agree(x, y)
	a, b = a.Reorder(x.layout), b.Reorder(y.layout)
	l, per := m.product(x, y), 1<<len(m.result)
	c = m.addend(c, x, y).inWidth(per)
	out := &Tile{Layout: l, Elem: c.Elem, k: k, width: per, vals: append([]*ir.Value{}, c.vals...)}
	mTiles, nTiles, steps := 1<<len(x.down), 1<<len(y.down), a.Layout.Cols/m.op.K
	for step := range steps {
		for i := range mTiles {
			for j := range nTiles {
				av := m.slice(a, (i*steps+step)*m.perLane)
				bv := m.slice(b, (j*steps+step)*m.perLane)
				at := i*nTiles + j
				out.vals[at] = m.multiply(bv, av, out.vals[at], scaleB, scaleA, j*steps+step, i*steps+step)
			}
		}
	}
	return out
}

// Begin returns a column that products of factors of layouts a and b are added to as Dot takes it without moving it: a
// lane has each number in all the registers of an instruction's results. A loop can carry it. Reorder makes the column of
// it again.
func (m *MMA) Begin(a, b Layout, column *Tile) *Tile {
	m.k.tiles(column)
	x, y := m.factor(SideA, a), m.factor(SideB, b)
	m.agree(x, y)
	if column.Layout.Cols != 1 {
		m.k.fail("sums begin with a tile of %d x %d; accepted: one column", column.Layout.Rows, column.Layout.Cols)
	}
	return m.k.broadcast(column, m.begin(x, y), 1<<len(m.result))
}

// begin is the layout of what Begin returns.
func (m *MMA) begin(a, b *factor) Layout {
	one := *b
	one.down = nil
	l := m.product(a, &one)
	return l.each(func(s spot) spot { return spot{s.row, 0} }, l.Rows, 1)
}

// addend returns c of Dot in the layout of the product.
func (m *MMA) addend(c *Tile, a, b *factor) *Tile {
	l := m.product(a, b)
	if c == nil {
		return m.k.fill(l, m.accumulators, 1<<len(m.result), 0)
	}
	if !c.Layout.equal(m.begin(a, b)) {
		return m.k.moved(c, l)
	}
	c = c.inWidth(1 << len(m.result))
	out := &Tile{Layout: l, Elem: c.Elem, k: c.k, width: c.width}
	for _, v := range c.vals {
		for range 1 << len(b.down) {
			out.vals = append(out.vals, v)
		}
	}
	return out
}

// moved returns a tile in another layout: repeated if it is one row or column.
func (k *Kernel) moved(t *Tile, l Layout) *Tile {
	if t.Layout.Rows == l.Rows && t.Layout.Cols == l.Cols {
		return k.Relayout(t, l)
	}
	return k.Broadcast(t, l)
}

// slice returns what a lane supplies to one instruction: a vector, or a scalar if it is one
// element.
func (m *MMA) slice(t *Tile, item int) *ir.Value {
	if m.perLane == 1 {
		return t.item(item)
	}
	return t.items(item, m.perLane)
}

// multiply emits one matrix instruction.
func (m *MMA) multiply(a, b, c *ir.Value, scaleA, scaleB *Tile, sa, sb int) *ir.Value {
	k := m.k
	dim := func(name string, n int) ir.NamedAttr { return attr(name, ir.Int(ir.I32, int64(n))) }
	attrs := []ir.NamedAttr{dim("m", m.op.M), dim("n", m.op.N), dim("k", m.op.K)}
	if scaleA == nil {
		return k.op("amdgpu.mfma", []*ir.Value{a, b, c}, nil, attrs...)
	}
	if scaleA.Layout.single() {
		sa = 0
	}
	if scaleB.Layout.single() {
		sb = 0
	}
	fourA, byteA := scaleA.four(sa)
	fourB, byteB := scaleB.four(sb)
	attrs = append(attrs, dim("scalesIdxA", byteA), dim("scalesIdxB", byteB))
	return k.op("amdgpu.scaled_mfma", []*ir.Value{a, b, c, fourA, fourB}, nil, attrs...)
}

// four returns what an instruction takes with an item of scales: the four of its register, some of
// which may be no scales, and which of them it is.
func (t *Tile) four(item int) (*ir.Value, int) {
	switch {
	case t.width == 1:
		return t.item(item), 0
	case t.width >= 4:
		return t.items(item&^3, 4), item & 3
	}
	v := t.vals[item/t.width]
	return t.k.op("vector.shuffle", []*ir.Value{v, v}, []ir.Type{ir.Vector(t.Elem, 4)}, attr("mask", ir.DenseArray(ir.I64, 0, 1, -1, -1))), item % t.width
}

// BFor returns the layout of a tile of B of cols x depth that makes the product a factor A of next
// as it is, without moving data: its rows, the columns of the product, are dealt to lanes and items
// so that these get the k that next's A wants there. In attention, B are keys, and next multiplies
// by values. With less columns than next's Step, Extend makes A of the product.
func (m *MMA) BFor(next *MMA, cols, depth int) Layout {
	return parts(cols, depth, func(cols, depth int) Layout { return m.blockFor(next, cols, depth) })
}

// blockFor is BFor for a block.
func (m *MMA) blockFor(next *MMA, cols, depth int) Layout {
	k := m.k
	if m.WavesN > 1 {
		k.fail("the columns of the product are shared by %d waves, but as A each wave needs all of a row; use an MMA of %d x 1 waves", m.WavesN, k.waves)
	}
	if m.op.M != next.op.M {
		k.fail("the product of %s as A of %s: lanes go along %d rows in one, along %d in the other", m.op.Inst, next.op.Inst, m.op.M, next.op.M)
	}
	// Of less columns than next needs the others are behind them: see Extend.
	from, to := m.C(m.op.M*m.WavesM, cols), next.A(m.op.M*next.WavesM, max(cols, next.Step()))
	where := kPlaces(from, to, log2(m.op.M))
	if where(cols-1) != cols-1 {
		k.fail("%d columns as A of %s: its lanes have them apart; accepted: %d columns", cols, next.op.Inst, next.Step())
	}
	b := m.B(cols, depth)
	return b.each(func(s spot) spot { return spot{where(s.row), s.col} }, b.Rows, b.Cols)
}

// BLike returns the layout of a tile of B of cols x a.Cols with the k where a layout of A has them.
func (m *MMA) BLike(a Layout, cols int) Layout { return m.like(SideB, a, cols) }

// ALike returns the layout of a tile of A of rows x b.Cols with the k where a layout of B has them.
func (m *MMA) ALike(b Layout, rows int) Layout { return m.like(SideA, b, rows) }

func (m *MMA) like(side Side, other Layout, rows int) Layout {
	where := m.order(m.factor(!side, other))
	own := m.operand(side, rows, other.Cols, m.chunk(m.elem(side)))
	return own.each(func(s spot) spot { return spot{s.row, where(s.col)} }, own.Rows, own.Cols)
}

// kPlaces returns the map of columns that makes the lanes of one layout, from a bit on, and its items
// along columns those of another.
func kPlaces(from, to Layout, lane int) func(int) int {
	cols := func(l Layout) (list []int) {
		for _, s := range append(append([]spot{}, l.lane[lane:]...), l.item...) {
			if s.col != 0 {
				list = append(list, s.col)
			}
		}
		return list
	}
	a, b := cols(from), cols(to)
	return func(n int) (at int) {
		for i, c := range a {
			if n&c != 0 {
				at ^= b[i]
			}
		}
		return at
	}
}

// PermuteRows returns the layout with the bits of row numbers permuted: what was in bit i is in bit
// to[i].
func (l Layout) PermuteRows(to ...int) Layout {
	permuteBits(l.Rows, to, "rows")
	return l.each(func(s spot) spot { return spot{movedBits(s.row, to), s.col} }, l.Rows, l.Cols)
}

// PermuteCols is PermuteRows for columns.
func (l Layout) PermuteCols(to ...int) Layout {
	permuteBits(l.Cols, to, "columns")
	return l.each(func(s spot) spot { return spot{s.row, movedBits(s.col, to)} }, l.Rows, l.Cols)
}

// permuteBits refuses what is no permutation of the bits of numbers below size.
func permuteBits(size int, to []int, what string) {
	seen := 0
	for _, bit := range to {
		if bit >= 0 && bit < log2(size) {
			seen |= 1 << bit
		}
	}
	if seen != size-1 || len(to) != log2(size) {
		(*Kernel)(nil).fail("the bits of %d %s are permuted by %v; it has to have each of 0 to %d once", size, what, to, log2(size)-1)
	}
}

func movedBits(n int, to []int) (moved int) {
	for i, bit := range to {
		moved |= n >> i & 1 << bit
	}
	return moved
}
