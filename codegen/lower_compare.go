package codegen

import (
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// compareLowerings: comparisons of integers, and select.
var compareLowerings = []lowering{
	{"arith.cmpi", elementwise(lowerCmpI)},
	{"arith.select", lowerSelect},
}

// comparison is a predicate on integers: the instructions that have it, the
// same for the opposite order of the operands, and what it is of i1s.
type comparison struct {
	scalar, half, word, wide isa.Op
	signed                   bool
	holds                    func(order int) bool
	// of i1s: a op b, after taking the opposite of a or b.
	bit        *bitwise
	notA, notB bool
	// borrow: 64-bit scalars: the borrow of a-b, or of b-a if swapped, or its
	// opposite.
	borrow, swapped, opposite bool
}

// comparisons are in the order of ir.CmpIPredicates. The i1 true is -1 where
// signed.
var comparisons = []comparison{
	{scalar: isa.S_CMP_EQ_U32, half: isa.V_CMP_EQ_U16, word: isa.V_CMP_EQ_U32, wide: isa.V_CMP_EQ_U64,
		holds: func(o int) bool { return o == 0 }, bit: &condXor, notA: true},
	{scalar: isa.S_CMP_LG_U32, half: isa.V_CMP_NE_U16, word: isa.V_CMP_NE_U32, wide: isa.V_CMP_NE_U64,
		holds: func(o int) bool { return o != 0 }, bit: &condXor},
	{scalar: isa.S_CMP_LT_I32, half: isa.V_CMP_LT_I16, word: isa.V_CMP_LT_I32, wide: isa.V_CMP_LT_I64, signed: true,
		holds: func(o int) bool { return o < 0 }, bit: &condAnd, notB: true, borrow: true},
	{scalar: isa.S_CMP_LE_I32, half: isa.V_CMP_LE_I16, word: isa.V_CMP_LE_I32, wide: isa.V_CMP_LE_I64, signed: true,
		holds: func(o int) bool { return o <= 0 }, bit: &condOr, notB: true, borrow: true, swapped: true, opposite: true},
	{scalar: isa.S_CMP_GT_I32, half: isa.V_CMP_GT_I16, word: isa.V_CMP_GT_I32, wide: isa.V_CMP_GT_I64, signed: true,
		holds: func(o int) bool { return o > 0 }, bit: &condAnd, notA: true, borrow: true, swapped: true},
	{scalar: isa.S_CMP_GE_I32, half: isa.V_CMP_GE_I16, word: isa.V_CMP_GE_I32, wide: isa.V_CMP_GE_I64, signed: true,
		holds: func(o int) bool { return o >= 0 }, bit: &condOr, notA: true, borrow: true, opposite: true},
	{scalar: isa.S_CMP_LT_U32, half: isa.V_CMP_LT_U16, word: isa.V_CMP_LT_U32, wide: isa.V_CMP_LT_U64,
		holds: func(o int) bool { return o < 0 }, bit: &condAnd, notA: true, borrow: true},
	{scalar: isa.S_CMP_LE_U32, half: isa.V_CMP_LE_U16, word: isa.V_CMP_LE_U32, wide: isa.V_CMP_LE_U64,
		holds: func(o int) bool { return o <= 0 }, bit: &condOr, notA: true, borrow: true, swapped: true, opposite: true},
	{scalar: isa.S_CMP_GT_U32, half: isa.V_CMP_GT_U16, word: isa.V_CMP_GT_U32, wide: isa.V_CMP_GT_U64,
		holds: func(o int) bool { return o > 0 }, bit: &condAnd, notB: true, borrow: true, swapped: true},
	{scalar: isa.S_CMP_GE_U32, half: isa.V_CMP_GE_U16, word: isa.V_CMP_GE_U32, wide: isa.V_CMP_GE_U64,
		holds: func(o int) bool { return o >= 0 }, bit: &condOr, notB: true, borrow: true, opposite: true},
}

// The predicates that other code asks for.
var (
	equal    = &comparisons[0]
	notEqual = &comparisons[1]
	lessS    = &comparisons[2]
	atMostS  = &comparisons[3]
	lessU    = &comparisons[6]
	greaterU = &comparisons[8]
	atLeastU = &comparisons[9]
)

func lowerCmpI(k *kernel, op *ir.Operation) error {
	p := op.IntAttr("predicate")
	if p < 0 || p >= int64(len(comparisons)) {
		return k.refuse(op, "this predicate is not known", "")
	}
	c := &comparisons[p]
	if c.signed && isWide(op.Operands[0].Type) && k.flow.RangeAt(op.Operands[0], op).NonNegative() && k.flow.RangeAt(op.Operands[1], op).NonNegative() {
		c = unsignedOf(c)
	}
	narrow := isWide(op.Operands[0].Type) && (k.fits32(op.Operands[0], c.signed) && k.fits32(op.Operands[1], c.signed))
	i := -1
	k.each(op, func(in []elem) elem {
		a, b := in[0], in[1]
		i++
		if far, ok := k.farApart(op, c, i); ok {
			return bitElem(far)
		}
		if narrow {
			a, b = elem{typ: ir.I32, dw: a.dw[:1]}, elem{typ: ir.I32, dw: b.dw[:1]}
		}
		return bitElem(k.compareElems(c, a, b))
	})
	return nil
}

// compare is arith.cmpi of two scalars, by the predicate's name.
func (k *kernel) compare(predicate string, a, b value) cond {
	for i, name := range ir.CmpIPredicates {
		if name == predicate {
			return k.compareElems(&comparisons[i], k.elements(a)[0], k.elements(b)[0])
		}
	}
	panic("BUG: no predicate " + predicate)
}

// compareElems compares two integers of the same type.
func (k *kernel) compareElems(c *comparison, a, b elem) cond {
	if ir.ElemType(a.typ) == ir.I1 {
		x, y := a.bit, b.bit
		if c.notA {
			x = k.not(x)
		}
		if c.notB {
			y = k.not(y)
		}
		return k.combine(c.bit, x, y)
	}
	w := a.bits()
	if w > 32 {
		return k.compareWide(c, k.extendedElem(w, a, c.signed), k.extendedElem(w, b, c.signed))
	}
	if w == 16 && !k.allScalars(a.dw[0], b.dw[0]) {
		return k.vcmp(c.half, k.halfConstant(k.low(a), c.signed), k.halfConstant(k.low(b), c.signed))
	}
	if c.signed {
		return k.compareDwords(c, k.sext(a), k.sext(b))
	}
	return k.compareDwords(c, k.zext(a), k.zext(b))
}

// halfConstant extends a constant to where it may be an inline one.
func (k *kernel) halfConstant(a mach.Operand, signed bool) mach.Operand {
	if c, ok := isConst(a); ok {
		return constDword(uint32(int32(int16(c))))
	}
	return a
}

// compare compares dwords.
func (k *kernel) compareDwords(c *comparison, a, b mach.Operand) cond {
	x, aConst := isConst(a)
	y, bConst := isConst(b)
	switch {
	case aConst && bConst && c.signed:
		return constCond(c.holds(order(int64(int32(x)), int64(int32(y)))))
	case aConst && bConst:
		return constCond(c.holds(order(int64(x), int64(y))))
	case k.allScalars(a, b):
		return cond{kind: condScalar, op: c.scalar, a: a, b: b}
	}
	return k.vcmp(c.word, a, b)
}

// order is -1, 0 or 1.
func order[T int64 | uint64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// compareWide compares 64-bit numbers.
func (k *kernel) compareWide(c *comparison, a, b elem) cond {
	a, b = constantForm(a, b), constantForm(b, a)
	if len(a.dw) == 1 && len(b.dw) == 1 && a.ext == b.ext {
		// Extended alike they are in the order of their dwords, which for zeros
		// above is that of unsigned ones.
		if c.signed && a.ext == extZero {
			c = unsignedOf(c)
		}
		return k.compareDwords(c, a.dw[0], b.dw[0])
	}
	aLo, aHi := k.pair(a)
	bLo, bHi := k.pair(b)
	x, aConst := wideNumber(aLo, aHi)
	y, bConst := wideNumber(bLo, bHi)
	switch {
	case aConst && bConst && c.signed:
		return constCond(c.holds(order(int64(x), int64(y))))
	case aConst && bConst:
		return constCond(c.holds(order(x, y)))
	case !k.allScalars(aLo, aHi, bLo, bHi):
		return k.vcmp(c.wide, k.vectorPair(aLo, aHi), k.vectorPair(bLo, bHi))
	case c == equal:
		return cond{kind: condScalar, op: isa.S_CMP_EQ_U64, a: k.scalarPair(aLo, aHi), b: k.scalarPair(bLo, bHi)}
	case c == notEqual:
		return cond{kind: condScalar, op: isa.S_CMP_LG_U64, a: k.scalarPair(aLo, aHi), b: k.scalarPair(bLo, bHi)}
	}
	if c.signed {
		// The smallest number becomes 0.
		aHi, bHi = k.xor(aHi, constDword(1<<31)), k.xor(bHi, constDword(1<<31))
	}
	if c.swapped {
		aLo, aHi, bLo, bHi = bLo, bHi, aLo, aHi
	}
	return cond{kind: condScalar, op: isa.S_SUBB_U32, a: aLo, aHi: aHi, b: bLo, bHi: bHi, not: c.opposite}
}

// constantForm is asConstantForm of elements.
func constantForm(a, like elem) elem {
	v := asConstantForm(value{typ: a.typ, dw: a.dw, ext: a.ext}, value{typ: like.typ, dw: like.dw, ext: like.ext})
	a.dw, a.ext = v.dw, v.ext
	return a
}

// unsignedOf returns a signed predicate for unsigned numbers.
func unsignedOf(c *comparison) *comparison {
	for i := 2; i < 6; i++ {
		if c == &comparisons[i] {
			return &comparisons[i+4]
		}
	}
	return c
}

// compare64 is compareWide by the vector instruction that has the predicate.
func (k *kernel) compare64(op isa.Op, a, b elem) cond {
	for i := range comparisons {
		if comparisons[i].wide == op {
			return k.compareWide(&comparisons[i], a, b)
		}
	}
	panic("BUG: no comparison is " + op.String())
}

func lowerSelect(k *kernel, op *ir.Operation) error {
	c, a, b := k.value(op.Operands[0]), k.value(op.Operands[1]), k.value(op.Operands[2])
	if k.fused(op) {
		return nil
	}
	if len(c.bit) == 1 && c.bit[0].kind == condConst {
		if !c.bit[0].is {
			a = b
		}
		k.set(op, a)
		return nil
	}
	if a.ref != nil {
		return k.selectRef(op, c.bit[0], a, b)
	}
	if err := k.checkTypes(op); err != nil {
		return err
	}
	if _, isVector := op.Operands[0].Type.(*ir.VectorType); !isVector {
		k.set(op, k.selectValue(c.bit[0], a, b, k.resultExt(op.Result())))
		return nil
	}
	k.each(op, func(in []elem) elem { return k.selectElem(in[0].bit, in[1], in[2]) })
	return nil
}

// selectValue returns a where c holds, else b. ext is what is known of the upper dword of the
// result.
func (k *kernel) selectValue(c cond, a, b value, ext extension) value {
	out := value{typ: a.typ}
	if a.bit != nil {
		for i := range a.bit {
			out.bit = append(out.bit, k.selectCond(c, a.bit[i], b.bit[i]))
		}
		return out
	}
	if ext == extNone && len(a.dw) == 1 && len(b.dw) == 1 && a.ext == b.ext {
		ext = a.ext
	}
	x, y := a.dw, b.dw
	if ext == extNone {
		x, y = k.allDwords(a), k.allDwords(b)
	} else {
		x, y = x[:1], y[:1]
	}
	out.dw, out.ext = k.selectDwords(c, x, y), ext
	if a.narrow == b.narrow {
		out.narrow = a.narrow
	}
	return out
}

func (k *kernel) selectElem(c cond, a, b elem) elem {
	if ir.ElemType(a.typ) == ir.I1 {
		return bitElem(k.selectCond(c, a.bit, b.bit))
	}
	if a.bits() <= 32 {
		if a.pos == b.pos && len(a.dw) == 1 && len(b.dw) == 1 {
			return elem{dw: k.selectDwords(c, a.dw, b.dw), pos: a.pos}
		}
		return word(k.selectDword(c, k.low(a), k.low(b)))
	}
	aLo, aHi := k.pair(a)
	bLo, bHi := k.pair(b)
	return elem{dw: k.selectDwords(c, []mach.Operand{aLo, aHi}, []mach.Operand{bLo, bHi})}
}

// selectRef selects a memref: what differs between the two.
func (k *kernel) selectRef(op *ir.Operation, c cond, a, b value) error {
	if a.ref.space == refBuffer && c.kind == condMask && !k.uniform(op.Result()) {
		return k.refuse(op, "the buffer may differ between the lanes of a wave", "select among what is loaded from both")
	}
	form, err := k.refJoin(op, a.ref, b.ref)
	if err != nil {
		return err
	}
	x, err := k.refDwordsLike(op, a.ref, form)
	if err != nil {
		return err
	}
	y, err := k.refDwordsLike(op, b.ref, form)
	if err != nil {
		return err
	}
	k.set(op, value{typ: a.typ, ref: k.refLike(form, k.selectDwords(c, x, y))})
	return nil
}
