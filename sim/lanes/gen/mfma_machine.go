package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// constant32 is a vector of one dword.
func (m *mfma) constant32(v uint32) reg.VecVirtual {
	if r, ok := m.constants[uint64(v)]; ok {
		return r
	}
	r := m.load(m.same(v))
	m.constants[uint64(v)] = r
	return r
}

// merge replaces the lanes of v that are not in f by those of old.
func (m *mfma) merge(f flags, v, old reg.Register) reg.VecVirtual {
	r := m.vec()
	if m.wide {
		m.VMOVDQA32(old, r)
		m.VMOVDQA32(v, f, r)
	} else {
		m.VPBLENDVB(f, v, old, r)
	}
	return r
}

// result ends the function.
func (m *mfma) result(ok bool) {
	to, err := m.ReturnIndex(0).Resolve()
	if err != nil {
		panic("BUG: " + err.Error())
	}
	m.MOVB(operand.U8(map[bool]uint8{false: 0, true: 1}[ok]), to.Addr)
	m.end()
}

// emitFrame is the constants that the cores and the panels share.
func emitFrame() []byte {
	b := bytes.NewBufferString(warning)
	b.WriteString("// Where the cores find what they work on, in bytes.\nconst (\n")
	fmt.Fprintf(b, "frameRegion = %d\nframeValues = %d\nframeExps = %d\nframeSize = %d\n)\n", region, valuesAt, expsAt, frameBytes)
	return b.Bytes()
}

// emitMatrices is the kernels by level and by what they multiply.
func emitMatrices() []byte {
	b := bytes.NewBufferString(warning)
	b.WriteString("var matrices = [...]map[Matrix]MFMA{\n")
	for _, level := range levels {
		fmt.Fprintf(b, "%s: {\n", level.suffix)
		for _, m := range matrices() {
			fmt.Fprintf(b, "{%q, %q, %d, %d}: mfma%s%s,\n", strings.ToLower(m.a.name), strings.ToLower(m.b.name), m.size, m.k, m.name, level.suffix)
		}
		b.WriteString("},\n")
	}
	b.WriteString("}\n")
	return b.Bytes()
}
