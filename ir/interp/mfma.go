package interp

import (
	"fmt"

	"heddle/ir"
)

// matrixFields holds the fields of an instruction other than its operands.
type matrixFields struct {
	cbsz, abid, blgp int
	negate           [3]bool    // A, B and C, of f64
	elems            [2]ir.Type // of A and B
	scale            [2]int     // byte of the scales; -1 if there are none
}

// laneItems is an operand of a matrix instruction: the items of each lane.
type laneItems [][]Elem

// items cuts operand i of all lanes into items of a width, n a lane: the
// elements of a vector, or the bits of registers from the low end on. What an
// inactive lane has is not known.
func (w *wave) items(i, n, width int) laneItems {
	list := make(laneItems, w.size)
	t := w.in.op.Operands[i].Type
	unit := intWidth(t)
	for lane, l := range w.lanes {
		if l == nil {
			list[lane] = splat(poisoned(w.in.op, "lane %d of a matrix operation is not active", lane), n)
			continue
		}
		list[lane] = repack(l.arg(w.in, i).elems(), unit, width)
		if len(list[lane]) < n {
			list[lane] = append(list[lane], splat(poisoned(w.in.op, "operand %d has %d items a lane only", i, len(list[lane])), n-len(list[lane]))...)
		}
	}
	return list
}

// repack cuts elements of some bits, low ones first, into elements of others. A
// remainder is dropped. (Neither has more than 64 bits.)
func repack(from []Elem, bits, to int) []Elem {
	if bits == to {
		return from
	}
	out := make([]Elem, len(from)*bits/to)
	for k := range out {
		for i := 0; i < to; {
			at := k*to + i
			e, low := from[at/bits], at%bits
			n := min(bits-low, to-i)
			if e.Poison != nil && out[k].Poison == nil {
				out[k].Poison = e.Poison
			}
			out[k].Bits |= e.Bits >> low & mask(n) << i
			i += n
		}
		if out[k].Poison != nil {
			out[k].Bits = 0
		}
	}
	return out
}

// matrixLanes is the number of lanes of matrix instructions.
const matrixLanes = 64

// permute returns the lane from which lane l takes its A (cbsz, abid) or B (blgp) from. rows is
// that of a block of A. Of each 1<<cbsz consecutive blocks number abid stands for all; §7.1.6.1 of
// the ISA manual has another rule where that is not all blocks (RATIONALE.md).
func (f *matrixFields) permuteA(l, rows int) int {
	block := l / rows
	return l%rows + rows*(block>>f.cbsz<<f.cbsz|f.abid)
}

func (f *matrixFields) permuteB(l int) int {
	switch f.blgp {
	case 1:
		return l % 32
	case 2:
		return l%32 + 32
	case 3:
		return (l + 16) % 64
	case 4, 5, 6, 7:
		return l%16 + 16*(f.blgp-4)
	}
	return l
}

// grid is the elements of a matrix with blocks.
type matrixGrid struct {
	rows, cols int
	elems      []Elem
}

func newGrid(blocks, rows, cols int) *matrixGrid {
	return &matrixGrid{rows, cols, make([]Elem, blocks*rows*cols)}
}

func (g *matrixGrid) at(block, row, col int) *Elem {
	return &g.elems[(block*g.rows+row)*g.cols+col]
}

// fill puts the items of the lanes at their places.
func (g *matrixGrid) fill(m *matrixLayout, items laneItems, from func(lane int) int) {
	for lane := range matrixLanes {
		for i := range m.items() {
			e := m.at(lane, i)
			*g.at(int(e.block), int(e.row), int(e.col)) = items[from(lane)][i]
		}
	}
}

// matrix executes a matrix instruction: operands 0 to 2 are A, B and C, the
// others the index of a sparse one or the scales.
func (w *wave) matrix(m *ir.MatrixOp, f *matrixFields) error {
	if w.size != matrixLanes {
		return fmt.Errorf("a wave of %d lanes has no matrix instructions", w.size)
	}
	if err := w.active[0].wg.chip.CheckMatrixSums(); err != nil && m.D != "i32" {
		return err
	}
	elemD := m.ResultElem()
	bitsA, bitsB, bitsD := intWidth(f.elems[0]), intWidth(f.elems[1]), intWidth(elemD)
	la, lb, ld, in := layoutsOf(m.Inst.String(), bitsA, bitsB)
	stored := m.K
	if m.Sparse {
		stored /= 2
	}
	same := func(lane int) int { return lane }
	permuteA := func(lane int) int { return f.permuteA(lane, m.M) }
	if m.Sparse {
		permuteA = same // cbsz and abid choose the index
	}
	a, b, c := newGrid(m.Blocks, m.M, stored), newGrid(m.Blocks, m.K, m.N), newGrid(m.Blocks, m.M, m.N)
	a.fill(la, w.items(0, la.items(), bitsA), permuteA)
	b.fill(lb, w.items(1, lb.items(), bitsB), f.permuteB)
	c.fill(ld, w.items(2, ld.items(), bitsD), same)
	for i, g := range []*matrixGrid{a, b, c} {
		if f.negate[i] {
			for k := range g.elems {
				g.elems[k].Bits ^= 1 << 63
			}
		}
	}
	d := newGrid(m.Blocks, m.M, m.N)
	dot := dotProduct{a: a, b: b, products: make([]factors, stored),
		summer: summer{a: f.elems[0], b: f.elems[1], d: elemD, reduced: m.A == "xf32"}}
	if m.Sparse {
		dot.place = w.sparsePlaces(la, in, f, m.M, stored)
	}
	if f.scale[0] >= 0 {
		dot.scaleA, dot.scaleB = w.scales(m, f, 0), w.scales(m, f, 1)
	}
	for block := range m.Blocks {
		for row := range m.M {
			for col := range m.N {
				*d.at(block, row, col) = dot.element(block, row, col, *c.at(block, row, col))
			}
		}
	}
	t := w.in.op.Results[0].Type
	for _, l := range w.active {
		_, lane := l.wave()
		out := make([]Elem, ld.items())
		for i := range out {
			e := ld.at(lane, i)
			out[i] = *d.at(int(e.block), int(e.row), int(e.col))
		}
		l.set(w.in, 0, valueOf(t, out))
	}
	return nil
}

// dotProduct computes elements of D.
type dotProduct struct {
	summer
	a, b     *matrixGrid
	place    *matrixGrid            // of a sparse A: the k of its stored values
	scaleA   func(line, k int) Elem // nil if there are no scales
	scaleB   func(line, k int) Elem
	products []factors // of an element, in ascending k
}

// element is c plus the products of a row and a column. Poison of any of them is
// the result's.
func (d *dotProduct) element(block, row, col int, c Elem) Elem {
	bad := c.Poison
	poison := func(e *Elem) {
		if e.Poison != nil {
			bad = e.Poison
		}
	}
	for k := range d.products {
		kb := k
		if d.place != nil {
			e := d.place.at(0, row, k)
			poison(e)
			kb = int(e.Bits)
		}
		x, y := d.a.at(block, row, k), d.b.at(block, kb, col)
		poison(x)
		poison(y)
		p := factors{a: x.Bits, b: y.Bits}
		if d.scaleA != nil {
			sa, sb := d.scaleA(row, k), d.scaleB(col, k)
			poison(&sa)
			poison(&sb)
			ea, na := scaleOf(sa)
			eb, nb := scaleOf(sb)
			p.scale, p.nan = ea+eb, na || nb
		}
		d.products[k] = p
	}
	if bad != nil {
		return Elem{Poison: bad}
	}
	return Elem{Bits: d.sum(d.products, c.Bits)}
}

// sparsePlaces returns for each row of a sparse A the k of its stored values. Each four of k have
// two stored values, with two bits each in the index of the lane that holds them.
func (w *wave) sparsePlaces(la *matrixLayout, in *instLayout, f *matrixFields, rows, stored int) *matrixGrid {
	set := 0
	if f.cbsz&3 == 0 {
		set = f.abid & (in.sets - 1)
	}
	words := w.items(3, 1, 32)
	places := newGrid(1, rows, stored)
	for lane := range matrixLanes {
		word := words[lane][0]
		for i := range la.items() {
			e := la.at(lane, i)
			*places.at(0, int(e.row), int(e.col)) = Elem{Bits: uint64(e.col)/2*4 + word.Bits>>(set*in.setBits+2*i)&3, Poison: word.Poison}
		}
	}
	return places
}

// scales returns the scale of the 32 elements of a row of A, or a column of B, that k is among. It
// is in lane line + M*(k/32), or N, whatever the layout of the elements.
func (w *wave) scales(m *ir.MatrixOp, f *matrixFields, which int) func(line, k int) Elem {
	operand := len(w.in.op.Operands) - 2 + which
	if m.Scaled && len(w.in.op.Operands) == 9 { // rocdl's
		operand = 6 + 2*which
	}
	n := 4
	if w.in.op.Operands[operand].Type == ir.F8E8M0FNU {
		n = 1 // the other bytes are 0
	}
	bytes := w.items(operand, n, 8)
	lines := []int{m.M, m.N}[which]
	return func(line, k int) Elem {
		if f.scale[which] >= n {
			return Elem{}
		}
		return bytes[line+lines*(k/32)][f.scale[which]]
	}
}

// scaleOf returns a scale as an exponent of 2; nan for the code that is none.
func scaleOf(e Elem) (exp int, nan bool) {
	if e.Bits == 255 {
		return 0, true
	}
	return int(e.Bits) - 127, false
}
