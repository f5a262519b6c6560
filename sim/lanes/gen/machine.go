package main

import (
	"fmt"
	"math/bits"

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
	short     bool                      // of registers: constants are loaded each time
	constants map[uint64]reg.VecVirtual // those that this body has loaded
	held      map[[16]byte]reg.VecVirtual
	pool      map[uint64]operand.Mem // those of the file
	tables    map[[16]byte]operand.Mem
	named     map[string]operand.Mem // more of the file
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
	m.constants, m.held = map[uint64]reg.VecVirtual{}, map[[16]byte]reg.VecVirtual{}
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
func (m *machine) constant32(v uint32) reg.VecVirtual { return m.constant64(uint64(v)<<32 | uint64(v)) }

// constant64 is a vector of one quadword.
func (m *machine) constant64(v uint64) reg.VecVirtual {
	if r, ok := m.constants[v]; ok && !m.short {
		return r
	}
	r := m.vec()
	m.VPBROADCASTQ(m.literal(v), r)
	m.constants[v] = r
	return r
}

// literal is a quadword in read-only memory.
func (m *machine) literal(v uint64) operand.Mem {
	if at, ok := m.pool[v]; ok {
		return at
	}
	at := m.StaticGlobal(fmt.Sprintf("word%016x", v))
	m.DataAttributes(attr.RODATA | attr.NOPTR)
	m.AddDatum(0, operand.U64(v))
	m.pool[v] = at
	return at
}

// table is a vector of 16 bytes, once in each 128 bits.
func (m *machine) table(b [16]byte) reg.VecVirtual {
	var half [2]uint64
	for i := range b {
		half[i/8] |= uint64(b[i]) << (8 * (i % 8))
	}
	if v, ok := m.held[b]; ok {
		return v
	}
	at, ok := m.tables[b]
	if !ok {
		at = m.StaticGlobal(fmt.Sprintf("bytes%016x%016x", half[0], half[1]))
		m.DataAttributes(attr.RODATA | attr.NOPTR)
		m.AddDatum(0, operand.U64(half[0]))
		m.AddDatum(8, operand.U64(half[1]))
		m.tables[b] = at
	}
	v := m.vec()
	if m.wide {
		m.VBROADCASTI32X4(at, v)
	} else {
		m.VBROADCASTI128(at, v)
	}
	m.held[b] = v
	return v
}

// laneFlags makes flags of chunk i of mask.
func (m *machine) laneFlags(mask reg.GPVirtual, i int) flags {
	if m.wide {
		part := m.GP64()
		m.MOVQ(mask, part)
		if i > 0 {
			m.SHRQ(operand.U8(16*i), part)
		}
		k := m.K()
		m.KMOVW(part.As32(), k)
		return k
	}
	part, low, v := m.GP64(), m.XMM(), m.YMM()
	m.MOVQ(mask, part)
	if i > 0 {
		m.SHRQ(operand.U8(8*i), part)
	}
	m.VMOVD(part.As32(), low)
	m.VPBROADCASTD(low, v)
	lane := m.laneBits()
	m.VPAND(lane, v, v)
	m.VPCMPEQD(lane, v, v)
	return v
}

// laneBits has bit l alone in dword l, for the eight lanes of AVX2.
func (m *machine) laneBits() reg.VecVirtual {
	const key = 0x0000_0002_0000_0001 // of dwords that no broadcast constant here has
	if r, ok := m.constants[key]; ok {
		return r
	}
	at, ok := m.pool[key]
	if !ok {
		at = m.StaticGlobal("lanebits")
		m.DataAttributes(attr.RODATA | attr.NOPTR)
		for l := range 8 {
			m.AddDatum(4*l, operand.U32(1<<l))
		}
		m.pool[key] = at
	}
	r := m.YMM()
	m.VMOVDQU(at, r)
	m.constants[key] = r
	return r
}

// gather puts the flags of chunk i where they belong in a mask of 64 lanes,
// which is to: the first chunk sets it, the others add to it.
func (m *machine) gather(f flags, to reg.GPVirtual, i int) {
	part := m.GP64()
	if i == 0 {
		part = to
	}
	if m.wide {
		m.KMOVW(f, part.As32())
	} else {
		m.VMOVMSKPS(f, part.As32())
	}
	if i > 0 {
		m.SHLQ(operand.U8(m.lanes()*i), part)
		m.ORQ(part, to)
	}
}

// merge replaces the lanes of v that are not in f by those of old.
func (m *machine) merge(f flags, v, old reg.Register) reg.VecVirtual {
	r := m.vec()
	if m.wide {
		m.VPBLENDMD(v, old, f, r)
	} else {
		m.VPBLENDVB(f, v, old, r)
	}
	return r
}

// both, either and exclusive are f&g, f|g and f^g.
func (m *machine) both(f, g flags) flags {
	if m.wide {
		k := m.K()
		m.KANDW(f, g, k)
		return k
	}
	return m.and(f, g)
}

func (m *machine) either(f, g flags) flags {
	if m.wide {
		k := m.K()
		m.KORW(f, g, k)
		return k
	}
	return m.or(f, g)
}

func (m *machine) exclusive(f, g flags) flags {
	if m.wide {
		k := m.K()
		m.KXORW(f, g, k)
		return k
	}
	return m.xor(f, g)
}

// signs is the lanes that have their top bit set.
func (m *machine) signs(a vec) flags {
	if m.wide {
		k := m.K()
		m.VPMOVD2M(a, k)
		return k
	}
	return m.byImm(m.VPSRAD, a, 31)
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

// jumpIfEither jumps if a flag of either is set.
func (m *machine) jumpIfEither(f, g flags, label string) {
	if !m.wide {
		m.jumpIfAny(m.or(f, g), label)
		return
	}
	m.KORTESTW(f, g)
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

// not is ^a.
func (m *machine) not(a reg.Register) reg.VecVirtual { return m.xor(a, m.constant32(1<<32-1)) }

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

// spread is dwords of ones where a has one of the bits n, which is a power of
// two.
func (m *machine) spread(a reg.Register, n uint32) reg.VecVirtual {
	up := m.byImm(m.VPSLLD, a, uint8(31-bits.TrailingZeros32(n)))
	return m.byImm(m.VPSRAD, up, 31)
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

// compareHalves compares quadwords; the flags are of no lanes.
func (m *machine) compareHalves(p uint8, a, b reg.Register) flags {
	if m.wide {
		k := m.K()
		m.VCMPPD(operand.U8(p), b, a, k)
		return k
	}
	r := m.YMM()
	m.VCMPPD(operand.U8(p), b, a, r)
	return r
}

// compareFloat64 compares the two halves of a chunk as split makes them.
func (m *machine) compareFloat64(p uint8, a, b [2]reg.VecVirtual) flags {
	var half [2]reg.VecVirtual
	for i := range half {
		half[i] = m.vec()
		if m.wide {
			k := m.K()
			m.VCMPPD(operand.U8(p), b[i], a[i], k)
			m.VPMOVM2Q(k, half[i])
		} else {
			m.VCMPPD(operand.U8(p), b[i], a[i], half[i])
		}
	}
	lanes := m.shuffle(half, 0x88)
	if m.wide {
		k := m.K()
		m.VPMOVD2M(lanes, k)
		return k
	}
	return lanes
}

// split makes quadwords of the low and high dwords of a chunk: the first half
// has the lower two lanes of each four, the second half the upper two.
func (m *machine) split(lo, hi reg.Register) [2]reg.VecVirtual {
	return [2]reg.VecVirtual{m.op2(m.VPUNPCKLDQ, lo, hi), m.op2(m.VPUNPCKHDQ, lo, hi)}
}

// join is the reverse of split.
func (m *machine) join(half [2]reg.VecVirtual) (lo, hi reg.VecVirtual) {
	return m.shuffle(half, 0x88), m.shuffle(half, 0xdd)
}

func (m *machine) shuffle(half [2]reg.VecVirtual, order uint8) reg.VecVirtual {
	r := m.vec()
	m.VSHUFPS(operand.U8(order), half[1], half[0], r)
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
