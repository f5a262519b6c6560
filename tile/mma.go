package tile

import (
	"fmt"
	"slices"
	"strings"

	"heddle/arch"
	"heddle/ir"
	"heddle/layout"
)

// MMA is a way to multiply tiles with matrix instructions: C += A·Bᵀ, where the rows of both A and
// B run along k. Waves share the rows of A and C in one direction and the columns of C, which are
// the rows of B, in the other.
//
// The instruction's operands are exchanged (its A is our B), so that a lane's neighbouring items of
// C are neighbours in a row, and stores are wide. A lane gets its elements along k in pieces of 16
// bytes; if an instruction takes fewer, the k that it sees is permuted, in the same order for A and
// B.
type MMA struct {
	k            *Kernel
	op           *ir.MatrixOp
	a, b         ir.Type
	WavesM       int
	WavesN       int
	result       []spot // items of a lane, by bit
	resultLane   []spot
	perLane      int // elements along k that a lane supplies to an instruction
	instruction  layout.Matrix
	accumulators ir.Type
}

// MMA finds the matrix instruction with results of size x size (16 or 32) for types of A and B with
// the largest k.
func (k *Kernel) MMA(a, b ir.Type, size, wavesM, wavesN int) *MMA {
	return k.MMAOf(a, b, size, 0, wavesM, wavesN)
}

// MMAOf is MMA with the instruction whose k is depth, one of Instructions; 0 for the largest.
func (k *Kernel) MMAOf(a, b ir.Type, size, depth, wavesM, wavesN int) *MMA {
	if wavesM*wavesN != k.waves || !powers(wavesM, wavesN) {
		k.fail("%d x %d waves share the tiles of a workgroup of %d; accepted: powers of two whose product is %d", wavesM, wavesN, k.waves, k.waves)
	}
	if a == nil || b == nil {
		k.fail("MMA without a type of A or B; accepted: element types of package ir, such as ir.BF16")
	}
	m := &MMA{k: k, a: a, b: b, WavesM: wavesM, WavesN: wavesN}
	if m.pick(size, depth); m.op == nil {
		if list := m.ops(size); len(list) > 0 {
			var depths []string
			for _, o := range list {
				depths = append(depths, fmt.Sprint(o.K))
			}
			k.fail("%s has no matrix instruction of %d x %d x %d for %s and %s; accepted: a depth of %s, or 0 for the largest", k.Chip.Name, size, size, depth, a, b, strings.Join(depths, ", "))
		}
		k.fail("%s has no matrix instruction of %d x %d for %s and %s; accepted: %s", k.Chip.Name, size, size, a, b, m.accepted())
	}
	m.findResult()
	return m
}

// pick finds the instruction: that of a depth, or for 0 the deepest one.
func (m *MMA) pick(size, depth int) {
	for _, o := range m.ops(size) {
		if depth == 0 || o.K == depth {
			m.set(o)
		}
	}
}

func (m *MMA) set(o *ir.MatrixOp) { m.op, m.perLane = o, o.K*o.M/m.k.Chip.WaveSize }

// ops are the instructions of a size, by their depth; of those of one depth the first.
func (m *MMA) ops(size int) (list []*ir.MatrixOp) {
	for i := range ir.MatrixOps() {
		o := &ir.MatrixOps()[i]
		if o.M == size && m.usable(o) && m.takes(o) && !slices.ContainsFunc(list, func(x *ir.MatrixOp) bool { return x.K == o.K }) {
			list = append(list, o)
		}
	}
	slices.SortFunc(list, func(a, b *ir.MatrixOp) int { return a.K - b.K })
	return list
}

// Instruction is a matrix instruction that MMAOf finds.
type Instruction struct {
	// Depth is its k, Step the Step of its MMA.
	Depth, Step int
	// Cycles is how long it takes the matrix core, Registers how many of a lane A and B each have.
	Cycles, Registers int
	// Scaled: it takes scales of blocks.
	Scaled bool
	// SumCycles is how long RowSums takes the matrix core for what the instruction has of A; 0 if there is no RowSums. Its
	// instruction has as many registers of A and B.
	SumCycles int
}

// Instructions are those for types of A and B and a size in kernels for a chip, by their depth.
func Instructions(chip *arch.Chip, a, b ir.Type, size int) (list []Instruction) {
	m := &MMA{k: &Kernel{Chip: chip}, a: a, b: b}
	for _, o := range m.ops(size) {
		m.set(o)
		x := Instruction{o.K, m.Step(), o.Cycles(chip, bitWidth(a), bitWidth(b)), m.perLane * max(bitWidth(a), bitWidth(b)) / 32, o.Scaled, 0}
		_, _, m.accumulators = o.Elems(chip)
		if sum := m.sumOp(); sum != nil {
			x.SumCycles = sum.Cycles(chip, bitWidth(a), bitWidth(a))
		}
		list = append(list, x)
	}
	return list
}

// usable reports whether an instruction of the chip makes one square result from dense factors.
func (m *MMA) usable(o *ir.MatrixOp) bool {
	return o.M == o.N && o.Blocks == 1 && !o.Sparse && o.On(m.k.Chip)
}

// accepted says of which sizes there are instructions for the types, or if there are none, for which
// types there are.
func (m *MMA) accepted() string {
	var sizes, types []string
	add := func(list []string, s string) []string {
		if slices.Contains(list, s) {
			return list
		}
		return append(list, s)
	}
	for i := range ir.MatrixOps() {
		o := &ir.MatrixOps()[i]
		if !m.usable(o) {
			continue
		}
		if m.takes(o) {
			sizes = add(sizes, fmt.Sprint(o.M))
		}
		if a, b, _ := o.Elems(m.k.Chip); o.Scaled {
			var names []string
			for _, t := range ir.FieldElems(m.k.Chip) {
				names = append(names, fmt.Sprint(t))
			}
			types = add(types, "any two of "+strings.Join(names, " "))
		} else if a != nil && b != nil && o.A != "xf32" {
			types = add(types, fmt.Sprintf("%s and %s", b, a))
		}
	}
	if len(sizes) > 0 {
		slices.Sort(sizes)
		return "the sizes " + strings.Join(sizes, " and ")
	}
	return "the types " + strings.Join(types, ", ")
}

// takes reports whether an instruction multiplies the types; the exchanged
// operands may differ for fp8 only.
func (m *MMA) takes(o *ir.MatrixOp) bool {
	a, b, _ := o.Elems(m.k.Chip)
	if o.Scaled {
		types := ir.FieldElems(m.k.Chip)
		return slices.Contains(types, m.a) && slices.Contains(types, m.b)
	}
	return a != nil && b != nil && ir.SameType(a, m.b) && ir.SameType(b, m.a) && o.A != "xf32"
}

// findResult reads the layout of C from the instruction's, rows and columns
// exchanged.
func (m *MMA) findResult() {
	x, ok := layout.LookupMatrix(m.k.Chip, m.op.Inst.String())
	if !ok {
		panic("BUG: no layout of " + m.op.Inst.String())
	}
	f, err := x.Fragment(layout.C, "")
	if err != nil {
		panic(fmt.Sprintf("BUG: %v", err))
	}
	m.instruction = x
	for _, in := range f.Layout.In() {
		for bit := range in.Bits {
			// Outputs are Col, Row.
			at := f.Layout.Project(layout.Row, layout.Col).Basis(in.Name, bit)
			s := spot{row: at[1], col: at[0]}
			if in.Name == layout.Item {
				m.result = append(m.result, s)
			} else {
				m.resultLane = append(m.resultLane, s)
			}
		}
	}
	_, _, m.accumulators = m.op.Elems(m.k.Chip)
}

// chunk returns the number of adjacent elements along k that a lane has: 16 bytes of them, or for
// types of less than 8 bits all that an instruction takes.
func (m *MMA) chunk(t ir.Type) int {
	if bitWidth(t) < 8 {
		return m.perLane
	}
	return maxLDSAccess * 8 / bitWidth(t)
}

// Step returns the minimum extent along k of tiles of A and B, of which their extent must be a
// multiple.
func (m *MMA) Step() int {
	return max(m.op.K, max(m.chunk(m.a), m.chunk(m.b))*m.k.Chip.WaveSize/m.op.M)
}

// Instruction is the mnemonic of the matrix instruction that Dot uses; the one of DotScaled has
// "scale_" in it.
func (m *MMA) Instruction() string { return strings.Replace(m.op.Inst.String(), "_scale_", "_", 1) }

// Accumulator returns the type of C.
func (m *MMA) Accumulator() ir.Type { return m.accumulators }

// Side is a factor of the matrix product.
type Side bool

// The factors.
const (
	SideA Side = false
	SideB Side = true
)

// A returns the layout of a tile of A of rows x depth.
func (m *MMA) A(rows, depth int) Layout {
	m.fits(SideA, rows, depth)
	return parts(rows, depth, func(r, d int) Layout { return m.operand(SideA, r, d, m.chunk(m.a)) })
}

// B returns the layout of a tile of B of cols x depth: a row for each column of C.
func (m *MMA) B(cols, depth int) Layout {
	m.fits(SideB, cols, depth)
	return parts(cols, depth, func(c, d int) Layout { return m.operand(SideB, c, d, m.chunk(m.b)) })
}

// Packed returns the layout of the bytes of a factor's tile of rows x depth, of which a lane has
// pieces: bytes is the number of bytes of each piece that the tile holds, all or some (see Unpack).
// Its columns are the bytes of the pieces in sequence.
func (m *MMA) Packed(side Side, rows, depth, bytes int) Layout {
	m.fitsWhole(side, rows, depth)
	l := m.operand(side, rows, depth/m.chunk(m.elem(side))*bytes, bytes)
	return m.dealt(l, scaleBlock*bytes/m.chunk(m.elem(side)))
}

// scaleBlock is the number of elements along k that share a scale.
const scaleBlock = 32

// dealt exchanges blocks of columns, each of the elements of a scale: an instruction takes blocks that
// are far apart, so that the scales that a lane has of all instructions are neighbours.
func (m *MMA) dealt(l Layout, block int) Layout {
	low, all, own := log2(block), log2(l.Cols), log2(m.op.K/scaleBlock)
	var to []int
	for bit := range all {
		switch {
		case bit < low:
			to = append(to, bit)
		case bit < low+own:
			to = append(to, bit+all-low-own)
		default:
			to = append(to, bit-own)
		}
	}
	return l.PermuteCols(to...)
}

// PieceBytes returns the size of a lane's pieces along k of a factor.
func (m *MMA) PieceBytes(side Side) int {
	return m.chunk(m.elem(side)) * bitWidth(m.elem(side)) / 8
}

func (m *MMA) elem(side Side) ir.Type {
	if side == SideB {
		return m.b
	}
	return m.a
}

// share returns how many waves divide the rows of a factor.
func (m *MMA) share(side Side) int {
	if side == SideB {
		return m.WavesN
	}
	return m.WavesM
}

// fits refuses sizes of a factor's tile that instructions and waves cannot share.
func (m *MMA) fits(side Side, rows, depth int) {
	what := "a tile of " + sideNames[side]
	m.k.sizes(what, rows, depth)
	waves := m.share(side)
	if least := waves * m.op.M; rows/oddPart(rows) < least {
		m.k.fail("%s of %d x %d: %d rows; it needs %d rows for each of %d waves: accepted are %d times a power of two, or an odd number of times that", what, rows, depth, rows, m.op.M, waves, least)
	}
	if step := m.Step(); depth/oddPart(depth)%step != 0 {
		m.k.fail("%s of %d x %d: %d elements along k; accepted: %d times a power of two, or an odd number of times that", what, rows, depth, depth, step)
	}
}

// fitsWhole is fits for tiles of one block.
func (m *MMA) fitsWhole(side Side, rows, depth int) {
	m.fits(side, rows, depth)
	if !powers(rows, depth) {
		m.k.fail("a tile of %s of %d x %d; accepted here: powers of two", sideNames[side], rows, depth)
	}
}

// operand returns the layout of a factor with pieces of chunk columns.
func (m *MMA) operand(side Side, rows, depth, chunk int) Layout {
	k, own := m.k, rows/m.share(side)
	if chunk == m.chunk(m.elem(side)) {
		m.fitsWhole(side, rows, depth)
	}
	l := Layout{Rows: rows, Cols: depth}
	for c := 1; c < chunk; c *= 2 {
		l.item = append(l.item, spot{0, c})
	}
	for r := 1; r < m.op.M; r *= 2 {
		l.lane = append(l.lane, spot{r, 0})
	}
	c := chunk
	for ; len(l.lane) < log2(k.Chip.WaveSize); c *= 2 {
		l.lane = append(l.lane, spot{0, c})
	}
	for ; c < depth; c *= 2 {
		l.item = append(l.item, spot{0, c})
	}
	for r := m.op.M; r < own; r *= 2 {
		l.item = append(l.item, spot{r, 0})
	}
	l.wave = m.waveSpots(own, side == SideB, func(n int) spot { return spot{n, 0} })
	return l
}

// waveSpots returns the places of waves: the lower bits of a wave's number go along the columns of
// C, the others along its rows.
func (m *MMA) waveSpots(own int, alongN bool, at func(int) spot) (list []spot) {
	for i := 1; i < m.WavesN; i *= 2 {
		s := spot{}
		if alongN {
			s = at(i * own)
		}
		list = append(list, s)
	}
	for i := 1; i < m.WavesM; i *= 2 {
		s := spot{}
		if !alongN {
			s = at(i * own)
		}
		list = append(list, s)
	}
	return list
}

// C returns the layout of a tile of C of rows x cols.
func (m *MMA) C(rows, cols int) Layout {
	m.k.sizes("a tile of C", rows, cols)
	if leastRows, leastCols := m.WavesM*m.op.M, m.WavesN*m.op.M; rows/oddPart(rows) < leastRows || cols/oddPart(cols) < leastCols {
		m.k.fail("a tile of C of %d x %d for %d x %d waves; each needs %d x %d: accepted are %d rows and %d columns, each times a power of two, and one of both an odd number of times that",
			rows, cols, m.WavesM, m.WavesN, m.op.M, m.op.M, leastRows, leastCols)
	}
	return parts(rows, cols, m.sums)
}

// sums is C of a block.
func (m *MMA) sums(rows, cols int) Layout {
	ownRows, ownCols := rows/m.WavesM, cols/m.WavesN
	l := Layout{Rows: rows, Cols: cols, item: append([]spot{}, m.result...), lane: m.resultLane}
	for c := m.op.M; c < ownCols; c *= 2 {
		l.item = append(l.item, spot{0, c})
	}
	for r := m.op.M; r < ownRows; r *= 2 {
		l.item = append(l.item, spot{r, 0})
	}
	along := m.waveSpots(ownCols, true, func(n int) spot { return spot{0, n} })
	down := m.waveSpots(ownRows, false, func(n int) spot { return spot{n, 0} })
	for i := range along {
		l.wave = append(l.wave, along[i].plus(down[i]))
	}
	return l
}

// ScaleLayout returns the layout of the scales of a tile of A (or of B) of rows x depth/32, for
// DotScaled: what a lane has of a row are neighbours.
func (m *MMA) ScaleLayout(side Side, rows, depth int) Layout {
	m.fitsWhole(side, rows, depth)
	own := rows / m.share(side)
	l := Layout{Rows: rows, Cols: depth / scaleBlock}
	for r := 1; r < m.op.M; r *= 2 {
		l.lane = append(l.lane, spot{r, 0})
	}
	c := 1
	for ; len(l.lane) < log2(m.k.Chip.WaveSize); c *= 2 {
		l.lane = append(l.lane, spot{0, c})
	}
	for ; c < depth/scaleBlock; c *= 2 {
		l.item = append(l.item, spot{0, c})
	}
	for r := m.op.M; r < own; r *= 2 {
		l.item = append(l.item, spot{r, 0})
	}
	l.wave = m.waveSpots(own, side == SideB, func(n int) spot { return spot{n, 0} })
	return m.dealt(l, 1)
}

// Scaled returns the layout of a factor of DotScaled of rows x depth, the one that Unpack makes.
func (m *MMA) Scaled(side Side, rows, depth int) Layout {
	m.fitsWhole(side, rows, depth)
	return m.dealt(m.operand(side, rows, depth, m.chunk(m.elem(side))), scaleBlock)
}

// Unpack makes a tile of A or B from tiles of its bytes, in the layouts that Packed returns, perhaps with their rows
// in another order, which the tile then has: each piece of a lane is combined from one piece of each part.
func (m *MMA) Unpack(side Side, rows, depth int, parts ...*Tile) *Tile {
	k := m.k
	k.tiles(parts...)
	if len(parts) == 0 {
		k.fail("Unpack of no tiles")
	}
	elem, n := m.elem(side), m.chunk(m.elem(side))
	t := &Tile{Layout: m.Scaled(side, rows, depth).RowsLike(parts[0].Layout), Elem: elem, k: k, width: n}
	for i := range t.Layout.Items() / n {
		piece := func(p *Tile) *ir.Value {
			bytes := p.Layout.Cols * n / depth
			return p.items(i*bytes, bytes)
		}
		v := piece(parts[0])
		for _, p := range parts[1:] {
			v = k.concat(v, piece(p))
		}
		t.vals = append(t.vals, k.op("vector.bitcast", []*ir.Value{v}, []ir.Type{ir.Vector(elem, int64(n))}))
	}
	return t
}
