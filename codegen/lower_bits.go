package codegen

import (
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// bitLowerings: integer operations that count bits or have two results.
var bitLowerings = []lowering{
	{"math.ctpop", elementwise(func(k *kernel, op *ir.Operation) error { return k.eachInt(op, (*kernel).popCount) })},
	{"math.ctlz", elementwise(func(k *kernel, op *ir.Operation) error { return k.eachInt(op, (*kernel).leadingZeros) })},
	{"math.cttz", elementwise(func(k *kernel, op *ir.Operation) error { return k.eachInt(op, (*kernel).trailingZeros) })},
	{"math.absi", elementwise(func(k *kernel, op *ir.Operation) error { return k.eachInt(op, (*kernel).absolute64) })},
	{"arith.addui_extended", elementwise(lowerAddExtended)},
	{"arith.mului_extended", elementwise(func(k *kernel, op *ir.Operation) error { return k.mulExtended(op, false) })},
	{"arith.mulsi_extended", elementwise(func(k *kernel, op *ir.Operation) error { return k.mulExtended(op, true) })},
	{"math.ipowi", elementwise(lowerIPowI)},
}

func (k *kernel) eachInt(op *ir.Operation, f func(k *kernel, a elem) elem) error {
	k.each(op, func(in []elem) elem { return f(k, in[0]) })
	return nil
}

// wideInt returns a number of up to 64 bits, extended to both dwords.
func (k *kernel) wideInt(a elem, signed bool) (lo, hi mach.Operand) {
	w := a.bits()
	switch {
	case w > 32:
		return k.extended(w, a, signed)
	case signed:
		lo = k.sext(a)
		return lo, k.ashr(lo, constDword(31))
	}
	return k.zext(a), constDword(0)
}

func (k *kernel) popCount(a elem) elem {
	if ir.ElemType(a.typ) == ir.I1 {
		return bitElem(a.bit)
	}
	lo, hi := k.wideInt(a, false)
	n := k.countBits(lo, constDword(0))
	if !isZero(hi) {
		n = k.countBits(hi, n)
	}
	return elem{dw: []mach.Operand{n}, ext: extZero}
}

// countBits returns the number of bits of a dword, more than n.
func (k *kernel) countBits(a, n mach.Operand) mach.Operand {
	if k.allScalars(a, n) {
		return k.add(k.sop1(isa.S_BCNT1_I32_B32, k.inScalar(a)), n)
	}
	return k.vop1(isa.V_BCNT_U32_B32, a, n)
}

// inScalar returns a scalar operand, of constants one in a register.
func (k *kernel) inScalar(a mach.Operand) mach.Operand {
	if c, ok := isConst(a); ok {
		return k.literal(c)
	}
	return a
}

// leadingZeros: for zero the instructions return -1, the largest unsigned number.
func (k *kernel) leadingZeros(a elem) elem {
	w := a.bits()
	if w == 1 {
		return bitElem(k.not(a.bit))
	}
	lo, hi := k.wideInt(a, false)
	n := k.first(isa.S_FLBIT_I32_B32, isa.V_FFBH_U32, lo)
	if w <= 32 {
		n = k.op32(&minUOp, n, constDword(32))
		return elem{dw: []mach.Operand{k.sub(n, constDword(uint32(32-w)))}, ext: extZero}
	}
	n = k.op32(&minUOp, n, constDword(32))
	high := k.first(isa.S_FLBIT_I32_B32, isa.V_FFBH_U32, hi)
	n = k.op32(&minUOp, high, k.add(n, constDword(32)))
	return elem{dw: []mach.Operand{k.sub(n, constDword(uint32(64-w)))}, ext: extZero}
}

func (k *kernel) trailingZeros(a elem) elem {
	w := a.bits()
	if w == 1 {
		return bitElem(k.not(a.bit))
	}
	lo, hi := k.wideInt(a, false)
	n := k.first(isa.S_FF1_I32_B32, isa.V_FFBL_B32, lo)
	if w > 32 {
		high := k.op32(&minUOp, k.first(isa.S_FF1_I32_B32, isa.V_FFBL_B32, hi), constDword(32))
		n = k.op32(&minUOp, n, k.add(high, constDword(32)))
	}
	return elem{dw: []mach.Operand{k.op32(&minUOp, n, constDword(uint32(w)))}, ext: extZero}
}

// first returns the place of the first bit from one end.
func (k *kernel) first(scalar, vector isa.Op, a mach.Operand) mach.Operand {
	if k.isScalar(a) {
		return k.sop1(scalar, k.inScalar(a))
	}
	return k.vop1(vector, a)
}

func (k *kernel) absolute64(a elem) elem {
	if ir.ElemType(a.typ) == ir.I1 {
		return bitElem(a.bit)
	}
	w := a.bits()
	if w <= 32 {
		x := k.sext(a)
		return word(k.op32(&maxIOp, x, k.sub(constDword(0), x)))
	}
	lo, hi := k.extended(w, a, true)
	return wordPair(k.negateWhere(lo, hi, k.ashr(hi, constDword(31))))
}

// eachPair computes the two results of an operation for every element.
func (k *kernel) eachPair(op *ir.Operation, f func(a, b elem) (x, y elem)) error {
	a, b := k.elements(k.value(op.Operands[0])), k.elements(k.value(op.Operands[1]))
	x, y := make([]elem, len(a)), make([]elem, len(a))
	for i := range a {
		x[i], y[i] = f(a[i], b[i])
		x[i].typ, y[i].typ = ir.ElemType(op.Results[0].Type), ir.ElemType(op.Results[1].Type)
	}
	k.vals[op.Results[0]] = k.assemble(op.Results[0].Type, x)
	k.vals[op.Results[1]] = k.assemble(op.Results[1].Type, y)
	return nil
}

func lowerAddExtended(k *kernel, op *ir.Operation) error {
	return k.eachPair(op, func(a, b elem) (sum, over elem) {
		w := a.bits()
		switch {
		case w == 1:
			return bitElem(k.combine(&condXor, a.bit, b.bit)), bitElem(k.combine(&condAnd, a.bit, b.bit))
		case w < 32:
			s := k.add(k.zext(a), k.zext(b))
			return word(s), bitElem(k.compareDwords(greaterU, s, constDword(1<<w-1)))
		case w == 32:
			s := k.add(a.dw[0], b.dw[0])
			return word(s), bitElem(k.compareDwords(lessU, s, a.dw[0]))
		}
		aLo, aHi := k.extended(w, a, false)
		bLo, bHi := k.extended(w, b, false)
		lo, hi := k.plus64(aLo, aHi, bLo, bHi)
		s := elem{typ: ir.I64, dw: []mach.Operand{lo, hi}}
		if w < 64 {
			return s, bitElem(k.compareDwords(notEqual, k.shr(hi, constDword(uint32(w-32))), constDword(0)))
		}
		return s, bitElem(k.compareWide(lessU, s, elem{typ: ir.I64, dw: []mach.Operand{aLo, aHi}}))
	})
}

func (k *kernel) mulExtended(op *ir.Operation, signed bool) error {
	return k.eachPair(op, func(a, b elem) (low, high elem) {
		w := a.bits()
		switch {
		case w == 1 && signed:
			// -1 * -1 is 1: 01 in two bits.
			return bitElem(k.combine(&condAnd, a.bit, b.bit)), bitElem(constCond(false))
		case w == 1:
			return bitElem(k.combine(&condAnd, a.bit, b.bit)), bitElem(constCond(false))
		case w <= 16:
			x, y := k.zext(a), k.zext(b)
			if signed {
				x, y = k.sext(a), k.sext(b)
			}
			p := k.mul(x, y)
			return word(p), word(k.shr(p, constDword(uint32(w))))
		case w <= 32:
			x, y := k.zext(a), k.zext(b)
			if signed {
				x, y = k.sext(a), k.sext(b)
			}
			lo, hi := k.mul(x, y), k.highProduct(x, y, signed)
			if w == 32 {
				return word(lo), word(hi)
			}
			s := k.shr64(lo, hi, constDword(uint32(w)), signed)
			return word(lo), word(s.dw[0])
		}
		return k.mulExtendedWide(w, a, b, signed)
	})
}

// mulExtendedWide takes numbers of 33 to 64 bits as such of 64.
func (k *kernel) mulExtendedWide(w int, a, b elem, signed bool) (low, high elem) {
	aLo, aHi := k.extended(w, a, signed)
	bLo, bHi := k.extended(w, b, signed)
	lo, hi := k.product64(wordPair(aLo, aHi), wordPair(bLo, bHi))
	hLo, hHi := k.mulHigh64(aLo, aHi, bLo, bHi)
	if signed {
		// As unsigned numbers negative ones are 2^64 too large.
		for _, n := range [][3]mach.Operand{{aHi, bLo, bHi}, {bHi, aLo, aHi}} {
			mask := k.ashr(n[0], constDword(31))
			hLo, hHi = k.minus64(hLo, hHi, k.and(n[1], mask), k.and(n[2], mask))
		}
	}
	if w == 64 {
		return wordPair(lo, hi), wordPair(hLo, hHi)
	}
	// Bits w and up of the 128: those of the low half from w on, and the high half.
	fromLow := k.shr64(lo, hi, constDword(uint32(w)), false)
	lLo, lHi := k.pair(fromLow)
	uLo, uHi := k.shl64(hLo, hHi, constDword(uint32(64-w)))
	return wordPair(lo, hi), wordPair(k.or(lLo, uLo), k.or(lHi, uHi))
}

// lowerIPowI multiplies by squares for each bit of the exponent; a negative
// exponent divides 1, which leaves something of 1 and -1 only.
func lowerIPowI(k *kernel, op *ir.Operation) error {
	k.each(op, func(in []elem) elem {
		w := in[0].bits()
		if w == 1 {
			// -1 to an even power is 1, which is -1 in one bit.
			return bitElem(k.combine(&condOr, in[0].bit, k.not(in[1].bit)))
		}
		lo, hi := k.wideInt(in[0], true)
		eLo, eHi := k.wideInt(in[1], true)
		one := constDword(1)
		rLo, rHi := one, constDword(0)
		base := elem{dw: []mach.Operand{lo, hi}}
		if w <= 32 {
			base.dw = base.dw[:1]
		}
		for bit := range w - 1 {
			part := eLo
			if bit >= 32 {
				part = eHi
			}
			c := k.compareDwords(notEqual, k.and(part, constDword(1<<(bit%32))), constDword(0))
			if w <= 32 {
				rLo = k.selectDword(c, k.mul(rLo, base.dw[0]), rLo)
				base.dw[0] = k.mul(base.dw[0], base.dw[0])
				continue
			}
			pLo, pHi := k.product64(wordPair(rLo, rHi), base)
			r := k.selectDwords(c, []mach.Operand{pLo, pHi}, []mach.Operand{rLo, rHi})
			rLo, rHi = r[0], r[1]
			base = wordPair(k.product64(base, base))
		}
		return k.negativePower(w, [2]mach.Operand{lo, hi}, [2]mach.Operand{eLo, eHi}, [2]mach.Operand{rLo, rHi})
	})
	return nil
}

func (k *kernel) negativePower(w int, x, e, r [2]mach.Operand) elem {
	negative := k.compareDwords(lessS, e[1], constDword(0))
	isOne := k.compareDwords(equal, k.or(k.xor(x[0], constDword(1)), x[1]), constDword(0))
	isMinus := k.compareDwords(equal, k.and(x[0], x[1]), constDword(0xffffffff))
	odd := k.lowBit(e[0])
	unit := k.selectDword(k.combine(&condAnd, isMinus, odd), constDword(0xffffffff), constDword(1))
	unit = k.selectDword(k.combine(&condOr, isOne, isMinus), unit, constDword(0))
	lo := k.selectDword(negative, unit, r[0])
	if w <= 32 {
		return word(lo)
	}
	return wordPair(lo, k.selectDword(negative, k.ashr(unit, constDword(31)), r[1]))
}
