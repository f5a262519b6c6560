package codegen

import (
	"strings"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// floatLowerings: arithmetic, comparisons and simple functions of floats.
var floatLowerings = []lowering{
	{"arith.addf", floats(floatAdd)},
	{"arith.subf", floats(floatSub)},
	{"arith.mulf", floats(floatMul)},
	{"arith.divf", elementwise(lowerDivF)},
	{"arith.maximumf", extremum(false, true)},
	{"arith.minimumf", extremum(true, true)},
	{"arith.maxnumf", extremum(false, false)},
	{"arith.minnumf", extremum(true, false)},
	{"arith.negf", signs(isa.V_XOR_B32, &xorOp, false)},
	{"arith.cmpf", elementwise(lowerCmpF)},
	{"math.absf", signs(isa.V_AND_B32, &andOp, true)},
	{"math.copysign", elementwise(lowerCopySign)},
	{"math.fma", floats(floatFMA)},
	{"vector.fma", floats(floatFMA)},
	{"math.clampf", elementwise(lowerClamp)},
	{"math.ceil", floats(floatCeil)},
	{"math.floor", floats(floatFloor)},
	{"math.trunc", floats(floatTrunc)},
	{"math.roundeven", floats(floatRoundEven)},
	{"math.round", elementwise(lowerRound)},
	{"math.isnan", classes(classNaN)},
	{"math.isinf", classes(classInf)},
	{"math.isfinite", classes(classFinite)},
	{"math.isnormal", classes(classNormal)},
}

// floating is an operation that the vector unit has for f16, f32 and f64. Of
// other types it is done in f32, whose 24 bits are more than twice theirs, so
// that rounding twice is rounding once (Figueroa, "When is double rounding
// innocuous?"); sums and products of bf16 near its smallest numbers are exact
// in f32.
type floating struct {
	f16, f32, f64 isa.Op
	// pair16 and pair32 do two operations per instruction.
	pair16, pair32 isa.Op
	// minus: the sources that change their sign in packed instructions, which have no
	// subtraction; bit 0 is the first.
	minus uint8
	// other, if not nil, is the operation for types without an instruction.
	other func(k *kernel, in []elem) elem
}

var (
	floatAdd       = floating{f16: isa.V_ADD_F16, f32: isa.V_ADD_F32, f64: isa.V_ADD_F64, pair16: isa.V_PK_ADD_F16, pair32: isa.V_PK_ADD_F32}
	floatSub       = floating{f16: isa.V_SUB_F16, f32: isa.V_SUB_F32, f64: isa.V_ADD_F64, pair16: isa.V_PK_ADD_F16, pair32: isa.V_PK_ADD_F32, minus: 2}
	floatMul       = floating{f16: isa.V_MUL_F16, f32: isa.V_MUL_F32, f64: isa.V_MUL_F64, pair16: isa.V_PK_MUL_F16, pair32: isa.V_PK_MUL_F32}
	floatFMA       = floating{f16: isa.V_FMA_F16, f32: isa.V_FMA_F32, f64: isa.V_FMA_F64, pair16: isa.V_PK_FMA_F16, pair32: isa.V_PK_FMA_F32, other: fmaSmall}
	floatCeil      = floating{f16: isa.V_CEIL_F16, f32: isa.V_CEIL_F32, f64: isa.V_CEIL_F64}
	floatFloor     = floating{f16: isa.V_FLOOR_F16, f32: isa.V_FLOOR_F32, f64: isa.V_FLOOR_F64}
	floatTrunc     = floating{f16: isa.V_TRUNC_F16, f32: isa.V_TRUNC_F32, f64: isa.V_TRUNC_F64}
	floatRoundEven = floating{f16: isa.V_RNDNE_F16, f32: isa.V_RNDNE_F32, f64: isa.V_RNDNE_F64}
)

// floats returns the lowering of such an operation.
func floats(f floating) func(*kernel, *ir.Operation) error {
	return elementwise(func(k *kernel, op *ir.Operation) error {
		if k.contracted(op) || k.packedFloat(&f, op) {
			return nil
		}
		if mods, ok := k.modifiers(op); ok {
			k.set(op, k.assemble(op.Result().Type, []elem{k.floatElem(&f, mods)}))
			return nil
		}
		k.each(op, func(in []elem) elem { return k.floatElem(&f, in) })
		return nil
	})
}

// floatElem computes one element.
func (k *kernel) floatElem(f *floating, in []elem) elem {
	switch in[0].typ {
	case ir.F32:
		srcs := make([]mach.Operand, len(in))
		for i, e := range in {
			srcs[i] = e.dw[0]
		}
		return word(k.vop1(f.f32, srcs...))
	case ir.F64:
		return k.doubleElem(f, in)
	case ir.F16:
		srcs := make([]mach.Operand, len(in))
		for i, e := range in {
			srcs[i] = k.half(e)
		}
		return k.halfElem(f.f16, srcs...)
	}
	if f.other != nil {
		return f.other(k, in)
	}
	srcs := make([]mach.Operand, len(in))
	for i, e := range in {
		srcs[i] = k.toF32(e)
	}
	return k.fromF32(in[0].typ.(ir.FloatType), k.vop1(f.f32, srcs...))
}

// halfElem returns the result of an instruction on 16 bits. The upper half counts as zero only
// where the manual and LLVM agree: v_fma_f16 keeps the previous contents of the register there,
// which are unknown.
func (k *kernel) halfElem(op isa.Op, srcs ...mach.Operand) elem {
	e := word(k.vop1(op, srcs...))
	if op.HighHalf() == isa.HighZero {
		e.ext = extZero
	}
	return e
}

// half returns an f16 as a source, in the form that may be an inline constant.
func (k *kernel) half(e elem) mach.Operand {
	d := k.low(e)
	if c, ok := isConst(d); ok {
		return constDword(c & 0xffff)
	}
	return d
}

func (k *kernel) doubleElem(f *floating, in []elem) elem {
	srcs := make([]mach.Operand, len(in))
	for i, e := range in {
		srcs[i] = k.double(e)
		if i == 1 && f.minus == 2 && f.f64 == isa.V_ADD_F64 {
			srcs[i] = k.negDouble(srcs[i])
		}
	}
	return elem{dw: dwords(k.vop(f.f64, 2, srcs...))}
}

// double returns an f64 as a source.
func (k *kernel) double(e elem) mach.Operand {
	if v, ok := wideNumber(e.dw[0], e.dw[1]); ok {
		return mach.Const(int64(v))
	}
	flags := e.dw[1].Flags
	lo, hi := e.dw[0], e.dw[1]
	hi.Flags = 0
	o := k.vectorPair(lo, hi)
	o.Flags = flags
	return o
}

// negDouble changes the sign of a source.
func (k *kernel) negDouble(o mach.Operand) mach.Operand {
	if o.Kind == mach.OperandConst {
		return mach.Const(o.Value ^ -1<<63)
	}
	return o.Negated()
}

// modifiers returns the operands of an operation on scalars with changes of sign folded into them;
// ok is false if there are none.
func (k *kernel) modifiers(op *ir.Operation) (in []elem, ok bool) {
	t := op.Result().Type
	if t != ir.F32 && t != ir.F16 && t != ir.F64 {
		return nil, false
	}
	for _, v := range op.Operands {
		e, folded := k.modified(v)
		in, ok = append(in, e), ok || folded
	}
	return in, ok
}

// modified returns a float with the sign changes that made it as source modifiers.
func (k *kernel) modified(v *ir.Value) (elem, bool) {
	e := k.elements(k.value(v))[0]
	inner, flag := v.Op, isa.Neg
	if inner == nil {
		return e, false
	}
	switch inner.Name() {
	case "arith.negf":
	case "math.absf":
		flag = isa.Abs
	default:
		return e, false
	}
	from := k.elements(k.value(inner.Operands[0]))[0]
	dw := append([]mach.Operand{}, from.dw...)
	last := &dw[len(dw)-1]
	if last.Kind == mach.OperandConst || from.pos != 0 {
		return e, false
	}
	last.Flags = flag
	from.dw = dw
	return from, true
}

// fast reports whether an operation has a fastmath flag.
func fast(op *ir.Operation, flag string) bool {
	if !op.HasAttr("fastmath") {
		return false
	}
	text := op.EnumAttr("fastmath")
	return text == "fast" || strings.Contains(text, flag)
}

// contracted selects a fused multiply-add for a sum of a product where both
// operations allow it.
func (k *kernel) contracted(op *ir.Operation) bool {
	name := op.Name()
	if name != "arith.addf" && name != "arith.subf" || !fast(op, "contract") {
		return false
	}
	for side := range 2 {
		inner := op.Operands[side].Op
		if inner == nil || inner.Name() != "arith.mulf" || !fast(inner, "contract") {
			continue
		}
		f := floatFMA
		a, b, c := k.value(inner.Operands[0]), k.value(inner.Operands[1]), k.value(op.Operands[1-side])
		if ir.ElemType(a.typ) != ir.F32 && ir.ElemType(a.typ) != ir.F16 && ir.ElemType(a.typ) != ir.F64 {
			return false
		}
		if _, isVector := a.typ.(*ir.VectorType); isVector {
			minus := uint8(0)
			if name == "arith.subf" {
				minus = [2]uint8{4, 1}[side] // a*b - c, or c - a*b
			}
			k.set(op, k.fmaVector(a, b, c, minus))
			return true
		}
		x, y, z := k.elements(a)[0], k.elements(b)[0], k.elements(c)[0]
		if name == "arith.subf" {
			// a*b - c, or c - a*b.
			if side == 0 {
				z = k.negElem(z)
			} else {
				x = k.negElem(x)
			}
		}
		k.set(op, k.assemble(op.Result().Type, []elem{typed(k.floatElem(&f, []elem{x, y, z}), x.typ)}))
		return true
	}
	return false
}

// typed returns an element with its type.
func typed(e elem, t ir.Type) elem {
	e.typ = t
	return e
}

// negElem returns a float with its sign changed, as a source modifier.
func (k *kernel) negElem(e elem) elem {
	dw := append([]mach.Operand{}, e.dw...)
	last := &dw[len(dw)-1]
	if c, ok := isConst(*last); ok {
		sign := uint32(1 << 31)
		if e.bits() == 16 {
			sign = 1 << 15
			c = k.fold16(e)
		}
		*last = constDword(c ^ sign)
		e.pos = 0
	} else if e.pos != 0 {
		dw = []mach.Operand{k.low(e).Negated()}
		e.pos = 0
	} else {
		last.Flags ^= isa.Neg
	}
	e.dw = dw
	return e
}

// fold16 returns the code of a constant of 16 bits.
func (k *kernel) fold16(e elem) uint32 {
	c, _ := isConst(k.low(e))
	return c & 0xffff
}

// signs returns an operation on sign bits alone: negf, absf. keep: the bits below it stay; else it
// changes.
func signs(_ isa.Op, op *binary32, keep bool) func(*kernel, *ir.Operation) error {
	return elementwise(func(k *kernel, o *ir.Operation) error {
		v := k.value(o.Operands[0])
		out := value{typ: v.typ, dw: append([]mach.Operand{}, v.dw...)}
		bits := typeBits(v.typ)
		mask := signMask(ir.ElemType(v.typ), bits)
		if mask == 0 {
			k.set(o, v)
			return nil
		}
		if keep {
			mask = ^mask
		}
		for i := range out.dw {
			if bits < 64 || i%2 == 1 {
				out.dw[i] = k.op32(op, out.dw[i], constDword(mask))
			}
		}
		k.set(o, out)
		return nil
	})
}

// signMask has the sign bits of all elements in a dword, of f64 in the upper
// one.
func signMask(t ir.Type, bits int) uint32 {
	if t == ir.F8E8M0FNU {
		return 0
	}
	if bits >= 32 {
		return 1 << 31
	}
	m := uint32(0)
	for at := bits - 1; at < 32; at += bits {
		m |= 1 << at
	}
	return m
}

func lowerCopySign(k *kernel, op *ir.Operation) error {
	a, b := k.value(op.Operands[0]), k.value(op.Operands[1])
	bits := typeBits(a.typ)
	mask := signMask(ir.ElemType(a.typ), bits)
	out := value{typ: a.typ, dw: append([]mach.Operand{}, a.dw...)}
	for i := range out.dw {
		if mask != 0 && (bits < 64 || i%2 == 1) {
			out.dw[i] = k.bitInsert(^mask, a.dw[i], b.dw[i])
		}
	}
	k.set(op, out)
	return nil
}

// bitInsert returns a where mask has bits, else b.
func (k *kernel) bitInsert(mask uint32, a, b mach.Operand) mach.Operand {
	if k.allScalars(a, b) {
		return k.or(k.and(a, constDword(mask)), k.and(b, constDword(^mask)))
	}
	return k.vop1(isa.V_BFI_B32, k.literal(mask), k.bare(a), k.bare(b))
}

// fmaSmall returns a fused multiply-add of types that have none. Products of them are exact in f64;
// the sum is brought to f32 with its last bit odd if it is not exact, and from there rounded once
// (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums").
func fmaSmall(k *kernel, in []elem) elem {
	t := in[0].typ.(ir.FloatType)
	a, b, c := k.toF64(in[0]), k.toF64(in[1]), k.toF64(in[2])
	p := k.f64op(isa.V_MUL_F64, a, b)
	s := k.f64op(isa.V_ADD_F64, p, c)
	// The error of the sum (Knuth, TAOCP 4.2.2).
	virtual := k.f64op(isa.V_ADD_F64, s, p.Negated())
	rest := k.f64op(isa.V_ADD_F64, s, virtual.Negated())
	e1 := k.f64op(isa.V_ADD_F64, p, rest.Negated())
	e2 := k.f64op(isa.V_ADD_F64, c, virtual.Negated())
	err := k.f64op(isa.V_ADD_F64, e1, e2)
	inexact := k.vcmp(isa.V_CMP_LG_F64, err, mach.Const(0))
	sLo, sHi := mach.P(s.Part.Dword(0)), mach.P(s.Part.Dword(1))
	even := k.vcmp(isa.V_CMP_EQ_U32, constDword(0), k.and(sLo, constDword(1)))
	wrong := k.combine(&condAnd, inexact, even)
	// One step towards the exact sum: away from zero if the error has its sign.
	opposite := k.xor(sHi, mach.P(err.Part.Dword(1)))
	step := k.or(k.ashr(opposite, constDword(31)), constDword(1))
	oddLo, oddHi := k.plus64(sLo, sHi, step, k.ashr(step, constDword(31)))
	r := k.selectDwords(wrong, []mach.Operand{oddLo, oddHi}, []mach.Operand{sLo, sHi})
	return k.fromF32(t, k.oddF32(mach.P(k.tuple(mach.FileV, r))))
}

// f64op returns an operation on f64 operands.
func (k *kernel) f64op(op isa.Op, srcs ...mach.Operand) mach.Operand {
	return mach.P(k.vop(op, 2, srcs...))
}

// lowerClamp returns the minimum with the upper of the maximum with the lower bound.
func lowerClamp(k *kernel, op *ir.Operation) error {
	k.each(op, func(in []elem) elem {
		low := typed(k.extreme(false, true, in[0], in[1], false), in[0].typ)
		return k.extreme(true, true, low, in[2], false)
	})
	return nil
}

// extremum returns a maximum or minimum; nan says that a NaN operand wins.
func extremum(least, nan bool) func(*kernel, *ir.Operation) error {
	return elementwise(func(k *kernel, op *ir.Operation) error {
		quiet, nan := k.quiet(op.Operands[0]) && k.quiet(op.Operands[1]), nan
		if fast(op, "nnan") {
			quiet, nan = true, false
		}
		if k.packedExtreme(op, least, nan, quiet) {
			return nil
		}
		k.each(op, func(in []elem) elem { return k.extreme(least, nan, in[0], in[1], quiet) })
		return nil
	})
}

// extremes are the instructions of IEEE 754-2008 (a NaN loses) and, on chips
// that have them, of 2019 (a NaN wins).
var extremes = [2]struct{ f16, f32, f64, pair16, all32, allPair16 isa.Op }{
	{isa.V_MAX_F16, isa.V_MAX_F32, isa.V_MAX_F64, isa.V_PK_MAX_F16, isa.V_MAXIMUM3_F32, isa.V_PK_MAXIMUM3_F16},
	{isa.V_MIN_F16, isa.V_MIN_F32, isa.V_MIN_F64, isa.V_PK_MIN_F16, isa.V_MINIMUM3_F32, isa.V_PK_MINIMUM3_F16},
}

func extremeIndex(least bool) int {
	if least {
		return 1
	}
	return 0
}

// has reports whether the chip has an instruction.
func (k *kernel) has(op isa.Op) bool { return len(k.f.Target.RowsOf(op)) > 0 }

func (k *kernel) packedExtreme(op *ir.Operation, least, nan, quiet bool) bool {
	vec, isVector := op.Result().Type.(*ir.VectorType)
	if !isVector || vec.Elem != ir.F16 {
		return false
	}
	x := &extremes[extremeIndex(least)]
	if nan && !k.has(x.allPair16) {
		return false
	}
	a, b := k.value(op.Operands[0]), k.value(op.Operands[1])
	out := value{typ: vec}
	for i := range a.dw {
		p, q := k.pairConstant(a.dw[i]), k.pairConstant(b.dw[i])
		switch {
		case nan:
			out.dw = append(out.dw, k.vop1(x.allPair16, p, q, q))
			continue
		case !quiet:
			p, q = k.vop1(isa.V_PK_MAX_F16, p, p), k.vop1(isa.V_PK_MAX_F16, q, q)
		}
		out.dw = append(out.dw, k.vop1(x.pair16, p, q))
	}
	k.set(op, out)
	return true
}

// extreme computes one element. The instructions make a signalling NaN quiet
// and return it even where a NaN should lose: quiet says that there is none.
func (k *kernel) extreme(least, nan bool, a, b elem, quiet bool) elem {
	x := &extremes[extremeIndex(least)]
	switch a.typ {
	case ir.F64:
		p, q := k.double(a), k.double(b)
		if !nan && !quiet {
			p, q = k.f64op(isa.V_MAX_F64, p, p), k.f64op(isa.V_MAX_F64, q, q)
		}
		r := k.vop(x.f64, 2, p, q)
		if !nan {
			return elem{dw: dwords(r)}
		}
		ordered := k.vcmp(isa.V_CMP_O_F64, p, q)
		bad := constDword(0xffffffff)
		return elem{dw: k.selectDwords(ordered, dwords(r), []mach.Operand{bad, bad})}
	case ir.F16:
		p, q := k.half(a), k.half(b)
		if !nan && !quiet {
			p, q = k.vop1(isa.V_MAX_F16, p, p), k.vop1(isa.V_MAX_F16, q, q)
		}
		r := k.vop1(x.f16, p, q)
		if nan {
			return word(k.selectDword(k.vcmp(isa.V_CMP_O_F16, p, q), r, constDword(0xffffffff)))
		}
		return word(r)
	}
	p, q := k.toF32(a), k.toF32(b)
	if nan && k.has(x.all32) {
		return k.fromF32Exact(a.typ.(ir.FloatType), k.vop1(x.all32, p, q, q))
	}
	if !nan && !quiet {
		p, q = k.vop1(isa.V_MAX_F32, p, p), k.vop1(isa.V_MAX_F32, q, q)
	}
	r := k.vop1(x.f32, p, q)
	if nan {
		r = k.selectDword(k.vcmp(isa.V_CMP_O_F32, p, q), r, constDword(0xffffffff))
	}
	return k.fromF32Exact(a.typ.(ir.FloatType), r)
}

// cmpF are the instructions of arith.cmpf's predicates for f16, f32 and f64, in
// the order of ir.CmpFPredicates; the first and the last are constant.
var cmpF = [][3]isa.Op{
	{},
	{isa.V_CMP_EQ_F16, isa.V_CMP_EQ_F32, isa.V_CMP_EQ_F64},
	{isa.V_CMP_GT_F16, isa.V_CMP_GT_F32, isa.V_CMP_GT_F64},
	{isa.V_CMP_GE_F16, isa.V_CMP_GE_F32, isa.V_CMP_GE_F64},
	{isa.V_CMP_LT_F16, isa.V_CMP_LT_F32, isa.V_CMP_LT_F64},
	{isa.V_CMP_LE_F16, isa.V_CMP_LE_F32, isa.V_CMP_LE_F64},
	{isa.V_CMP_LG_F16, isa.V_CMP_LG_F32, isa.V_CMP_LG_F64},
	{isa.V_CMP_O_F16, isa.V_CMP_O_F32, isa.V_CMP_O_F64},
	{isa.V_CMP_NLG_F16, isa.V_CMP_NLG_F32, isa.V_CMP_NLG_F64},
	{isa.V_CMP_NLE_F16, isa.V_CMP_NLE_F32, isa.V_CMP_NLE_F64},
	{isa.V_CMP_NLT_F16, isa.V_CMP_NLT_F32, isa.V_CMP_NLT_F64},
	{isa.V_CMP_NGE_F16, isa.V_CMP_NGE_F32, isa.V_CMP_NGE_F64},
	{isa.V_CMP_NGT_F16, isa.V_CMP_NGT_F32, isa.V_CMP_NGT_F64},
	{isa.V_CMP_NEQ_F16, isa.V_CMP_NEQ_F32, isa.V_CMP_NEQ_F64},
	{isa.V_CMP_U_F16, isa.V_CMP_U_F32, isa.V_CMP_U_F64},
}

func lowerCmpF(k *kernel, op *ir.Operation) error {
	p := op.IntAttr("predicate")
	if p < 0 || p >= int64(len(ir.CmpFPredicates)) {
		return k.refuse(op, "this predicate is not known", "")
	}
	last := int64(len(ir.CmpFPredicates) - 1)
	k.each(op, func(in []elem) elem {
		if p == 0 || p == last {
			return bitElem(constCond(p == last))
		}
		return bitElem(k.compareFloat(cmpF[p], in[0], in[1]))
	})
	return nil
}

func (k *kernel) compareFloat(ops [3]isa.Op, a, b elem) cond {
	switch a.typ {
	case ir.F64:
		return k.vcmp(ops[2], k.double(a), k.double(b))
	case ir.F16:
		return k.vcmp(ops[0], k.half(a), k.half(b))
	}
	return k.vcmp(ops[1], k.toF32(a), k.toF32(b))
}

// Classes of v_cmp_class, as bits (facts: ISA, v_cmp_class_f32).
const (
	classNaN    = 0x003
	classInf    = 0x204
	classFinite = 0x1f8
	classNormal = 0x108
)

// classes asks for the kind of a float.
func classes(mask uint32) func(*kernel, *ir.Operation) error {
	return elementwise(func(k *kernel, op *ir.Operation) error {
		if t := ir.ElemType(op.Operands[0].Type); mask == classNormal && typeBits(t) < 16 {
			return k.refuse(op, t.String()+" is not compiled", "extend it first")
		}
		k.each(op, func(in []elem) elem {
			m := constDword(mask)
			switch in[0].typ {
			case ir.F64:
				return bitElem(k.vcmp(isa.V_CMP_CLASS_F64, k.double(in[0]), m))
			case ir.F16:
				return bitElem(k.vcmp(isa.V_CMP_CLASS_F16, k.half(in[0]), m))
			}
			// bf16 has the exponents of f32.
			return bitElem(k.vcmp(isa.V_CMP_CLASS_F32, k.toF32(in[0]), m))
		})
		return nil
	})
}

// lowerRound rounds ties away from zero: truncates, and adds one with the sign
// of the operand if what is cut off is at least a half, which is exact.
func lowerRound(k *kernel, op *ir.Operation) error {
	k.each(op, func(in []elem) elem {
		if in[0].typ == ir.F64 {
			x := mach.P(k.toVector(k.double(in[0]), 2))
			t := k.f64op(isa.V_TRUNC_F64, x)
			rest := k.f64op(isa.V_ADD_F64, x, t.Negated())
			far := k.vcmp(isa.V_CMP_GE_F64, rest.WithFlags(isa.Abs), mach.Const(0x3fe0000000000000))
			one := k.selectDword(far, constDword(0x3ff00000), constDword(0))
			one = k.bitInsert(0x7fffffff, one, mach.P(x.Part.Dword(1)))
			return elem{dw: dwords(k.vop(isa.V_ADD_F64, 2, t, mach.P(k.tuple(mach.FileV, []mach.Operand{constDword(0), one}))))}
		}
		x := k.toF32(in[0])
		t := k.vop1(isa.V_TRUNC_F32, x)
		rest := k.vop1(isa.V_SUB_F32, x, t)
		far := k.vcmp(isa.V_CMP_GE_F32, rest.WithFlags(isa.Abs), constDword(0x3f000000))
		one := k.selectDword(far, constDword(0x3f800000), constDword(0))
		one = k.bitInsert(0x7fffffff, one, x)
		return k.fromF32(in[0].typ.(ir.FloatType), k.vop1(isa.V_ADD_F32, t, one))
	})
	return nil
}
