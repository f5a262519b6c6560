package layout

import (
	"fmt"
	"slices"
	"strings"
)

// Operand is an operand of a matrix instruction.
type Operand uint8

// The operands. Sparse instructions have an Index, scaled ones the scales of A
// and B.
const (
	A Operand = iota
	B
	C
	D
	Index
	ScaleA
	ScaleB
)

var operandNames = []string{"A", "B", "C", "D", "index", "scaleA", "scaleB"}

func (o Operand) String() string { return operandNames[o] }

// ParseOperand returns the operand with a name, in any case.
func ParseOperand(s string) (Operand, error) {
	i := slices.IndexFunc(operandNames, func(n string) bool { return strings.EqualFold(n, s) })
	if i < 0 {
		return 0, fmt.Errorf("no operand %q; operands are %s", s, strings.Join(operandNames, ", "))
	}
	return Operand(i), nil
}

// Operands returns the operands that the instruction has.
func (m Matrix) Operands() []Operand {
	ops := []Operand{A, B, C, D}
	if m.Sparse {
		ops = append(ops, Index)
	}
	if m.Scaled {
		ops = append(ops, ScaleA, ScaleB)
	}
	return ops
}

// Fragment is the part of a matrix that a wave holds in registers: for A, B, C and D all of it. The
// n-th item of a lane is ItemBits wide and starts ItemBits times n bits into the lane's registers;
// items of 6 bits can straddle two registers.
type Fragment struct {
	Operand  Operand
	Type     string
	ItemBits int
	// Rows, Cols and Blocks are the sizes of the matrix. For a sparse A, Cols counts the stored
	// values: value n of a row is one of the elements n/2*4 to n/2*4+3, and the index at the same
	// lane and item says which. A scale belongs to 32 elements of a row of A or column of B.
	Rows, Cols, Blocks int
	// Layout maps Item and Lane to Col and Row, and to Block if there are several. The flattened
	// output is the row-major number of the element.
	Layout Layout
}

// Items is the number of items of a lane.
func (f *Fragment) Items() int { return f.Layout.in[0].Size() }

// VGPRs is the number of registers that the items fill, rounded up.
func (f *Fragment) VGPRs() int { return (f.Items()*f.ItemBits + 31) / 32 }

// Place returns the register, counted from the operand's first, and the bit in
// it where an item starts.
func (f *Fragment) Place(item int) (vgpr, bit int) {
	at := item * f.ItemBits
	return at / 32, at % 32
}

// Element returns what an item of a lane holds.
func (f *Fragment) Element(lane, item int) (block, row, col int) {
	at := f.Layout.At(item, lane)
	if len(at) == 3 {
		block = at[2]
	}
	return block, at[1], at[0]
}

// Fragment returns the layout of an operand. For A and B of the instructions whose cbsz and blgp
// choose the type, format is one of Formats; for all others it is empty, or their type.
//
// The layouts are those without the modifiers cbsz, abid and blgp, which make lanes read other
// lanes' registers.
func (m Matrix) Fragment(op Operand, format string) (*Fragment, error) {
	if !slices.Contains(m.Operands(), op) {
		return nil, fmt.Errorf("%s has no operand %s", m.Name, op)
	}
	f := &Fragment{Operand: op, Type: m.operandType(op), Blocks: m.Blocks}
	switch {
	case f.Type == "":
		if !slices.Contains(Formats(), format) {
			return nil, fmt.Errorf("operand %s of %s needs a format; formats are %s", op, m.Name, strings.Join(Formats(), ", "))
		}
		f.Type = format
	case format != "" && format != f.Type:
		return nil, fmt.Errorf("operand %s of %s is of type %s, not %s", op, m.Name, f.Type, format)
	}
	f.ItemBits = itemBits(op, f.Type)
	lanes := m.chip.WaveSize
	var at func(item, lane int) (block, row, col int)
	switch op {
	case A, Index:
		f.Rows, f.Cols = m.M, m.K
		if m.Sparse {
			f.Cols /= 2
		}
		at = m.input(f.Rows, f.Cols, m.halves(f))
	case B:
		f.Rows, f.Cols = m.K, m.N
		at = transpose(m.input(f.Cols, f.Rows, m.halves(f)))
	case C, D:
		f.Rows, f.Cols = m.M, m.N
		at = m.result()
	case ScaleA:
		f.Rows, f.Cols = m.M, m.K/scaleK
		at = m.input(f.Rows, f.Cols, false)
	case ScaleB:
		f.Rows, f.Cols = m.K/scaleK, m.N
		at = transpose(m.input(f.Cols, f.Rows, false))
	}
	in := []Dim{{Item, log2(f.Rows * f.Cols * f.Blocks / lanes)}, {Lane, log2(lanes)}}
	out := []Dim{{Col, log2(f.Cols)}, {Row, log2(f.Rows)}}
	if m.Blocks > 1 {
		out = append(out, Dim{Block, log2(m.Blocks)})
	}
	// TestFragments checks that all are linear: it compares every element.
	f.Layout = must(fromBits(in, out, func(x []int) []int {
		block, row, col := at(x[0], x[1])
		return []int{col, row, block}[:len(out)]
	}))
	return f, nil
}

func (m Matrix) operandType(op Operand) string {
	switch op {
	case A:
		return m.A
	case B:
		return m.B
	case Index:
		return "index"
	case ScaleA, ScaleB:
		return "e8m0"
	}
	return m.D
}

// halves reports whether a lane's first items are of the first half of K and
// the others of the second: 8-bit formats where there is a choice, and B of the
// sparse instructions with twice the K (facts layouts.md §5.3; that their A has
// no halves is inferred: ROCm/aiter's gfx950/fmha_v4_fwd/fwd_hd128_fp8.co adds up
// rows with one, right only so).
func (m Matrix) halves(f *Fragment) bool {
	return m.Doubled && f.Operand == B || m.operandType(A) == "" && f.ItemBits == 8
}

// input is the layout of A, with rows of k elements (facts mfma_layouts.json
// meta.isa_formula, ISA manual §7.1.4.1): a lane has consecutive elements of one
// row. The row is the lane's low bits; then comes the block, then which of the
// elements.
func (m Matrix) input(rows, k int, halves bool) func(item, lane int) (block, row, col int) {
	perLane := rows * k * m.Blocks / m.chip.WaveSize
	if halves {
		perLane /= 2
	}
	return func(item, lane int) (block, row, col int) {
		rest := lane / rows
		return rest % m.Blocks, lane % rows, rest/m.Blocks*perLane + item%perLane + item/perLane*(k/2)
	}
}

// result is the layout of C and D (ISA manual §7.1.4.2): a lane has groups of consecutive elements
// of one column, the column is the lane's low bits. For v_mfma_f64_4x4x4_4b_f64 the manual's
// formula has the row before the block; in silicon, and in AMD's matrix instruction calculator, the
// block comes first (facts isa/semantics.md §7).
func (m Matrix) result() func(item, lane int) (block, row, col int) {
	h := resultRows
	if m.D == "f64" {
		h = resultRowsF64
	}
	if m.D == "f64" && m.Blocks > 1 {
		return func(_, lane int) (block, row, col int) {
			return lane / m.N % m.Blocks, lane / m.N / m.Blocks, lane % m.N
		}
	}
	blocksOfItem := max(m.chip.WaveSize*h/(m.N*m.M), 1)
	groupsOfItem := m.chip.WaveSize / blocksOfItem / m.N
	groups := m.M / (h * groupsOfItem)
	return func(item, lane int) (block, row, col int) {
		rest, group := lane/m.N, item/h
		row = item%h + h*(rest%groupsOfItem+groupsOfItem*(group%groups))
		return rest/groupsOfItem + blocksOfItem*(group/groups), row, lane % m.N
	}
}

func transpose(at func(item, lane int) (int, int, int)) func(item, lane int) (int, int, int) {
	return func(item, lane int) (block, row, col int) {
		block, col, row = at(item, lane)
		return block, row, col
	}
}
