package codegen

import (
	"math/bits"

	"heddle/isa"
	"heddle/mach"
)

// wideNumber returns the value of a 64-bit constant.
func wideNumber(lo, hi mach.Operand) (uint64, bool) {
	l, ok1 := isConst(lo)
	h, ok2 := isConst(hi)
	return uint64(h)<<32 | uint64(l), ok1 && ok2
}

// constPair returns a 64-bit constant's dwords.
func constPair(v uint64) (lo, hi mach.Operand) {
	return constDword(uint32(v)), constDword(uint32(v >> 32))
}

// allScalars reports whether all operands are scalar or constant.
func (k *kernel) allScalars(list ...mach.Operand) bool {
	for _, o := range list {
		if !k.isScalar(o) {
			return false
		}
	}
	return true
}

// plus64 is add64 that folds constants.
func (k *kernel) plus64(aLo, aHi, bLo, bHi mach.Operand) (lo, hi mach.Operand) {
	a, aConst := wideNumber(aLo, aHi)
	b, bConst := wideNumber(bLo, bHi)
	switch {
	case aConst && bConst:
		return constPair(a + b)
	case aConst && a == 0:
		return bLo, bHi
	case bConst && b == 0:
		return aLo, aHi
	case isZero(bLo):
		return aLo, k.add(aHi, bHi)
	case isZero(aLo):
		return bLo, k.add(aHi, bHi)
	}
	return k.add64(aLo, aHi, bLo, bHi)
}

// minus64 is sub64 that folds constants.
func (k *kernel) minus64(aLo, aHi, bLo, bHi mach.Operand) (lo, hi mach.Operand) {
	a, aConst := wideNumber(aLo, aHi)
	b, bConst := wideNumber(bLo, bHi)
	switch {
	case aConst && bConst:
		return constPair(a - b)
	case bConst && b == 0:
		return aLo, aHi
	}
	return k.sub64(aLo, aHi, bLo, bHi)
}

// addPairs adds with v_lshl_add_u64 if what it takes is there already.
func (k *kernel) addPairs(a, b elem) (elem, bool) {
	if k.allScalars(append(append([]mach.Operand{}, a.dw...), b.dw...)...) {
		return elem{}, false
	}
	x, ok1 := k.pairOperand(a)
	y, ok2 := k.pairOperand(b)
	if !ok1 || !ok2 || k.isScalar(x) && k.isScalar(y) {
		return elem{}, false
	}
	p := k.vop(isa.V_LSHL_ADD_U64, 2, x, constDword(0), y)
	return elem{dw: dwords(p)}, true
}

// pairOperand returns a 64-bit number as one operand of a vector instruction, if no copy is needed
// for that.
func (k *kernel) pairOperand(a elem) (mach.Operand, bool) {
	if len(a.dw) == 2 {
		for _, file := range []mach.File{mach.FileV, mach.FileS} {
			if p, ok := k.contiguous(file, a.dw); ok {
				return mach.P(p), true
			}
		}
		if v, ok := wideNumber(a.dw[0], a.dw[1]); ok && int64(v) >= -16 && int64(v) <= 64 {
			return mach.Const(int64(v)), true
		}
	}
	return mach.Operand{}, false
}

// vectorPair returns a 64-bit number as one operand of a vector instruction.
func (k *kernel) vectorPair(lo, hi mach.Operand) mach.Operand {
	if o, ok := k.pairOperand(elem{dw: []mach.Operand{lo, hi}}); ok {
		return o
	}
	if k.allScalars(lo, hi) {
		return mach.P(k.tuple(mach.FileS, []mach.Operand{lo, hi}))
	}
	return mach.P(k.tuple(mach.FileV, []mach.Operand{lo, hi}))
}

// scalarPair returns a 64-bit number as one operand of a scalar instruction.
func (k *kernel) scalarPair(lo, hi mach.Operand) mach.Operand {
	if v, ok := wideNumber(lo, hi); ok {
		return mach.Const(int64(v))
	}
	return mach.P(k.tuple(mach.FileS, []mach.Operand{lo, hi}))
}

// shl64 shifts a 64-bit number by less than 64.
func (k *kernel) shl64(lo, hi, by mach.Operand) (rLo, rHi mach.Operand) {
	if n, ok := isConst(by); ok {
		n &= 63
		if v, isNumber := wideNumber(lo, hi); isNumber {
			return constPair(v << n)
		}
		switch {
		case n == 0:
			return lo, hi
		case n >= 32:
			return constDword(0), k.shl(lo, constDword(n-32))
		}
	}
	r := k.shift64(isa.S_LSHL_B64, isa.V_LSHLREV_B64, lo, hi, by)
	return mach.P(r.Dword(0)), mach.P(r.Dword(1))
}

// shr64 shifts a 64-bit number right by less than 64.
func (k *kernel) shr64(lo, hi, by mach.Operand, signed bool) elem {
	scalar, vector, one, ext := isa.S_LSHR_B64, isa.V_LSHRREV_B64, k.shr, extZero
	if signed {
		scalar, vector, one, ext = isa.S_ASHR_I64, isa.V_ASHRREV_I64, k.ashr, extSigned
	}
	if n, ok := isConst(by); ok {
		n &= 63
		v, isNumber := wideNumber(lo, hi)
		switch {
		case isNumber && signed:
			return wordPair(constPair(uint64(int64(v) >> n)))
		case isNumber:
			return wordPair(constPair(v >> n))
		case n == 0:
			return wordPair(lo, hi)
		case n >= 32:
			return elem{dw: []mach.Operand{one(hi, constDword(n-32))}, ext: ext}
		}
	}
	return elem{dw: dwords(k.shift64(scalar, vector, lo, hi, by))}
}

func (k *kernel) shift64(scalar, vector isa.Op, lo, hi, by mach.Operand) mach.Part {
	if k.allScalars(lo, hi, by) {
		return k.sop(scalar, 2, k.scalarPair(lo, hi), by)
	}
	return k.vop(vector, 2, by, k.vectorPair(lo, hi))
}

// highProduct returns the upper dword of the product of two dwords.
func (k *kernel) highProduct(a, b mach.Operand, signed bool) mach.Operand {
	scalar, vector := isa.S_MUL_HI_U32, isa.V_MUL_HI_U32
	if signed {
		scalar, vector = isa.S_MUL_HI_I32, isa.V_MUL_HI_I32
	}
	x, aConst := isConst(a)
	y, bConst := isConst(b)
	switch {
	case aConst && bConst && signed:
		return constDword(uint32(uint64(int64(int32(x))*int64(int32(y))) >> 32))
	case aConst && bConst:
		hi, _ := bits.Mul32(x, y)
		return constDword(hi)
	case !signed && (aConst && x <= 1 || bConst && y <= 1):
		return constDword(0)
	case k.isScalar(a) && k.isScalar(b):
		return k.sop1(scalar, a, b)
	}
	return k.vop1(vector, a, b)
}

// mulAdd64 is a*b + c with dwords a and b; the sum must not overflow, or does
// not matter above 64 bits.
func (k *kernel) mulAdd64(a, b, cLo, cHi mach.Operand) (lo, hi mach.Operand) {
	_, aConst := isConst(a)
	_, bConst := isConst(b)
	if k.allScalars(a, b, cLo, cHi) || aConst && bConst || isZero(a) || isZero(b) {
		return k.plus64(k.mul(a, b), k.highProduct(a, b, false), cLo, cHi)
	}
	dst, dead := k.reg(mach.FileV, 2), k.reg(mach.FileS, 2)
	k.emitVector(isa.V_MAD_U64_U32, []mach.Operand{mach.P(dst), mach.P(dead)}, []mach.Operand{a, b, k.vectorPair(cLo, cHi)})
	return mach.P(dst.Dword(0)), mach.P(dst.Dword(1))
}

// product64 returns the low half of the product of two 64-bit numbers.
func (k *kernel) product64(a, b elem) (lo, hi mach.Operand) {
	if b.ext == extNone && a.ext != extNone {
		a, b = b, a
	}
	if len(a.dw) == 1 && len(b.dw) == 1 && a.ext == extSigned && b.ext == extSigned {
		return k.signedProduct(a.dw[0], b.dw[0])
	}
	aLo, aHi := k.pair(a)
	bLo, bHi := k.pair(b)
	if _, ok := wideNumber(aLo, aHi); ok {
		aLo, aHi, bLo, bHi = bLo, bHi, aLo, aHi
	}
	if y, ok := wideNumber(bLo, bHi); ok {
		x, both := wideNumber(aLo, aHi)
		switch {
		case both:
			return constPair(x * y)
		case y == 0:
			return constPair(0)
		case y&(y-1) == 0:
			return k.shl64(aLo, aHi, constDword(uint32(bits.TrailingZeros64(y))))
		}
	}
	lo, hi = k.mulAdd64(aLo, bLo, constDword(0), constDword(0))
	if !isZero(bHi) {
		hi = k.add(hi, k.mul(aLo, bHi))
	}
	if !isZero(aHi) {
		hi = k.add(hi, k.mul(aHi, bLo))
	}
	return lo, hi
}

// signedProduct returns the product of two signed dwords.
func (k *kernel) signedProduct(a, b mach.Operand) (lo, hi mach.Operand) {
	if k.allScalars(a, b) {
		return k.mul(a, b), k.highProduct(a, b, true)
	}
	dst, dead := k.reg(mach.FileV, 2), k.reg(mach.FileS, 2)
	k.emitVector(isa.V_MAD_I64_I32, []mach.Operand{mach.P(dst), mach.P(dead)}, []mach.Operand{a, b, mach.Const(0)})
	return mach.P(dst.Dword(0)), mach.P(dst.Dword(1))
}

// mulHigh64 returns the upper half of the product of two unsigned 64-bit numbers. Knuth, TAOCP
// 4.3.1, algorithm M, with dwords as digits: no sum overflows.
func (k *kernel) mulHigh64(aLo, aHi, bLo, bHi mach.Operand) (lo, hi mach.Operand) {
	zero := constDword(0)
	p0 := k.highProduct(aLo, bLo, false)
	midLo, midHi := k.mulAdd64(aHi, bLo, p0, zero)
	_, carry := k.mulAdd64(aLo, bHi, midLo, zero)
	lo, hi = k.mulAdd64(aHi, bHi, midHi, zero)
	return k.plus64(lo, hi, carry, zero)
}
