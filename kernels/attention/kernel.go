package attention

import (
	"fmt"
	"math"

	"heddle/diag"
	"heddle/ir"
	"heddle/tile"
)

// writer writes the kernel of one problem.
type writer struct {
	p        *Problem
	c        Config
	k        *tile.Kernel
	qk, pv   *tile.MMA
	in       ir.Type
	scaleQ   *tile.Tensor // of MX types
	scaleK   *tile.Tensor
	pieces   []piece // of the head dimension of Q and K
	lv       tile.Layout
	depth    int // keys of a product with values: those of a step, or more, which are zeros
	v        *tile.LDS
	copied   *tile.LDS // the rows of v that a step copies
	values   *tile.Tensor
	args     []string
	reads    []Read
	division division
}

// piece is a part of Q and K whose width is a power of two.
type piece struct {
	from   int64
	width  int
	query  *tile.Tile
	keys   *tile.LDS
	layout tile.Layout // of keys as they are read, in bytes if elements share them
	// Queries as they are loaded, and where they are before, if they come by LDS: two halves are in one place.
	queryLayout tile.Layout
	staged      *tile.LDS
	stagedCol   int
	// Of MX types: the scales of the queries, and where those of keys go.
	scales      *tile.Tile
	scaleLayout tile.Layout
}

// position is where a workgroup works.
type position struct {
	batch, head, kvHead tile.Index // batch of the tensors
	row                 tile.Index // its first query in the sequence
	firstQ, firstK      tile.Index // the sequence's first rows in the tensors
	seqQ, seqK          tile.Index
	shift               tile.Index // seqK - seqQ
	portion                        // of the keys, if some are divided
}

// Plan makes the kernel of a problem, which must be normalized.
func (p *Problem) Plan(c Config) (*Plan, error) {
	if err := p.check(c); err != nil {
		return nil, err
	}
	o := p.order(c)
	w, total := &writer{p: p, c: c, division: o.division}, o.workgroups()
	if o.divided > 0 && !o.possible() {
		return nil, diag.Usagef("%s: %d steps of %d keys are not divided into %d parts, as the loop takes %d at a time, and has %d or more; need 1%s",
			diag.Field("Splits"), o.steps, c.Keys, c.Parts, o.turn, leastTurns*o.turn, orOneOf(o.numbers()))
	}
	if total > math.MaxInt32 {
		return nil, diag.Usagef("%s: %d workgroups are more than a launch can have; need %d or less", diag.Field("Batch, Heads, SeqQ"), total, math.MaxInt32)
	}
	m := tile.NewModule(p.Chip)
	m.Kernel("attention", tile.Waves(c.Waves), func(k *tile.Kernel) {
		w.k = k
		k.Grid(total, 1, 1)
		if c.WavesPerSIMD > 0 {
			k.WavesPerSIMD(c.WavesPerSIMD)
		}
		w.kernel(&o)
	})
	module, err := m.IR()
	if err != nil {
		return nil, err
	}
	return &Plan{
		Module: module, Config: c, Kernel: "attention", Args: w.args, Reads: w.reads,
		Grid: [3]uint32{uint32(total), 1, 1}, Block: [3]uint32{uint32(c.Waves * p.Chip.WaveSize), 1, 1},
	}, nil
}

// kernel emits the kernel.
func (w *writer) kernel(o *order) {
	k, p := w.k, w.p
	q, keys := w.tensor("q"), w.tensor("k")
	w.values = w.tensor("v")
	out := &results{w: w, o: w.tensor("o")}
	if p.QK.MX() {
		w.scaleQ, w.scaleK = w.tensor("scale_q"), w.tensor("scale_k")
	}
	if p.LSE {
		out.lse = w.tensor("lse")
	}
	if w.division.divided > 0 {
		out.states = w.states()
	}
	at := w.place(o)
	scores := w.scores(at)
	out.descale = w.factor("descale_v", at.kvHead, int64(len(p.DescaleV)))

	w.in = p.In.Elem(p.Chip)
	size, depth := w.c.Variant.shape()
	w.pv = k.MMAOf(w.in, w.in, size, depth, w.c.Waves, 1)
	w.qk = w.pv
	if p.QK.MX() {
		elem := p.QK.Elem(p.Chip)
		w.qk = k.MMAOf(elem, elem, size, depth, w.c.Waves, 1)
	}
	var sums state
	body := func() {
		rows := at.firstQ.Plus(at.row)
		for from := int64(0); from < p.HeadDim; {
			width, parts := int64(1)<<(63-leadingZeros(p.HeadDim-from)), int64(1)
			if w.c.Schedule == Ahead && !w.early() && width == p.HeadDim && width >= 64 {
				parts = 2
			}
			w.pieces = append(w.pieces, w.split(q, from, width, parts, at, rows)...)
			from += width
		}
		w.queries(q, at, rows)
		w.depth = max(w.c.Keys, w.pv.Step())
		depth := w.depth // of a product with values
		if w.c.Schedule == Ahead && depth >= 2*w.pv.Step() {
			depth /= 2
		}
		w.lv = w.pv.BTransposed(int(p.HeadDimV), depth)
		w.v = k.LDS(w.in, w.depth, int(p.HeadDimV), w.c.Buffers, append(w.use(tile.Swizzled(seedSwizzle...)), tile.LoadedTransposed(w.lv))...)
		w.count()
		w.clear()
		math := tile.NoNaN | tile.Contract
		if p.Exp == ExpBits || w.c.SumByProduct {
			math = tile.Contract // NaNs show in the maximum only
		}
		k.Fast(math, func() { sums = w.run(at, keys, scores) })
		out.finish(sums, at)
	}
	if p.Packed() { // a block may lie behind the end of its sequence
		k.If(at.row.Less(at.seqQ), body)
		return
	}
	body()
}

// split makes parts of Q and K of the same width. Their queries come to LDS together, in whole rows: the more lines of a row are asked
// for together, the more sets of an L1 whose sets are bits of the address have a part in it.
func (w *writer) split(q *tile.Tensor, from, width, parts int64, at *position, rows tile.Index) (list []piece) {
	each := width / parts
	for part := range parts {
		list = append(list, w.piece(q, from+part*each, int(each), at, rows))
	}
	if !w.staged() {
		return list
	}
	cols := int(w.column(width))
	staged := w.k.LDS(q.Elem(), w.c.Rows(), cols, 1, append(w.use(tile.RowMajor()), tile.Loaded(list[0].queryLayout))...)
	for i := range list {
		list[i].staged, list[i].stagedCol = staged, i*cols/len(list)
	}
	return list
}

// piece makes a part of Q and K, of so many elements.
func (w *writer) piece(q *tile.Tensor, from int64, width int, at *position, rows tile.Index) piece {
	k, n, keys := w.k, w.c.Rows(), w.c.Keys
	x := piece{from: from, width: width, layout: w.qk.BFor(w.pv, keys, width)}
	cols, query := width, w.qk.A(n, width)
	if w.p.QK.MX() {
		x.scaleLayout = w.qk.ScaleLayout(tile.SideB, keys, width).RowsLike(x.layout)
		x.scales = k.Load(w.scaleQ, w.qk.ScaleLayout(tile.SideA, n, width), at.batch, at.head, rows, tile.I(from/ScaleBlock))
		query, x.layout = w.qk.Scaled(tile.SideA, n, width), w.qk.Scaled(tile.SideB, keys, width).RowsLike(x.layout)
	}
	if w.packed() {
		piece := w.qk.PieceBytes(tile.SideA)
		cols, query = width/2, w.qk.Packed(tile.SideA, n, width, piece)
		x.layout = w.qk.Packed(tile.SideB, keys, width, piece).RowsLike(x.layout)
	}
	x.queryLayout = query
	x.keys = k.LDS(q.Elem(), keys, cols, w.c.Buffers, append(w.use(tile.RowMajor()), tile.Loaded(x.layout))...)
	return x
}

// staged reports whether queries come by LDS, which they do if they fit where K and V will be. A wave loads
// whole rows then. As factors of products they take 16 bytes of 32 or 16 rows, and in an L1 whose sets are bits of the address
// those of a head, and of all waves, are in few sets and drive each other out before the rest of a line is asked for.
// The loop of packed sequences is in a branch, inside of which the compiler finds no places that arrays can share.
func (w *writer) staged() bool {
	return !w.p.Packed() && int64(w.c.Rows())*w.p.HeadDim*w.p.TypeQK().Bits()/8 <= w.p.ldsBytes(w.c)
}

// queries loads the pieces of Q, from a row on.
func (w *writer) queries(q *tile.Tensor, at *position, row tile.Index) {
	k := w.k
	load := func(x *piece) *tile.Tile {
		return k.Load(q, x.queryLayout, at.batch, at.head, row, tile.I(w.column(x.from)))
	}
	if w.staged() {
		for _, x := range w.pieces {
			if x.stagedCol == 0 {
				x.staged.Copy(q, tile.I(0), at.batch, at.head, row, tile.I(w.column(x.from)))
			}
		}
		k.Barrier()
		load = func(x *piece) *tile.Tile { return x.staged.Load(x.queryLayout, tile.I(0), 0, x.stagedCol) }
		defer k.Barrier() // K and V may take the place
	}
	for i := range w.pieces {
		x := &w.pieces[i]
		x.query = load(x)
		if w.packed() {
			x.query = w.qk.Unpack(tile.SideA, w.c.Rows(), x.width, x.query)
		}
	}
}

// packed reports whether elements of Q and K share bytes: tensors are of bytes then.
func (w *writer) packed() bool { return w.p.TypeQK().Bits() < 8 }

// column is the column of a tensor of Q or K in which an element is.
func (w *writer) column(element int64) int64 {
	if w.packed() {
		return element * w.p.QK.Bits() / 8
	}
	return element
}

// keysLayout is that of a piece of keys as products take it.
func (w *writer) keysLayout(piece int) tile.Layout {
	x := &w.pieces[piece]
	if w.packed() {
		return w.qk.Scaled(tile.SideB, w.c.Keys, x.width).RowsLike(x.layout)
	}
	return x.layout
}

// keys reads a piece of keys.
func (w *writer) keys(piece int, buffer tile.Index) *tile.Tile {
	x := &w.pieces[piece]
	t := x.keys.Load(x.layout, buffer, 0, 0)
	if w.packed() {
		t = w.qk.Unpack(tile.SideB, w.c.Keys, x.width, t)
	}
	return t
}

// product is that of the queries with the keys of a step, added to sums that begin with something; nil for 0.
func (w *writer) product(x tile.Stage, begin *tile.Tile) *tile.Tile {
	t := begin
	for i, part := range w.pieces {
		keys := w.keys(i, x.Buffers[i])
		if part.scales == nil {
			t = w.qk.Dot(part.query, keys, t)
			continue
		}
		t = w.qk.DotScaled(part.query, keys, t, part.scales, x.Tiles[w.scaleStream(i)][0])
	}
	return t
}

// scaleStream is the stream of the scales of a piece of keys, behind those of all pieces and of values.
func (w *writer) scaleStream(piece int) int { return len(w.pieces) + 1 + piece }

// orOneOf continues a list of what is accepted.
func orOneOf(list []int64) (s string) {
	for _, n := range list {
		s += fmt.Sprintf(", %d", n)
	}
	return s
}

func leadingZeros(n int64) int {
	z := 63
	for ; n > 1; n /= 2 {
		z--
	}
	return z
}

// use is how tiles come to LDS, and for Seed004 where they are there.
func (w *writer) use(seed tile.Use) []tile.Use {
	switch {
	case w.c.Variant == Seed004:
		return []tile.Use{tile.Direct(), seed}
	case w.c.Packed:
		return []tile.Use{tile.Direct()}
	}
	return []tile.Use{tile.Padded()}
}

// count finds the conflicts of the reads of K and of V.
func (w *writer) count() {
	add := func(tensor string, lds *tile.LDS) {
		for _, proof := range lds.Proofs() {
			w.reads = append(w.reads, Read{tensor, proof})
		}
	}
	for _, part := range w.pieces {
		add("k", part.keys)
	}
	add("v", w.v)
}

// clear writes zeros to the rows of values behind those of a step: 0 times what was there could be NaN. The
// barrier before the first step makes them visible.
func (w *writer) clear() {
	w.copied = w.v
	if w.depth == w.c.Keys {
		return
	}
	w.copied = w.v.First(w.c.Keys)
	zeros := w.k.Fill(w.k.Spread(w.c.Keys, int(w.p.HeadDimV), 16), w.in, 0)
	for buffer := range int64(w.c.Buffers) {
		for row := w.c.Keys; row < w.depth; row += w.c.Keys {
			w.v.Store(zeros, tile.I(buffer), row, 0)
		}
	}
}

// tensor adds an argument: of q, k, v, o and lse rows by sequence, head and position.
func (w *writer) tensor(name string) *tile.Tensor {
	w.args = append(w.args, name)
	t, _ := w.p.Tensor(name)
	t = t.inBytes()
	elem := ir.Type(ir.F8E8M0FNU)
	if t.Format != nil {
		elem = ir.TypeOf(t.Format)
	}
	return w.k.Strided(name, elem, []int64{t.Batch, t.Heads, t.Seq, t.Dim}, []int64{t.Stride.Batch, t.Stride.Head, t.Stride.Seq, 1})
}

// vector adds an argument of one dimension.
func (w *writer) vector(name string) *tile.Tensor {
	w.args = append(w.args, name)
	t, _ := w.p.Tensor(name)
	return w.k.Tensor(name, ir.TypeOf(t.Format), 1, t.Seq)
}

// place finds where a workgroup works.
func (w *writer) place(o *order) *position {
	k, p := w.k, w.p
	all, block, of := o.index(k.WorkgroupID(0).Below(o.workgroups()))
	head, sequence := all.Mod(p.Heads), all.Div(p.Heads).Below(p.Batch)
	at := &position{
		batch: sequence, head: head, kvHead: head.Div(p.Heads / p.KVHeads), row: block.Times(o.rows),
		firstQ: tile.I(0), firstK: tile.I(0), seqQ: tile.I(p.SeqQ), seqK: tile.I(p.SeqK), portion: of,
	}
	if p.Packed() {
		at.batch = tile.I(0)
		starts := func(name string, rows, most int64) (first, size tile.Index) {
			t := w.vector(name)
			first = k.LoadIndex(t, tile.I(0), sequence).Below(rows + 1)
			return first, k.LoadIndex(t, tile.I(0), sequence.Plus(tile.I(1))).Minus(first).Below(most + 1)
		}
		_, rowsQ, rowsK := p.rows()
		at.firstQ, at.seqQ = starts("cu_seqlens_q", rowsQ, p.SeqQ)
		at.firstK, at.seqK = starts("cu_seqlens_k", rowsK, p.SeqK)
	}
	at.shift = at.seqK.Minus(at.seqQ)
	return at
}

// number is a number of the problem: a constant, and perhaps one for each head in memory.
type number struct {
	constant float64
	memory   *tile.Tensor
	at       tile.Index
}

// factor is a number for a head of a list of n of them in memory, 1 if there are none.
func (w *writer) factor(name string, head tile.Index, n int64) []number {
	switch n {
	case 0:
		return nil
	case 1:
		head = tile.I(0)
	}
	return []number{{memory: w.vector(name), at: head}}
}

// value is the product of numbers, as a tile of one element for tiles of layout l; nil if all are 1.
func (w *writer) value(list []number, l tile.Layout) (product *tile.Tile) {
	k := w.k
	for _, n := range list {
		t := k.Fill(l.RowVector().ColVector(), ir.F32, n.constant)
		if n.memory != nil {
			t = k.Load(n.memory, l.RowVector().ColVector(), tile.I(0), n.at)
		}
		if product == nil {
			product = t
			continue
		}
		product = k.Mul(product, t)
	}
	return product
}
