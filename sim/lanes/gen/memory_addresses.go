package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// addresses emits the beginning of loads and stores: the sums of the addresses
// and the offset, those of lanes that are not in mask being 0, in a Row on the
// stack. It jumps to out if one of them is above limit.
func (m *memory) addresses(mask reg.GPVirtual, memory, out string) places {
	row := m.AllocLocal(256)
	addr := m.word("addr")
	offset, limit := m.broadcast(m.word32("offset")), m.broadcast(m.word32("limit"))
	bad := m.zero()
	var beyond reg.Register
	for i := range m.chunks() {
		if m.wide {
			active, v := m.laneMask(mask, i), m.vec()
			m.VPADDD_Z(m.at(addr, 0, i), offset, active, v)
			m.store(v, m.local(row, i))
			k := m.K()
			m.VPCMPUD(operand.U8(6), limit, v, k) // not at most
			if i == 0 {
				beyond = k
			} else {
				m.KORW(k, beyond, beyond)
			}
			continue
		}
		v, most := m.vec(), m.vec()
		m.VPADDD(m.at(addr, 0, i), offset, v)
		m.VPAND(m.laneDwords(mask, i), v, v)
		m.store(v, m.local(row, i))
		m.VPMAXUD(limit, v, most)
		m.VPXOR(limit, most, most)
		m.VPOR(most, bad, bad)
	}
	if m.wide {
		m.KORTESTW(beyond, beyond)
		m.JNZ(operand.LabelRef(out))
	} else {
		m.jumpIfAny(bad, out)
	}
	base := m.word(memory)
	return places{row: row, base: base, indexed: base}
}

// places is where the lanes' data are: at the dwords of row from base on; as
// kernels' indices, at those plus add from indexed on.
type places struct {
	row           operand.Mem
	base, indexed reg.Register
	add           vec // nil: 0
}

// index is the places of chunk i.
func (m *memory) index(p *places, i int) vec {
	v := m.load(m.local(p.row, i))
	if p.add != nil {
		m.VPADDD(p.add, v, v)
	}
	return v
}

// direct emits the beginning of loads and stores for all lanes: it finds that
// all are in range without working with what most sums have in common. It jumps
// to general if mask is not all lanes, or one is perhaps not in range.
//
// If offset is above limit, only sums that exceed 32 bits are in range, so that
// offset stands for one that is 1<<32 less. Else those that do not are taken.
func (m *memory) direct(mask reg.GPVirtual, memory, general string) places {
	addr := m.word("addr")
	offset, limit, base, indexed, add := m.GP64(), m.word32("limit"), m.GP64(), m.GP64(), m.GP32()
	m.Load(m.Param("offset"), offset.As32())
	m.Load(m.Param(memory), base)
	m.CMPQ(mask, operand.I8(-1))
	m.JNE(operand.LabelRef(general))
	m.MOVQ(base, indexed)
	m.ADDQ(offset, base)
	m.XORL(add, add)
	beyond, known := m.label("beyond"), m.label("known")
	m.CMPL(offset.As32(), limit)
	m.JHI(operand.LabelRef(beyond))
	m.SUBL(offset.As32(), limit)
	m.MOVQ(base, indexed)
	m.JMP(operand.LabelRef(known))
	m.Label(beyond)
	m.MOVL(offset.As32(), add)
	less := m.GP64()
	m.MOVQ(operand.U64(1<<32), less)
	m.SUBQ(less, base)
	m.Label(known)
	p := places{row: operand.Mem{Base: addr}, base: base, indexed: indexed, add: m.broadcast(add)}
	m.jumpIfAbove(&p, limit, general)
	return p
}

// jumpIfAbove jumps if an index is above limit.
func (m *memory) jumpIfAbove(p *places, limit reg.GPVirtual, label string) {
	most, bad := m.broadcast(limit), m.zero()
	var beyond reg.Register
	for i := range m.chunks() {
		v := m.vec()
		m.VPADDD(m.local(p.row, i), p.add, v)
		if m.wide {
			k := m.K()
			m.VPCMPUD(operand.U8(6), most, v, k) // not at most
			if i == 0 {
				beyond = k
			} else {
				m.KORW(k, beyond, beyond)
			}
			continue
		}
		m.VPMAXUD(most, v, v)
		m.VPXOR(most, v, v)
		m.VPOR(v, bad, bad)
	}
	if m.wide {
		m.KORTESTW(beyond, beyond)
		m.JNZ(operand.LabelRef(label))
	} else {
		m.jumpIfAny(bad, label)
	}
}

// jumpUnlessUnit jumps unless each lane's place is step after the one before.
// The last one tells in most cases.
func (m *memory) jumpUnlessUnit(row operand.Mem, step int, label string) {
	first, last := m.GP32(), m.GP32()
	m.MOVL(row, first)
	m.MOVL(row.Offset(4*63), last)
	m.SUBL(first, last)
	m.CMPL(last, operand.U32(uint32(63*step)))
	m.JNE(operand.LabelRef(label))
	want, bad := m.broadcast(first), m.zero()
	m.VPADDD(m.table(fmt.Sprintf("steps%d", step), func(i int) uint32 { return uint32(step * i) }), want, want)
	whole := m.GP32()
	m.MOVL(operand.U32(uint32(step*m.lanes())), whole)
	next := m.broadcast(whole)
	for i := range m.chunks() {
		m.or(m.xor(m.local(row, i), want), bad)
		if i < m.chunks()-1 {
			m.VPADDD(next, want, want)
		}
	}
	m.jumpIfAny(bad, label)
}

// unitPlace is where lane 0's data are.
func (m *memory) unitPlace(p *places) reg.Register {
	first := m.GP64()
	m.MOVL(p.row, first.As32())
	m.ADDQ(p.base, first)
	return first
}
