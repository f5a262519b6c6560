package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// machine emits one function for one level. A vector holds a chunk of a Row:
// 16 lanes with AVX-512, 8 with AVX2. Its methods are what differs between
// the levels.
type machine struct {
	*build.Context
	wide   bool // AVX-512
	tables map[string]operand.Mem
	labels int
}

type vec = reg.VecVirtual

// levels are the suffixes of the functions of each level.
var levels = [...]struct {
	wide   bool
	suffix string
}{{false, "AVX2"}, {true, "AVX512"}}

// begin starts a function.
func (m *machine) begin(name, signature, doc string) {
	m.Function(name)
	m.Attributes(attr.NOSPLIT)
	m.SignatureExpr(signature)
	m.Doc(doc)
}

// ret returns a constant in the first result and ends a path of the function.
func (m *machine) ret(v uint8) {
	to, err := m.ReturnIndex(0).Resolve()
	if err != nil {
		panic("BUG: " + err.Error())
	}
	m.MOVB(operand.U8(v), to.Addr)
	m.VZEROUPPER()
	m.RET()
}

// label returns a label of its own.
func (m *machine) label(what string) string {
	m.labels++
	return fmt.Sprintf("%s%d", what, m.labels)
}

// word loads an argument.
func (m *machine) word(name string) reg.GPVirtual {
	r := m.GP64()
	m.Load(m.Param(name), r)
	return r
}

// word32 loads an argument of 32 bits.
func (m *machine) word32(name string) reg.GPVirtual {
	r := m.GP32()
	m.Load(m.Param(name), r)
	return r
}

// chunks is the number of vectors of a Row.
func (m *machine) chunks() int {
	if m.wide {
		return 4
	}
	return 8
}

// lanes is the number of lanes of a vector.
func (m *machine) lanes() int { return 64 / m.chunks() }

func (m *machine) vec() vec {
	if m.wide {
		return m.ZMM()
	}
	return m.YMM()
}

// at is where chunk i of a Row is.
func (m *machine) at(base reg.Register, row, i int) operand.Mem {
	return operand.Mem{Base: base, Disp: 256*row + 4*m.lanes()*i}
}

// local is where chunk i of a Row on the stack is.
func (m *machine) local(base operand.Mem, i int) operand.Mem { return base.Offset(4 * m.lanes() * i) }

func (m *machine) load(from operand.Mem) vec {
	v := m.vec()
	if m.wide {
		m.VMOVDQU32(from, v)
	} else {
		m.VMOVDQU(from, v)
	}
	return v
}

func (m *machine) store(v vec, to operand.Mem) {
	if m.wide {
		m.VMOVDQU32(v, to)
	} else {
		m.VMOVDQU(v, to)
	}
}

// broadcast fills a vector with a dword in a register.
func (m *machine) broadcast(r reg.GPVirtual) vec {
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
func (m *machine) table(name string, f func(i int) uint32) operand.Mem {
	if at, ok := m.tables[name]; ok {
		return at
	}
	at := m.StaticGlobal(name)
	m.DataAttributes(attr.RODATA | attr.NOPTR)
	for i := range 16 {
		m.AddDatum(4*i, operand.U32(f(i)))
	}
	m.tables[name] = at
	return at
}

// laneMask makes a mask register of the bits of chunk i.
func (m *machine) laneMask(mask reg.GPVirtual, i int) reg.Register {
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
func (m *machine) laneDwords(mask reg.GPVirtual, i int) vec {
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

// op2 is an instruction with two sources: f(b, a, result), in Go's order.
func (m *machine) op2(f func(...operand.Op), a, b operand.Op) vec {
	r := m.vec()
	f(b, a, r)
	return r
}

// or adds the bits of a to those of v.
func (m *machine) or(a operand.Op, v vec) {
	if m.wide {
		m.VPORD(a, v, v)
	} else {
		m.VPOR(a, v, v)
	}
}

// xor is a ^ b.
func (m *machine) xor(a, b operand.Op) vec {
	r := m.vec()
	if m.wide {
		m.VPXORD(a, b, r)
	} else {
		m.VPXOR(a, b, r)
	}
	return r
}

func (m *machine) zero() vec {
	v := m.vec()
	if m.wide {
		m.VPXORD(v, v, v)
	} else {
		m.VPXOR(v, v, v)
	}
	return v
}

// jumpIfAny jumps if a bit of v is set.
func (m *machine) jumpIfAny(v vec, label string) {
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
func (m *machine) transpose(v [4]vec) [4]vec {
	low0, high0 := m.op2(m.VPUNPCKLDQ, v[0], v[1]), m.op2(m.VPUNPCKHDQ, v[0], v[1])
	low1, high1 := m.op2(m.VPUNPCKLDQ, v[2], v[3]), m.op2(m.VPUNPCKHDQ, v[2], v[3])
	return [4]vec{
		m.op2(m.VPUNPCKLQDQ, low0, low1), m.op2(m.VPUNPCKHQDQ, low0, low1),
		m.op2(m.VPUNPCKLQDQ, high0, high1), m.op2(m.VPUNPCKHQDQ, high0, high1),
	}
}
