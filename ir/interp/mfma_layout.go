package interp

// element is an element of a matrix: row and column, in one of the blocks.
type element struct{ block, row, col uint8 }

// matrixLayout says which element of a matrix each item of each lane is. Every
// one is linear over GF(2): the element is the exclusive or of those of the set
// bits of the lane's and the item's number.
type matrixLayout struct {
	lane [6]element
	item []element // as many as an item's number has bits
}

// instLayout is the layouts of an instruction's operands. An operand whose
// format a field selects has one for 8, 6 and 4 bits; others have one.
type instLayout struct {
	a, b []int // numbers in matrixLayouts
	cd   int
	// Of a sparse instruction: the sets of indices in a register, and the bits of
	// one.
	sets, setBits int
}

// items returns the number of items of a lane.
func (m *matrixLayout) items() int { return 1 << len(m.item) }

// at returns the element that an item of a lane is.
func (m *matrixLayout) at(lane, item int) element {
	var e element
	xor := func(b element) {
		e.block ^= b.block
		e.row ^= b.row
		e.col ^= b.col
	}
	for i, b := range m.lane {
		if lane>>i&1 != 0 {
			xor(b)
		}
	}
	for i, b := range m.item {
		if item>>i&1 != 0 {
			xor(b)
		}
	}
	return e
}

// layoutsOf returns the layouts of A, B and C of an instruction; bits are the widths of the
// elements of A and B.
func layoutsOf(inst string, bitsA, bitsB int) (a, b, cd *matrixLayout, in *instLayout) {
	in, ok := instLayouts[inst]
	if !ok {
		panic("BUG: no layout of " + inst)
	}
	pick := func(list []int, bits int) *matrixLayout {
		if len(list) == 1 {
			return &matrixLayouts[list[0]]
		}
		return &matrixLayouts[list[map[int]int{8: 0, 6: 1, 4: 2}[bits]]]
	}
	return pick(in.a, bitsA), pick(in.b, bitsB), &matrixLayouts[in.cd], in
}
