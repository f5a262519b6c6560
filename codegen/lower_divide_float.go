package codegen

import (
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// lowerDivF divides, rounded correctly unless afn allows less.
func lowerDivF(k *kernel, op *ir.Operation) error {
	approximate := fast(op, "afn")
	k.each(op, func(in []elem) elem {
		switch t := in[0].typ.(ir.FloatType); t {
		case ir.F64:
			return k.divideF64(in[0], in[1])
		case ir.F16:
			return k.divideF16(in[0], in[1])
		case ir.F32:
			if approximate {
				return word(k.vop1(isa.V_MUL_F32, in[0].dw[0], k.vop1(isa.V_RCP_F32, in[1].dw[0])))
			}
			return word(k.divideF32(in[0].dw[0], in[1].dw[0]))
		default:
			return k.fromF32(t, k.divideF32(k.toF32(in[0]), k.toF32(in[1])))
		}
	})
	return nil
}

const oneF32 = 0x3f800000

// vcc returns a mask in VCC.
func (k *kernel) vcc() mach.Reg { return k.f.NewFixed(isa.VCCLo, 2, "vcc") }

// divideF32 is a/b: the reciprocal of the scaled denominator, two steps of refinement of the
// quotient, the last one undoing the scaling with one rounding, and the special cases (ISA manual,
// v_div_scale and related instructions).
func (k *kernel) divideF32(a, b mach.Operand) mach.Operand {
	a, b = mach.P(k.toVector(a, 1)), mach.P(k.toVector(b, 1))
	den, num, vcc := k.reg(mach.FileV, 1), k.reg(mach.FileV, 1), k.vcc()
	k.b.Emit(isa.V_DIV_SCALE_F32, mach.P(den), mach.P(k.reg(mach.FileS, 2)), b, b, a)
	k.b.Emit(isa.V_DIV_SCALE_F32, mach.P(num), mach.P(k.f.All(vcc)), a, b, a)
	d, n := mach.P(den), mach.P(num)
	fma := func(x, y, z mach.Operand) mach.Operand { return k.vop1(isa.V_FMA_F32, x, y, z) }
	r := k.vop1(isa.V_RCP_F32, d)
	r = fma(fma(d.Negated(), r, constDword(oneF32)), r, r)
	q := k.vop1(isa.V_MUL_F32, n, r)
	q = fma(fma(d.Negated(), q, n), r, q)
	dst := k.reg(mach.FileV, 1)
	k.b.Emit(isa.V_DIV_FMAS_F32, mach.P(dst), fma(d.Negated(), q, n), r, q).ImplicitUse = vcc
	return k.vop1(isa.V_DIV_FIXUP_F32, mach.P(dst), b, a)
}

// divideF64 returns the same; the seed has half the bits, and takes two steps.
func (k *kernel) divideF64(x, y elem) elem {
	a, b := mach.P(k.toVector(k.double(x), 2)), mach.P(k.toVector(k.double(y), 2))
	den, num, vcc := k.reg(mach.FileV, 2), k.reg(mach.FileV, 2), k.vcc()
	k.b.Emit(isa.V_DIV_SCALE_F64, mach.P(den), mach.P(k.reg(mach.FileS, 2)), b, b, a)
	k.b.Emit(isa.V_DIV_SCALE_F64, mach.P(num), mach.P(k.f.All(vcc)), a, b, a)
	d, n := mach.P(den), mach.P(num)
	fma := func(x, y, z mach.Operand) mach.Operand { return k.f64op(isa.V_FMA_F64, x, y, z) }
	one := mach.Const(oneF64)
	r := k.f64op(isa.V_RCP_F64, d)
	r = fma(fma(d.Negated(), r, one), r, r)
	r = fma(fma(d.Negated(), r, one), r, r)
	q := k.f64op(isa.V_MUL_F64, n, r)
	dst := k.reg(mach.FileV, 2)
	k.b.Emit(isa.V_DIV_FMAS_F64, mach.P(dst), fma(d.Negated(), q, n), r, q).ImplicitUse = vcc
	return elem{dw: dwords(k.vop(isa.V_DIV_FIXUP_F64, 2, mach.P(dst), b, a))}
}

const oneF64 = 0x3ff0000000000000

// divideF16 divides in f32. After a step of refinement the quotient is off by
// little more than half a unit of f32, and no quotient of two f16 that is not a
// middle between two f16 is so near to one: they differ by 2^-22 of it at least.
// Middles, which only subnormal quotients can be, come out exactly.
func (k *kernel) divideF16(x, y elem) elem {
	a, b := k.vop1(isa.V_CVT_F32_F16, k.half(x)), k.vop1(isa.V_CVT_F32_F16, k.half(y))
	r := k.vop1(isa.V_RCP_F32, b)
	q := k.vop1(isa.V_MUL_F32, a, r)
	q = k.vop1(isa.V_FMA_F32, k.vop1(isa.V_FMA_F32, b.Negated(), q, a), r, q)
	h := k.vop1(isa.V_CVT_F16_F32, q)
	return k.halfElem(isa.V_DIV_FIXUP_F16, h, mach.P(k.toVector(k.half(y), 1)), mach.P(k.toVector(k.half(x), 1)))
}
