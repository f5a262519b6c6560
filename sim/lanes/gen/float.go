package main

import "github.com/mmcloughlin/avo/operand"

// Rounding of VROUNDPS, VRNDSCALEPS and VCVTPS2PH, without exceptions.
const (
	nearestEven = 8 | iota
	down
	up
	toZero
)

// floatOps are the operations on f32 and its conversions.
var floatOps = []op{
	float("AddF32", "a + b in f32", 2, func(m *machine, s []vec) vec { return m.op2(m.VADDPS, s[0], s[1]) }),
	float("SubF32", "a - b in f32", 2, func(m *machine, s []vec) vec { return m.op2(m.VSUBPS, s[0], s[1]) }),
	float("MulF32", "a * b in f32", 2, func(m *machine, s []vec) vec { return m.op2(m.VMULPS, s[0], s[1]) }),
	float("FMAF32", "a * b + c in f32, rounded once", 3, func(m *machine, s []vec) vec {
		m.VFMADD231PS(s[1], s[0], s[2])
		return s[2]
	}),
	picky("MinF32", "the smaller of a and b in f32, -0 below +0", 2, func(m *machine, s []vec) vec { return m.minFloat(s[0], s[1]) }),
	picky("MaxF32", "the larger of a and b in f32, +0 above -0", 2, func(m *machine, s []vec) vec { return m.maxFloat(s[0], s[1]) }),
	picky("Min3F32", "the smallest of a, b and c in f32", 3, func(m *machine, s []vec) vec {
		return m.minFloat(m.minFloat(s[0], s[1]), s[2])
	}),
	picky("Max3F32", "the largest of a, b and c in f32", 3, func(m *machine, s []vec) vec {
		return m.maxFloat(m.maxFloat(s[0], s[1]), s[2])
	}),
	float("TruncF32", "a without its fraction, in f32", 1, func(m *machine, s []vec) vec { return m.roundFloat(s[0], toZero) }),
	float("CeilF32", "a rounded up to an integer, in f32", 1, func(m *machine, s []vec) vec { return m.roundFloat(s[0], up) }),
	float("FloorF32", "a rounded down to an integer, in f32", 1, func(m *machine, s []vec) vec { return m.roundFloat(s[0], down) }),
	float("RndneF32", "a rounded to the nearest integer, in f32", 1, func(m *machine, s []vec) vec { return m.roundFloat(s[0], nearestEven) }),
	watching("FractF32", "a - floor(a) in f32, below 1", 1, func(m *machine, s []vec) (vec, []vec) {
		r := m.op2(m.VSUBPS, s[0], m.roundFloat(s[0], down))
		return m.op2(m.VMINPS, r, m.constant32(0x3f7fffff)), []vec{r}
	}),
	float("SqrtF32", "the square root of a in f32, subnormals taken as 0", 1, func(m *machine, s []vec) vec {
		r := m.vec()
		m.VSQRTPS(m.flush(s[0]), r)
		return r
	}),
	twice(watching("RcpF32", "1 / a in f32, subnormals taken as 0, and 0 for subnormal results", 1, func(m *machine, s []vec) (vec, []vec) {
		r := m.op2(m.VDIVPS, m.constant32(0x3f800000), m.flush(s[0]))
		return m.flush(r), []vec{r}
	})),

	integer("F32FromI32", "a, signed, in f32", 1, func(m *machine, s []vec) vec { return m.fromI32(s[0]) }),
	integer("F32FromU32", "a, unsigned, in f32", 1, (*machine).fromU32),
	integer("I32FromF32", "a in f32 as a signed integer, toward zero, saturating, 0 for NaN", 1, (*machine).toI32),
	integer("U32FromF32", "a in f32 as an unsigned integer, toward zero, saturating, 0 for NaN", 1, (*machine).toU32),
	integer("F32FromByte0", "byte 0 of a in f32", 1, func(m *machine, s []vec) vec { return m.fromI32(m.low(s[0], 255)) }),
	integer("F32FromByte1", "byte 1 of a in f32", 1, func(m *machine, s []vec) vec {
		return m.fromI32(m.low(m.byImm(m.VPSRLD, s[0], 8), 255))
	}),
	integer("F32FromByte2", "byte 2 of a in f32", 1, func(m *machine, s []vec) vec {
		return m.fromI32(m.low(m.byImm(m.VPSRLD, s[0], 16), 255))
	}),
	integer("F32FromByte3", "byte 3 of a in f32", 1, func(m *machine, s []vec) vec { return m.fromI32(m.byImm(m.VPSRLD, s[0], 24)) }),
	integer("F32FromBF16", "the low word of a, bf16, in f32", 1, func(m *machine, s []vec) vec { return m.byImm(m.VPSLLD, s[0], 16) }),
	twice(picky("PackBF16", "a and b in bf16", 2, func(m *machine, s []vec) vec {
		return m.or(m.byImm(m.VPSRLD, m.roundBF16(s[0]), 16), m.and(m.roundBF16(s[1]), m.constant32(0xffff0000)))
	})),
}

// minFloat and maxFloat: the instructions give the second of two equal
// operands; of zeros the signs are combined, other equal operands are the same
// bits.
func (m *machine) minFloat(a, b vec) vec { return m.or(m.op2(m.VMINPS, a, b), m.op2(m.VMINPS, b, a)) }
func (m *machine) maxFloat(a, b vec) vec { return m.and(m.op2(m.VMAXPS, a, b), m.op2(m.VMAXPS, b, a)) }

func (m *machine) roundFloat(a vec, mode uint8) vec {
	r := m.vec()
	if m.wide {
		m.VRNDSCALEPS(operand.U8(mode), a, r)
	} else {
		m.VROUNDPS(operand.U8(mode), a, r)
	}
	return r
}

// flush makes subnormals zeros of their sign.
func (m *machine) flush(a vec) vec {
	small := m.equal32(m.low(a, 0x7f800000), m.constant32(0))
	return m.merge(small, m.low(a, 1<<31), a)
}

func (m *machine) fromI32(a vec) vec {
	r := m.vec()
	m.VCVTDQ2PS(a, r)
	return r
}

// fromU32 with AVX2 makes floats of both words by their place in a mantissa:
// 2^39 + 2^16*high and 2^23 + low. Only the last addition rounds.
func (m *machine) fromU32(s []vec) vec {
	if m.wide {
		r := m.vec()
		m.VCVTUDQ2PS(s[0], r)
		return r
	}
	low := m.or(m.low(s[0], 1<<16-1), m.constant32(0x4b000000))
	high := m.or(m.byImm(m.VPSRLD, s[0], 16), m.constant32(0x53000000))
	return m.op2(m.VADDPS, m.op2(m.VSUBPS, high, m.constant32(0x53000080)), low)
}

// toI32: the CPU gives 1<<31 for all that is out of range, and NaN.
func (m *machine) toI32(s []vec) vec {
	r := m.vec()
	m.VCVTTPS2DQ(s[0], r)
	r = m.merge(m.compareFloat32(notLessUQ, s[0], m.constant32(0x4f000000)), m.constant32(1<<31-1), r)
	return m.merge(m.compareFloat32(unordered, s[0], s[0]), m.constant32(0), r)
}

// toU32 with AVX2 takes 2^31 off what has it. Max gives its second operand for
// NaN.
func (m *machine) toU32(s []vec) vec {
	a := m.op2(m.VMAXPS, s[0], m.constant32(0))
	r := m.vec()
	if m.wide {
		m.VCVTTPS2UDQ(a, r)
		return r
	}
	const two31, two32 = 0x4f000000, 0x4f800000
	big := m.compareFloat32(notLessUQ, a, m.constant32(two31)).(vec)
	m.VCVTTPS2DQ(m.op2(m.VSUBPS, a, m.and(big, m.constant32(two31))), r)
	r = m.xor(r, m.and(big, m.constant32(1<<31)))
	return m.or(r, m.compareFloat32(notLessUQ, a, m.constant32(two32)))
}

// roundBF16 rounds to nearest even at bit 16; the bits below it are not
// cleared.
func (m *machine) roundBF16(a vec) vec {
	odd := m.low(m.byImm(m.VPSRLD, a, 16), 1)
	return m.add(a, m.add(odd, m.constant32(0x7fff)))
}
