package codegen

import (
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// function is a function of one real number.
type function struct {
	name string
	f64  func(k *kernel, x mach.Operand) mach.Operand
	// f32, if not nil, is cheaper; also for f16 and bf16, which are computed in f32. The others are
	// computed in f64 and rounded.
	f32 func(k *kernel, x mach.Operand) mach.Operand
	// quick32, if not nil, is for fastmath<afn>.
	quick32 func(k *kernel, x mach.Operand) mach.Operand
}

// functions are those of math with one operand.
var functions = []function{
	{"math.exp", (*kernel).dexp, (*kernel).exp32, (*kernel).quickExp32},
	{"math.exp2", (*kernel).dexp2, (*kernel).exp232, (*kernel).quickExp232},
	{"math.expm1", (*kernel).dexpm1, nil, nil},
	{"math.log", (*kernel).dlog, (*kernel).log32, (*kernel).quickLog32},
	{"math.log2", (*kernel).dlog2, (*kernel).log232, (*kernel).quickLog232},
	{"math.log10", (*kernel).dlog10, (*kernel).log1032, nil},
	{"math.log1p", (*kernel).dlog1p, nil, nil},
	{"math.sin", (*kernel).dsin, nil, (*kernel).quickSin32},
	{"math.cos", (*kernel).dcos, nil, (*kernel).quickCos32},
	{"math.tan", (*kernel).dtan, nil, nil},
	{"math.asin", (*kernel).dasin, nil, nil},
	{"math.acos", (*kernel).dacos, nil, nil},
	{"math.atan", (*kernel).datan, nil, nil},
	{"math.sinh", (*kernel).dsinh, nil, nil},
	{"math.cosh", (*kernel).dcosh, nil, nil},
	{"math.tanh", (*kernel).dtanh, nil, nil},
	{"math.asinh", (*kernel).dasinh, nil, nil},
	{"math.acosh", (*kernel).dacosh, nil, nil},
	{"math.atanh", (*kernel).datanh, nil, nil},
	{"math.erf", (*kernel).derf, nil, nil},
	{"math.erfc", (*kernel).derfc, nil, nil},
	{"math.cbrt", (*kernel).dcbrt, nil, nil},
	{"math.sqrt", (*kernel).dsqrt, (*kernel).sqrt32, (*kernel).quickSqrt32},
	{"math.rsqrt", (*kernel).drsqrt, (*kernel).rsqrt32, (*kernel).quickRsqrt32},
}

// mathLowerings: functions of real numbers.
var mathLowerings = append(unaryFunctions(),
	lowering{"math.sincos", elementwise(lowerSinCos)},
	lowering{"math.atan2", elementwise(lowerAtan2)},
)

func unaryFunctions() []lowering {
	var rows []lowering
	for i := range functions {
		f := &functions[i]
		rows = append(rows, lowering{f.name, elementwise(func(k *kernel, op *ir.Operation) error {
			if err := k.computable(op, op.Operands[0].Type); err != nil {
				return err
			}
			quick := fast(op, "afn")
			k.each(op, func(in []elem) elem { return k.apply(f, in[0], quick) })
			return nil
		})})
	}
	return rows
}

// apply computes a function of one element.
func (k *kernel) apply(f *function, a elem, quick bool) elem {
	t := a.typ.(ir.FloatType)
	switch {
	case t == ir.F64:
		return k.elemOf(k.inRegister(f.f64(k, mach.P(k.toVector(k.double(a), 2)))))
	case quick && f.quick32 != nil:
		return k.fromF32(t, f.quick32(k, k.toF32(a)))
	case f.f32 != nil:
		return k.fromF32(t, f.f32(k, mach.P(k.toVector(k.toF32(a), 1))))
	}
	return k.fromF64(t, f.f64(k, k.toF64(a)))
}

// inRegister returns a number without source modifiers.
func (k *kernel) inRegister(a mach.Operand) mach.Operand {
	if a.Flags != 0 {
		return k.toDouble(a)
	}
	return a
}

// fromF64 rounds a result of f64 to another type, through f32: twice for f16 and shorter ones,
// which adds less than 2^-13 of a unit to the error.
func (k *kernel) fromF64(t ir.FloatType, x mach.Operand) elem {
	return k.fromF32(t, k.vop1(isa.V_CVT_F32_F64, x))
}

func lowerSinCos(k *kernel, op *ir.Operation) error {
	v := k.value(op.Operands[0])
	for i, f := range []func(*kernel, mach.Operand) mach.Operand{(*kernel).dsin, (*kernel).dcos} {
		var out []elem
		for _, a := range k.elements(v) {
			out = append(out, typed(k.apply(&function{f64: f}, a, false), a.typ))
		}
		k.vals[op.Results[i]] = k.assemble(v.typ, out)
	}
	return nil
}

func lowerAtan2(k *kernel, op *ir.Operation) error {
	if err := k.computable(op, op.Operands[0].Type); err != nil {
		return err
	}
	k.each(op, func(in []elem) elem {
		r := k.datan2(k.toF64(in[0]), k.toF64(in[1]))
		if in[0].typ == ir.F64 {
			return k.elemOf(r)
		}
		return k.fromF64(in[0].typ.(ir.FloatType), r)
	})
	return nil
}

// The forms in f32 rest on the instructions v_exp_f32, v_log_f32, v_rsq_f32 and v_sqrt_f32, which
// are off by one unit at most and treat subnormal numbers as zeros, so those are scaled (facts: ISA
// semantics 2).

func (k *kernel) quickExp232(x mach.Operand) mach.Operand { return k.vop1(isa.V_EXP_F32, x) }
func (k *kernel) quickLog232(x mach.Operand) mach.Operand { return k.vop1(isa.V_LOG_F32, x) }
func (k *kernel) quickExp32(x mach.Operand) mach.Operand {
	return k.vop1(isa.V_EXP_F32, k.vop1(isa.V_MUL_F32, constDword(0x3fb8aa3b), x))
}
func (k *kernel) quickLog32(x mach.Operand) mach.Operand {
	return k.vop1(isa.V_MUL_F32, constDword(0x3f317218), k.vop1(isa.V_LOG_F32, x))
}
func (k *kernel) quickSqrt32(x mach.Operand) mach.Operand  { return k.vop1(isa.V_SQRT_F32, x) }
func (k *kernel) quickRsqrt32(x mach.Operand) mach.Operand { return k.vop1(isa.V_RSQ_F32, x) }

// turnsOf32 is 1/(2 pi), an inline constant.
const turnsOf32 = 0x3e22f983

func (k *kernel) quickSin32(x mach.Operand) mach.Operand {
	return k.vop1(isa.V_SIN_F32, k.vop1(isa.V_MUL_F32, constDword(turnsOf32), x))
}

func (k *kernel) quickCos32(x mach.Operand) mach.Operand {
	return k.vop1(isa.V_COS_F32, k.vop1(isa.V_MUL_F32, constDword(turnsOf32), x))
}

// exp232 computes small results 2^64 times too large.
func (k *kernel) exp232(x mach.Operand) mach.Operand {
	low := k.vcmp(isa.V_CMP_GT_F32, k.literal(0xc2fc0000), x)
	y := k.vop1(isa.V_ADD_F32, x, k.selectDword(low, constDword(0x42800000), constDword(0)))
	return k.vop1(isa.V_MUL_F32, k.vop1(isa.V_EXP_F32, y), k.selectDword(low, constDword(0x1f800000), constDword(oneF32)))
}

// exp32 is 2^(x*log2(e)), with the product in two parts.
func (k *kernel) exp32(x mach.Operand) mach.Operand {
	high := k.vop1(isa.V_MUL_F32, constDword(0x3fb8aa3b), x)
	low := k.vop1(isa.V_FMA_F32, x, k.literal(0x3fb8aa3b), high.Negated())
	low = k.vop1(isa.V_FMA_F32, x, k.literal(0x32a57060), low)
	n := k.vop1(isa.V_RNDNE_F32, high)
	r := k.vop1(isa.V_EXP_F32, k.vop1(isa.V_ADD_F32, k.vop1(isa.V_SUB_F32, high, n), low))
	r = k.vop1(isa.V_LDEXP_F32, r, k.vop1(isa.V_CVT_I32_F32, n))
	r = k.selectDword(k.vcmp(isa.V_CMP_GT_F32, k.literal(0xc2d00000), x), constDword(0), r)
	return k.selectDword(k.vcmp(isa.V_CMP_LT_F32, k.literal(0x42b17218), x), constDword(0x7f800000), r)
}

// log232 takes 32 away from the logarithm of 2^32 times a subnormal number.
func (k *kernel) log232(x mach.Operand) mach.Operand {
	low := k.vcmp(isa.V_CMP_GT_F32, constDword(1<<23), x)
	y := k.vop1(isa.V_LDEXP_F32, x, k.selectDword(low, constDword(32), constDword(0)))
	return k.vop1(isa.V_SUB_F32, k.vop1(isa.V_LOG_F32, y), k.selectDword(low, constDword(0x42000000), constDword(0)))
}

func (k *kernel) log32(x mach.Operand) mach.Operand { return k.logScaled32(x, 0x3f317217, 0x3377d1cf) }
func (k *kernel) log1032(x mach.Operand) mach.Operand {
	return k.logScaled32(x, 0x3e9a209a, 0x3284fbcf)
}

// logScaled32 is log2(x) times a constant in two parts.
func (k *kernel) logScaled32(x mach.Operand, scale, rest uint32) mach.Operand {
	y := k.log232(x)
	p := k.vop1(isa.V_MUL_F32, constDword(scale), y)
	e := k.vop1(isa.V_FMA_F32, y, k.literal(scale), p.Negated())
	r := k.vop1(isa.V_ADD_F32, p, k.vop1(isa.V_FMA_F32, y, k.literal(rest), e))
	finite := k.vcmp(isa.V_CMP_GT_F32, k.literal(0x7f800000), y.WithFlags(isa.Abs))
	return k.selectDword(finite, r, y)
}

// sqrt32 is correctly rounded: the neighbours of the instruction's result are tried.
func (k *kernel) sqrt32(x mach.Operand) mach.Operand {
	low := k.vcmp(isa.V_CMP_GT_F32, k.literal(0x0f800000), x)
	y := k.vop1(isa.V_MUL_F32, x, k.selectDword(low, constDword(0x4f800000), constDword(oneF32)))
	s := k.vop1(isa.V_SQRT_F32, y)
	down, up := k.add(s, constDword(0xffffffff)), k.add(s, constDword(1))
	below := k.vop1(isa.V_FMA_F32, down.Negated(), s, y)
	above := k.vop1(isa.V_FMA_F32, up.Negated(), s, y)
	r := k.selectDword(k.vcmp(isa.V_CMP_GE_F32, constDword(0), below), down, s)
	r = k.selectDword(k.vcmp(isa.V_CMP_LT_F32, constDword(0), above), up, r)
	r = k.vop1(isa.V_MUL_F32, r, k.selectDword(low, constDword(0x37800000), constDword(oneF32)))
	return k.selectDword(k.vcmp(isa.V_CMP_CLASS_F32, y, constDword(classZeroOrInf)), y, r)
}

// rsqrt32 scales subnormal numbers by 2^24.
func (k *kernel) rsqrt32(x mach.Operand) mach.Operand {
	low := k.vcmp(isa.V_CMP_GT_F32, constDword(1<<23), x)
	y := k.vop1(isa.V_MUL_F32, x, k.selectDword(low, constDword(0x4b800000), constDword(oneF32)))
	return k.vop1(isa.V_MUL_F32, k.vop1(isa.V_RSQ_F32, y), k.selectDword(low, constDword(0x45800000), constDword(oneF32)))
}

// drsqrt takes a step of third order from the seed.
func (k *kernel) drsqrt(x mach.Operand) mach.Operand {
	tiny := k.dcmp(isa.V_CMP_LT_F64, x, k.dconst(0x1p-767))
	s := k.f64op(isa.V_LDEXP_F64, x, k.selectDword(tiny, constDword(256), constDword(0)))
	y := k.f64op(isa.V_RSQ_F64, s)
	e := k.dfma(dneg(k.dmul(s, y)), y, mach.Const(oneF64))
	r := k.dfma(k.dmul(y, e), k.dfma(e, k.dconst(0.375), mach.Const(0x3fe0000000000000)), y)
	r = k.f64op(isa.V_LDEXP_F64, r, k.selectDword(tiny, constDword(128), constDword(0)))
	y = k.f64op(isa.V_LDEXP_F64, y, k.selectDword(tiny, constDword(128), constDword(0)))
	return k.dselect(k.vcmp(isa.V_CMP_CLASS_F64, x, constDword(classZeroOrInf)), y, r)
}
