package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// relation is a comparison. The others are these with a and b changed, or
// negated.
type relation struct {
	name string
	doc  string
	emit func(m *machine, a, b [2]vec) flags
	pair bool
}

// Predicates of VCMPPS and VCMPPD, without signals.
const (
	equalOQ   = 0x00
	lessOQ    = 0x11
	atMostOQ  = 0x12
	unequalOQ = 0x0c
	orderedQ  = 0x07
	notLessUQ = 0x15
)

var relations = []relation{
	{"Equal32", "a == b", func(m *machine, a, b [2]vec) flags { return m.equal32(a[0], b[0]) }, false},
	{"LessI32", "a < b, signed", func(m *machine, a, b [2]vec) flags { return m.less32(a[0], b[0], true) }, false},
	{"LessU32", "a < b, unsigned", func(m *machine, a, b [2]vec) flags { return m.less32(a[0], b[0], false) }, false},
	{"Equal64", "a == b, 64 bits", func(m *machine, a, b [2]vec) flags {
		return m.both(m.equal32(a[0], b[0]), m.equal32(a[1], b[1]))
	}, true},
	{"LessI64", "a < b, 64 bits, signed", func(m *machine, a, b [2]vec) flags { return m.less64(a, b, true) }, true},
	{"LessU64", "a < b, 64 bits, unsigned", func(m *machine, a, b [2]vec) flags { return m.less64(a, b, false) }, true},
	wordRelation("Equal16", "a == b", (*machine).equal32),
	wordRelation("LessI16", "a < b, signed", func(m *machine, a, b reg.Register) flags { return m.less32(a, b, true) }),
	wordRelation("LessU16", "a < b, unsigned", func(m *machine, a, b reg.Register) flags { return m.less32(a, b, false) }),
	float16Relation("EqualF16", "a == b", equalOQ),
	float16Relation("LessF16", "a < b", lessOQ),
	float16Relation("AtMostF16", "a <= b", atMostOQ),
	float16Relation("UnequalF16", "a < b || a > b", unequalOQ),
	float16Relation("OrderedF16", "neither is NaN", orderedQ),
	float32Relation("EqualF32", "a == b", equalOQ),
	float32Relation("LessF32", "a < b", lessOQ),
	float32Relation("AtMostF32", "a <= b", atMostOQ),
	float32Relation("UnequalF32", "a < b || a > b", unequalOQ),
	float32Relation("OrderedF32", "neither is NaN", orderedQ),
	float64Relation("EqualF64", "a == b", equalOQ),
	float64Relation("LessF64", "a < b", lessOQ),
	float64Relation("AtMostF64", "a <= b", atMostOQ),
	float64Relation("UnequalF64", "a < b || a > b", unequalOQ),
	float64Relation("OrderedF64", "neither is NaN", orderedQ),
}

// wordRelation compares the low words, as the high ones of dwords.
func wordRelation(name, doc string, f func(m *machine, a, b reg.Register) flags) relation {
	return relation{name, doc + ", of 16 bits", func(m *machine, a, b [2]vec) flags {
		return f(m, m.byImm(m.VPSLLD, a[0], 16), m.byImm(m.VPSLLD, b[0], 16))
	}, false}
}

func float16Relation(name, doc string, predicate uint8) relation {
	return relation{name, doc + " in f16", func(m *machine, a, b [2]vec) flags {
		return m.compareFloat32(predicate, m.fromHalf(a[0]), m.fromHalf(b[0]))
	}, false}
}

func float32Relation(name, doc string, predicate uint8) relation {
	return relation{name, doc + " in f32", func(m *machine, a, b [2]vec) flags {
		return m.compareFloat32(predicate, a[0], b[0])
	}, false}
}

func float64Relation(name, doc string, predicate uint8) relation {
	return relation{name, doc + " in f64", func(m *machine, a, b [2]vec) flags {
		return m.compareFloat64(predicate, m.split(a[0], a[1]), m.split(b[0], b[1]))
	}, true}
}

// less64 compares the high dwords, and the low ones where those are equal.
func (m *machine) less64(a, b [2]vec, signed bool) flags {
	low := m.both(m.equal32(a[1], b[1]), m.less32(a[0], b[0], false))
	return m.either(low, m.less32(a[1], b[1], signed))
}

func (m *machine) compare(name string, r *relation) {
	m.begin(name, "func(a, b *[64]uint32, mask uint64) uint64", fmt.Sprintf("%s is the lanes of mask where %s.", name, r.doc))
	p, all := m.pointers("a", "b"), m.GP64()
	for i := range m.chunks() {
		var s [2][2]vec
		for k := range s {
			s[k][0] = m.load(m.at(p[k], 0, i))
			if r.pair {
				s[k][1] = m.load(m.at(p[k], 1, i))
			}
		}
		m.gather(r.emit(m, s[0], s[1]), all, i)
	}
	m.ANDQ(m.word("mask"), all)
	m.Store(all, m.ReturnIndex(0))
	m.end()
}

// carries add or subtract with a carry for each lane.
var carries = []struct {
	name, doc string
	subtract  bool
}{
	{"AddCarry", "a + b + carry", false},
	{"SubBorrow", "a - b - carry", true},
}

func (m *machine) carry(name, doc string, subtract bool) {
	m.begin(name, "func(dst, a, b *[64]uint32, carry, mask uint64) uint64",
		fmt.Sprintf("%s computes %s and returns the lanes of mask that carry or borrow.", name, doc))
	p, carry, mask, all := m.pointers("dst", "a", "b"), m.word("carry"), m.word("mask"), m.GP64()
	ones := m.constant32(1<<32 - 1)
	for i := range m.chunks() {
		a, b, in := m.load(m.at(p[1], 0, i)), m.load(m.at(p[2], 0, i)), m.laneFlags(carry, i)
		r, first := m.vec(), flags(nil)
		if subtract {
			m.VPSUBD(b, a, r)
			first = m.less32(a, b, false)
		} else {
			m.VPADDD(b, a, r)
			first = m.less32(r, a, false)
		}
		// The carry in carries on where it meets all ones, a borrow where it
		// meets 0.
		meets := ones
		if subtract {
			meets = m.constant32(0)
		}
		out := m.either(first, m.both(in, m.equal32(r, meets)))
		r = m.step(r, in, ones, subtract)
		m.store(m.merge(m.laneFlags(mask, i), r, m.load(m.at(p[0], 0, i))), m.at(p[0], 0, i))
		m.gather(out, all, i)
	}
	m.ANDQ(mask, all)
	m.Store(all, m.ReturnIndex(0))
	m.end()
}

// step adds 1 to the lanes of f, or subtracts it.
func (m *machine) step(v vec, f flags, ones vec, down bool) vec {
	by := f
	if m.wide {
		z := m.vec()
		m.VMOVDQA32_Z(ones, f, z)
		by = z
	}
	if down {
		return m.op2(m.VPADDD, v, by)
	}
	return m.op2(m.VPSUBD, v, by)
}

// mad emits Mad. The carry of an unsigned sum shows as a sum below the product.
// With it the sign of a signed one is that of the sum in 65 bits.
func (m *machine) mad(name string, signed bool) {
	doc, mul := "unsigned, and returns the lanes of mask that carry", m.VPMULUDQ
	if signed {
		doc, mul = "signed, and returns the lanes of mask where the exact result is negative", m.VPMULDQ
	}
	m.begin(name, "func(dst, a, b, c *[64]uint32, mask uint64) uint64", name+" computes a * b + c, "+doc+".")
	p, mask, all := m.pointers("dst", "a", "b", "c"), m.word("mask"), m.GP64()
	for i := range m.chunks() {
		zero := m.constant64(0)
		a, b := m.split(m.load(m.at(p[1], 0, i)), zero), m.split(m.load(m.at(p[2], 0, i)), zero)
		high := m.load(m.at(p[3], 1, i))
		c := m.split(m.load(m.at(p[3], 0, i)), high)
		var product, sum [2]vec
		for k := range sum {
			product[k] = m.op2(mul, a[k], b[k])
			sum[k] = m.op2(m.VPADDQ, product[k], c[k])
		}
		lo, hi := m.join(product)
		v := [2]vec{}
		v[0], v[1] = m.join(sum)
		out := m.less64(v, [2]vec{lo, hi}, false)
		if signed {
			out = m.exclusive(out, m.signs(m.xor(hi, high)))
		}
		on := m.laneFlags(mask, i)
		for row := range v {
			m.store(m.merge(on, v[row], m.load(m.at(p[0], row, i))), m.at(p[0], row, i))
		}
		m.gather(out, all, i)
	}
	m.ANDQ(mask, all)
	m.Store(all, m.ReturnIndex(0))
	m.end()
}

// choose emits Select.
func (m *machine) choose(name string) {
	m.begin(name, "func(dst, a, b *[64]uint32, choice, mask uint64)", name+" moves b in the lanes of choice and a in the others.")
	p, choice, mask := m.pointers("dst", "a", "b"), m.word("choice"), m.word("mask")
	some := m.label("some")
	m.CMPQ(mask, operand.I8(-1))
	m.JNE(operand.LabelRef(some))
	chosen := func(i int) vec {
		return m.merge(m.laneFlags(choice, i), m.load(m.at(p[2], 0, i)), m.load(m.at(p[1], 0, i)))
	}
	for i := range m.chunks() {
		m.store(chosen(i), m.at(p[0], 0, i))
	}
	m.end()
	m.Label(some)
	m.body()
	for i := range m.chunks() {
		m.store(m.merge(m.laneFlags(mask, i), chosen(i), m.load(m.at(p[0], 0, i))), m.at(p[0], 0, i))
	}
	m.end()
}

// splat emits Splat.
func (m *machine) splat(name string) {
	m.begin(name, "func(dst *[64]uint32, v uint32)", name+" fills a row.")
	dst := m.pointers("dst")[0]
	v, x, all := m.GP32(), m.XMM(), m.vec()
	m.Load(m.Param("v"), v)
	m.VMOVD(v, x)
	m.VPBROADCASTD(x, all)
	for i := range m.chunks() {
		m.store(all, m.at(dst, 0, i))
	}
	m.end()
}

// modify emits Modify.
func (m *machine) modify(name string) {
	m.begin(name, "func(dst, src *[64]uint32, keep, flip uint32)", name+" computes src & keep ^ flip in all lanes.")
	p := m.pointers("dst", "src")
	var by [2]vec
	for k, arg := range []string{"keep", "flip"} {
		v, x := m.GP32(), m.XMM()
		m.Load(m.Param(arg), v)
		m.VMOVD(v, x)
		by[k] = m.vec()
		m.VPBROADCASTD(x, by[k])
	}
	for i := range m.chunks() {
		m.store(m.xor(m.and(m.load(m.at(p[1], 0, i)), by[0]), by[1]), m.at(p[0], 0, i))
	}
	m.end()
}

// logic emits Logic: it chooses among the eight entries of the table, which
// are vectors of ones or zeros, by c, then by b, then by a.
func (m *machine) logic(name string) {
	m.begin(name, "func(dst, a, b, c *[64]uint32, table, mask uint64)", name+" looks up each bit in the table.")
	p, table, mask := m.pointers("dst", "a", "b", "c"), m.word("table"), m.word("mask")
	x, all := m.XMM(), m.vec()
	m.VMOVD(table.As32(), x)
	m.VPBROADCASTD(x, all)
	// With c an entry pair is base ^ (c & turn).
	var base, turn [4]vec
	for k := range base {
		base[k] = m.spread(all, 1<<(2*k))
		turn[k] = m.xor(base[k], m.spread(all, 2<<(2*k)))
	}
	for i := range m.chunks() {
		c, by := m.load(m.at(p[3], 0, i)), [4]vec{}
		for k := range by {
			by[k] = m.xor(base[k], m.and(c, turn[k]))
		}
		b := m.load(m.at(p[2], 0, i))
		r := m.mux(m.load(m.at(p[1], 0, i)), m.mux(b, by[3], by[2]), m.mux(b, by[1], by[0]))
		m.store(m.merge(m.laneFlags(mask, i), r, m.load(m.at(p[0], 0, i))), m.at(p[0], 0, i))
	}
	m.end()
}
