package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// machine emits one function for one level. A vector holds a chunk of a Row:
// 16 lanes with AVX-512, 8 with AVX2.
//
// Its methods are the operations that have another instruction, or another
// number of them, in each level; all else is called by the name of the
// instruction, which avo knows for both sizes of register.
type machine struct {
	*build.Context
	wide      bool                      // AVX-512
	constants map[uint32]reg.VecVirtual // those that this body has loaded
	tables    map[[16]byte]operand.Mem
	labels    int
}

// flags is one bit for each lane of a chunk: a mask register with AVX-512,
// dwords of ones and zeros with AVX2.
type flags = reg.Register

// pointer is a register that has the address of a Row.
type pointer = reg.Register

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
	m.body()
}

// body starts code that does not follow on what was emitted before: constants
// have to be loaded anew.
func (m *machine) body() {
	m.constants = map[uint32]reg.VecVirtual{}
}

// end returns to Go.
func (m *machine) end() {
	m.VZEROUPPER()
	m.RET()
}

// label returns a label of its own.
func (m *machine) label(what string) string {
	m.labels++
	return fmt.Sprintf("%s%d", what, m.labels)
}

// pointers loads pointer arguments.
func (m *machine) pointers(names ...string) []pointer {
	p := make([]pointer, len(names))
	for i, name := range names {
		p[i] = m.Load(m.Param(name), m.GP64())
	}
	return p
}

func (m *machine) word(name string) reg.GPVirtual {
	r := m.GP64()
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

func (m *machine) vec() reg.VecVirtual {
	if m.wide {
		return m.ZMM()
	}
	return m.YMM()
}

// at is where chunk i of a Row is.
func (m *machine) at(base reg.Register, row, i int) operand.Mem {
	return operand.Mem{Base: base, Disp: 256*row + 4*m.lanes()*i}
}

func (m *machine) load(from operand.Mem) reg.VecVirtual {
	v := m.vec()
	if m.wide {
		m.VMOVDQU32(from, v)
	} else {
		m.VMOVDQU(from, v)
	}
	return v
}

func (m *machine) store(v reg.Register, to operand.Mem) {
	if m.wide {
		m.VMOVDQU32(v, to)
	} else {
		m.VMOVDQU(v, to)
	}
}

// constant32 is a vector of one dword.
func (m *machine) constant32(v uint32) reg.VecVirtual {
	if r, ok := m.constants[v]; ok {
		return r
	}
	r := m.load(m.same(v))
	m.constants[v] = r
	return r
}

// merge replaces the lanes of v that are not in f by those of old.
func (m *machine) merge(f flags, v, old reg.Register) reg.VecVirtual {
	r := m.vec()
	if m.wide {
		m.VMOVDQA32(old, r)
		m.VMOVDQA32(v, f, r)
	} else {
		m.VPBLENDVB(f, v, old, r)
	}
	return r
}

func (m *machine) either(f, g flags) flags {
	if m.wide {
		k := m.K()
		m.KORW(f, g, k)
		return k
	}
	return m.or(f, g)
}

// jumpIfAny jumps if a flag is set.
func (m *machine) jumpIfAny(f flags, label string) {
	if m.wide {
		m.KORTESTW(f, f)
	} else {
		m.VPTEST(f, f)
	}
	m.JNZ(operand.LabelRef(label))
}

// op2 is an instruction with two sources: f(b, a, result), in Go's order.
func (m *machine) op2(f func(...operand.Op), a, b operand.Op) reg.VecVirtual {
	r := m.vec()
	f(b, a, r)
	return r
}

// op2y is op2 of an instruction that has no form for AVX-512.
func (m *machine) op2y(f func(b, a, r operand.Op), a, b operand.Op) reg.VecVirtual {
	r := m.vec()
	f(b, a, r)
	return r
}

// byImm is an instruction with an immediate, such as a shift.
func (m *machine) byImm(f func(...operand.Op), a operand.Op, n uint8) reg.VecVirtual {
	r := m.vec()
	f(operand.U8(n), a, r)
	return r
}

func (m *machine) and(a, b reg.Register) reg.VecVirtual {
	if m.wide {
		return m.op2(m.VPANDD, a, b)
	}
	return m.op2y(m.VPAND, a, b)
}

func (m *machine) or(a, b reg.Register) reg.VecVirtual {
	if m.wide {
		return m.op2(m.VPORD, a, b)
	}
	return m.op2y(m.VPOR, a, b)
}

func (m *machine) xor(a, b reg.Register) reg.VecVirtual {
	if m.wide {
		return m.op2(m.VPXORD, a, b)
	}
	return m.op2y(m.VPXOR, a, b)
}

// andNot is a &^ b.
func (m *machine) andNot(a, b reg.Register) reg.VecVirtual {
	if m.wide {
		return m.op2(m.VPANDND, b, a)
	}
	return m.op2y(m.VPANDN, b, a)
}

// mux is x where sel has ones and y where it has zeros.
func (m *machine) mux(sel, x, y reg.Register) reg.VecVirtual {
	if m.wide {
		r := m.vec()
		m.VMOVDQA32(sel, r)
		m.VPTERNLOGD(operand.U8(0xca), y, x, r)
		return r
	}
	return m.or(m.and(sel, x), m.andNot(y, sel))
}

// compareFloat32 compares floats with predicate p of VCMPPS.
func (m *machine) compareFloat32(p uint8, a, b reg.Register) flags {
	if m.wide {
		k := m.K()
		m.VCMPPS(operand.U8(p), b, a, k)
		return k
	}
	r := m.YMM()
	m.VCMPPS(operand.U8(p), b, a, r)
	return r
}

// equal32 and less32 compare integers; unsigned ones are compared as signed
// with the sign bit turned.
func (m *machine) equal32(a, b reg.Register) flags {
	if m.wide {
		k := m.K()
		m.VPCMPEQD(b, a, k)
		return k
	}
	return m.op2(m.VPCMPEQD, a, b)
}

func (m *machine) less32(a, b reg.Register, signed bool) flags {
	const less = 1
	switch {
	case m.wide && signed:
		k := m.K()
		m.VPCMPD(operand.U8(less), b, a, k)
		return k
	case m.wide:
		k := m.K()
		m.VPCMPUD(operand.U8(less), b, a, k)
		return k
	case !signed:
		top := m.constant32(1 << 31)
		a, b = m.xor(a, top), m.xor(b, top)
	}
	return m.op2(m.VPCMPGTD, b, a)
}

// result ends the function.
func (m *machine) result(ok bool) {
	to, err := m.ReturnIndex(0).Resolve()
	if err != nil {
		panic("BUG: " + err.Error())
	}
	m.MOVB(operand.U8(map[bool]uint8{false: 0, true: 1}[ok]), to.Addr)
	m.end()
}

type vec = reg.VecVirtual
