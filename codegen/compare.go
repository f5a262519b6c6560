package codegen

import (
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// comparison is an integer predicate of arith.cmpi as instructions.
type comparison struct {
	signed             bool
	order              bool // less or greater, not just equal or not
	scalar32, vector32 isa.Op
	scalar64           isa.Op // eq and ne only
	vector64           isa.Op
	fold               func(a, b int64) bool // of signed, or order-preserving, 64-bit numbers
	swapped, inverted  bool                  // of the 64-bit scalar "less" (see wideLess)
}

// comparisons by the names of arith.cmpi's predicates.
var comparisons = map[string]*comparison{
	"eq":  {scalar32: isa.S_CMP_EQ_U32, vector32: isa.V_CMP_EQ_U32, scalar64: isa.S_CMP_EQ_U64, vector64: isa.V_CMP_EQ_U64, fold: func(a, b int64) bool { return a == b }},
	"ne":  {scalar32: isa.S_CMP_LG_U32, vector32: isa.V_CMP_NE_U32, scalar64: isa.S_CMP_LG_U64, vector64: isa.V_CMP_NE_U64, fold: func(a, b int64) bool { return a != b }},
	"slt": {signed: true, order: true, scalar32: isa.S_CMP_LT_I32, vector32: isa.V_CMP_LT_I32, vector64: isa.V_CMP_LT_I64, fold: func(a, b int64) bool { return a < b }},
	"sle": {signed: true, order: true, scalar32: isa.S_CMP_LE_I32, vector32: isa.V_CMP_LE_I32, vector64: isa.V_CMP_LE_I64, fold: func(a, b int64) bool { return a <= b }, swapped: true, inverted: true},
	"sgt": {signed: true, order: true, scalar32: isa.S_CMP_GT_I32, vector32: isa.V_CMP_GT_I32, vector64: isa.V_CMP_GT_I64, fold: func(a, b int64) bool { return a > b }, swapped: true},
	"sge": {signed: true, order: true, scalar32: isa.S_CMP_GE_I32, vector32: isa.V_CMP_GE_I32, vector64: isa.V_CMP_GE_I64, fold: func(a, b int64) bool { return a >= b }, inverted: true},
	"ult": {order: true, scalar32: isa.S_CMP_LT_U32, vector32: isa.V_CMP_LT_U32, vector64: isa.V_CMP_LT_U64, fold: func(a, b int64) bool { return uint64(a) < uint64(b) }},
	"ule": {order: true, scalar32: isa.S_CMP_LE_U32, vector32: isa.V_CMP_LE_U32, vector64: isa.V_CMP_LE_U64, fold: func(a, b int64) bool { return uint64(a) <= uint64(b) }, swapped: true, inverted: true},
	"ugt": {order: true, scalar32: isa.S_CMP_GT_U32, vector32: isa.V_CMP_GT_U32, vector64: isa.V_CMP_GT_U64, fold: func(a, b int64) bool { return uint64(a) > uint64(b) }, swapped: true},
	"uge": {order: true, scalar32: isa.S_CMP_GE_U32, vector32: isa.V_CMP_GE_U32, vector64: isa.V_CMP_GE_U64, fold: func(a, b int64) bool { return uint64(a) >= uint64(b) }, inverted: true},
}

// compare is arith.cmpi of two integers (or indices) of a type.
func (k *kernel) compare(predicate string, a, b value) cond {
	p := comparisons[predicate]
	bits := integerBits(a.typ)
	if bits <= 32 {
		x, y := k.extendDword(a.dw[0], bits, p.signed), k.extendDword(b.dw[0], bits, p.signed)
		return k.compare32(p, x, y, p.signed)
	}
	if bits < 64 {
		a, b = k.extendWide(a, bits, p.signed), k.extendWide(b, bits, p.signed)
	}
	a, b = asConstantForm(a, b), asConstantForm(b, a)
	if len(a.dw) == 1 && len(b.dw) == 1 && a.ext == b.ext {
		// Zero-extended numbers are not negative; sign extension keeps the
		// unsigned order, too.
		return k.compare32(p, a.dw[0], b.dw[0], p.signed && a.ext == extSigned)
	}
	return k.compare64(p, a, b)
}

// integerBits is the width of an integer type, 64 of index.
func integerBits(t ir.Type) int {
	if t == ir.Index {
		return 64
	}
	n, _ := ir.BitWidth(t)
	return n
}

// extendDword is a number of some bits in a dword whose upper bits are zeros or
// the sign.
func (k *kernel) extendDword(d mach.Operand, bits int, signed bool) mach.Operand {
	if c, ok := isConst(d); ok && bits < 32 {
		if signed {
			return constDword(uint32(int32(c<<(32-bits)) >> (32 - bits)))
		}
		return constDword(c & (1<<bits - 1))
	}
	switch {
	case bits >= 32:
		return d
	case !signed && (bits <= 6 || !k.isScalar(d) && bits <= 16 && bits != 8):
		return k.and(d, constDword(1<<bits-1))
	case k.isScalar(d):
		op := isa.S_BFE_U32
		if signed {
			op = isa.S_BFE_I32
			switch bits {
			case 8:
				return k.sop1(isa.S_SEXT_I32_I8, d)
			case 16:
				return k.sop1(isa.S_SEXT_I32_I16, d)
			}
		}
		return k.sop1(op, d, constDword(uint32(bits)<<16))
	case signed:
		return k.vop1(isa.V_BFE_I32, d, constDword(0), constDword(uint32(bits)))
	}
	return k.vop1(isa.V_BFE_U32, d, constDword(0), constDword(uint32(bits)))
}

// extendWide extends a number of 33 to 63 bits to both its dwords.
func (k *kernel) extendWide(v value, bits int, signed bool) value {
	lo, hi := k.wide(v)
	return value{typ: v.typ, dw: []mach.Operand{lo, k.extendDword(hi, bits-32, signed)}}
}

func (k *kernel) compare32(p *comparison, a, b mach.Operand, signed bool) cond {
	if p.signed && !signed {
		p = comparisons["u"+p.name()[1:]]
	}
	ca, aConst := isConst(a)
	cb, bConst := isConst(b)
	switch {
	case aConst && bConst && p.signed:
		return constCond(p.fold(int64(int32(ca)), int64(int32(cb))))
	case aConst && bConst:
		return constCond(p.fold(int64(ca), int64(cb)))
	case k.isScalar(a) && k.isScalar(b):
		return cond{kind: condScalar, op: p.scalar32, a: a, b: b}
	}
	return k.vcmp(p.vector32, a, b)
}

// name is the predicate's own.
func (p *comparison) name() string {
	for _, n := range [...]string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"} {
		if comparisons[n] == p {
			return n
		}
	}
	panic("BUG: a comparison without a name")
}

func (k *kernel) compare64(p *comparison, a, b value) cond {
	aLo, aHi := k.wide(a)
	bLo, bHi := k.wide(b)
	scalar := k.isScalar(aLo) && k.isScalar(aHi) && k.isScalar(bLo) && k.isScalar(bHi)
	switch {
	case scalar && !p.order:
		x, y := k.tuple(mach.FileS, []mach.Operand{aLo, aHi}), k.tuple(mach.FileS, []mach.Operand{bLo, bHi})
		return cond{kind: condScalar, op: p.scalar64, a: mach.P(x), b: mach.P(y)}
	case scalar:
		return k.wideLess(p, aLo, aHi, bLo, bHi)
	}
	return k.vcmp(p.vector64, k.pairOf(aLo, aHi), k.pairOf(bLo, bHi))
}

// pairOf is two dwords as one operand: a constant that is inline as 64 bits, a
// scalar pair, or VGPRs.
func (k *kernel) pairOf(lo, hi mach.Operand) mach.Operand {
	cl, lowConst := isConst(lo)
	ch, highConst := isConst(hi)
	switch {
	case lowConst && highConst:
		return mach.Const(int64(uint64(ch)<<32 | uint64(cl)))
	case k.isScalar(lo) && k.isScalar(hi):
		return mach.P(k.tuple(mach.FileS, []mach.Operand{lo, hi}))
	}
	return mach.P(k.tuple(mach.FileV, []mach.Operand{lo, hi}))
}

// wideLess is a comparison of 64-bit scalars, for which there is no
// instruction: a < b is the borrow of a - b; signed numbers are compared with
// their signs turned.
func (k *kernel) wideLess(p *comparison, aLo, aHi, bLo, bHi mach.Operand) cond {
	if p.signed {
		const sign = 1 << 31
		aHi, bHi = k.xor(aHi, constDword(sign)), k.xor(bHi, constDword(sign))
	}
	if p.swapped {
		aLo, aHi, bLo, bHi = bLo, bHi, aLo, aHi
	}
	aLo, bLo = k.oneLiteral(aLo, bLo)
	aHi, bHi = k.oneLiteral(aHi, bHi)
	borrow, less := k.f.NewReg(mach.FileSCC, 1, ""), k.f.NewReg(mach.FileSCC, 1, "")
	k.emitScalar(isa.S_SUB_U32, k.reg(mach.FileS, 1), []mach.Operand{aLo, bLo}).SCCDef = borrow
	high := k.emitScalar(isa.S_SUBB_U32, k.reg(mach.FileS, 1), []mach.Operand{aHi, bHi})
	high.SCCUse, high.SCCDef = borrow, less
	yes, no := constDword(1), constDword(0)
	if p.inverted {
		yes, no = no, yes
	}
	return k.boolCond(mach.P(k.selectSCC(isa.S_CSELECT_B32, 1, less, yes, no)))
}
