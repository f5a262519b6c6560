package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// halfOps are the operations on f16. They are computed in f32, which holds
// every f16, and rounded to f16 at the end. For sums and products the two
// roundings are one: f32 has at least 2p+2 bits of f16's p (Figueroa 1995).
// Fused multiplication and addition rounds to odd in between. The CPU's own
// f16 arithmetic is not used: few have it.
var halfOps = []op{
	watching("F16FromF32", "a in f16", 1, func(m *machine, s []vec) (vec, []vec) {
		return m.toHalf(s[0], nearestEven), s
	}),
	float("F32FromF16", "the low word of a, f16, in f32", 1, func(m *machine, s []vec) vec { return m.fromHalf(s[0]) }),
	picky("PackF16", "a and b in f16", 2, func(m *machine, s []vec) vec { return m.packHalf(s[0], s[1], nearestEven) }),
	picky("PackF16RTZ", "a and b in f16, toward zero", 2, func(m *machine, s []vec) vec { return m.packHalf(s[0], s[1], toZero) }),

	halfOp("AddF16", "a + b in f16", 2, func(m *machine, s []vec) vec { return m.op2(m.VADDPS, s[0], s[1]) }),
	halfOp("SubF16", "a - b in f16", 2, func(m *machine, s []vec) vec { return m.op2(m.VSUBPS, s[0], s[1]) }),
	halfOp("MulF16", "a * b in f16", 2, func(m *machine, s []vec) vec { return m.op2(m.VMULPS, s[0], s[1]) }),
	twice(halfOp("FMAF16", "a * b + c in f16, rounded once", 3, (*machine).fmaToOdd)),
	halvesOp("AddHalves", "a + b in f16, of the low and of the high words", 2, func(m *machine, s []vec) vec { return m.op2(m.VADDPS, s[0], s[1]) }),
	halvesOp("MulHalves", "a * b in f16, of the low and of the high words", 2, func(m *machine, s []vec) vec { return m.op2(m.VMULPS, s[0], s[1]) }),
	twice(halvesOp("FMAHalves", "a * b + c in f16, rounded once, of the low and of the high words", 3, (*machine).fmaToOdd)),
	twice(extremeHalf("MinF16", "the smaller of a and b in f16", (*machine).minFloat)),
	twice(extremeHalf("MaxF16", "the larger of a and b in f16", (*machine).maxFloat)),
	twice(extremeHalves("MinHalves", "the smaller of a and b in f16, of the low and of the high words", (*machine).minFloat)),
	twice(extremeHalves("MaxHalves", "the larger of a and b in f16, of the low and of the high words", (*machine).maxFloat)),
}

// halfOp is an operation on the low words.
func halfOp(name, doc string, sources int, f func(m *machine, s []vec) vec) op {
	return watching(name, doc, sources, func(m *machine, s []vec) (vec, []vec) {
		r := f(m, m.widen(s))
		return m.toHalf(r, nearestEven), []vec{r}
	})
}

// halvesOp is one on both words.
func halvesOp(name, doc string, sources int, f func(m *machine, s []vec) vec) op {
	return watching(name, doc, sources, func(m *machine, s []vec) (vec, []vec) {
		lo := f(m, m.widen(s))
		hi := f(m, m.widen(m.highWords(s)))
		return m.packHalf(lo, hi, nearestEven), []vec{lo, hi}
	})
}

// extremeHalf is a minimum or maximum, where a NaN need not show in the result.
func extremeHalf(name, doc string, f func(m *machine, a, b vec) vec) op {
	return watching(name, doc, 2, func(m *machine, s []vec) (vec, []vec) {
		x := m.widen(s)
		return m.toHalf(f(m, x[0], x[1]), nearestEven), x
	})
}

// extremeHalves is one of both words.
func extremeHalves(name, doc string, f func(m *machine, a, b vec) vec) op {
	return watching(name, doc, 2, func(m *machine, s []vec) (vec, []vec) {
		lo, hi := m.widen(s), m.widen(m.highWords(s))
		return m.packHalf(f(m, lo[0], lo[1]), f(m, hi[0], hi[1]), nearestEven), append(lo, hi...)
	})
}

func (m *machine) widen(s []vec) []vec {
	r := make([]vec, len(s))
	for k := range s {
		r[k] = m.fromHalf(s[k])
	}
	return r
}

func (m *machine) highWords(s []vec) []vec {
	r := make([]vec, len(s))
	for k := range s {
		r[k] = m.byImm(m.VPSRLD, s[k], 16)
	}
	return r
}

// fromHalf converts the low words.
func (m *machine) fromHalf(a vec) vec {
	r, words := m.vec(), m.YMM()
	if m.wide {
		m.VPMOVDW(a, words)
		m.VCVTPH2PS(words, r)
		return r
	}
	a = m.low(a, 1<<16-1)
	m.VPACKUSDW(a, a, words)
	m.VPERMQ(operand.U8(0x08), words, words)
	m.VCVTPH2PS(words.AsX(), r)
	return r
}

// toHalf converts to words, the high ones 0.
func (m *machine) toHalf(a vec, mode uint8) vec {
	var words reg.VecVirtual = m.XMM()
	if m.wide {
		words = m.YMM()
	}
	r := m.vec()
	m.VCVTPS2PH(operand.U8(mode&3), a, words)
	m.VPMOVZXWD(words, r)
	return r
}

func (m *machine) packHalf(lo, hi vec, mode uint8) vec {
	return m.or(m.toHalf(lo, mode), m.byImm(m.VPSLLD, m.toHalf(hi, mode), 16))
}

// fmaToOdd is a * b + c of numbers that are f16, rounded to f32 so that a
// second rounding to f16 is right: if it is not exact, the last bit is 1. The
// product is exact, and so is the error of the sum (Knuth's two-sum).
func (m *machine) fmaToOdd(s []vec) vec {
	p, c := m.op2(m.VMULPS, s[0], s[1]), s[2]
	sum := m.op2(m.VADDPS, p, c)
	of := m.op2(m.VSUBPS, sum, p)
	lost := m.op2(m.VADDPS, m.op2(m.VSUBPS, p, m.op2(m.VSUBPS, sum, of)), m.op2(m.VSUBPS, c, of))
	// To the odd neighbour: away from zero if what is lost has the sign of the
	// sum, else toward zero.
	step := m.or(m.byImm(m.VPSRAD, m.xor(lost, sum), 31), m.constant32(1))
	even := m.equal32(m.low(sum, 1), m.constant32(0))
	inexact := m.compareFloat32(unequalOQ, lost, m.constant32(0))
	return m.merge(m.both(even, inexact), m.add(sum, step), sum)
}
