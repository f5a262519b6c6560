package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// What scatter returns.
const (
	stored     = 1
	changed    = 2
	unitStride = 4
)

// scatter emits the store of n dwords for each lane.
func (m *memory) scatter(n int, suffix string) {
	m.begin(fmt.Sprintf("scatter%d%s", n, suffix),
		"func(to *byte, src, addr *[64]uint32, offset, limit uint32, mask uint64, spare *[64][4]uint32) uint8",
		fmt.Sprintf("scatter%d%s stores %d dwords for each lane.", n, suffix, n))
	general, apart, out := m.label("general"), m.label("apart"), m.label("out")
	mask, src := m.word("mask"), m.word("src")
	p := m.direct(mask, "to", general)
	if n != 3 {
		m.jumpUnlessUnit(p.row, 4*n, apart)
		m.consecutive(n, m.unitPlace(&p), src)
	}
	m.Label(apart)
	m.all(n, &p, m.laneData(n, src))
	m.Label(general)
	p = m.addresses(mask, "to", out)
	m.each(n, &p, m.laneData(n, src), mask)
	m.Label(out)
	m.ret(0)
}

// laneData is where the data are lane after lane.
func (m *memory) laneData(n int, src reg.Register) reg.Register {
	if n == 1 {
		return src
	}
	spare := m.word("spare")
	m.spread(n, src, spare)
	return spare
}

// scatterPart emits the store of a byte or a short for each lane, of the low
// bits of its dword.
func (m *memory) scatterPart(name string, size int, suffix string) {
	m.begin("scatter"+name+suffix,
		"func(to *byte, src, addr *[64]uint32, offset, limit uint32, mask uint64, spare *[64][4]uint32) uint8",
		fmt.Sprintf("scatter%s%s stores %d bytes for each lane.", name, suffix, size))
	out := m.label("out")
	mask := m.word("mask")
	p := m.addresses(mask, "to", out)
	m.each(-size, &p, m.word("src"), mask)
	m.Label(out)
	m.ret(0)
}

// spread writes n rows to memory lane after lane, 16 bytes each.
func (m *memory) spread(n int, src, to reg.Register) {
	for i := range m.chunks() {
		var v [4]vec
		for d := range v {
			v[d] = m.load(m.at(src, min(d, n-1), i))
		}
		for k, v := range m.transpose(v) {
			for j := range m.lanes() / 4 {
				at := operand.Mem{Base: to, Disp: 16 * (i*m.lanes() + 4*j + k)}
				switch {
				case j == 0 && m.wide:
					m.VMOVDQU32(v.AsX(), at)
				case j == 0:
					m.VMOVDQU(v.AsX(), at)
				case m.wide:
					m.VEXTRACTI32X4(operand.U8(uint8(j)), v, at)
				default:
					m.VEXTRACTI128(operand.U8(uint8(j)), v, at)
				}
			}
		}
	}
}

// consecutive stores n rows to consecutive places and returns.
func (m *memory) consecutive(n int, to, src reg.Register) {
	different := m.zero()
	for i := range m.chunks() {
		for d, v := range m.join(n, src, i) {
			at := m.at(to, 0, n*i+d)
			m.or(m.xor(at, v), different)
			m.store(v, at)
		}
	}
	yes := m.label("changed")
	m.jumpIfAny(different, yes)
	m.ret(stored | unitStride)
	m.Label(yes)
	m.ret(stored | changed | unitStride)
}

// join makes consecutive data of chunk i of n rows.
func (m *memory) join(n int, src reg.Register, i int) []vec {
	var v [4]vec
	for d := range n {
		v[d] = m.load(m.at(src, d, i))
	}
	interleaved := func(size, half int) func(i int) int {
		return func(i int) int { return i%size + i/size/2*size + 16*(i/size%2) + 8*half }
	}
	switch {
	case n == 1:
		return v[:1]
	case n == 2 && m.wide:
		pairs := m.choose([2]vec{v[0], v[1]}, interleaved(1, 0), interleaved(1, 1))
		return pairs[:]
	case n == 2:
		low, high := m.op2(m.VPUNPCKLDQ, v[0], v[1]), m.op2(m.VPUNPCKHDQ, v[0], v[1])
		return []vec{m.halves(low, high, 0), m.halves(low, high, 1)}
	case !m.wide:
		q := m.transpose(v)
		return []vec{m.halves(q[0], q[1], 0), m.halves(q[2], q[3], 0), m.halves(q[0], q[1], 1), m.halves(q[2], q[3], 1)}
	}
	a := m.choose([2]vec{v[0], v[1]}, interleaved(1, 0), interleaved(1, 1))
	b := m.choose([2]vec{v[2], v[3]}, interleaved(1, 0), interleaved(1, 1))
	var all []vec
	for half := range 2 {
		quads := m.choose([2]vec{a[half], b[half]}, interleaved(2, 0), interleaved(2, 1))
		all = append(all, quads[:]...)
	}
	return all
}

// all stores all lanes one after the other and returns.
func (m *memory) all(n int, p *places, from reg.Register) {
	different, bits := m.GP64(), m.XMM()
	if n == 4 {
		m.VPXOR(bits, bits, bits)
	} else {
		m.XORQ(different, different)
	}
	step := 16
	if n == 1 {
		step = 4
	}
	for l := range 64 {
		place := m.GP64()
		m.MOVL(p.row.Offset(4*l), place.As32())
		m.one(n, operand.Mem{Base: from, Disp: step * l}, operand.Mem{Base: p.base, Index: place, Scale: 1}, different, bits)
	}
	m.changes(n, different, bits)
}

// each stores the lanes of mask, n dwords or -n bytes of each, one after the
// other and returns: the last of
// those that write to one place is what stays.
func (m *memory) each(n int, p *places, from reg.Register, mask reg.GPVirtual) {
	left, table := m.GP64(), m.GP64()
	m.MOVQ(mask, left)
	m.LEAQ(p.row, table)
	different, bits := m.GP64(), m.XMM()
	if n == 4 {
		m.VPXOR(bits, bits, bits)
	} else {
		m.XORQ(different, different)
	}
	loop, done := m.label("lane"), m.label("done")
	m.TESTQ(left, left)
	m.JZ(operand.LabelRef(done))
	m.Label(loop)
	lane, place, rest := m.GP64(), m.GP64(), m.GP64()
	m.BSFQ(left, lane)
	m.LEAQ(operand.Mem{Base: left, Disp: -1}, rest)
	m.MOVL(operand.Mem{Base: table, Index: lane, Scale: 4}, place.As32())
	data := operand.Mem{Base: from, Index: lane, Scale: 4}
	if n > 1 {
		m.ADDQ(lane, lane)
		data.Scale = 8
	}
	m.one(n, data, operand.Mem{Base: p.base, Index: place, Scale: 1}, different, bits)
	m.ANDQ(rest, left)
	m.JNZ(operand.LabelRef(loop))
	m.Label(done)
	m.changes(n, different, bits)
}

// one stores a lane's data, n dwords or -n bytes, and notes what that changes.
func (m *memory) one(n int, data, to operand.Mem, different reg.GPVirtual, bits vec) {
	if n < 0 {
		v, old := m.GP32(), m.GP32()
		m.MOVL(data, v)
		if n == -1 {
			m.MOVBLZX(to, old)
			m.MOVB(v.As8(), to)
			m.XORL(v, old)
			m.ANDL(operand.U32(0xff), old)
		} else {
			m.MOVWLZX(to, old)
			m.MOVW(v.As16(), to)
			m.XORL(v, old)
			m.ANDL(operand.U32(0xffff), old)
		}
		m.ORQ(old.As64(), different)
		return
	}
	if n == 4 {
		v, old := m.XMM(), m.XMM()
		m.VMOVDQU(data, v)
		m.VPXOR(to, v, old)
		m.VPOR(old, bits, bits)
		m.VMOVDQU(v, to)
		return
	}
	if n > 1 {
		v, old := m.GP64(), m.GP64()
		m.MOVQ(data, v)
		m.MOVQ(to, old)
		m.XORQ(v, old)
		m.ORQ(old, different)
		m.MOVQ(v, to)
	}
	if n != 2 {
		v, old, skip := m.GP32(), m.GP32(), 8*(n/2)
		m.MOVL(data.Offset(skip), v)
		m.MOVL(to.Offset(skip), old)
		m.XORL(v, old)
		m.ORQ(old.As64(), different)
		m.MOVL(v, to.Offset(skip))
	}
}

// changes returns.
func (m *memory) changes(n int, different reg.GPVirtual, bits vec) {
	if n == 4 {
		m.VPTEST(bits, bits)
	} else {
		m.TESTQ(different, different)
	}
	yes := m.label("changed")
	m.JNZ(operand.LabelRef(yes))
	m.ret(stored)
	m.Label(yes)
	m.ret(stored | changed)
}
