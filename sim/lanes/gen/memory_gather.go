package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// gather emits the load of n dwords for each lane.
func (m *memory) gather(n int, suffix string) {
	m.begin(fmt.Sprintf("gather%d%s", n, suffix),
		"func(dst *[64]uint32, from *byte, addr *[64]uint32, offset, limit uint32, mask uint64) bool",
		fmt.Sprintf("gather%d%s loads %d dwords for each lane.", n, suffix, n))
	general, out := m.label("general"), m.label("out")
	mask, dst := m.word("mask"), m.word("dst")
	p := m.direct(mask, "from", general)
	if n != 3 {
		spread := m.label("spread")
		m.jumpUnlessUnit(p.row, 4*n, spread)
		first := m.unitPlace(&p)
		for i := range m.chunks() {
			m.storeRows(m.part(n, first, i), dst, i)
		}
		m.ret(1)
		m.Label(spread)
	}
	m.gatherRows(n, &p, dst)
	m.ret(1)
	m.Label(general)
	p = m.addresses(mask, "from", out)
	m.gatherRows(n, &p, dst)
	m.ret(1)
	m.Label(out)
	m.ret(0)
}

func (m *memory) storeRows(rows []vec, dst reg.Register, i int) {
	for d, v := range rows {
		m.store(v, m.at(dst, d, i))
	}
}

// gatherRows loads n dwords for each lane.
func (m *memory) gatherRows(n int, p *places, dst reg.Register) {
	for i := range m.chunks() {
		switch n {
		case 1, 3:
			for d := range n {
				m.store(m.gatherDwords(p, i, d), m.at(dst, d, i))
			}
		case 2:
			rows := m.gatherPairs(p, i)
			m.storeRows(rows[:], dst, i)
		case 4:
			rows := m.gatherQuads(p, i)
			m.storeRows(rows[:], dst, i)
		}
	}
}

// gatherDwords loads dword d of the lanes of chunk i.
func (m *memory) gatherDwords(p *places, i, d int) vec {
	index, v := m.index(p, i), m.zero()
	at := operand.Mem{Base: p.indexed, Index: index, Scale: 1, Disp: 4 * d}
	if m.wide {
		m.VPGATHERDD(at, m.ones(), v)
	} else {
		m.VPGATHERDD(m.onesDwords(v), at, v)
	}
	return v
}

// ones is a mask of all lanes.
func (m *memory) ones() reg.Register {
	k := m.K()
	m.KXNORW(reg.K0, reg.K0, k)
	return k
}

// onesDwords is ones for AVX2. What it compares with itself does not matter.
func (m *memory) onesDwords(same reg.Register) vec {
	v := m.YMM()
	m.VPCMPEQD(same, same, v)
	return v
}

// gatherPairs loads two dwords of the lanes of chunk i.
func (m *memory) gatherPairs(p *places, i int) [2]vec {
	var v [2]vec
	for half := range v {
		place := m.local(p.row, i).Offset(2 * m.lanes() * half)
		v[half] = m.zero()
		if m.wide {
			index := m.YMM()
			m.VMOVDQU32(place, index)
			if p.add != nil {
				m.VPADDD(p.add.AsY(), index, index)
			}
			m.VPGATHERDQ(operand.Mem{Base: p.indexed, Index: index, Scale: 1}, m.ones(), v[half])
		} else {
			index := m.XMM()
			m.VMOVDQU(place, index)
			if p.add != nil {
				m.VPADDD(p.add.AsX(), index, index)
			}
			m.VPGATHERDQ(m.onesDwords(v[half]), operand.Mem{Base: p.indexed, Index: index, Scale: 1}, v[half])
		}
	}
	return m.partPairs(v)
}

// partPairs makes rows of consecutive pairs.
func (m *memory) partPairs(v [2]vec) [2]vec {
	if m.wide {
		return m.choose(v, func(i int) int { return 2 * i }, func(i int) int { return 2*i + 1 })
	}
	low, high := m.vec(), m.vec()
	m.VSHUFPS(operand.U8(0x88), v[1], v[0], low)
	m.VSHUFPS(operand.U8(0xdd), v[1], v[0], high)
	m.VPERMQ(operand.U8(0xd8), low, low)
	m.VPERMQ(operand.U8(0xd8), high, high)
	return [2]vec{low, high}
}

// part loads consecutive data of the lanes of chunk i to rows.
func (m *memory) part(n int, from reg.Register, i int) []vec {
	var v [4]vec
	for d := range n {
		v[d] = m.load(m.at(from, 0, n*i+d))
	}
	switch n {
	case 1:
		return v[:1]
	case 2:
		pairs := m.partPairs([2]vec{v[0], v[1]})
		return pairs[:]
	}
	if !m.wide {
		rows := m.transpose([4]vec{m.halves(v[0], v[2], 0), m.halves(v[0], v[2], 1), m.halves(v[1], v[3], 0), m.halves(v[1], v[3], 1)})
		return rows[:]
	}
	// Halves of rows: dwords 0 and 1, then 2 and 3, of eight lanes.
	column := func(d int) func(i int) int { return func(i int) int { return i%8*4 + i/8 + d } }
	first := m.choose([2]vec{v[0], v[1]}, column(0), column(2))
	second := m.choose([2]vec{v[2], v[3]}, column(0), column(2))
	var rows [4]vec
	for d := range rows {
		rows[d] = m.vec()
		m.VSHUFI64X2(operand.U8(0x44+0xaa*uint8(d%2)), second[d/2], first[d/2], rows[d])
	}
	return rows[:]
}

// halves joins the low (k = 0) or high 128 bits of two vectors, for AVX2.
func (m *memory) halves(a, b vec, k int) vec {
	r := m.vec()
	m.VPERM2I128(operand.U8(0x20+0x11*uint8(k)), b, a, r)
	return r
}

// choose makes two vectors of the dwords of two, for AVX-512: f and g say which
// of the 32.
func (m *memory) choose(v [2]vec, f, g func(i int) int) (chosen [2]vec) {
	for k, of := range [2]func(int) int{f, g} {
		name := "choose"
		for i := range 16 {
			name += fmt.Sprintf("%02x", of(i))
		}
		chosen[k] = m.load(m.table(name, func(i int) uint32 { return uint32(of(i)) }))
		m.VPERMI2D(v[1], v[0], chosen[k])
	}
	return chosen
}

// gatherQuads loads four dwords of the lanes of chunk i: lanes 0, 4, 8 and 12
// to the first vector and so on, which when they are transposed have the lanes
// in order.
func (m *memory) gatherQuads(p *places, i int) [4]vec {
	var v [4]vec
	for k := range v {
		v[k] = m.vec()
		for j := range m.lanes() / 4 {
			l := m.GP64()
			m.MOVL(m.local(p.row, i).Offset(4*(4*j+k)), l.As32())
			at := operand.Mem{Base: p.base, Index: l, Scale: 1}
			switch {
			case j == 0 && m.wide:
				m.VBROADCASTI32X4(at, v[k])
			case j == 0:
				m.VBROADCASTI128(at, v[k])
			case m.wide:
				m.VINSERTI32X4(operand.U8(uint8(j)), at, v[k], v[k])
			default:
				m.VINSERTI128(operand.U8(uint8(j)), at, v[k], v[k])
			}
		}
	}
	return m.transpose(v)
}
