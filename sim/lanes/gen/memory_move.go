package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// move emits the copy of rows.
func (m *memory) move(suffix string) {
	m.begin("move"+suffix, "func(dst, src *[64]uint32, rows int, mask uint64)", "move"+suffix+" copies the lanes of mask of rows.")
	dst, src, rows, mask := m.word("dst"), m.word("src"), m.word("rows"), m.word("mask")
	some, done := m.label("some"), m.label("done")
	m.CMPQ(mask, operand.I8(-1))
	m.JNE(operand.LabelRef(some))
	m.rows(dst, src, rows, func(v vec, to operand.Mem, i int) { m.store(v, to) })
	m.JMP(operand.LabelRef(done))
	m.Label(some)
	active := make([]reg.Register, m.chunks())
	for i := range active {
		if m.wide {
			active[i] = m.laneMask(mask, i)
		} else {
			active[i] = m.laneDwords(mask, i)
		}
	}
	m.rows(dst, src, rows, func(v vec, to operand.Mem, i int) {
		if m.wide {
			m.VMOVDQU32(v, active[i], to)
		} else {
			m.VPBLENDVB(active[i], v, m.load(to), v)
			m.store(v, to)
		}
	})
	m.Label(done)
	m.VZEROUPPER()
	m.RET()
}

// rows calls copy for each chunk of each row.
func (m *memory) rows(dst, src, rows reg.GPVirtual, copy func(v vec, to operand.Mem, i int)) {
	loop := m.label("row")
	m.Label(loop)
	for i := range m.chunks() {
		copy(m.load(m.at(src, 0, i)), m.at(dst, 0, i), i)
	}
	m.ADDQ(operand.U32(256), src)
	m.ADDQ(operand.U32(256), dst)
	m.DECQ(rows)
	m.JNZ(operand.LabelRef(loop))
}

// uniform emits the comparison of lanes with a dword.
func (m *memory) uniform(suffix string) {
	m.begin("uniform"+suffix, "func(row *[64]uint32, v uint32, mask uint64) bool", "uniform"+suffix+" reports whether the lanes of mask are all v.")
	row, v, mask := m.word("row"), m.broadcast(m.word32("v")), m.word("mask")
	out := m.label("out")
	bad := m.zero()
	for i := range m.chunks() {
		different := m.xor(m.at(row, 0, i), v)
		if m.wide {
			k := m.laneMask(mask, i)
			m.VPORD(different, bad, k, bad)
		} else {
			m.VPAND(m.laneDwords(mask, i), different, different)
			m.VPOR(different, bad, bad)
		}
	}
	m.jumpIfAny(bad, out)
	m.ret(1)
	m.Label(out)
	m.ret(0)
}
