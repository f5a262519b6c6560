package sim

// Where the elements of A, B, C and D are in the registers of a matrix
// instruction: facts isa/semantics.md §7, ISA manual §7.1.4 and §7.1.5.1. Item n
// of a lane is the n-th value of its registers, counted from the low bits.

// place is one value in the registers of a wave.
type place struct {
	lane, item uint8
}

// operandLayout is the layout of A or B.
type operandLayout struct {
	rows   int // M for A, N for B
	k      int // values of a row; in a sparse A only the stored ones
	blocks int
	halves bool // a lane's first items belong to the first half of k, the rest to the second
}

// perLane is the number of items of a lane.
func (l operandLayout) perLane() int { return l.rows * l.k * l.blocks / waveSize }

// at returns the place of element k of row i of A in block b, or of column i of B.
func (l operandLayout) at(b, i, k int) place {
	perLane, item := l.perLane(), 0
	if l.halves {
		perLane /= 2
		if k >= l.k/2 {
			k, item = k-l.k/2, perLane
		}
	}
	return place{
		lane: uint8(i + l.rows*(b+l.blocks*(k/perLane))),
		item: uint8(item + k%perLane),
	}
}

// places lists the places of all elements, k innermost, then rows, then blocks.
func (l operandLayout) places() []place {
	p := make([]place, 0, l.rows*l.k*l.blocks)
	for b := range l.blocks {
		for i := range l.rows {
			for k := range l.k {
				p = append(p, l.at(b, i, k))
			}
		}
	}
	return p
}

// resultLayout is the layout of C and D.
type resultLayout struct {
	m, n, blocks int
	height       int // consecutive rows in consecutive items: 4, for f64 1
}

// at returns the place of element (i, j) of block b. For v_mfma_f64_4x4x4_4b_f64 the manual's
// formula would give lane j + 4(i + 4b), which silicon does not (facts isa/semantics.md §7).
func (l resultLayout) at(b, i, j int) place {
	h := l.height
	if h == 1 && l.blocks > 1 {
		return place{lane: uint8(j + l.n*(b+l.blocks*i))}
	}
	blocksPerItem := max(waveSize*h/(l.n*l.m), 1)
	rowsPerItem := waveSize / blocksPerItem / l.n
	groups := l.m / (h * rowsPerItem)
	return place{
		lane: uint8(j + l.n*(i/h%rowsPerItem+rowsPerItem*(b%blocksPerItem))),
		item: uint8(i%h + h*(i/(h*rowsPerItem)+groups*(b/blocksPerItem))),
	}
}

// places lists the places of all elements, columns innermost, then rows, then
// blocks.
func (l resultLayout) places() []place {
	p := make([]place, 0, l.m*l.n*l.blocks)
	for b := range l.blocks {
		for i := range l.m {
			for j := range l.n {
				p = append(p, l.at(b, i, j))
			}
		}
	}
	return p
}

// broadcast returns the lane that is read in place of lane for A: block abid is used for all of
// 1<<cbsz consecutive blocks. Where these are not all blocks it is a model (fidelity_use.go).
func (l operandLayout) broadcast(lane, cbsz, abid uint8) uint8 {
	if cbsz == 0 {
		return lane
	}
	rows := uint8(l.rows)
	return lane%rows + rows*(lane/rows>>cbsz<<cbsz+abid)
}

// permuteB returns the lane that is read in place of lane for B (ISA manual §7.1.6.3, table 29).
func permuteB(lane, blgp uint8) uint8 {
	switch blgp {
	case 0:
		return lane
	case 1, 2:
		return lane%32 + 32*(blgp-1)
	case 3:
		return (lane + 16) % waveSize
	}
	return lane%16 + 16*(blgp&3)
}

// sparseIndex returns which value of its group of four an item of a sparse A is: two bits of the
// lane's index register. The register holds several sets of indices if one is shorter than 32 bits;
// cbsz and abid choose the set (ISA manual §7.5, §7.5.1; of the 16-bit doubled-K instructions the
// manual's text says 8 bits a set, its table and eight items a lane say 16).
func sparseIndex(index uint32, item, perLane int, cbsz, abid uint8) int {
	set := 0
	if sets := 16 / perLane; cbsz&3 == 0 {
		set = int(abid) % sets
	}
	return int(index >> (2 * (set*perLane + item)) & 3)
}

// scaleBlock is the number of consecutive k that share a block scale.
const scaleBlock = 32

// scaleLane returns the lane whose scale register has the scale of row i of A (or column i of B)
// for element k.
func scaleLane(i, k, rows int) int { return i + rows*(k/scaleBlock) }

// registers holds an operand of up to eight registers.
type registers [8]*lanes

// value reads an item of width bits, which may straddle two registers.
func (r *registers) value(p place, width int) uint64 {
	at := int(p.item) * width
	v := uint64(r[at/32&7][p.lane&63]) >> (at % 32)
	if at%32+width > 32 {
		v |= uint64(r[(at/32+1)&7][p.lane&63]) << (32 - at%32)
	}
	return v & (1<<width - 1)
}
