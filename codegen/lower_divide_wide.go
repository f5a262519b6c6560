package codegen

import (
	"math"
	"math/big"
	"math/bits"

	"heddle/isa"
	"heddle/mach"
)

// divideWide divides numbers of 64 bits.
func (k *kernel) divideWide(d division, aLo, aHi, bLo, bHi mach.Operand) (lo, hi mach.Operand) {
	y, yConst := wideNumber(bLo, bHi)
	x, xConst := wideNumber(aLo, aHi)
	if yConst && y == 0 {
		return constPair(0)
	}
	if xConst && yConst {
		a, b := new(big.Int).SetUint64(x), new(big.Int).SetUint64(y)
		if d.signed {
			a, b = big.NewInt(int64(x)), big.NewInt(int64(y))
		}
		return constPair(d.fold(a, b))
	}
	if yConst && y&(y-1) == 0 && !(d.signed && y == 1<<63) {
		if lo, hi, ok := k.divideShift(d, aLo, aHi, uint32(bits.TrailingZeros64(y))); ok {
			return lo, hi
		}
	}
	if !d.signed {
		qLo, qHi := k.quotientWide(aLo, aHi, bLo, bHi, d.limit)
		return k.finishWide(d, aLo, aHi, bLo, bHi, qLo, qHi)
	}
	// By magnitudes; the quotient is negative where the signs differ.
	sa, sb := k.ashr(aHi, constDword(31)), k.ashr(bHi, constDword(31))
	pLo, pHi := k.negateWhere(aLo, aHi, sa)
	rLo, rHi := k.negateWhere(bLo, bHi, sb)
	qLo, qHi := k.quotientWide(pLo, pHi, rLo, rHi, d.limit)
	qLo, qHi = k.negateWhere(qLo, qHi, k.xor(sa, sb))
	return k.finishWide(d, aLo, aHi, bLo, bHi, qLo, qHi)
}

// divideShift divides by 2^n where that is a shift or a mask.
func (k *kernel) divideShift(d division, aLo, aHi mach.Operand, n uint32) (lo, hi mach.Operand, ok bool) {
	switch {
	case d.rest && !d.signed:
		mask := uint64(1)<<n - 1
		return k.and0(aLo, uint32(mask)), k.and0(aHi, uint32(mask>>32)), true
	case d.up || d.rest:
		return lo, hi, false
	case d.signed && !d.down && n > 0:
		// Negative numbers are rounded up: 2^n-1 more, shifted down.
		bias := k.ashr(aHi, constDword(31))
		b := k.shr64(bias, bias, constDword(64-n), false)
		bLo, bHi := k.pair(b)
		aLo, aHi = k.plus64(aLo, aHi, bLo, bHi)
	}
	q := k.shr64(aLo, aHi, constDword(n), d.signed)
	lo, hi = k.pair(q)
	return lo, hi, true
}

// and0 is and with a mask that may be zero.
func (k *kernel) and0(a mach.Operand, mask uint32) mach.Operand {
	if mask == 0 {
		return constDword(0)
	}
	return k.and(a, constDword(mask))
}

// negateWhere changes the sign of a number where mask is all ones; it is zero elsewhere.
func (k *kernel) negateWhere(lo, hi, mask mach.Operand) (rLo, rHi mach.Operand) {
	return k.minus64(k.xor(lo, mask), k.xor(hi, mask), mask, mask)
}

// finishWide computes the operation's result from the truncated quotient.
func (k *kernel) finishWide(d division, aLo, aHi, bLo, bHi, qLo, qHi mach.Operand) (lo, hi mach.Operand) {
	if !d.rest && !d.up && !d.down {
		return qLo, qHi
	}
	pLo, pHi := k.product64(wordPair(qLo, qHi), wordPair(bLo, bHi))
	rLo, rHi := k.minus64(aLo, aHi, pLo, pHi)
	if d.rest {
		return rLo, rHi
	}
	adjust := k.compareDwords(notEqual, k.or(rLo, rHi), constDword(0))
	step := uint32(1)
	if d.signed {
		differ := k.compareDwords(lessS, k.xor(rHi, bHi), constDword(0))
		if d.down {
			step = math.MaxUint32
		} else {
			differ = k.not(differ)
		}
		adjust = k.combine(&condAnd, adjust, differ)
	}
	by := k.selectDword(adjust, constDword(step), constDword(0))
	return k.plus64(qLo, qHi, by, k.ashr(by, constDword(31)))
}

// quotientWide divides unsigned numbers.
func (k *kernel) quotientWide(aLo, aHi, bLo, bHi mach.Operand, limit uint64) (lo, hi mach.Operand) {
	if c, ok := wideNumber(bLo, bHi); ok {
		return k.quotientWideConst(aLo, aHi, c, limit)
	}
	return k.quotientLong(aLo, aHi, bLo, bHi)
}

// quotientWideConst divides by a constant as quotientConst does.
func (k *kernel) quotientWideConst(aLo, aHi mach.Operand, c, limit uint64) (lo, hi mach.Operand) {
	switch {
	case c == 1:
		return aLo, aHi
	case c&(c-1) == 0:
		return k.pair(k.shr64(aLo, aHi, constDword(uint32(bits.TrailingZeros64(c))), false))
	}
	shift := uint32(bits.Len64(c - 1))
	for s := uint32(0); s <= shift && s < 64; s++ {
		m, excess := reciprocal(64+uint(s), c)
		if m.BitLen() <= 64 && excessFits(excess, limit, 64+uint(s)) {
			mLo, mHi := constPair(m.Uint64())
			lo, hi = k.mulHigh64(aLo, aHi, mLo, mHi)
			return k.pair(k.shr64(lo, hi, constDword(s), false))
		}
	}
	m, _ := reciprocal(64+uint(shift), c)
	mLo, mHi := constPair(new(big.Int).And(m, new(big.Int).SetUint64(math.MaxUint64)).Uint64())
	tLo, tHi := k.mulHigh64(aLo, aHi, mLo, mHi)
	lo, hi = k.minus64(aLo, aHi, tLo, tHi)
	lo, hi = k.pair(k.shr64(lo, hi, constDword(1), false))
	lo, hi = k.plus64(lo, hi, tLo, tHi)
	return k.pair(k.shr64(lo, hi, constDword(shift-1), false))
}

// quotientLong divides at run time, in f64: with a reciprocal that is too small
// by 2^-49 to 2^-48 of itself, more than all errors of rounding, the first
// quotient is never too large, and what is left of a is less than the divisor
// and 2^16 more. The second quotient, of that, is right or one too small.
func (k *kernel) quotientLong(aLo, aHi, bLo, bHi mach.Operand) (lo, hi mach.Operand) {
	b := k.unsignedF64(bLo, bHi)
	r := k.f64op(isa.V_RCP_F64, b)
	one := mach.Const(oneF64)
	for i := range 2 {
		if i == 1 {
			one = k.literal64(oneF64 - 1<<(53-49))
		}
		r = k.f64op(isa.V_FMA_F64, k.f64op(isa.V_FMA_F64, b.Negated(), r, one), r, r)
	}
	q := k.f64op(isa.V_TRUNC_F64, k.f64op(isa.V_MUL_F64, k.unsignedF64(aLo, aHi), r))
	high := k.f64op(isa.V_FLOOR_F64, k.f64op(isa.V_LDEXP_F64, q, constDword(0xffffffe0)))
	low := k.f64op(isa.V_FMA_F64, high, k.literal64(0xc1f0000000000000), q)
	qLo, qHi := k.vop1(isa.V_CVT_U32_F64, low), k.vop1(isa.V_CVT_U32_F64, high)
	pLo, pHi := k.product64(wordPair(qLo, qHi), wordPair(bLo, bHi))
	restLo, restHi := k.minus64(aLo, aHi, pLo, pHi)
	second := k.vop1(isa.V_CVT_U32_F64, k.f64op(isa.V_MUL_F64, k.unsignedF64(restLo, restHi), r))
	sLo, sHi := k.mulAdd64(second, bLo, constDword(0), constDword(0))
	sHi = k.add(sHi, k.mul(second, bHi))
	restLo, restHi = k.minus64(restLo, restHi, sLo, sHi)
	short := k.vcmp(isa.V_CMP_GE_U64, k.vectorPair(restLo, restHi), k.vectorPair(bLo, bHi))
	qLo, qHi = k.plus64(qLo, qHi, second, constDword(0))
	return k.plus64(qLo, qHi, k.laneBool(short), constDword(0))
}

// unsignedF64 returns a 64-bit number as f64, rounded once.
func (k *kernel) unsignedF64(lo, hi mach.Operand) mach.Operand {
	high := k.f64op(isa.V_LDEXP_F64, k.f64op(isa.V_CVT_F64_U32, hi), constDword(32))
	return k.f64op(isa.V_ADD_F64, high, k.f64op(isa.V_CVT_F64_U32, lo))
}
