package codegen

import (
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// powLowerings: powers and remainders of floats.
var powLowerings = []lowering{
	{"math.powf", elementwise(lowerPow)},
	{"math.fpowi", elementwise(lowerPowInt)},
	{"arith.remf", elementwise(lowerRemF)},
}

// log2Long is log2 of a positive finite x in two parts, good to 2^-64.
func (k *kernel) log2Long(x mach.Operand) (hi, lo mach.Operand) {
	const twoThirds, twoThirdsRest = 0.6666666666666666, 3.700743415417188e-17
	f, n := k.logParts(x)
	uh, ul := k.quickSum(mach.Const(0x4000000000000000), f)
	sh := k.quickDiv(f, uh)
	sl := k.quickDiv(k.dfma(dneg(sh), ul, k.dfma(dneg(sh), uh, f)), uh)
	zh, zl := k.twoProduct(sh, sh)
	zl = k.dfma(k.dadd(sh, sh), sl, zl)
	// 2/3 z + z^2 Q(z), the first term in two parts.
	th, tl := k.twoProduct(zh, k.dconst(twoThirds))
	tl = k.dfma(zh, k.dconst(twoThirdsRest), tl)
	tl = k.dfma(zl, k.dconst(twoThirds), tl)
	tl = k.dfma(k.dmul(zh, zh), k.poly(zh, logCoefs[1:]), tl)
	ph, pl := k.twoProduct(sh, th)
	pl = k.dfma(sh, tl, pl)
	pl = k.dfma(sl, th, pl)
	lh, ll := k.quickSum(k.dadd(sh, sh), ph)
	ll = k.dadd(ll, k.dadd(pl, k.dadd(sl, sl)))
	p, e := k.twoProduct(lh, k.dconst(log2e))
	e = k.dfma(lh, k.dconst(2.0355273740931033e-17), e)
	e = k.dfma(ll, k.dconst(log2e), e)
	a, b := k.twoSum(n, p)
	return k.quickSum(a, k.dadd(b, e))
}

// dpow is 2^(y*log2(|x|)) with the sign of x where y is odd.
func (k *kernel) dpow(x, y mach.Operand) mach.Operand {
	one, zero := mach.Const(oneF64), mach.Const(0)
	inf := k.literal64(0x7ff << 52)
	a := k.toDouble(dabs(x))
	lh, ll := k.log2Long(a)
	th, tl := k.twoProduct(y, lh)
	tl = k.dfma(y, ll, tl)
	// Beyond these bounds all results are zero or infinite.
	clamped := k.within(th, -1200, 1200)
	tl = k.dselect(k.dcmp(isa.V_CMP_EQ_F64, clamped, th), tl, zero)
	n := k.f64op(isa.V_RNDNE_F64, clamped)
	r := k.dadd(k.dsub(clamped, n), tl)
	r = k.dldexp(k.dadd(k.expReduced(k.dmul(r, k.dconst(ln2))), one), n)
	// Zero, infinity, and exponents that are infinite.
	grows := k.dcmp(isa.V_CMP_GT_F64, y, zero)
	atZero := k.dcmp(isa.V_CMP_EQ_F64, a, zero)
	atInf := k.dcmp(isa.V_CMP_EQ_F64, a, inf)
	r = k.dselect(atZero, k.dselect(grows, zero, inf), r)
	r = k.dselect(atInf, k.dselect(grows, inf, zero), r)
	endless := k.dcmp(isa.V_CMP_EQ_F64, dabs(y), inf)
	large := k.dcmp(isa.V_CMP_GT_F64, a, one)
	same := k.combine(&condXor, grows, large)
	r = k.dselect(endless, k.dselect(same, zero, inf), r)
	r = k.dselect(k.combine(&condAnd, endless, k.dcmp(isa.V_CMP_EQ_F64, a, one)), one, r)
	// Negative bases: odd exponents give negative results, fractions none.
	negative := k.compareDwords(lessS, mach.P(k.toVector(k.part(x, 1), 1)), constDword(0))
	whole := k.dcmp(isa.V_CMP_EQ_F64, k.f64op(isa.V_TRUNC_F64, y), y)
	halfY := k.dmul(y, mach.Const(0x3fe0000000000000))
	isOdd := k.combine(&condAnd, whole, k.dcmp(isa.V_CMP_LG_F64, k.f64op(isa.V_TRUNC_F64, halfY), halfY))
	r = k.dselect(k.combine(&condAnd, negative, isOdd), k.toDoubleNeg(r), r)
	finite := k.combine(&condAnd, k.dcmp(isa.V_CMP_LT_F64, x, zero), k.dcmp(isa.V_CMP_LG_F64, a, inf))
	r = k.dselect(k.combine(&condAnd, finite, k.not(whole)), mach.Const(-1), r)
	r = k.dselect(k.dcmp(isa.V_CMP_U_F64, x, y), mach.Const(-1), r)
	always := k.combine(&condOr, k.dcmp(isa.V_CMP_EQ_F64, x, one), k.dcmp(isa.V_CMP_EQ_F64, y, zero))
	return k.dselect(always, one, r)
}

func lowerPow(k *kernel, op *ir.Operation) error {
	if err := k.computable(op, op.Operands[0].Type); err != nil {
		return err
	}
	k.each(op, func(in []elem) elem { return k.powElem(in[0], k.toF64(in[1])) })
	return nil
}

func (k *kernel) powElem(x elem, y mach.Operand) elem {
	r := k.dpow(k.toF64(x), y)
	if x.typ == ir.F64 {
		return k.elemOf(r)
	}
	return k.fromF64(x.typ.(ir.FloatType), r)
}

// lowerPowInt is powf: every integer of 53 bits is an f64.
func lowerPowInt(k *kernel, op *ir.Operation) error {
	if err := k.computable(op, op.Operands[0].Type); err != nil {
		return err
	}
	if typeBits(op.Operands[1].Type) > 53 {
		return k.refuse(op, "exponents of more than 53 bits are not compiled", "use i32")
	}
	k.each(op, func(in []elem) elem {
		return k.powElem(in[0], k.double(k.intElem(in[1], ir.F64, true)))
	})
	return nil
}

// remainderStep is how many bits of the quotient an iteration of the loop computes: with more,
// rounding could make the remainder as large as the divisor.
const remainderStep = 48

func lowerRemF(k *kernel, op *ir.Operation) error {
	if err := k.computable(op, op.Operands[0].Type); err != nil {
		return err
	}
	k.each(op, func(in []elem) elem {
		r := k.dremainder(k.toF64(in[0]), k.toF64(in[1]))
		if in[0].typ == ir.F64 {
			return k.elemOf(r)
		}
		// The remainder of two numbers of a type is one of it, but for the zero
		// and the infinity of short types.
		return k.fromF64(in[0].typ.(ir.FloatType), r)
	})
	return nil
}

// dremainder returns a - trunc(a/b)*b, exactly: the significand of a divided by that of b as by
// hand, some bits of the quotient at a time, in a loop until every lane is done.
func (k *kernel) dremainder(a, b mach.Operand) mach.Operand {
	ma, mb := k.f64op(isa.V_FREXP_MANT_F64, dabs(a)), k.f64op(isa.V_FREXP_MANT_F64, dabs(b))
	eb := k.vop1(isa.V_FREXP_EXP_I32_F64, b)
	apart := k.sub(k.vop1(isa.V_FREXP_EXP_I32_F64, a), eb)
	smaller := k.dcmp(isa.V_CMP_LT_F64, dabs(a), dabs(b))
	one := mach.Const(oneF64)
	r := k.f64op(isa.V_RCP_F64, mb)
	for range 2 {
		r = k.dfma(k.dfma(dneg(mb), r, one), r, r)
	}
	// Operands that are not finite, zero, or smaller than the divisor take no iteration.
	odd := k.combine(&condOr, k.vcmp(isa.V_CMP_CLASS_F64, a, constDword(classNaN|classInf)), k.vcmp(isa.V_CMP_CLASS_F64, b, constDword(classZeroOrInf|classInf|classNaN)))
	count, rest := k.reg(mach.FileV, 1), k.reg(mach.FileV, 2)
	k.b.Copy(count, k.selectDword(k.combine(&condOr, odd, smaller), constDword(0), apart))
	k.b.Copy(rest, ma)
	head, done := k.f.NewBlock("remainder"), k.f.NewBlock("remainder done")
	head.LoopHeader, head.LoopPos = true, k.b.Pos
	k.goTo(head)
	k.depth++
	k.start(head)
	step := k.op32(&minIOp, mach.P(count), constDword(remainderStep))
	v := k.f64op(isa.V_LDEXP_F64, mach.P(rest), step)
	q := k.f64op(isa.V_RNDNE_F64, k.dmul(v, r))
	v = k.dfma(dneg(q), mb, v)
	v = k.dselect(k.dcmp(isa.V_CMP_LT_F64, v, mach.Const(0)), k.dadd(v, mb), v)
	left := k.sub(mach.P(count), step)
	k.b.Copy(rest, v)
	k.b.Copy(count, left)
	more := k.vcmp(isa.V_CMP_LT_I32, constDword(0), mach.P(count))
	scc, _ := k.branchSCC(more)
	k.branch(mach.CondSCC1, scc, head, done)
	k.depth--
	k.start(done)
	result := k.dsign(k.f64op(isa.V_LDEXP_F64, mach.P(rest), eb), a)
	result = k.dselect(smaller, k.toDouble(a), result)
	nan := k.combine(&condOr, k.dcmp(isa.V_CMP_U_F64, a, b), k.combine(&condOr, k.vcmp(isa.V_CMP_CLASS_F64, a, constDword(classInf)), k.dcmp(isa.V_CMP_EQ_F64, b, mach.Const(0))))
	return k.dselect(nan, mach.Const(-1), result)
}
