package codegen

import (
	"heddle/isa"
	"heddle/mach"
)

// Trigonometric functions, their inverses, and the error function in f64.

// Coefficients are Chebyshev interpolations, computed with 200 bits.
var (
	// (sin(y)/y - 1)/y^2 as a function of y^2 for |y| <= pi/4; error 2^-66.
	sinCoefs = []float64{-0.166666666666666667, 0.00833333333333333149, -0.000198412698412650592, 2.75573192193346602e-6, -2.50521062308824115e-8,
		1.60585313709319029e-10, -7.58668249715778583e-13}
	// (cos(y) - 1 + y^2/2)/y^4 as a function of y^2; error 2^-70.
	cosCoefs = []float64{0.0416666666666666667, -0.00138888888888888879, 0.0000248015873015846432, -2.7557319221400319e-7, 2.08767557902102279e-9,
		-1.14704607496968618e-11, 4.74586377328296255e-14}
	// (atan(z)/z - 1)/z^2 as a function of z^2 for |z| <= tan(pi/8); error 2^-64.
	atanCoefs = []float64{-0.333333333333333333, 0.199999999999999915, -0.142857142857114979, 0.111111111107523251, -0.0909090906686644551,
		0.0769230673096179605, -0.0666664190830205141, 0.0588192362613330066, -0.0525802579200734236, 0.0471929440547383646, -0.0410402975050182092,
		0.0306262878284758961, -0.0139087034472882253}
	// (asin(z)/z - 1)/z^2 as a function of z^2 for |z| <= 1/2; error 2^-56.
	asinCoefs = []float64{0.166666666666666678, 0.0749999999999842426, 0.0446428571463733809, 0.0303819441370852143, 0.0223721730020055974,
		0.0173523912659092279, 0.0139712353011245391, 0.0114789526902573868, 0.0103243182887441119, 0.00545087818772055068, 0.0174193579648848551,
		-0.0148814093928180634, 0.0287784426125930386}
	// erf(x)/x - 1 as a function of x^2 for |x| <= 1; error 2^-69.
	erfCoefs = []float64{0.128379167095512574, -0.376126389031837524, 0.112837916709551202, -0.0268661706451298408, 0.00522397762542329831,
		-0.00085483270219348296, 0.000120553329028887354, -0.0000149256475675193321, 1.64620454414684189e-6, -1.63646421581676153e-7,
		1.4792401209404813e-8, -1.21645600572834501e-9, 8.70904512905310669e-11, -4.23094582429533782e-12}
	// (1+2x) e^(x^2) erfc(x) as a function of (x-4)/(x+4) for 1 <= x <= 28; error 2^-65.
	erfcCoefs = []float64{1.23299511862555251, -0.139621116840562506, 0.0153796521026200491, 0.068097054254691631, -0.101039066036325948,
		0.0937328349983920835, -0.0663303658116108941, 0.0371675155367336366, -0.0161977340667311676, 0.00503196998481537587, -0.000757773210073017158,
		-0.000199256729375133615, 0.000150621234969222854, -0.0000243991098001639444, -0.0000112203941457932404, 5.70950985570924542e-6,
		2.89764939871364622e-7, -8.24908192683786025e-7, 8.113763679767948e-8, 1.08779615698293874e-7, -2.41351406413599942e-8, -1.21232897319046584e-8,
		4.53169065016702552e-9}
)

const (
	halfPi     = 1.5707963267948966
	halfPiRest = 6.123233995736766e-17
	pi         = 3.141592653589793
	piRest     = 1.2246467991473532e-16
)

// quarter reduces x by multiples of a right angle (Payne and Hanek): the nearest whole number
// modulo 4, and the rest as an angle in two parts. v_trig_preop gives the digits of 2/pi that count
// for an x of that size; those before them make multiples of 4. Four segments of 53 bits are more
// than the worst f64 needs, 2^-62 from a whole number.
func (k *kernel) quarter(x mach.Operand) (q, yh, yl mach.Operand) {
	// The digits for x of 2^945 and more are 2^128 times too large.
	huge := k.dcmp(isa.V_CMP_GE_F64, dabs(x), k.dconst(0x1p945))
	s := k.f64op(isa.V_LDEXP_F64, x, k.selectDword(huge, constDword(0xffffff80), constDword(0)))
	var digits [4]mach.Operand
	for i := range digits {
		digits[i] = k.f64op(isa.V_TRIG_PREOP_F64, x, constDword(uint32(i)))
	}
	h0, l0 := k.twoProduct(s, digits[0])
	h1, l1 := k.twoProduct(s, digits[1])
	h2, l2 := k.twoProduct(s, digits[2])
	h3 := k.dmul(s, digits[3])
	h0 = k.dfma(k.f64op(isa.V_RNDNE_F64, k.dmul(h0, k.dconst(0.25))), mach.Const(-0x3ff0000000000000), h0)
	n := k.f64op(isa.V_RNDNE_F64, k.dadd(h0, k.dadd(l0, h1)))
	// What is left, from the largest to the smallest.
	a, e1 := k.twoSum(k.dsub(h0, n), l0)
	a, e2 := k.twoSum(a, h1)
	b, g1 := k.twoSum(e1, e2)
	b, g2 := k.twoSum(b, l1)
	b, g3 := k.twoSum(b, h2)
	rest := k.dadd(k.dadd(g1, g2), k.dadd(g3, k.dadd(l2, h3)))
	a, b = k.twoSum(a, b)
	b = k.dadd(b, rest)
	a, b = k.quickSum(a, b)
	yh, e := k.twoProduct(a, k.dconst(halfPi))
	e = k.dfma(a, k.dconst(halfPiRest), e)
	e = k.dfma(b, k.dconst(halfPi), e)
	yh, yl = k.quickSum(yh, e)
	return k.vop1(isa.V_CVT_I32_F64, n), yh, yl
}

// sinReduced and cosReduced are the functions of yh + yl, within pi/4.
func (k *kernel) sinReduced(yh, yl mach.Operand) mach.Operand {
	z := k.dmul(yh, yh)
	r := k.dfma(k.dmul(z, yh), k.poly(z, sinCoefs), k.dmul(yl, k.dfma(z, mach.Const(-0x4020000000000000), mach.Const(oneF64))))
	return k.dadd(yh, r)
}

func (k *kernel) cosReduced(yh, yl mach.Operand) mach.Operand {
	z := k.dmul(yh, yh)
	half := k.dmul(z, mach.Const(0x3fe0000000000000))
	w := k.dsub(mach.Const(oneF64), half)
	low := k.dsub(k.dsub(mach.Const(oneF64), w), half)
	r := k.dfma(k.dmul(z, z), k.poly(z, cosCoefs), k.dmul(dneg(yh), yl))
	return k.dadd(w, k.dadd(low, r))
}

// odd returns the condition that an integer is odd; flip changes a sign where bit 1 of an integer
// is set.
func (k *kernel) odd(q mach.Operand) cond { return k.lowBit(q) }

func (k *kernel) flip(a, q mach.Operand) mach.Operand {
	sign := k.and(k.shl(q, constDword(30)), constDword(1<<31))
	dst := k.reg(mach.FileV, 2)
	k.b.Copy(dst.Dword(0), dword(a, 0))
	k.b.Emit(isa.V_XOR_B32, mach.P(dst.Dword(1)), sign, dword(a, 1))
	return mach.P(dst)
}

func (k *kernel) dsin(x mach.Operand) mach.Operand {
	q, yh, yl := k.quarter(x)
	r := k.dselect(k.odd(q), k.cosReduced(yh, yl), k.sinReduced(yh, yl))
	return k.tinyOr(x, k.flip(r, q))
}

// tinyOr is x where it is so small that the function's value is x.
func (k *kernel) tinyOr(x, r mach.Operand) mach.Operand {
	return k.dselect(k.dcmp(isa.V_CMP_LT_F64, dabs(x), k.dconst(0x1p-30)), x, r)
}

func (k *kernel) dcos(x mach.Operand) mach.Operand {
	q, yh, yl := k.quarter(x)
	r := k.dselect(k.odd(q), k.sinReduced(yh, yl), k.cosReduced(yh, yl))
	return k.flip(r, k.add(q, k.and(q, constDword(1))))
}

func (k *kernel) dtan(x mach.Operand) mach.Operand {
	q, yh, yl := k.quarter(x)
	s, c := k.sinReduced(yh, yl), k.cosReduced(yh, yl)
	odd := k.odd(q)
	r := k.quickDiv(k.dselect(odd, c, s), k.dselect(odd, s, c))
	return k.tinyOr(x, k.flip(r, k.shl(q, constDword(1))))
}

// datan brings |x| to within tan(pi/8) by turning the angle: 0, pi/4 or pi/2.
func (k *kernel) datan(x mach.Operand) mach.Operand {
	return k.tinyOr(x, k.orNaN(x, k.dsign(k.datanRatio(k.toDouble(dabs(x)), mach.Const(oneF64)), x)))
}

// datanRatio is atan(y/x) for y and x that are not negative, and neither both
// zero nor both infinite.
func (k *kernel) datanRatio(y, x mach.Operand) mach.Operand {
	steep := k.dcmp(isa.V_CMP_GT_F64, y, k.dmul(x, k.dconst(2.414213562373095)))
	middle := k.combine(&condAnd, k.not(steep), k.dcmp(isa.V_CMP_GT_F64, y, k.dmul(x, k.dconst(0.41421356237309503))))
	num := k.dselect(steep, k.toDoubleNeg(x), k.dselect(middle, k.dsub(y, x), y))
	den := k.dselect(steep, y, k.dselect(middle, k.dadd(y, x), x))
	z := k.ddiv(num, den)
	zero := mach.Const(0)
	base := k.dselect(steep, k.dconst(halfPi), k.dselect(middle, k.dconst(halfPi/2), zero))
	low := k.dselect(steep, k.dconst(halfPiRest), k.dselect(middle, k.dconst(halfPiRest/2), zero))
	// The quotient's own rounding error counts where it is added to a larger angle.
	w := k.dmul(z, z)
	r := k.dfma(k.dmul(w, z), k.poly(w, atanCoefs), low)
	return k.dadd(base, k.dadd(z, r))
}

func (k *kernel) toDoubleNeg(a mach.Operand) mach.Operand {
	if a.Kind == mach.OperandConst {
		return dneg(a)
	}
	return k.f64op(isa.V_MUL_F64, a, mach.Const(-0x4010000000000000))
}

// datan2 returns the angle of the point (x, y).
func (k *kernel) datan2(y, x mach.Operand) mach.Operand {
	ay, ax := k.toDouble(dabs(y)), k.toDouble(dabs(x))
	// Both by a power of two, so that no sum or product overflows or is lost.
	e := k.vop1(isa.V_FREXP_EXP_I32_F64, k.f64op(isa.V_MAX_F64, ax, ay))
	down := k.sub(constDword(0), e)
	sy, sx := k.f64op(isa.V_LDEXP_F64, ay, down), k.f64op(isa.V_LDEXP_F64, ax, down)
	r := k.datanRatio(sy, sx)
	inf := k.literal64(0x7ff << 52)
	both := k.combine(&condAnd, k.dcmp(isa.V_CMP_EQ_F64, ax, inf), k.dcmp(isa.V_CMP_EQ_F64, ay, inf))
	r = k.dselect(both, k.dconst(halfPi/2), r)
	one := k.combine(&condAnd, k.dcmp(isa.V_CMP_LG_F64, ax, inf), k.dcmp(isa.V_CMP_EQ_F64, ay, inf))
	r = k.dselect(one, k.dconst(halfPi), r)
	flat := k.combine(&condAnd, k.dcmp(isa.V_CMP_EQ_F64, ax, inf), k.dcmp(isa.V_CMP_LG_F64, ay, inf))
	flat = k.combine(&condOr, flat, k.dcmp(isa.V_CMP_EQ_F64, ay, mach.Const(0)))
	r = k.dselect(flat, mach.Const(0), r)
	left := k.compareDwords(lessS, mach.P(k.toVector(k.part(x, 1), 1)), constDword(0))
	turned := k.dadd(k.dsub(k.dconst(pi), r), k.dconst(piRest))
	r = k.dsign(k.dselect(left, turned, r), y)
	// Where y/x is too small for the steps above, it is the angle.
	nan := k.dcmp(isa.V_CMP_U_F64, x, y)
	return k.dselect(nan, mach.Const(-1), r)
}

// asinParts is asin of |x| up to 1/2, and beyond that of sqrt((1-|x|)/2), whose
// angle is half of what is missing to a right one.
func (k *kernel) asinParts(x mach.Operand) (far cond, s, tail, r mach.Operand) {
	a := k.toDouble(dabs(x))
	far = k.dcmp(isa.V_CMP_GT_F64, a, mach.Const(0x3fe0000000000000))
	half := k.dmul(k.dsub(mach.Const(oneF64), a), mach.Const(0x3fe0000000000000))
	root := k.dsqrt(half)
	// The error of the root: (half - root^2)/(2 root).
	rest := k.dmul(k.dfma(dneg(root), root, half), mach.Const(0x3fe0000000000000))
	rest = k.dselect(k.dcmp(isa.V_CMP_EQ_F64, half, mach.Const(0)), mach.Const(0), k.ddiv(rest, root))
	s = k.dselect(far, root, a)
	tail = k.dselect(far, rest, mach.Const(0))
	z := k.dselect(far, half, k.dmul(a, a))
	return far, s, tail, k.dmul(k.dmul(z, s), k.poly(z, asinCoefs))
}

func (k *kernel) dasin(x mach.Operand) mach.Operand {
	far, s, tail, r := k.asinParts(x)
	two := mach.Const(0x4000000000000000)
	missing := k.dmul(two, k.dadd(r, tail))
	high := k.dfma(s, mach.Const(-0x4000000000000000), k.dconst(halfPi))
	lost := k.dfma(s, mach.Const(-0x4000000000000000), k.dsub(k.dconst(halfPi), high))
	angle := k.dadd(high, k.dadd(lost, k.dsub(k.dconst(halfPiRest), missing)))
	near := k.dadd(s, r)
	out := k.dsign(k.dselect(far, angle, near), x)
	out = k.tinyOr(x, out)
	return k.dselect(k.dcmp(isa.V_CMP_NLE_F64, dabs(x), mach.Const(oneF64)), mach.Const(-1), out)
}

func (k *kernel) dacos(x mach.Operand) mach.Operand {
	far, s, tail, r := k.asinParts(x)
	two := mach.Const(0x4000000000000000)
	negative := k.compareDwords(lessS, mach.P(k.toVector(k.part(x, 1), 1)), constDword(0))
	// Far: twice the angle of the root, or pi less that.
	double := k.dmul(two, k.dadd(s, k.dadd(r, tail)))
	back := k.dsub(k.dconst(pi), k.dsub(double, k.dconst(piRest)))
	angle := k.dselect(negative, back, double)
	// Near: a right angle less or more asin.
	signed := k.dsign(s, x)
	rs := k.dsign(k.dmul(dabs(r), mach.Const(oneF64)), x)
	high := k.dsub(k.dconst(halfPi), signed)
	lost := k.dsub(k.dsub(k.dconst(halfPi), high), signed)
	near := k.dadd(high, k.dadd(lost, k.dsub(k.dconst(halfPiRest), rs)))
	out := k.dselect(far, angle, near)
	return k.dselect(k.dcmp(isa.V_CMP_NLE_F64, dabs(x), mach.Const(oneF64)), mach.Const(-1), out)
}

// derfcTail is erfc of a between 1 and 28: e^(-a^2) with the square in two
// parts, times a polynomial.
func (k *kernel) derfcTail(a mach.Operand) mach.Operand {
	one := mach.Const(oneF64)
	four := mach.Const(0x4010000000000000)
	h, l := k.twoProduct(a, a)
	p, n := k.expParts(k.f64op(isa.V_MAX_F64, dneg(h), k.dconst(-800)))
	e := k.dadd(p, one)
	e = k.dfma(e, dneg(l), e)
	t := k.quickDiv(k.dsub(a, four), k.dadd(a, four))
	g := k.quickDiv(k.poly(t, erfcCoefs), k.dfma(a, mach.Const(0x4000000000000000), one))
	return k.dldexp(k.dmul(e, g), n)
}

func (k *kernel) derf(x mach.Operand) mach.Operand {
	a := k.within(dabs(x), 0, 28)
	z := k.dmul(x, x)
	near := k.dfma(x, k.poly(z, erfCoefs), x)
	far := k.dsign(k.dsub(mach.Const(oneF64), k.derfcTail(a)), x)
	return k.orNaN(x, k.dselect(k.dcmp(isa.V_CMP_LE_F64, dabs(x), mach.Const(oneF64)), near, far))
}

func (k *kernel) derfc(x mach.Operand) mach.Operand {
	one := mach.Const(oneF64)
	a := k.within(dabs(x), 0, 28)
	z := k.dmul(x, x)
	// 1 - x - x*P without losing what x loses against 1.
	s, lost := k.twoSum(one, dneg(x))
	near := k.dadd(s, k.dfma(dneg(x), k.poly(z, erfCoefs), lost))
	tail := k.derfcTail(a)
	negative := k.dcmp(isa.V_CMP_LT_F64, x, mach.Const(0))
	far := k.dselect(negative, k.dsub(mach.Const(0x4000000000000000), tail), tail)
	return k.orNaN(x, k.dselect(k.dcmp(isa.V_CMP_LE_F64, dabs(x), one), near, far))
}
