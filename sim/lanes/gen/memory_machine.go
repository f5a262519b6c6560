package main

import (
	"bytes"
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// memory emits the kernels of memory accesses of one level.
type memory struct{ *machine }

func emitMemory(m *machine, suffix string) {
	x := &memory{m}
	for n := 1; n <= 4; n++ {
		x.gather(n, suffix)
		x.scatter(n, suffix)
	}
	x.scatterPart("Byte", 1, suffix)
	x.scatterPart("Short", 2, suffix)
	x.move(suffix)
	x.uniform(suffix)
}

// emitMemories is the kernels by level.
func emitMemories() []byte {
	b := bytes.NewBufferString(warning)
	b.WriteString("var memories = [...]Memory{\n")
	for _, level := range levels {
		fmt.Fprintf(b, "%s: {\nGather: [5]Gather{", level.suffix)
		for n := 1; n <= 4; n++ {
			fmt.Fprintf(b, "%d: gather%d%s, ", n, n, level.suffix)
		}
		b.WriteString("},\nScatter: [5]Scatter{")
		for n := 1; n <= 4; n++ {
			fmt.Fprintf(b, "%d: scatter%d%s, ", n, n, level.suffix)
		}
		fmt.Fprintf(b, "},\nScatterByte: scatterByte%[1]s,\nScatterShort: scatterShort%[1]s,\nMove: move%[1]s,\nUniform: uniform%[1]s,\n},\n", level.suffix)
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// ret returns a constant in the first result and ends a path of the function.
func (m *memory) ret(v uint8) {
	to, err := m.ReturnIndex(0).Resolve()
	if err != nil {
		panic("BUG: " + err.Error())
	}
	m.MOVB(operand.U8(v), to.Addr)
	m.VZEROUPPER()
	m.RET()
}

// word32 loads an argument of 32 bits.
func (m *memory) word32(name string) reg.GPVirtual {
	r := m.GP32()
	m.Load(m.Param(name), r)
	return r
}

// local is where chunk i of a Row on the stack is.
func (m *memory) local(base operand.Mem, i int) operand.Mem { return base.Offset(4 * m.lanes() * i) }

func (m *memory) store(v vec, to operand.Mem) {
	if m.wide {
		m.VMOVDQU32(v, to)
	} else {
		m.VMOVDQU(v, to)
	}
}

// broadcast fills a vector with a dword in a register.
func (m *memory) broadcast(r reg.GPVirtual) vec {
	v := m.vec()
	if m.wide {
		m.VPBROADCASTD(r, v)
		return v
	}
	x := m.XMM()
	m.VMOVD(r, x)
	m.VPBROADCASTD(x, v)
	return v
}

// table is a vector of dwords in read-only memory.
func (m *memory) table(name string, f func(i int) uint32) operand.Mem {
	if at, ok := m.named[name]; ok {
		return at
	}
	at := m.StaticGlobal(name)
	m.DataAttributes(attr.RODATA | attr.NOPTR)
	for i := range 16 {
		m.AddDatum(4*i, operand.U32(f(i)))
	}
	m.named[name] = at
	return at
}

// laneMask makes a mask register of the bits of chunk i.
func (m *memory) laneMask(mask reg.GPVirtual, i int) reg.Register {
	part := mask
	if i > 0 {
		part = m.GP64()
		m.MOVQ(mask, part)
		m.SHRQ(operand.U8(16*i), part)
	}
	k := m.K()
	m.KMOVW(part.As32(), k)
	return k
}

// laneDwords makes dwords of ones of the bits of chunk i, for AVX2.
func (m *memory) laneDwords(mask reg.GPVirtual, i int) vec {
	part := m.GP64()
	m.MOVQ(mask, part)
	if i > 0 {
		m.SHRQ(operand.U8(8*i), part)
	}
	low, v, bits := m.XMM(), m.YMM(), m.YMM()
	m.VMOVD(part.As32(), low)
	m.VPBROADCASTD(low, v)
	m.VMOVDQU(m.table("lanebits", func(i int) uint32 { return 1 << i }), bits)
	m.VPAND(bits, v, v)
	m.VPCMPEQD(bits, v, v)
	return v
}

// or adds the bits of a to those of v.
func (m *memory) or(a operand.Op, v vec) {
	if m.wide {
		m.VPORD(a, v, v)
	} else {
		m.VPOR(a, v, v)
	}
}

// xor is a ^ b.
func (m *memory) xor(a, b operand.Op) vec {
	r := m.vec()
	if m.wide {
		m.VPXORD(a, b, r)
	} else {
		m.VPXOR(a, b, r)
	}
	return r
}

func (m *memory) zero() vec {
	v := m.vec()
	if m.wide {
		m.VPXORD(v, v, v)
	} else {
		m.VPXOR(v, v, v)
	}
	return v
}

// jumpIfAny jumps if a bit of v is set.
func (m *memory) jumpIfAny(v vec, label string) {
	if m.wide {
		k := m.K()
		m.VPTESTMD(v, v, k)
		m.KORTESTW(k, k)
	} else {
		m.VPTEST(v, v)
	}
	m.JNZ(operand.LabelRef(label))
}

// transpose exchanges rows and columns of the 4 x 4 dwords in each 128 bits of
// four vectors.
func (m *memory) transpose(v [4]vec) [4]vec {
	low0, high0 := m.op2(m.VPUNPCKLDQ, v[0], v[1]), m.op2(m.VPUNPCKHDQ, v[0], v[1])
	low1, high1 := m.op2(m.VPUNPCKLDQ, v[2], v[3]), m.op2(m.VPUNPCKHDQ, v[2], v[3])
	return [4]vec{
		m.op2(m.VPUNPCKLQDQ, low0, low1), m.op2(m.VPUNPCKHQDQ, low0, low1),
		m.op2(m.VPUNPCKLQDQ, high0, high1), m.op2(m.VPUNPCKHQDQ, high0, high1),
	}
}
