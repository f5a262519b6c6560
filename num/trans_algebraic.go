package num

import (
	"math"
	"math/bits"
)

func (f transFormat) rcp(x uint64) uint64 {
	mag, sign := x&^f.sign(), x&f.sign()
	switch {
	case f.isNaN(x):
		return x | f.quiet()
	case mag == 0:
		return sign | f.inf()
	case mag == f.inf():
		return sign
	}
	sig, exp := f.unpack(x)
	if sig == 1<<63 {
		return f.round(sign != 0, 1, -63-exp)
	}
	// Other quotients are not exact, hence the sticky bit.
	q, _ := bits.Div64(1<<63, 0, sig)
	return f.round(sign != 0, q|1, -127-exp)
}

func (f transFormat) sqrt(x uint64) uint64 {
	switch {
	case f.isNaN(x):
		return x | f.quiet()
	case x&^f.sign() == 0:
		return x
	case f.isNeg(x):
		return f.invalid()
	case x == f.inf():
		return x
	}
	// The f64 root rounds to the correct f32 and f16: the second rounding is harmless where the
	// wider format has at least 2p+2 bits (Figueroa 1995).
	sig, exp := f.unpack(x)
	root := math.Sqrt(math.Ldexp(float64(sig), exp))
	sig, exp = transF64.unpack(math.Float64bits(root))
	return f.round(false, sig, exp)
}

func (f transFormat) rsq(x uint64) uint64 {
	switch {
	case f.isNaN(x):
		return x | f.quiet()
	case x&^f.sign() == 0:
		return x | f.inf()
	case f.isNeg(x):
		return f.invalid()
	case x == f.inf():
		return 0
	}
	// x = m * 2^exp with exp even and m in [2^52, 2^54), an exact f64.
	sig, exp := f.unpack(x)
	m := sig >> 11
	exp += 11
	if exp%2 != 0 {
		m <<= 1
		exp--
	}
	// q = floor(2^80 / sqrt(m)) has the 53 bits of an f64 and one more; the estimate is off by a
	// few units in the last place.
	q := uint64(0x1p80 / math.Sqrt(float64(m)))
	for transCompareSquare(q, m) > 0 {
		q--
	}
	for transCompareSquare(q+1, m) <= 0 {
		q++
	}
	q <<= 1
	if transCompareSquare(q>>1, m) != 0 {
		q |= 1 // sticky
	}
	return f.round(false, q, -81-exp/2)
}

// transCompareSquare returns the sign of q*q*m - 2^160, for q and m below 2^55.
func transCompareSquare(q, m uint64) int {
	squareHi, squareLo := bits.Mul64(q, q)
	carry, lo := bits.Mul64(squareLo, m)
	hi, mid := bits.Mul64(squareHi, m)
	mid, c := bits.Add64(mid, carry, 0)
	hi += c
	switch {
	case hi < 1<<32:
		return -1
	case hi == 1<<32 && mid == 0 && lo == 0:
		return 0
	}
	return 1
}
