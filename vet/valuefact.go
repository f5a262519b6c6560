package vet

import "math/bits"

// fact is what a number can be: between lo and hi, between slo and shi with a sign, and with bits that
// are known to be 0 or 1. Each bounds the others. The numbers of 32-bit values are below 2^32, but slo
// and shi are those of 32 bits with a sign.
type fact struct {
	lo, hi    uint64
	slo, shi  int64
	zero, one uint64
}

// width is the number of bits of a value.
type width uint

func (w width) mask() uint64 { return 1<<(w-1)<<1 - 1 }
func (w width) least() int64 { return -1 << (w - 1) }
func (w width) most() int64  { return 1<<(w-1) - 1 }
func (w width) sign() uint64 { return 1 << (w - 1) }
func (op valueOp) width() width {
	if op.wide() {
		return 64
	}
	return 32
}

// signed is a number with its sign.
func (w width) signed(x uint64) int64 { return int64(x<<(64-w)) >> (64 - w) }

// any is a number of which nothing is known.
func (w width) any() fact {
	return fact{hi: w.mask(), slo: w.least(), shi: w.most(), zero: ^w.mask()}
}

// none is no number.
func (w width) none() fact {
	return fact{lo: w.mask(), slo: w.most(), shi: w.least(), zero: ^uint64(0), one: w.mask()}
}

// isNone reports whether there is no such number.
func (f *fact) isNone() bool { return f.lo > f.hi || f.slo > f.shi || f.zero&f.one != 0 }

// between are the numbers from lo to hi.
func (w width) between(lo, hi uint64) fact {
	f := w.any()
	f.lo, f.hi = lo, hi
	return w.reduce(f)
}

// signedBetween are the signed numbers from lo to hi.
func (w width) signedBetween(lo, hi int64) fact {
	f := w.any()
	f.slo, f.shi = lo, hi
	return w.reduce(f)
}

// withBits are the numbers with those bits.
func (w width) withBits(zero, one uint64) fact {
	f := w.any()
	f.zero, f.one = f.zero|zero, one
	return w.reduce(f)
}

// single returns the only number.
func (f *fact) single() (uint64, bool) { return f.lo, f.lo == f.hi }

// reduce lets each part of a fact bound the others.
func (w width) reduce(f fact) fact {
	for range 2 {
		f.lo, f.hi = max(f.lo, f.one), min(f.hi, ^f.zero)
		if t := bits.TrailingZeros64(^f.zero); t > 0 && t < int(w) {
			low := uint64(1)<<t - 1
			f.hi &^= low
			if f.lo <= w.mask()-low {
				f.lo = (f.lo + low) &^ low
			}
		}
		if f.hi < w.sign() || f.lo >= w.sign() {
			f.slo, f.shi = max(f.slo, w.signed(f.lo)), min(f.shi, w.signed(f.hi))
		}
		if f.slo >= 0 || f.shi < 0 {
			f.lo, f.hi = max(f.lo, uint64(f.slo)&w.mask()), min(f.hi, uint64(f.shi)&w.mask())
		}
		if f.isNone() {
			return w.none()
		}
		if same := ^uint64(0) << bits.Len64(f.lo^f.hi); same != 0 {
			f.one |= f.lo & same
			f.zero |= ^f.lo & same
		}
	}
	if f.isNone() {
		return w.none()
	}
	return f
}

// join is what holds for both.
func (w width) join(a, b fact) fact {
	switch {
	case a.isNone():
		return b
	case b.isNone():
		return a
	}
	return fact{min(a.lo, b.lo), max(a.hi, b.hi), min(a.slo, b.slo), max(a.shi, b.shi), a.zero & b.zero, a.one & b.one}
}

// meet is what both say.
func (w width) meet(a, b fact) fact {
	return w.reduce(fact{max(a.lo, b.lo), min(a.hi, b.hi), max(a.slo, b.slo), min(a.shi, b.shi), a.zero | b.zero, a.one | b.one})
}

// add is a+b plus carry, which is 0 or 1 (bits as in LLVM's KnownBits).
func (w width) add(a, b fact, carry uint64) fact {
	f := w.any()
	lo, over := bits.Add64(a.lo, b.lo, carry)
	hi, over2 := bits.Add64(a.hi, b.hi, carry)
	if w < 64 {
		over, over2 = lo>>w, hi>>w
	}
	if over == over2 {
		f.lo, f.hi = lo&w.mask(), hi&w.mask()
	}
	if lo, hi := a.slo+b.slo+int64(carry), a.shi+b.shi+int64(carry); fitsSum(a.slo, b.slo, lo) && fitsSum(a.shi, b.shi, hi) && lo >= w.least() && hi <= w.most() {
		f.slo, f.shi = lo, hi
	}
	most, least := ^a.zero+^b.zero+carry, a.one+b.one+carry
	known := (a.zero | a.one) & (b.zero | b.one) & (^(most ^ a.zero ^ b.zero) | least ^ a.one ^ b.one)
	f.zero, f.one = f.zero|^most&known, least&known&w.mask()
	return w.reduce(f)
}

// fitsSum reports whether a sum of 64 bits with its sign is right.
func fitsSum(a, b, sum int64) bool { return (a < 0) != (b < 0) || (sum < 0) == (a < 0) }

// complement is ^a.
func (w width) complement(a fact) fact {
	return fact{^a.hi & w.mask(), ^a.lo & w.mask(), ^a.shi, ^a.slo, a.one | ^w.mask(), a.zero & w.mask()}
}

// sub is a-b.
func (w width) sub(a, b fact) fact { return w.add(a, w.complement(b), 1) }

// mul is a*b.
func (w width) mul(a, b fact) fact {
	f := w.any()
	over, hi := bits.Mul64(a.hi, b.hi)
	if over == 0 && hi <= w.mask() {
		f.lo, f.hi = a.lo*b.lo, hi
	}
	if w == 32 {
		if lo, hi := corners(a, b); lo >= w.least() && hi <= w.most() {
			f.slo, f.shi = lo, hi
		}
	}
	if t := bits.TrailingZeros64(^a.zero) + bits.TrailingZeros64(^b.zero); t > 0 {
		f.zero |= 1<<min(t, 63) - 1
		if t >= int(w) {
			return w.between(0, 0)
		}
	}
	return w.reduce(f)
}

// corners are the least and the largest product of signed 32-bit numbers.
func corners(a, b fact) (lo, hi int64) {
	p := [...]int64{a.slo * b.slo, a.slo * b.shi, a.shi * b.slo, a.shi * b.shi}
	return min(p[0], p[1], p[2], p[3]), max(p[0], p[1], p[2], p[3])
}

func (w width) and(a, b fact) fact {
	f := w.withBits(a.zero|b.zero, a.one&b.one)
	f.hi = min(f.hi, a.hi, b.hi)
	return w.reduce(f)
}

func (w width) or(a, b fact) fact {
	f := w.withBits(a.zero&b.zero, a.one|b.one)
	f.lo = max(f.lo, a.lo, b.lo)
	return w.reduce(f)
}

func (w width) xor(a, b fact) fact {
	return w.withBits(a.zero&b.zero|a.one&b.one, a.zero&b.one|a.one&b.zero)
}

// shl is a<<b for b below the width.
func (w width) shl(a, b fact) fact {
	if b.hi >= uint64(w) {
		return w.any()
	}
	f := w.any()
	if a.hi <= w.mask()>>b.hi {
		f.lo, f.hi = a.lo<<b.lo, a.hi<<b.hi
	}
	if k, ok := b.single(); ok {
		f.zero, f.one = f.zero|a.zero<<k|(1<<k-1), a.one<<k&w.mask()
		if a.slo >= w.least()>>k && a.shi <= w.most()>>k {
			f.slo, f.shi = a.slo<<k, a.shi<<k
		}
	} else {
		f.zero |= 1<<min(uint64(bits.TrailingZeros64(^a.zero))+b.lo, uint64(w)-1) - 1
	}
	return w.reduce(f)
}

// shr is a>>b for b below the width.
func (w width) shr(a, b fact) fact {
	if b.hi >= uint64(w) {
		return w.any()
	}
	f := w.between(a.lo>>b.hi, a.hi>>b.lo)
	if k, ok := b.single(); ok {
		f.zero, f.one = f.zero|a.zero>>k, f.one|a.one>>k
	}
	return w.reduce(f)
}

// sar is a>>b with the sign of a.
func (w width) sar(a, b fact) fact {
	if b.hi >= uint64(w) {
		return w.any()
	}
	lo, hi := a.slo>>b.lo, a.shi>>b.hi
	if a.slo >= 0 {
		lo = a.slo >> b.hi
	}
	if a.shi >= 0 {
		hi = a.shi >> b.lo
	}
	f := w.signedBetween(lo, hi)
	if k, ok := b.single(); ok {
		top := w.mask() &^ (w.mask() >> k)
		f.zero |= a.zero & w.mask() >> k &^ top
		f.one |= a.one >> k
		if a.zero&w.sign() != 0 {
			f.zero |= top
		}
		if a.one&w.sign() != 0 {
			f.one |= top
		}
	}
	return w.reduce(f)
}

// truth is a bit that may be known.
func truth(never, always bool) fact {
	switch {
	case never:
		return width(32).between(0, 0)
	case always:
		return width(32).between(1, 1)
	}
	return width(32).between(0, 1)
}

// compareFacts is a comparison.
func compareFacts(k uint32, a, b fact) fact {
	if k&1 != 0 {
		f := compareFacts(k&^1, a, b)
		return width(32).xor(f, width(32).between(1, 1))
	}
	switch k {
	case cmpLess:
		return truth(a.lo >= b.hi, a.hi < b.lo)
	case cmpLessS:
		return truth(a.slo >= b.shi, a.shi < b.slo)
	}
	x, one := a.single()
	y, other := b.single()
	apart := a.hi < b.lo || b.hi < a.lo || a.shi < b.slo || b.shi < a.slo || a.zero&b.one|a.one&b.zero != 0
	return truth(apart, one && other && x == y)
}

// factOf computes what a value can be from what its operands can be.
func (v *values) factOf(x valueID) fact {
	d := v.list[x]
	w := d.op.width()
	if d.op == opPhi {
		f := w.none()
		for _, arg := range v.args[d.a:d.b] {
			f = w.join(f, v.facts[v.find(arg)])
		}
		return f
	}
	a, b, c := v.facts[v.find(d.a)], v.facts[v.find(d.b)], v.facts[v.find(d.c)]
	if d.op >= opAdd {
		if a.isNone() || d.b != 0 && b.isNone() {
			return w.none()
		}
	}
	switch d.op {
	case opConst:
		return w.between(uint64(d.k), uint64(d.k))
	case opSymbol:
		return v.given.symbol(symbol(d.k))
	case opCount:
		if l := v.loops[d.node]; l != nil {
			return w.between(0, l.most)
		}
	case opSelect:
		if k, ok := c.single(); ok && d.c != 0 {
			if k != 0 {
				return a
			}
			return b
		}
		return w.join(a, b)
	case opEither:
		return w.join(a, b)
	case opFirst:
		return a
	case opResult:
		if id, ok := v.loadedPart(&d); ok {
			return v.facts[v.find(id)]
		}
		return v.resultFact(&d)
	case opLoad:
		if s, ok := v.loadedArgument(&d); ok {
			return v.given.symbol(s)
		}
	case opAdd:
		return w.add(a, b, 0)
	case opSub:
		return w.sub(a, b)
	case opMul:
		return w.mul(a, b)
	case opMulHi:
		return w.between(a.lo*b.lo>>32, a.hi*b.hi>>32)
	case opMulHiS:
		lo, hi := corners(a, b)
		return w.signedBetween(lo>>32, hi>>32)
	case opAnd:
		return w.and(a, b)
	case opOr:
		return w.or(a, b)
	case opXor:
		return w.xor(a, b)
	case opShl:
		return w.shl(a, b)
	case opShr:
		return w.shr(a, b)
	case opSar:
		return w.sar(a, b)
	case opMin:
		return w.between(min(a.lo, b.lo), min(a.hi, b.hi))
	case opMax:
		return w.between(max(a.lo, b.lo), max(a.hi, b.hi))
	case opMinS:
		return w.signedBetween(min(a.slo, b.slo), min(a.shi, b.shi))
	case opMaxS:
		return w.signedBetween(max(a.slo, b.slo), max(a.shi, b.shi))
	case opCarry:
		return truth(a.hi+b.hi+c.hi <= w.mask(), a.lo+b.lo+c.lo > w.mask())
	case opBorrow:
		return truth(a.lo >= b.hi+c.hi, a.hi < b.lo+c.lo)
	case opCmp:
		return compareFacts(d.k, a, b)
	case opPair:
		return w.reduce(fact{b.lo<<32 | a.lo, b.hi<<32 | a.hi, w.least(), w.most(), b.zero<<32 | a.zero&(1<<32-1), b.one<<32 | a.one})
	case opSext, opSigned:
		return w.signedBetween(a.slo, a.shi)
	case opWideAdd:
		return w.add(a, b, 0)
	case opWideShl:
		return w.shl(a, b)
	case opWideShr:
		return w.shr(a, b)
	case opWideSar:
		return w.sar(a, b)
	case opWideMul:
		return w.between(a.lo*b.lo, a.hi*b.hi)
	case opWideMulS:
		lo, hi := corners(a, b)
		return w.signedBetween(lo, hi)
	case opLow:
		if a.hi <= w.mask() {
			return w.between(a.lo, a.hi)
		}
		return w.withBits(a.zero&w.mask(), a.one&w.mask())
	case opHigh:
		return w.between(a.lo>>32, a.hi>>32)
	}
	return w.any()
}
