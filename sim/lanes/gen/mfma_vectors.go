package main

import (
	"encoding/binary"
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"
)

// bytes is a vector of 16 bytes, once in each 128 bits, in memory.
func (m *mfma) bytes(t [16]byte) operand.Mem {
	at, ok := m.tables[t]
	if !ok {
		at = m.StaticGlobal(fmt.Sprintf("bytes%02x", t))
		m.DataAttributes(attr.RODATA | attr.NOPTR)
		for i := range 8 {
			m.AddDatum(8*i, operand.U64(binary.LittleEndian.Uint64(t[i%2*8:])))
		}
		m.tables[t] = at
	}
	return at
}

// same is a vector of one dword, in memory.
func (m *mfma) same(v uint32) operand.Mem {
	var t [16]byte
	for i := 0; i < 16; i += 4 {
		binary.LittleEndian.PutUint32(t[i:], v)
	}
	return m.bytes(t)
}

// hot is a vector of one dword that is used again and again: in a register if
// there are enough of them.
func (x *mfma) hot(v uint32) operand.Op {
	if x.wide {
		return x.constant32(v)
	}
	return x.same(v)
}

// warm loads hot vectors ahead of a loop.
func (x *mfma) warm(all ...uint32) {
	if x.wide {
		for _, v := range all {
			x.hot(v)
		}
	}
}

// vpand, vpor and vpxor are instructions that have no common name, as
// functions of any operands.
func (x *mfma) vpand() func(...operand.Op) {
	if x.wide {
		return x.VPANDD
	}
	return func(o ...operand.Op) { x.VPAND(o[0], o[1], o[2]) }
}

func (x *mfma) vpor() func(...operand.Op) {
	if x.wide {
		return x.VPORD
	}
	return func(o ...operand.Op) { x.VPOR(o[0], o[1], o[2]) }
}

func (x *mfma) vpxor() func(...operand.Op) {
	if x.wide {
		return x.VPXORD
	}
	return func(o ...operand.Op) { x.VPXOR(o[0], o[1], o[2]) }
}

func (x *mfma) copy(from, to vec) {
	if x.wide {
		x.VMOVDQA32(from, to)
	} else {
		x.VMOVDQA(from, to)
	}
}

// jumpIfNot0 jumps if v has a bit set.
func (x *mfma) jumpIfNot0(v vec, label string) {
	if x.wide {
		k := x.K()
		x.VPTESTMD(v, v, k)
		x.KORTESTW(k, k)
	} else {
		x.VPTEST(v, v)
	}
	x.JNZ(operand.LabelRef(label))
}
