package sim

import (
	"math"
	"math/big"
)

// This file and its siblings oracle_matrix_*_test.go are an oracle for the
// matrix core. They follow facts mfma_numerics.md and isa/semantics.md §7 on
// exact rationals and share nothing with matrix*.go or package num.

// oracleSpecials says which codes of a format are no numbers.
type oracleSpecials uint8

const (
	specialsNone oracleSpecials = iota // every code is a number
	specialsIEEE                       // highest exponent: infinities and NaNs
	specialsTop                        // all ones is NaN, with either sign
	specialsFNUZ                       // 0x80 is NaN
)

// oracleFormat is the definition of a floating-point format.
type oracleFormat struct {
	name                    string
	expBits, fracBits, bias int
	specials                oracleSpecials
}

func (f *oracleFormat) bits() int { return 1 + f.expBits + f.fracBits }

// minExp is E of mfma_numerics.md, the exponent of the smallest normal number.
func (f *oracleFormat) minExp() int { return 1 - f.bias }

// Formats: semantics.md §2, the manual's table of number formats.
var (
	oracleF16     = &oracleFormat{"f16", 5, 10, 15, specialsIEEE}
	oracleBF16    = &oracleFormat{"bf16", 8, 7, 127, specialsIEEE}
	oracleF32     = &oracleFormat{"f32", 8, 23, 127, specialsIEEE}
	oracleXF32    = &oracleFormat{"xf32", 8, 23, 127, specialsIEEE}
	oracleF64     = &oracleFormat{"f64", 11, 52, 1023, specialsIEEE}
	oracleFP8     = &oracleFormat{"fp8", 4, 3, 7, specialsTop}
	oracleBF8     = &oracleFormat{"bf8", 5, 2, 15, specialsIEEE}
	oracleFP8FNUZ = &oracleFormat{"fp8fnuz", 4, 3, 8, specialsFNUZ}
	oracleBF8FNUZ = &oracleFormat{"bf8fnuz", 5, 2, 16, specialsFNUZ}
	oracleFP6     = &oracleFormat{"fp6", 2, 3, 1, specialsNone}
	oracleBF6     = &oracleFormat{"bf6", 3, 2, 3, specialsNone}
	oracleFP4     = &oracleFormat{"fp4", 2, 1, 1, specialsNone}
	oracleI8      = &oracleFormat{name: "i8", fracBits: 7}
	oracleI32     = &oracleFormat{name: "i32", fracBits: 31}
)

// oracleNumber is a code taken apart: value = s * 2^e.
type oracleNumber struct {
	code     uint64
	nan, inf bool
	neg      bool
	s        *big.Rat // 1 <= |s| < 2, smaller if subnormal, 0 of zero
	e        int      // of zero -126, whatever the format
	f        float64  // the same in binary64
}

func (x *oracleNumber) zero() bool { return !x.nan && !x.inf && x.s.Sign() == 0 }

// oracleMath keeps powers of two and decoded codes.
type oracleMath struct {
	pow  map[int]*big.Rat
	seen map[*oracleFormat]map[uint64]*oracleNumber
}

func newOracleMath() *oracleMath {
	return &oracleMath{map[int]*big.Rat{}, map[*oracleFormat]map[uint64]*oracleNumber{}}
}

// pow2 is 2^n.
func (o *oracleMath) pow2(n int) *big.Rat {
	if r := o.pow[n]; r != nil {
		return r
	}
	p := new(big.Int).Lsh(big.NewInt(1), uint(max(n, -n)))
	r := new(big.Rat).SetInt(p)
	if n < 0 {
		r.Inv(r)
	}
	o.pow[n] = r
	return r
}

// scale is x * 2^n.
func (o *oracleMath) scale(x *big.Rat, n int) *big.Rat {
	return new(big.Rat).Mul(x, o.pow2(n))
}

// number takes a code apart.
func (o *oracleMath) number(f *oracleFormat, code uint64) *oracleNumber {
	known := o.seen[f]
	if known == nil {
		known = map[uint64]*oracleNumber{}
		o.seen[f] = known
	}
	x := known[code]
	if x == nil {
		x = o.takeApart(f, code)
		if f.bits() <= 16 {
			known[code] = x
		}
	}
	return x
}

// takeApart takes a code apart, to binary64 too: exact, for all formats but f64
// have fewer bits and exponents.
func (o *oracleMath) takeApart(f *oracleFormat, code uint64) *oracleNumber {
	frac := code & (1<<f.fracBits - 1)
	field := int(code >> f.fracBits & (1<<f.expBits - 1))
	x := &oracleNumber{code: code, neg: code>>(f.bits()-1)&1 == 1, s: new(big.Rat)}
	top := 1<<f.expBits - 1
	switch {
	case f.specials == specialsIEEE && field == top && frac == 0:
		x.inf, x.f = true, math.Inf(1)
		if x.neg {
			x.f = math.Inf(-1)
		}
		return x
	case f.specials == specialsIEEE && field == top,
		f.specials == specialsTop && field == top && frac == 1<<f.fracBits-1,
		f.specials == specialsFNUZ && x.neg && field == 0 && frac == 0:
		x.nan, x.f = true, math.NaN()
		return x
	case field == 0 && frac == 0:
		x.e = -126
		return x
	}
	significand := int64(frac)
	x.e = f.minExp()
	if field > 0 {
		significand += 1 << f.fracBits
		x.e = field - f.bias
	}
	if x.neg {
		significand = -significand
	}
	x.s = o.scale(new(big.Rat).SetInt64(significand), -f.fracBits)
	x.f = math.Ldexp(float64(significand), x.e-f.fracBits)
	return x
}

// value is s * 2^e.
func (o *oracleMath) value(x *oracleNumber) *big.Rat { return o.scale(x.s, x.e) }

// dyadicParts splits x * 2^n into numerator and denominator.
func dyadicParts(x *big.Rat, n int) (num, den *big.Int) {
	num, den = x.Num(), x.Denom()
	if n >= 0 {
		return new(big.Int).Lsh(num, uint(n)), den
	}
	return num, new(big.Int).Lsh(den, uint(-n))
}

// truncated rounds x * 2^n toward zero to an integer.
func truncated(x *big.Rat, n int) *big.Int {
	num, den := dyadicParts(x, n)
	return new(big.Int).Quo(num, den)
}

// floored rounds x * 2^n toward minus infinity to an integer.
func floored(x *big.Rat, n int) *big.Int {
	num, den := dyadicParts(x, n)
	return new(big.Int).Div(num, den) // Euclidean division by what is positive: the floor
}

// oracleRounded is what rounding gave.
type oracleRounded struct {
	code     uint64
	overflow bool
}

// round rounds x to the nearest code of an IEEE format, ties to even,
// subnormals kept. Exact zero is +0.
func (o *oracleMath) round(f *oracleFormat, x *big.Rat) oracleRounded {
	sign := uint64(0)
	if x.Sign() < 0 {
		sign = 1 << (f.bits() - 1)
	}
	if x.Sign() == 0 {
		return oracleRounded{}
	}
	a := new(big.Rat).Abs(x)
	e := a.Num().BitLen() - a.Denom().BitLen() // 2^(e-1) < a < 2^(e+1)
	if a.Cmp(o.pow2(e)) < 0 {
		e--
	}
	e = max(e, f.minExp())
	scaled := o.scale(a, f.fracBits-e)
	whole := floored(scaled, 0)
	n := whole.Uint64()
	switch rest := scaled.Sub(scaled, new(big.Rat).SetInt(whole)).Cmp(big.NewRat(1, 2)); {
	case rest > 0, rest == 0 && n%2 == 1:
		n++
	}
	if n == 2<<f.fracBits {
		n, e = n/2, e+1
	}
	top := 1<<f.expBits - 1
	switch {
	case e+f.bias >= top:
		return oracleRounded{sign | uint64(top)<<f.fracBits, true}
	case n < 1<<f.fracBits:
		return oracleRounded{sign | n, false} // subnormal: e is the format's lowest
	}
	return oracleRounded{sign | uint64(e+f.bias)<<f.fracBits | (n - 1<<f.fracBits), false}
}
