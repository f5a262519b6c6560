package codegen

import (
	"heddle/isa"
	"heddle/mach"
)

// Exponential functions and logarithms in f64.

// Coefficients are Chebyshev interpolations, computed with 200 bits.
var (
	// (e^r - 1 - r)/r^2 for |r| <= ln(2)/2; error 2^-65.
	expCoefs = []float64{0.5, 0.166666666666666667, 0.041666666666666677, 0.00833333333333333402, 0.00138888888888788931, 0.000198412698412631786,
		0.0000248015873369229099, 2.7557319247539109e-6, 2.75572627658369523e-7, 2.50520707522010056e-8, 2.09183271829970081e-9, 1.60867542257359243e-10}
	// (2 atanh(s)/s - 2)/s^2 as a function of s^2 for |s| <= 0.1716; error 2^-58.
	logCoefs = []float64{0.666666666666666665, 0.400000000000008904, 0.285714285707954309, 0.222222223935666087, 0.181817954423719854,
		0.153862504479401886, 0.132684856806544268, 0.130896291606746226}
)

const (
	log2e   = 1.4426950408889634
	ln2     = 0.6931471805599453
	ln2Rest = 2.3190468138462996e-17
	// ln2High has 32 bits, so that its product with an exponent is exact.
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// expParts is e^x = (1+p)*2^n for x in range: p, and n as a number.
func (k *kernel) expParts(x mach.Operand) (p, n mach.Operand) {
	n = k.f64op(isa.V_RNDNE_F64, k.dmul(x, k.dconst(log2e)))
	r := k.dfma(n, k.dconst(-ln2), x)
	r = k.dfma(n, k.dconst(-ln2Rest), r)
	return k.expReduced(r), n
}

// expReduced is e^r - 1 for |r| <= ln(2)/2.
func (k *kernel) expReduced(r mach.Operand) mach.Operand {
	return k.dfma(k.dmul(r, r), k.poly(r, expCoefs), r)
}

// dldexp is x*2^n for an integer n that is a float.
func (k *kernel) dldexp(x, n mach.Operand) mach.Operand {
	return k.f64op(isa.V_LDEXP_F64, x, k.vop1(isa.V_CVT_I32_F64, n))
}

// within keeps x between two bounds; a NaN becomes one of them.
func (k *kernel) within(x mach.Operand, low, high float64) mach.Operand {
	return k.f64op(isa.V_MIN_F64, k.f64op(isa.V_MAX_F64, x, k.dconst(low)), k.dconst(high))
}

// orNaN is r, or x where that is a NaN.
func (k *kernel) orNaN(x, r mach.Operand) mach.Operand {
	return k.dselect(k.dcmp(isa.V_CMP_U_F64, x, x), k.quietDouble(x), r)
}

// quietDouble returns a NaN, for lanes where x is one.
func (k *kernel) quietDouble(mach.Operand) mach.Operand { return mach.Const(-1) }

func (k *kernel) dexp(x mach.Operand) mach.Operand {
	p, n := k.expParts(k.within(x, -760, 720))
	return k.orNaN(x, k.dldexp(k.dadd(p, mach.Const(oneF64)), n))
}

func (k *kernel) dexp2(x mach.Operand) mach.Operand {
	y := k.within(x, -1100, 1100)
	n := k.f64op(isa.V_RNDNE_F64, y)
	p := k.expReduced(k.dmul(k.dsub(y, n), k.dconst(ln2)))
	return k.orNaN(x, k.dldexp(k.dadd(p, mach.Const(oneF64)), n))
}

// dexpm1 is (1 - 2^-n + p)*2^n: without loss where e^x is near 1.
func (k *kernel) dexpm1(x mach.Operand) mach.Operand {
	one := mach.Const(oneF64)
	p, n := k.expParts(k.within(x, -60, 720))
	rest := k.dsub(one, k.dldexp(one, dneg(n)))
	r := k.dldexp(k.dadd(rest, p), n)
	// Of tiny x, x is the answer, with its sign.
	r = k.dselect(k.dcmp(isa.V_CMP_LT_F64, dabs(x), k.dconst(0x1p-60)), x, r)
	return k.orNaN(x, r)
}

// logParts takes a positive finite x apart: x = (1+f)*2^n with 1+f between
// sqrt(1/2) and sqrt(2), n as a number.
func (k *kernel) logParts(x mach.Operand) (f, n mach.Operand) {
	m := k.f64op(isa.V_FREXP_MANT_F64, x)
	e := k.vop1(isa.V_FREXP_EXP_I32_F64, x)
	small := k.dcmp(isa.V_CMP_LT_F64, m, k.dconst(0.7071067811865476))
	m = k.f64op(isa.V_LDEXP_F64, m, k.selectDword(small, constDword(1), constDword(0)))
	e = k.sub(e, k.selectDword(small, constDword(1), constDword(0)))
	return k.dsub(m, mach.Const(oneF64)), k.f64op(isa.V_CVT_F64_I32, e)
}

// logReduced is log(1+f) as f - (half - rest): half is f*f/2. With
// s = f/(2+f) it is 2 atanh(s).
func (k *kernel) logReduced(f mach.Operand) (half, rest mach.Operand) {
	s := k.quickDiv(f, k.dadd(f, mach.Const(0x4000000000000000)))
	z := k.dmul(s, s)
	r := k.dmul(z, k.poly(z, logCoefs))
	half = k.dmul(k.dmul(f, f), mach.Const(0x3fe0000000000000))
	return half, k.dmul(s, k.dadd(half, r))
}

// logSpecial puts in the answers of a logarithm for what is not a positive
// finite number.
func (k *kernel) logSpecial(x, r mach.Operand) mach.Operand {
	inf := int64(0x7ff) << 52
	r = k.dselect(k.dcmp(isa.V_CMP_EQ_F64, x, mach.Const(0)), mach.Const(inf|-1<<63), r)
	r = k.dselect(k.dcmp(isa.V_CMP_EQ_F64, x, k.literal64(uint64(inf))), mach.Const(inf), r)
	return k.dselect(k.dcmp(isa.V_CMP_NGE_F64, x, mach.Const(0)), mach.Const(-1), r)
}

// dlog is the natural logarithm of x + tail, tail less than an ulp of x.
func (k *kernel) dlogOf(x mach.Operand, tail mach.Operand) mach.Operand {
	f, n := k.logParts(x)
	half, rest := k.logReduced(f)
	low := k.dfma(n, k.dconst(ln2Low), rest)
	if tail.Kind != mach.OperandNone {
		low = k.dadd(low, tail)
	}
	r := k.dsub(f, k.dsub(half, low))
	return k.dfma(n, k.dconst(ln2High), r)
}

func (k *kernel) dlog(x mach.Operand) mach.Operand {
	return k.logSpecial(x, k.dlogOf(x, mach.Operand{}))
}

// dlogBase is n*logOf2 + log(1+f)*scale, constants in two parts each.
func (k *kernel) dlogBase(x mach.Operand, logOf2, logOf2Rest, scale, scaleRest float64) mach.Operand {
	f, n := k.logParts(x)
	half, rest := k.logReduced(f)
	hi, lo := k.quickSum(f, dneg(k.dsub(half, rest)))
	p, e := k.twoProduct(hi, k.dconst(scale))
	e = k.dfma(hi, k.dconst(scaleRest), e)
	e = k.dfma(lo, k.dconst(scale), e)
	e = k.dfma(n, k.dconst(logOf2Rest), e)
	a, b := k.twoSum(k.dmul(n, k.dconst(logOf2)), p)
	return k.logSpecial(x, k.dadd(a, k.dadd(b, e)))
}

func (k *kernel) dlog2(x mach.Operand) mach.Operand {
	return k.dlogBase(x, 1, 0, log2e, 2.0355273740931033e-17)
}

func (k *kernel) dlog10(x mach.Operand) mach.Operand {
	return k.dlogBase(x, 3.01029995663611771306e-01, 3.69423907715893078616e-13, 0.4342944819032518, 1.098319650216765e-17)
}

// dlog1p is log(1+x), with what rounding 1+x loses.
func (k *kernel) dlog1p(x mach.Operand) mach.Operand {
	one := mach.Const(oneF64)
	u, c := k.twoSum(one, x)
	r := k.dlogOf(u, k.quickDiv(c, u))
	r = k.logSpecial(u, r)
	// Of large x, c is not a number; tiny x is the answer itself.
	large := k.dcmp(isa.V_CMP_GT_F64, x, k.dconst(0x1p54))
	r = k.dselect(large, k.dlog(x), r)
	return k.dselect(k.dcmp(isa.V_CMP_LT_F64, dabs(x), k.dconst(0x1p-54)), x, r)
}

// dsinh is (E + E/(E+1))/2 with E = e^|x| - 1; for large x e^|x|/2.
func (k *kernel) dsinh(x mach.Operand) mach.Operand {
	one := mach.Const(oneF64)
	e := k.dexpm1(k.within(dabs(x), 0, 40))
	r := k.dmul(k.dadd(e, k.quickDiv(e, k.dadd(e, one))), mach.Const(0x3fe0000000000000))
	r = k.dselect(k.dcmp(isa.V_CMP_GT_F64, dabs(x), k.dconst(38)), k.halfExp(x), r)
	r = k.dsign(r, x)
	r = k.dselect(k.dcmp(isa.V_CMP_LT_F64, dabs(x), k.dconst(0x1p-30)), x, r)
	return k.orNaN(x, r)
}

// halfExp is e^|x|/2.
func (k *kernel) halfExp(x mach.Operand) mach.Operand {
	p, n := k.expParts(k.within(dabs(x), 0, 740))
	return k.dldexp(k.dadd(p, mach.Const(oneF64)), k.dsub(n, mach.Const(oneF64)))
}

// dsign is r with the sign of x.
func (k *kernel) dsign(r, x mach.Operand) mach.Operand {
	dst := k.reg(mach.FileV, 2)
	k.b.Copy(dst.Dword(0), dword(r, 0))
	k.b.Emit(isa.V_BFI_B32, mach.P(dst.Dword(1)), k.literal(0x7fffffff), dword(r, 1), mach.P(k.toVector(k.part(x, 1), 1)))
	return mach.P(dst)
}

func (k *kernel) dcosh(x mach.Operand) mach.Operand {
	h := k.halfExp(x)
	// Half of e^-|x| is a quarter of the reciprocal.
	r := k.dadd(h, k.quickDiv(k.dconst(0.25), k.f64op(isa.V_MIN_F64, h, k.dconst(0x1p100))))
	return k.orNaN(x, r)
}

// dtanh is E/(E+2) with E = e^2|x| - 1.
func (k *kernel) dtanh(x mach.Operand) mach.Operand {
	e := k.dexpm1(k.within(k.dmul(dabs(x), mach.Const(0x4000000000000000)), 0, 44))
	r := k.dsign(k.quickDiv(e, k.dadd(e, mach.Const(0x4000000000000000))), x)
	r = k.dselect(k.dcmp(isa.V_CMP_LT_F64, dabs(x), k.dconst(0x1p-30)), x, r)
	return k.orNaN(x, r)
}

// dasinh is log(|x| + sqrt(x^2+1)), as log1p(|x| + x^2/(1 + sqrt(x^2+1))).
func (k *kernel) dasinh(x mach.Operand) mach.Operand {
	one := mach.Const(oneF64)
	a := k.within(dabs(x), 0, 0x1p500)
	z := k.dmul(a, a)
	s := k.dlog1p(k.dadd(a, k.ddiv(z, k.dadd(one, k.dsqrt(k.dadd(z, one))))))
	large := k.dadd(k.dlog(k.toDouble(dabs(x))), k.dconst(ln2))
	r := k.dselect(k.dcmp(isa.V_CMP_GT_F64, dabs(x), k.dconst(0x1p300)), large, s)
	r = k.dselect(k.dcmp(isa.V_CMP_LT_F64, dabs(x), k.dconst(0x1p-30)), x, k.dsign(r, x))
	return k.orNaN(x, r)
}

// toDouble puts a source with modifiers into a register of its own.
func (k *kernel) toDouble(a mach.Operand) mach.Operand {
	return k.f64op(isa.V_MAX_F64, a, a)
}

// dacosh is log1p(t + sqrt(t*(t+2))) with t = x-1.
func (k *kernel) dacosh(x mach.Operand) mach.Operand {
	one := mach.Const(oneF64)
	t := k.f64op(isa.V_MIN_F64, k.dsub(x, one), k.dconst(0x1p500))
	s := k.dlog1p(k.dadd(t, k.dsqrt(k.dmul(t, k.dadd(t, mach.Const(0x4000000000000000))))))
	large := k.dadd(k.dlog(x), k.dconst(ln2))
	r := k.dselect(k.dcmp(isa.V_CMP_GT_F64, x, k.dconst(0x1p300)), large, s)
	return k.dselect(k.dcmp(isa.V_CMP_NGE_F64, x, one), mach.Const(-1), r)
}

// datanh is log1p(2x/(1-x))/2.
func (k *kernel) datanh(x mach.Operand) mach.Operand {
	a := k.toDouble(dabs(x))
	r := k.dlog1p(k.ddiv(k.dadd(a, a), k.dsub(mach.Const(oneF64), a)))
	r = k.dsign(k.dmul(r, mach.Const(0x3fe0000000000000)), x)
	return k.dselect(k.dcmp(isa.V_CMP_LT_F64, dabs(x), k.dconst(0x1p-30)), x, r)
}

// dcbrt takes steps for x^(-1/3) from an f32 seed, on a number between 1/8 and 1.
func (k *kernel) dcbrt(x mach.Operand) mach.Operand {
	m := k.f64op(isa.V_FREXP_MANT_F64, dabs(x))
	e := k.vop1(isa.V_FREXP_EXP_I32_F64, x)
	// e = 3*q + j with j in -2, -1, 0: exponents are small, so f32 has e/3.
	q := k.vop1(isa.V_CVT_I32_F32, k.vop1(isa.V_CEIL_F32, k.vop1(isa.V_MUL_F32, k.vop1(isa.V_SUB_F32, k.vop1(isa.V_CVT_F32_I32, e), constDword(0x3e800000)), constDword(0x3eaaaaab))))
	m = k.f64op(isa.V_LDEXP_F64, m, k.sub(e, k.mul(q, constDword(3))))
	f := k.vop1(isa.V_CVT_F32_F64, m)
	seed := k.vop1(isa.V_EXP_F32, k.vop1(isa.V_MUL_F32, k.vop1(isa.V_LOG_F32, f), constDword(0xbeaaaaab)))
	y := k.f64op(isa.V_CVT_F64_F32, seed)
	for range 2 {
		h := k.dfma(dneg(k.dmul(k.dmul(m, y), y)), y, mach.Const(oneF64))
		y = k.dfma(k.dmul(y, k.dconst(1.0/3)), h, y)
	}
	// The root is m*y^2, with one step for its rounding.
	c := k.dmul(m, k.dmul(y, y))
	p, pe := k.twoProduct(c, c)
	rest := k.dfma(dneg(c), p, m)
	rest = k.dfma(dneg(c), pe, rest)
	c = k.dfma(k.dmul(rest, k.dmul(y, y)), k.dconst(1.0/3), c)
	r := k.dsign(k.f64op(isa.V_LDEXP_F64, c, q), x)
	return k.dselect(k.vcmp(isa.V_CMP_CLASS_F64, x, constDword(classZeroOrInf|classInf|classNaN)), x, r)
}
