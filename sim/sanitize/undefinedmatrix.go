package sanitize

import (
	"heddle/isa"
	"heddle/sim"
)

// matrixPlan is where the elements of a matrix instruction are.
type matrixPlan struct {
	sim.MatrixShape
	a, b, c        isa.Reg // of c: 0 if it is a constant
	index          isa.Reg // of a sparse A, or 0
	scaleA, scaleB isa.Reg // or 0
	dst            isa.Reg
}

// planMatrix prepares a matrix instruction.
func (p *plan) planMatrix(t *isa.Target, written *isa.Inst) {
	shape, ok := sim.MatrixLayout(t, written)
	if !ok {
		p.run = runDefault
		return
	}
	m := &matrixPlan{MatrixShape: shape}
	for i := range p.inst.Row.Operands {
		arg := p.arg(i)
		if arg.Kind != isa.KindReg || !isVector(arg.Reg()) {
			continue
		}
		switch r := arg.Reg(); p.inst.Row.Operands[i].Name {
		case "vdst":
			m.dst = r
		case "src0":
			m.a = r
		case "src1":
			m.b = r
		case "src2":
			if m.c = r; shape.Sparse {
				m.c, m.index = 0, r
			}
		case "s_src0":
			m.scaleA = r
		case "s_src1":
			m.scaleB = r
		}
	}
	if m.Sparse {
		m.c = m.dst
	}
	p.matrix, p.run = m, runMatrix
	if m.a == 0 || m.b == 0 || m.dst == 0 {
		p.run = runDefault
	}
}

// elements is the masks of all values of an operand of width bits a value:
// whether any bit of the value at a place is undefined.
type elements struct {
	w     *shadowWave
	first isa.Reg
	width int
}

func (x *elements) undefined(p sim.MatrixPlace) bool {
	at := int(p.Item) * x.width
	r := x.first + isa.Reg(at/32)
	n := x.width
	if n >= 32 {
		bad := uint32(0)
		for i := range n / 32 {
			bad |= x.w.row(r + isa.Reg(i))[p.Lane&63]
		}
		return bad != 0
	}
	m := uint64(x.w.row(r)[p.Lane&63]) >> (at % 32)
	if at%32+n > 32 {
		m |= uint64(x.w.row(r + 1)[p.Lane&63]) << (32 - at%32)
	}
	return m&lowMask(uint(n)) != 0
}

// runMatrix follows a matrix instruction: an undefined value of A spoils its
// row of the result, one of B its column, one of C its own element. Every lane
// takes part whatever EXEC is.
func runMatrix(_ *undefined, w *shadowWave, e *sim.Event, p *plan) {
	m := p.matrix
	rows := m.lines(w, m.a, m.WidthA, m.A, m.M, m.KA, m.scaleA, m.index)
	columns := m.lines(w, m.b, m.WidthB, m.B, m.N, m.KB, m.scaleB, 0)
	c := elements{w, m.c, m.WidthD}
	n := int(max(p.arg(p.dst).Dwords, 1))
	out := make([]row, n)
	for b := range m.Blocks {
		for i := range m.M {
			for j := range m.N {
				at := m.D[(b*m.M+i)*m.N+j]
				if rows[b*m.M+i] || columns[b*m.N+j] || m.c != 0 && c.undefined(at) {
					for d := range m.WidthD / 32 {
						out[(int(at.Item)*m.WidthD/32+d)%n][at.Lane&63] = allBits
					}
				}
			}
		}
	}
	from := w.origin(e.Reads, originOf(e, -1))
	for i := range out {
		r := m.dst + isa.Reg(i)
		w.setRow(r, &out[i])
		if w.undefined.Has(r) {
			w.from[r] = from
		}
	}
}

// lines reports for each row of A in each block, or column of B, whether any
// of its values, scales or indices is undefined.
func (m *matrixPlan) lines(w *shadowWave, first isa.Reg, width int, places []sim.MatrixPlace, count, k int, scale, index isa.Reg) []bool {
	bad := make([]bool, m.Blocks*count)
	x := elements{w, first, width}
	for line := range bad {
		for _, at := range places[line*k : (line+1)*k] {
			if x.undefined(at) || index != 0 && w.row(index)[at.Lane&63] != 0 || scale != 0 && w.row(scale)[at.Lane&63] != 0 {
				bad[line] = true
				break
			}
		}
	}
	return bad
}
