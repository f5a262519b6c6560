package num

import "math/bits"

// Rounding is a rounding direction, numbered as MODE.round encodes it.
type Rounding uint8

const (
	RNE Rounding = iota // to nearest, ties to even
	RTP                 // toward plus infinity
	RTN                 // toward minus infinity
	RTZ                 // toward zero
)

// Env is the part of MODE that affects one operation. The zero Env is IEEE 754's default: to
// nearest even, subnormals kept.
type Env struct {
	Round    Rounding
	FlushIn  bool // subnormal inputs are read as zero of the same sign
	FlushOut bool // results that are subnormal after rounding become zero of the same sign
	Saturate bool // finite numbers that overflow become the largest number in every rounding mode, true infinities stay (MODE.fp16_ovfl, which the caller sets for f16 results only)
}

// shiftRound returns sig * 2^-shift rounded to an integer; neg is the sign, which the directed
// modes need. A negative shift must not lose bits.
func shiftRound(neg bool, sig uint64, shift int, r Rounding) uint64 {
	if shift <= 0 {
		return sig << -shift
	}
	var kept, rest, half uint64 = 0, sig, 1 << 63
	switch {
	case shift < 64:
		kept, rest, half = sig>>shift, sig&(1<<shift-1), 1<<(shift-1)
	case shift > 64 && sig != 0:
		rest = 1
	}
	up := false
	switch r {
	case RNE:
		up = rest > half || rest == half && kept&1 != 0
	case RTP:
		up = rest != 0 && !neg
	case RTN:
		up = rest != 0 && neg
	}
	if up {
		kept++
	}
	return kept
}

// round is the one place where a result becomes a code. A sticky bit needs two
// more bits of significand than the format has.
func (f *Format) round(n number, e Env) uint64 {
	switch n.class {
	case Zero:
		return f.join(n.neg, 0)
	case Inf:
		return f.inf(n.neg)
	case NaN:
		return f.nan(n.neg)
	}
	sig, exp := n.narrow()
	place := f.place(sig, exp)
	low := f.lowExp()
	if place-low > 1<<f.ExpBits {
		return f.overflow(n.neg, e)
	}
	// Plain addition lets the hidden bit, and a carry out of the fraction, increment the exponent.
	mag := uint64(place-low)<<f.FracBits + shiftRound(n.neg, sig, place-exp, e.Round)
	if mag > f.maxMag() {
		return f.overflow(n.neg, e)
	}
	if e.FlushOut && mag < 1<<f.FracBits {
		mag = 0
	}
	return f.join(n.neg, mag)
}

// place returns the exponent of the last bit of sig * 2^exp that the format keeps: FracBits below
// the leading bit, but not below the last place of the subnormals.
func (f *Format) place(sig uint64, exp int) int {
	return max(exp+bits.Len64(sig)-1-f.FracBits, f.lowExp())
}

func (f *Format) overflow(neg bool, e Env) uint64 {
	away := e.Round == RNE || e.Round == RTP && !neg || e.Round == RTN && neg
	if away && !e.Saturate {
		return f.inf(neg)
	}
	return f.join(neg, f.maxMag())
}

// narrow shortens a finite significand to 64 bits; bits shifted out set the sticky bit.
func (n number) narrow() (sig uint64, exp int) {
	if n.hi == 0 {
		return n.lo, n.exp
	}
	shift := bits.LeadingZeros64(n.hi)
	hi, lo := shiftLeft(n.hi, n.lo, shift)
	if lo != 0 {
		hi |= 1
	}
	return hi, n.exp + 64 - shift
}

// normal moves the leading bit of a finite number, of up to 127 bits, to bit
// 126: one bit is free for the carry of an addition.
func (n number) normal() number {
	shift := bits.LeadingZeros64(n.hi)
	if n.hi == 0 {
		shift = 64 + bits.LeadingZeros64(n.lo)
	}
	shift--
	n.hi, n.lo = shiftLeft(n.hi, n.lo, shift)
	n.exp -= shift
	return n
}

// shiftLeft shifts a 128-bit integer by 0 to 127.
func shiftLeft(hi, lo uint64, shift int) (uint64, uint64) {
	if shift >= 64 {
		return lo << (shift - 64), 0
	}
	return hi<<shift | lo>>(64-shift), lo << shift
}

// shiftSticky shifts a 128-bit integer right; bits shifted out set bit 0.
func shiftSticky(hi, lo uint64, shift int) (uint64, uint64) {
	var lost uint64
	switch {
	case shift >= 128:
		lost, hi, lo = hi|lo, 0, 0
	case shift >= 64:
		lost = lo | hi<<(128-shift)
		hi, lo = 0, hi>>(shift-64)
	case shift > 0:
		lost = lo << (64 - shift)
		hi, lo = hi>>shift, lo>>shift|hi<<(64-shift)
	}
	if lost != 0 {
		lo |= 1
	}
	return hi, lo
}

// add returns the exact sum, or one whose sticky bit is at least 20 places below the leading bit.
// The rounding mode decides the sign of a zero.
func add(x, y number, r Rounding) number {
	opposite := x.neg != y.neg
	switch {
	case x.class == NaN || y.class == NaN || x.class == Inf && y.class == Inf && opposite:
		return number{class: NaN}
	case x.class == Zero && y.class == Zero && opposite:
		return number{class: Zero, neg: r == RTN}
	case x.class == Inf || y.class == Zero:
		return x
	case y.class == Inf || x.class == Zero:
		return y
	}
	x, y = x.normal(), y.normal()
	if x.exp < y.exp {
		x, y = y, x
	}
	// With the 106 bits of an f64 product, bits are lost only if the exponents differ by more than
	// 20, and then cancellation costs at most one leading bit.
	y.hi, y.lo = shiftSticky(y.hi, y.lo, x.exp-y.exp)
	var carry uint64
	if !opposite {
		x.lo, carry = bits.Add64(x.lo, y.lo, 0)
		x.hi, _ = bits.Add64(x.hi, y.hi, carry)
		return x
	}
	x.lo, carry = bits.Sub64(x.lo, y.lo, 0)
	x.hi, carry = bits.Sub64(x.hi, y.hi, carry)
	if carry != 0 {
		x.neg = !x.neg
		x.lo, carry = bits.Sub64(0, x.lo, 0)
		x.hi, _ = bits.Sub64(0, x.hi, carry)
	}
	if x.hi|x.lo == 0 {
		return number{class: Zero, neg: r == RTN}
	}
	return x
}

// mul returns the exact product of two numbers whose significands have up to 63 bits.
func mul(x, y number) number {
	p := number{class: Finite, neg: x.neg != y.neg}
	switch {
	case x.class == NaN || y.class == NaN,
		x.class == Inf && y.class == Zero, x.class == Zero && y.class == Inf:
		return number{class: NaN}
	case x.class == Inf || y.class == Inf:
		p.class = Inf
	case x.class == Zero || y.class == Zero:
		p.class = Zero
	default:
		p.exp = x.exp + y.exp
		p.hi, p.lo = bits.Mul64(x.lo, y.lo)
	}
	return p
}
