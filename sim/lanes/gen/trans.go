package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"
)

// transOps are transcendental operations on f32, rounded to nearest even as the
// plain engine has them. They are computed in f64 with an error that is far
// below 2^-46 of the result. Where results that are lower and higher by that
// would round to different f32, the kernel refuses: some of 2^22 lanes.
var transOps = []op{
	twice(watching("Exp2F32", "2^a in f32, 0 for subnormal results", 1, (*machine).exp2)),
	twice(watching("Log2F32", "the logarithm to base 2 of a in f32; not of zeros, subnormals and infinities", 1, (*machine).log2)),
	twice(float("LdexpF32", "a in f32 times 2^b, b a signed integer", 2, (*machine).ldexp)),
	twice(watching("RsqF32", "1 / sqrt(a) in f32, subnormals taken as 0", 1, (*machine).rsq)),
}

const ln2 = 0.693147180559945309417232121458176568075500134360255254120680009493393621969694715605863326996418687

// exp2Coef are ln2^k/k!, of the series of 2^r. For |r| <= 1/2 the next one is
// below 2^-57.
var exp2Coef = [...]float64{
	1, ln2, ln2 * ln2 / 2, ln2 * ln2 * ln2 / 6, ln2 * ln2 * ln2 * ln2 / 24, ln2 * ln2 * ln2 * ln2 * ln2 / 120,
	ln2 * ln2 * ln2 * ln2 * ln2 * ln2 / 720, ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 / 5040,
	ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 / 40320, ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 / 362880,
	ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 / 3628800,
	ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 / 39916800,
	ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 / 479001600,
	ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 * ln2 / 6227020800,
}

// log2Coef are 2/ln2/(2k+1): log2(m) = t * sum of them * t^2k with t =
// (m-1)/(m+1). For m from sqrt(1/2) to sqrt(2) the next one is below 2^-60.
var log2Coef = [...]float64{
	2 / ln2, 2 / ln2 / 3, 2 / ln2 / 5, 2 / ln2 / 7, 2 / ln2 / 9, 2 / ln2 / 11, 2 / ln2 / 13, 2 / ln2 / 15, 2 / ln2 / 17,
	2 / ln2 / 19, 2 / ln2 / 21,
}

func (m *machine) float64(v float64) vec { return m.constant64(math.Float64bits(v)) }

// series computes the polynomial at x, in both halves.
func (m *machine) series(coef []float64, x [2]vec) [2]vec {
	var sum [2]vec
	for k := len(coef) - 1; k >= 0; k-- {
		c := m.vec() // not kept: AVX2 has too few registers
		m.VPBROADCASTQ(m.literal(math.Float64bits(coef[k])), c)
		for i := range sum {
			if sum[i] == nil {
				sum[i] = m.copyOf(c)
			} else {
				m.VFMADD213PD(c, x[i], sum[i])
			}
		}
	}
	return sum
}

func (m *machine) copyOf(a vec) vec {
	r := m.vec()
	if m.wide {
		m.VMOVDQA32(a, r)
	} else {
		m.VMOVDQA(a, r)
	}
	return r
}

func (m *machine) exp2(s []vec) (vec, []vec) {
	x := m.widen64(m.VCVTPS2PD, m.flush(s[0]))
	var r, whole [2]vec
	for i := range x {
		// Beyond 200 all is infinity or 0. The sum with 3*2^51 has the nearest
		// integer in its low bits.
		d := m.op2(m.VMAXPD, m.op2(m.VMINPD, x[i], m.float64(200)), m.float64(-200))
		whole[i] = m.op2(m.VADDPD, d, m.float64(3<<51))
		r[i] = m.op2(m.VSUBPD, d, m.op2(m.VSUBPD, whole[i], m.float64(3<<51)))
	}
	y := m.series(exp2Coef[:], r)
	for i := range y {
		y[i] = m.op2(m.VPADDQ, y[i], m.byImm(m.VPSLLQ, whole[i], 52))
	}
	v, sure := m.rounded(y)
	return m.flush(v), []vec{s[0], sure}
}

// ldexp multiplies in f64, where nothing is lost; beyond 400 all is infinity or
// 0.
func (m *machine) ldexp(s []vec) vec {
	n := m.op2(m.VPMAXSD, m.op2(m.VPMINSD, s[1], m.constant32(400)), m.constant32(-400&(1<<32-1)))
	x, e := m.widen64(m.VCVTPS2PD, s[0]), m.widen64(m.VCVTDQ2PD, n)
	for i := range x {
		exp := m.byImm(m.VPSLLQ, m.op2(m.VADDPD, e[i], m.float64(3<<51)), 52)
		x[i] = m.op2(m.VMULPD, x[i], m.op2(m.VPADDQ, exp, m.float64(1)))
	}
	return m.narrow64(x)
}

func (m *machine) log2(s []vec) (vec, []vec) {
	const least, sqrtHalf, nan = 0x00800000, 0x3f3504f3, 0x7fc00000
	fits := m.less32(m.op2(m.VPSUBD, s[0], m.constant32(least)), m.constant32(0x7f000000), false)
	x := m.merge(fits, s[0], m.constant32(nan))
	exp := m.byImm(m.VPSRAD, m.op2(m.VPSUBD, x, m.constant32(sqrtHalf)), 23)
	mantissa := m.widen64(m.VCVTPS2PD, m.op2(m.VPSUBD, x, m.byImm(m.VPSLLD, exp, 23)))
	var t, square [2]vec
	for i, d := range mantissa {
		t[i] = m.op2(m.VDIVPD, m.op2(m.VSUBPD, d, m.float64(1)), m.op2(m.VADDPD, d, m.float64(1)))
		square[i] = m.op2(m.VMULPD, t[i], t[i])
	}
	y, e := m.series(log2Coef[:], square), m.widen64(m.VCVTDQ2PD, exp)
	for i := range y {
		m.VFMADD213PD(e[i], t[i], y[i])
	}
	v, sure := m.rounded(y)
	return v, []vec{x, sure}
}

func (m *machine) rsq(s []vec) (vec, []vec) {
	y := m.widen64(m.VCVTPS2PD, m.flush(s[0]))
	for i := range y {
		root := m.vec()
		m.VSQRTPD(y[i], root)
		y[i] = m.op2(m.VDIVPD, m.float64(1), root)
	}
	v, sure := m.rounded(y)
	return v, []vec{v, sure}
}

// rounded converts to f32. Sure is NaN where an error of 2^-46 matters.
func (m *machine) rounded(y [2]vec) (v, sure vec) {
	var low, high [2]vec
	for i := range y {
		low[i] = m.op2(m.VMULPD, y[i], m.float64(1-0x1p-46))
		high[i] = m.op2(m.VMULPD, y[i], m.float64(1+0x1p-46))
	}
	v = m.narrow64(low)
	return v, m.merge(m.equal32(v, m.narrow64(high)), m.constant32(0), m.constant32(0x7fc00000))
}

// widen64 converts the lower and the upper lanes of a to f64.
func (m *machine) widen64(convert func(...operand.Op), a vec) [2]vec {
	r := [2]vec{m.vec(), m.vec()}
	if m.wide {
		upper := m.YMM()
		m.VEXTRACTF32X8(operand.U8(1), a, upper)
		convert(a.AsY(), r[0])
		convert(upper, r[1])
		return r
	}
	upper := m.XMM()
	m.VEXTRACTF128(operand.U8(1), a, upper)
	convert(a.AsX(), r[0])
	convert(upper, r[1])
	return r
}

// narrow64 converts back to f32.
func (m *machine) narrow64(half [2]vec) vec {
	r := m.vec()
	if m.wide {
		lower, upper := m.YMM(), m.YMM()
		m.VCVTPD2PS(half[0], lower)
		m.VCVTPD2PS(half[1], upper)
		m.VINSERTF32X8(operand.U8(1), upper, lower.AsZ(), r)
		return r
	}
	lower, upper := m.XMM(), m.XMM()
	m.VCVTPD2PSY(half[0], lower)
	m.VCVTPD2PSY(half[1], upper)
	m.VINSERTF128(operand.U8(1), upper, lower.AsY(), r)
	return r
}
