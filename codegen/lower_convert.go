package codegen

import (
	"fmt"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// convertLowerings: conversions that involve floats.
var convertLowerings = []lowering{
	{"arith.extf", elementwise(lowerExtF)},
	{"arith.truncf", elementwise(lowerTruncF)},
	{"arith.scaling_extf", elementwise(lowerScalingExtF)},
	{"arith.scaling_truncf", elementwise(lowerScalingTruncF)},
	{"arith.sitofp", elementwise(func(k *kernel, op *ir.Operation) error { return k.intToFloat(op, true) })},
	{"arith.uitofp", elementwise(func(k *kernel, op *ir.Operation) error { return k.intToFloat(op, false) })},
	{"arith.fptosi", elementwise(func(k *kernel, op *ir.Operation) error { return k.floatToInt(op, true) })},
	{"arith.fptoui", elementwise(func(k *kernel, op *ir.Operation) error { return k.floatToInt(op, false) })},
}

// computable refuses types without arithmetic.
func (k *kernel) computable(op *ir.Operation, list ...ir.Type) error {
	for _, t := range list {
		f, ok := ir.ElemType(t).(ir.FloatType)
		if ok && (f.Format() == nil && f != ir.F8E8M0FNU || f == ir.TF32) {
			return k.refuse(op, fmt.Sprintf("%s is not compiled", t), "")
		}
	}
	return nil
}

func lowerExtF(k *kernel, op *ir.Operation) error {
	if err := k.computable(op, op.Operands[0].Type, op.Result().Type); err != nil {
		return err
	}
	to := ir.ElemType(op.Result().Type).(ir.FloatType)
	if k.widenPairs(op, to) {
		return nil
	}
	k.each(op, func(in []elem) elem {
		if to == ir.F64 {
			return elem{dw: dwords(k.toF64(in[0]).Part)}
		}
		// A longer type contains all numbers of a shorter one, except f16, which lacks powers of
		// two that e8m0 has.
		x := k.toF32(in[0])
		if to == ir.F16 && in[0].typ == ir.F8E8M0FNU {
			return k.fromF32(to, x)
		}
		return k.fromF32Exact(to, x)
	})
	return nil
}

// The rounding modes of arith.truncf.
const (
	roundNearest = iota
	roundDown
	roundUp
	roundToZero
	roundTiesAway
)

func lowerTruncF(k *kernel, op *ir.Operation) error {
	if err := k.computable(op, op.Operands[0].Type, op.Result().Type); err != nil {
		return err
	}
	mode := op.IntAttr("roundingmode")
	to := ir.ElemType(op.Result().Type).(ir.FloatType)
	if mode == roundTiesAway || mode != roundNearest && to != ir.F32 && to != ir.F16 && to != ir.BF16 {
		return k.refuse(op, fmt.Sprintf("this rounding to %s is not compiled", to), "round to nearest, ties to even")
	}
	if mode == roundNearest && k.narrowPairs(op, to) {
		return nil
	}
	if mode == roundNearest && to == ir.BF16 && fast(op, "nnan") && !k.has(isa.V_CVT_PK_BF16_F32) && ir.ElemType(op.Operands[0].Type) == ir.F32 {
		k.each(op, func(in []elem) elem { return elem{dw: []mach.Operand{k.roundNumberBF16(in[0].dw[0])}, pos: 16} })
		return nil
	}
	k.each(op, func(in []elem) elem { return k.truncate(in[0], to, mode) })
	return nil
}

// truncate rounds a float once to a shorter type.
func (k *kernel) truncate(a elem, to ir.FloatType, mode int64) elem {
	if to == ir.F32 {
		x := k.double(a)
		y := k.vop1(isa.V_CVT_F32_F64, x)
		return word(k.directed(mode, y, 31, func(ops [3]isa.Op) cond {
			return k.vcmp(ops[2], k.f64op(isa.V_CVT_F64_F32, y), x)
		}))
	}
	var x mach.Operand
	switch {
	case a.typ != ir.F64:
		x = k.toF32(a)
	case to == ir.F8E8M0FNU:
		x = k.vop1(isa.V_CVT_F32_F64, k.double(a))
	default:
		x = k.oddF32(k.double(a))
	}
	r := k.fromF32(to, x)
	if mode == roundNearest {
		return r
	}
	back := k.toF32(typed(r, to))
	return word(k.directed(mode, k.low(r), 15, func(ops [3]isa.Op) cond { return k.vcmp(ops[1], back, x) }))
}

// directed adjusts a number y that was rounded to nearest by one place, for another rounding mode.
// is compares y with the exact number; sign is the place of y's sign.
func (k *kernel) directed(mode int64, y mach.Operand, sign int, is func([3]isa.Op) cond) mach.Operand {
	if mode == roundNearest {
		return y
	}
	negative := k.vcmp(isa.V_CMP_NE_U32, constDword(0), k.and(y, constDword(1<<sign)))
	tooHigh, tooLow := is(cmpF[2]), is(cmpF[4])
	if mode == roundToZero {
		// Positive and too high, or negative and too low: its magnitude shrinks.
		wrong := k.combine(&condOr, k.combine(&condAnd, tooHigh, k.not(negative)), k.combine(&condAnd, tooLow, negative))
		return k.selectDword(wrong, k.sub(y, constDword(1)), y)
	}
	wrong, grows := tooHigh, negative
	if mode == roundUp {
		wrong, grows = tooLow, k.not(negative)
	}
	step := k.selectDword(grows, constDword(1), constDword(0xffffffff))
	return k.add(y, k.selectDword(wrong, step, constDword(0)))
}

// oddF32 returns an f64 as an f32 that, rounded once more to a type of at most 22 bits, gives what
// rounding the f64 would have: truncated, with the last bit set if something was cut off.
func (k *kernel) oddF32(x mach.Operand) mach.Operand {
	y := k.vop1(isa.V_CVT_F32_F64, x)
	back := k.f64op(isa.V_CVT_F64_F32, y)
	larger := k.vcmp(isa.V_CMP_GT_F64, back.WithFlags(isa.Abs), k.absolute(x))
	inexact := k.vcmp(isa.V_CMP_LG_F64, back, x)
	down := k.sub(y, k.selectDword(larger, constDword(1), constDword(0)))
	return k.or(down, k.selectDword(inexact, constDword(1), constDword(0)))
}

// absolute returns an f64 source without its sign.
func (k *kernel) absolute(x mach.Operand) mach.Operand {
	if x.Kind == mach.OperandConst {
		return mach.Const(x.Value &^ (-1 << 63))
	}
	return x.WithFlags(isa.Abs)
}

// toF64 returns a float of any type as an f64 operand, exactly.
func (k *kernel) toF64(e elem) mach.Operand {
	if e.typ == ir.F64 {
		return mach.P(k.toVector(k.double(e), 2))
	}
	return k.f64op(isa.V_CVT_F64_F32, k.toF32(e))
}

// toF32 returns a float of any type but f64 as an f32, exactly.
func (k *kernel) toF32(e elem) mach.Operand {
	switch t := e.typ.(ir.FloatType); t {
	case ir.F32:
		return e.dw[0]
	case ir.F16:
		return k.convertPart(isa.V_CVT_F32_F16, e)
	case ir.BF16:
		if e.pos == 16 {
			return k.and(e.dw[0], constDword(0xffff0000))
		}
		return k.shl(e.dw[0], constDword(16))
	case ir.F8E8M0FNU:
		return k.scaleF32(e)
	default:
		if op, ok := k.small(t); ok {
			return k.convertPart(op.widen, e)
		}
		return k.widenSmall(t, e)
	}
}

// convertPart converts an element in place in a dword: SDWA selects a byte or a half.
func (k *kernel) convertPart(op isa.Op, e elem) mach.Operand {
	if e.pos == 0 || k.isScalar(e.dw[0]) {
		return k.vop1(op, k.half(e))
	}
	sel := e.pos / 8 // BYTE_n
	if e.bits() == 16 {
		sel = sdwaWord0 + e.pos/16
	}
	dst := k.reg(mach.FileV, 1)
	k.b.EmitRow(k.f.Row(op, isa.EncSDWA1, ""), mach.P(dst), e.dw[0]).Mods.Src0Sel = sel
	return mach.P(dst)
}

// fromF32 rounds an f32 to another type but f64.
func (k *kernel) fromF32(t ir.FloatType, x mach.Operand) elem {
	switch t {
	case ir.F32:
		return word(x)
	case ir.F16:
		return k.halfElem(isa.V_CVT_F16_F32, x)
	case ir.BF16:
		if k.has(isa.V_CVT_PK_BF16_F32) {
			return elem{dw: []mach.Operand{k.vop1(isa.V_CVT_PK_BF16_F32, x, constDword(0))}, ext: extZero}
		}
		return elem{dw: []mach.Operand{k.roundBF16(x)}, pos: 16}
	case ir.F8E8M0FNU:
		return elem{dw: []mach.Operand{k.field(x, 23, 8, false)}, ext: extZero}
	}
	if op, ok := k.small(t); ok {
		return word(k.narrowPair(op, x, constDword(0)))
	}
	return word(k.narrowSmall(t, x))
}

// fromF32Exact is fromF32 of numbers that the type has.
func (k *kernel) fromF32Exact(t ir.FloatType, x mach.Operand) elem {
	if t == ir.BF16 {
		return elem{dw: []mach.Operand{x}, pos: 16}
	}
	return k.fromF32(t, x)
}

// roundBF16 returns an f32 whose upper half is it rounded to bf16: half a place is added, less one
// if the place is even; a NaN is kept from becoming infinity.
func (k *kernel) roundBF16(x mach.Operand) mach.Operand {
	x = mach.P(k.toVector(x, 1))
	r := k.roundNumberBF16(x)
	nan := k.vcmp(isa.V_CMP_U_F32, x, x)
	return k.selectDword(nan, k.or(x, constDword(1<<22)), r)
}

// roundNumberBF16 is roundBF16 of what is no NaN.
func (k *kernel) roundNumberBF16(x mach.Operand) mach.Operand {
	x = mach.P(k.toVector(x, 1))
	return k.vop1(isa.V_ADD3_U32, x, k.field(x, 16, 1, false), k.literal(0x7fff))
}

// smallOps are a chip's own conversions of an 8-bit type.
type smallOps struct {
	widen, widenPair, narrow isa.Op
}

var (
	fp8Ops = smallOps{isa.V_CVT_F32_FP8, isa.V_CVT_PK_F32_FP8, isa.V_CVT_PK_FP8_F32}
	bf8Ops = smallOps{isa.V_CVT_F32_BF8, isa.V_CVT_PK_F32_BF8, isa.V_CVT_PK_BF8_F32}
)

// small are the instructions for an 8-bit type: the chip has the FNUZ kinds or
// the OCP ones.
func (k *kernel) small(t ir.FloatType) (*smallOps, bool) {
	switch f := t.Format(); {
	case f == nil:
	case f == k.opt.Chip.FP8:
		return &fp8Ops, true
	case f == k.opt.Chip.BF8:
		return &bf8Ops, true
	}
	return nil, false
}

// narrowPair is two f32 as 8-bit floats in the low half of a dword.
func (k *kernel) narrowPair(op *smallOps, x, y mach.Operand) mach.Operand {
	dst := k.reg(mach.FileV, 1)
	k.b.Undef(dst)
	k.emitVector(op.narrow, []mach.Operand{mach.P(dst)}, []mach.Operand{x, y})
	return mach.P(dst)
}

// destHigh is op_sel's bit of the destination of a conversion of two sources.
const destHigh = 1 << 2

// narrowPairs converts vectors of f32 with instructions on pairs.
func (k *kernel) narrowPairs(op *ir.Operation, to ir.FloatType) bool {
	vec, isVector := op.Result().Type.(*ir.VectorType)
	if !isVector || ir.ElemType(op.Operands[0].Type) != ir.F32 {
		return false
	}
	in := k.value(op.Operands[0]).dw
	out := value{typ: vec}
	at := func(i int) mach.Operand {
		if i < len(in) {
			return in[i]
		}
		return constDword(0)
	}
	small, isSmall := k.small(to)
	switch {
	case isSmall:
		for i := 0; i < len(in); i += 4 {
			d := k.narrowPair(small, at(i), at(i+1))
			if i+2 < len(in) {
				k.emitVector(small.narrow, []mach.Operand{d}, []mach.Operand{at(i + 2), at(i + 3)}).Mods.OpSel = destHigh
			}
			out.dw = append(out.dw, d)
		}
	case to == ir.BF16 && k.has(isa.V_CVT_PK_BF16_F32):
		for i := 0; i < len(in); i += 2 {
			out.dw = append(out.dw, k.vop1(isa.V_CVT_PK_BF16_F32, at(i), at(i+1)))
		}
	case to == ir.F16 && k.has(isa.V_CVT_PK_F16_F32):
		for i := 0; i < len(in); i += 2 {
			out.dw = append(out.dw, k.vop1(isa.V_CVT_PK_F16_F32, at(i), at(i+1)))
		}
	default:
		return false
	}
	k.set(op, out)
	return true
}

// widenPairs converts vectors of 8-bit floats to f32 two at a time.
func (k *kernel) widenPairs(op *ir.Operation, to ir.FloatType) bool {
	vec, isVector := op.Result().Type.(*ir.VectorType)
	if !isVector || to != ir.F32 {
		return false
	}
	small, ok := k.small(ir.ElemType(op.Operands[0].Type).(ir.FloatType))
	if !ok {
		return false
	}
	in := k.value(op.Operands[0]).dw
	n, _ := vec.Shape.Elements()
	out := value{typ: vec}
	for i := 0; i < int(n); i += 2 {
		src := in[i/4]
		if i%4 == 2 && !k.isScalar(src) {
			dst := k.reg(mach.FileV, 2)
			k.b.EmitRow(k.f.Row(small.widenPair, isa.EncSDWA1, ""), mach.P(dst), src).Mods.Src0Sel = sdwaWord0 + 1
			out.dw = append(out.dw, dwords(dst)...)
			continue
		}
		if i%4 == 2 {
			src = k.shr(src, constDword(16))
		}
		out.dw = append(out.dw, dwords(k.vop(small.widenPair, 2, src))...)
	}
	out.dw = out.dw[:n]
	k.set(op, out)
	return true
}

// intToFloat converts integers, rounding once.
func (k *kernel) intToFloat(op *ir.Operation, signed bool) error {
	to := ir.ElemType(op.Result().Type).(ir.FloatType)
	if err := k.computable(op, to); err != nil {
		return err
	}
	narrow := isWide(op.Operands[0].Type) && k.fits32(op.Operands[0], signed)
	k.each(op, func(in []elem) elem {
		a := in[0]
		if narrow {
			a = elem{typ: ir.I32, dw: a.dw[:1]}
		}
		return k.intElem(a, to, signed)
	})
	return nil
}

func (k *kernel) intElem(a elem, to ir.FloatType, signed bool) elem {
	if ir.ElemType(a.typ) == ir.I1 {
		one := constDword(0x3f800000)
		if signed {
			one = constDword(0xbf800000)
		}
		x := k.selectDword(a.bit, one, constDword(0))
		if to == ir.F64 {
			return elem{dw: dwords(k.vop(isa.V_CVT_F64_F32, 2, x))}
		}
		return k.fromF32(to, x)
	}
	w := a.bits()
	if w > 32 && len(a.dw) == 1 && (a.ext == extSigned) == signed {
		a, w = elem{typ: ir.I32, dw: a.dw}, 32
	}
	if w > 32 {
		lo, hi := k.extended(w, a, signed)
		return k.wideToFloat(lo, hi, to, signed)
	}
	if !signed && to != ir.F64 && a.pos%8 == 0 && w == 8 && !k.isScalar(a.dw[0]) {
		return k.fromF32(to, k.vop1(byteToF32[a.pos/8], a.dw[0]))
	}
	x := k.zext(a)
	if signed {
		x = k.sext(a)
	}
	switch {
	case to == ir.F64 && signed:
		return elem{dw: dwords(k.vop(isa.V_CVT_F64_I32, 2, x))}
	case to == ir.F64:
		return elem{dw: dwords(k.vop(isa.V_CVT_F64_U32, 2, x))}
	case w > 24 && to != ir.F32 && to != ir.F16:
		// An f32 rounded twice might be a different number: f64 has all of them.
		d := k.intElem(typed(word(x), ir.I32), ir.F64, signed)
		if to == ir.F8E8M0FNU {
			return k.fromF32(to, k.vop1(isa.V_CVT_F32_F64, k.double(d)))
		}
		return k.fromF32(to, k.oddF32(k.double(d)))
	case signed:
		return k.fromF32(to, k.vop1(isa.V_CVT_F32_I32, x))
	}
	return k.fromF32(to, k.vop1(isa.V_CVT_F32_U32, x))
}

// byteToF32 converts a byte of a dword.
var byteToF32 = [4]isa.Op{isa.V_CVT_F32_UBYTE0, isa.V_CVT_F32_UBYTE1, isa.V_CVT_F32_UBYTE2, isa.V_CVT_F32_UBYTE3}

// wideToFloat converts a 64-bit integer.
func (k *kernel) wideToFloat(lo, hi mach.Operand, to ir.FloatType, signed bool) elem {
	if to == ir.F64 {
		op := isa.V_CVT_F64_U32
		if signed {
			op = isa.V_CVT_F64_I32
		}
		high := k.f64op(isa.V_LDEXP_F64, k.f64op(op, hi), constDword(32))
		return elem{dw: dwords(k.vop(isa.V_ADD_F64, 2, high, k.f64op(isa.V_CVT_F64_U32, lo)))}
	}
	sign := constDword(0)
	if signed {
		sign = k.ashr(hi, constDword(31))
		lo, hi = k.xor(lo, sign), k.xor(hi, sign)
		lo, hi = k.minus64(lo, hi, sign, sign)
	}
	lo, hi = mach.P(k.toVector(lo, 1)), mach.P(k.toVector(hi, 1))
	// The 32 bits from the leading one on, with the last one set if there is
	// anything below: rounding to 24 bits or less cannot tell the difference.
	zeros := k.vop1(isa.V_MIN_U32, k.vop1(isa.V_FFBH_U32, hi), constDword(32))
	lo, hi = k.shl64(lo, hi, zeros)
	top := k.or(hi, k.vop1(isa.V_MIN_U32, constDword(1), lo))
	scale := k.sub(constDword(32), zeros)
	var x mach.Operand
	if to == ir.F32 || to == ir.F16 || to == ir.F8E8M0FNU {
		x = k.vop1(isa.V_LDEXP_F32, k.vop1(isa.V_CVT_F32_U32, top), scale)
	} else {
		x = k.oddF32(k.f64op(isa.V_LDEXP_F64, k.f64op(isa.V_CVT_F64_U32, top), scale))
	}
	if signed {
		x = k.bitInsert(0x7fffffff, x, sign)
	}
	return k.fromF32(to, x)
}

// floatToInt converts floats toward zero; a value that does not fit becomes poison.
func (k *kernel) floatToInt(op *ir.Operation, signed bool) error {
	if err := k.computable(op, op.Operands[0].Type); err != nil {
		return err
	}
	w := typeBits(op.Result().Type)
	ext := k.resultExt(op.Result())
	if x := k.unclamped(op); x != nil && !signed && w == 32 {
		out := value{typ: op.Result().Type}
		for _, d := range k.value(x).dw {
			out.dw = append(out.dw, k.vop1(isa.V_CVT_U32_F32, d))
		}
		k.set(op, out)
		return nil
	}
	k.each(op, func(in []elem) elem {
		e := k.integerOf(in[0], w, signed, ext)
		if w == 1 {
			return bitElem(k.lowBit(e.dw[0]))
		}
		return e
	})
	return nil
}

// unclamped returns the f32 that the operand is the greater one of, of it and 0; nil if it is none. V_CVT_U32_F32
// makes 0 of what is less, and of NaN, by itself.
func (k *kernel) unclamped(op *ir.Operation) *ir.Value {
	inner := op.Operands[0].Op
	if inner == nil || inner.Name() != "arith.maxnumf" || ir.ElemType(inner.Result().Type) != ir.F32 {
		return nil
	}
	for _, d := range k.value(inner.Operands[1]).dw {
		if c, ok := isConst(d); !ok || c != 0 {
			return nil
		}
	}
	return inner.Operands[0]
}

func (k *kernel) integerOf(a elem, w int, signed bool, ext extension) elem {
	t := a.typ.(ir.FloatType)
	op32, op64, own := isa.V_CVT_U32_F32, isa.V_CVT_U32_F64, extZero
	if signed {
		op32, op64, own = isa.V_CVT_I32_F32, isa.V_CVT_I32_F64, extSigned
	}
	// The largest f16 has 16 bits, and what is shorter is less.
	little := typeBits(t) <= 16 && t != ir.BF16 && t != ir.F8E8M0FNU
	if w <= 32 || little || ext == own {
		if t == ir.F64 {
			return elem{dw: []mach.Operand{k.vop1(op64, k.double(a))}, ext: own}
		}
		return elem{dw: []mach.Operand{k.vop1(op32, k.toF32(a))}, ext: own}
	}
	x := k.f64op(isa.V_TRUNC_F64, k.toF64(a))
	high := k.f64op(isa.V_FLOOR_F64, k.f64op(isa.V_LDEXP_F64, x, constDword(0xffffffe0)))
	low := k.f64op(isa.V_FMA_F64, high, k.vectorPair(constPair(0xc1f0000000000000)), x)
	return wordPair(k.vop1(isa.V_CVT_U32_F64, low), k.vop1(op64, high))
}
