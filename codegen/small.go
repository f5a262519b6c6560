package codegen

import (
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
	"heddle/num"
)

// Conversions of floats of eight bits or less without an instruction, with integer operations and
// f32.

// scaleF32 returns an e8m0, a power of two by its exponent: the code is where f32 has it, but for
// 0, the subnormal 2^-127, and 255, NaN.
func (k *kernel) scaleF32(e elem) mach.Operand {
	code := k.zext(e)
	x := k.shl(code, constDword(23))
	x = k.selectDword(k.compareDwords(equal, code, constDword(0)), constDword(1<<22), x)
	return k.selectDword(k.compareDwords(equal, code, constDword(255)), constDword(num.QNaN32), x)
}

// widenSmall returns a number of a small type as f32: with its exponent and fraction where f32 has
// them it is off by a power of two, subnormal or not.
func (k *kernel) widenSmall(t ir.FloatType, e elem) mach.Operand {
	f := t.Format()
	code := mach.P(k.toVector(k.low(e), 1))
	mag := k.and(code, constDword(1<<(f.Bits()-1)-1))
	x := k.vop1(isa.V_MUL_F32, k.shl(mag, constDword(uint32(num.F32.FracBits-f.FracBits))), constDword(uint32(2*127-f.Bias)<<23))
	sign := k.shl(code, constDword(uint32(32-f.Bits())))
	inf := uint32(1<<f.ExpBits-1) << f.FracBits
	switch f.Specials {
	case num.SpecialsIEEE:
		special := k.selectDword(k.compareDwords(equal, mag, constDword(inf)), constDword(0x7f800000), constDword(num.QNaN32))
		x = k.selectDword(k.compareDwords(atLeastU, mag, constDword(inf)), special, x)
	case num.SpecialsNaN:
		x = k.selectDword(k.compareDwords(equal, mag, constDword(1<<(f.Bits()-1)-1)), constDword(num.QNaN32), x)
	}
	x = k.bitInsert(0x7fffffff, x, sign)
	if f.Specials == num.SpecialsFNUZ {
		nan := k.compareDwords(equal, k.and(code, constDword(1<<f.Bits()-1)), constDword(1<<(f.Bits()-1)))
		x = k.selectDword(nan, constDword(num.QNaN32), x)
	}
	return x
}

// narrowSmall rounds an f32 to a small type, as num.Format.FromF32 does.
func (k *kernel) narrowSmall(t ir.FloatType, x mach.Operand) mach.Operand {
	f := t.Format()
	x = mach.P(k.toVector(x, 1))
	mag := k.and(x, constDword(0x7fffffff))
	drop := num.F32.FracBits - f.FracBits
	// Normal numbers: half a place is added, less one if the place is even, and
	// the exponent's bias changes.
	r := k.vop1(isa.V_ADD3_U32, mag, k.field(mag, drop, 1, false), k.literal(1<<(drop-1)-1))
	r = k.sub(k.shr(r, constDword(uint32(drop))), constDword(uint32(127-f.Bias)<<f.FracBits))
	// Subnormal ones: adding a number whose last place is theirs rounds to it.
	magic := uint32(127+1-f.Bias-f.FracBits+num.F32.FracBits) << 23
	s := k.sub(k.vop1(isa.V_ADD_F32, mag, constDword(magic)), constDword(magic))
	r = k.selectDword(k.compareDwords(lessU, mag, constDword(uint32(127+1-f.Bias)<<23)), s, r)
	largest, beyond := smallLimits(f)
	nan := uint32(1<<(f.Bits()-1) - 1)
	// Beyond the largest, and infinity.
	r = k.selectDword(k.compareDwords(greaterU, r, constDword(largest)), constDword(beyond), r)
	r = k.selectDword(k.compareDwords(atLeastU, mag, constDword(0x7f800000)), constDword(beyond), r)
	isNaN := k.compareDwords(greaterU, mag, constDword(0x7f800000))
	switch f.Specials {
	case num.SpecialsNone:
		nan = largest
	case num.SpecialsFNUZ:
		nan = beyond
	}
	r = k.selectDword(isNaN, constDword(nan), r)
	sign := k.shr(k.and(x, constDword(1<<31)), constDword(uint32(32-f.Bits())))
	if f.Specials != num.SpecialsFNUZ {
		return k.or(r, sign)
	}
	// FNUZ: no zero has a sign, and the code that would be -0 is NaN.
	signed := k.selectDword(k.compareDwords(equal, r, constDword(0)), r, k.or(r, sign))
	bad := k.compareDwords(greaterU, r, constDword(largest))
	return k.selectDword(bad, constDword(1<<(f.Bits()-1)), signed)
}

// smallLimits returns the magnitudes of the largest finite number of a format and of the code for
// larger numbers. FNUZ formats have no such code; a larger value marks that.
func smallLimits(f *num.Format) (largest, beyond uint32) {
	all := uint32(1<<(f.Bits()-1) - 1)
	switch f.Specials {
	case num.SpecialsIEEE:
		inf := uint32(1<<f.ExpBits-1) << f.FracBits
		return inf - 1, inf
	case num.SpecialsNaN:
		return all - 1, all
	case num.SpecialsFNUZ:
		return all, all + 1
	}
	return all, all
}

// scaleOf returns the power of two of a scaling operation's scale: its exponent alone, as f32.
func (k *kernel) scaleOf(e elem) mach.Operand {
	switch e.typ {
	case ir.F8E8M0FNU:
		return k.scaleF32(e)
	case ir.F64:
		e = word(k.vop1(isa.V_CVT_F32_F64, k.double(e)))
		e.typ = ir.F32
	}
	return k.scaleF32(typed(elem{dw: []mach.Operand{k.field(k.toF32(e), 23, 8, false)}, ext: extZero}, ir.F8E8M0FNU))
}

func lowerScalingExtF(k *kernel, op *ir.Operation) error {
	if err := k.computable(op, op.Operands[0].Type, op.Operands[1].Type, op.Result().Type); err != nil {
		return err
	}
	to := ir.ElemType(op.Result().Type).(ir.FloatType)
	k.each(op, func(in []elem) elem {
		by := k.scaleOf(in[1])
		if to == ir.F64 {
			return elem{dw: dwords(k.vop(isa.V_MUL_F64, 2, k.toF64(in[0]), k.f64op(isa.V_CVT_F64_F32, by)))}
		}
		x := k.toF32(in[0])
		if to == ir.F32 {
			return word(k.vop1(isa.V_MUL_F32, x, by))
		}
		a, b := typed(k.fromF32(to, x), to), typed(k.fromF32(to, by), to)
		return k.floatElem(&floatMul, []elem{a, b})
	})
	return nil
}

func lowerScalingTruncF(k *kernel, op *ir.Operation) error {
	if err := k.computable(op, op.Operands[0].Type, op.Operands[1].Type, op.Result().Type); err != nil {
		return err
	}
	if op.IntAttr("roundingmode") != roundNearest {
		return k.refuse(op, "this rounding is not compiled", "round to nearest, ties to even")
	}
	to := ir.ElemType(op.Result().Type).(ir.FloatType)
	k.each(op, func(in []elem) elem {
		from := in[0].typ.(ir.FloatType)
		by := k.scaleOf(in[1])
		var q elem
		switch from {
		case ir.F64:
			q = k.divideF64(elem{dw: dwords(k.toF64(in[0]).Part)}, elem{dw: dwords(k.vop(isa.V_CVT_F64_F32, 2, by))})
		case ir.F16:
			q = k.divideF16(in[0], k.fromF32(ir.F16, by))
		case ir.F32:
			q = word(k.divideF32(in[0].dw[0], by))
		default:
			q = k.fromF32(from, k.divideF32(k.toF32(in[0]), k.toF32(typed(k.fromF32(from, by), from))))
		}
		return k.truncate(typed(q, from), to, roundNearest)
	})
	return nil
}
