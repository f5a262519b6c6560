package num

import "math/bits"

func (f transFormat) exp2(x uint64) uint64 {
	switch {
	case f.isNaN(x):
		return x | f.quiet()
	case x&^f.sign() == 0:
		return f.one()
	}
	neg := f.isNeg(x)
	sig, exp := f.unpack(x)
	if exp > 8-64 { // |x| >= 256 and infinities
		if neg {
			return 0
		}
		return f.inf()
	}
	n, z := transSplit(neg, sig, exp)
	if n < -f.bias()-f.fracBits {
		return 0 // 2^x is below 2^(n+1), at most half the smallest subnormal
	}
	if z == (transU128{}) && exp > -64 { // a whole number
		return f.round(false, 1, n)
	}
	if r, ok := f.ziv(transExp2(n, z.hi)); ok {
		return r
	}
	return f.zivWide(transExp2Wide(n, z))
}

// transSplit returns floor(x) and x - floor(x), truncated to 128 bits, of x =
// sig * 2^exp or its negative, |x| < 256.
func transSplit(neg bool, sig uint64, exp int) (n int, z transU128) {
	if whole := exp + 64; whole > 0 {
		n = int(sig >> (64 - whole))
		z.hi = sig << whole
	} else {
		z = transU128{sig, 0}.shr(-whole)
	}
	if neg {
		n = -n
		if z != (transU128{}) {
			n--
			z = transU128{}.sub(z)
		}
	}
	return n, z
}

// transExp2 returns 2^(n+z) as 1 + z*series with two integer bits, so that
// adding the error bound does not wrap.
func transExp2(n int, z uint64) (neg bool, sig uint64, exp int) {
	even, odd := transSeries(transExp2Coef[:transExp2Terms], z)
	p := transMul(z, even+odd)
	return false, 1<<62 + p>>2, n - 62
}

func transExp2Wide(n int, z transU128) (neg bool, sig transU128, exp int) {
	even, odd := transSeriesWide(transExp2Coef[:], z)
	p := z.mul(even.add(odd))
	return false, transU128{1 << 62, 0}.add(p.shr(2)), n - 126
}

func (f transFormat) log2(x uint64) uint64 {
	switch {
	case f.isNaN(x):
		return x | f.quiet()
	case x&^f.sign() == 0:
		return f.sign() | f.inf()
	case f.isNeg(x):
		return f.invalid()
	case x == f.inf():
		return x
	}
	sig, exp := f.unpack(x)
	if sig == 1<<63 { // a power of two
		if exp == -63 {
			return 0
		}
		return f.round(exp < -63, transAbs(exp+63), 0)
	}
	a := transReduceLog(sig, exp)
	if r, ok := f.ziv(transLog2(a)); ok {
		return r
	}
	return f.zivWide(transLog2Wide(a))
}

// transLogArg is x = m * 2^exp with m in [sqrt(1/2), sqrt(2)], m != 1, and
// |m-1| / (m+1) = num/den * 2^-k with num and den up to 64 bits wide and
// num/den in [1/2, 1).
type transLogArg struct {
	exp      int
	below    bool // m < 1
	num, den uint64
	k        int
}

func transReduceLog(sig uint64, exp int) transLogArg {
	m, one := sig>>32, uint64(1)<<31 // exact: f32 has 24 bits
	a := transLogArg{exp: exp + 63}
	if m > 0xb504f333 { // sqrt(2)
		one <<= 1
		a.exp++
	}
	a.below = m < one
	a.num, a.den = m-one, m+one
	if a.below {
		a.num = one - m
	}
	numShift, denShift := bits.LeadingZeros64(a.num), bits.LeadingZeros64(a.den)
	a.num <<= numShift
	a.den <<= denShift
	a.k = numShift - denShift
	if a.num >= a.den {
		a.num >>= 1
		a.k--
	}
	return a
}

// transLog2 returns log2(x). With s = num/den the logarithm of m is 4*s*series:
// p * 2^(-62-k). If exp is zero the sum is p alone, with all its bits, else at
// least 1/2 and kept with 8 integer bits.
func transLog2(a transLogArg) (neg bool, sig uint64, exp int) {
	s, _ := bits.Div64(a.num, 0, a.den)
	z := transMul(s, s) >> (2 * a.k)
	even, odd := transSeries(transLog2Coef[:transLog2Terms], z)
	p := transMul(s, even+odd)
	if a.exp == 0 {
		return a.below, p, -62 - a.k
	}
	p >>= 6 + a.k
	sum := transAbs(a.exp) << 56
	if a.below == (a.exp < 0) {
		sum += p
	} else {
		sum -= p
	}
	return a.exp < 0, sum, -56
}

func transLog2Wide(a transLogArg) (neg bool, sig transU128, exp int) {
	var s transU128
	s.hi, s.lo = bits.Div64(a.num, 0, a.den)
	s.lo, _ = bits.Div64(s.lo, 0, a.den)
	z := s.mul(s).shr(2 * a.k)
	even, odd := transSeriesWide(transLog2Coef[:], z)
	p := s.mul(even.add(odd))
	if a.exp == 0 {
		return a.below, p, -126 - a.k
	}
	p = p.shr(6 + a.k)
	sum := transU128{transAbs(a.exp) << 56, 0}
	if a.below == (a.exp < 0) {
		sum = sum.add(p)
	} else {
		sum = sum.sub(p)
	}
	return a.exp < 0, sum, -120
}

func transAbs(v int) uint64 {
	if v < 0 {
		v = -v
	}
	return uint64(v)
}
