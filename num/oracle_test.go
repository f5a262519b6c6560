package num

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
)

// The oracle defines a format by the values of its codes and rounding by
// comparing an exact value with the two codes around it and with the middle
// between them. It shares nothing with the code under test but Env.

// A spec describes a format once more: fields, bias, largest finite magnitude,
// and the first magnitudes of infinity and NaN (0: none). prec is enough
// precision for any a*b+c.
type spec struct {
	f                *Format
	expBits, frac    int
	bias             int
	max, inf, nan    uint64
	negZeroIsNaN     bool
	defaultNaN       uint64
	saturates        bool
	prec             uint
	smallestExponent int // of subnormals: 2^smallestExponent is the smallest number
}

var (
	oF64    = &spec{f: F64, expBits: 11, frac: 52, bias: 1023, max: 0x7fefffffffffffff, inf: 0x7ff0000000000000, nan: 0x7ff0000000000001, defaultNaN: 0x7ff8000000000000, prec: 4400, smallestExponent: -1074}
	oF32    = &spec{f: F32, expBits: 8, frac: 23, bias: 127, max: 0x7f7fffff, inf: 0x7f800000, nan: 0x7f800001, defaultNaN: 0x7fc00000, prec: 640, smallestExponent: -149}
	oF16    = &spec{f: F16, expBits: 5, frac: 10, bias: 15, max: 0x7bff, inf: 0x7c00, nan: 0x7c01, defaultNaN: 0x7e00, prec: 640, smallestExponent: -24}
	oBF16   = &spec{f: BF16, expBits: 8, frac: 7, bias: 127, max: 0x7f7f, inf: 0x7f80, nan: 0x7f81, defaultNaN: 0x7fc0, prec: 640, smallestExponent: -133}
	oFP8    = &spec{f: FP8, expBits: 4, frac: 3, bias: 7, max: 0x7e, nan: 0x7f, defaultNaN: 0x7f, prec: 640, smallestExponent: -9}
	oBF8    = &spec{f: BF8, expBits: 5, frac: 2, bias: 15, max: 0x7b, inf: 0x7c, nan: 0x7d, defaultNaN: 0x7f, prec: 640, smallestExponent: -16}
	oFP8FN  = &spec{f: FP8FNUZ, expBits: 4, frac: 3, bias: 8, max: 0x7f, negZeroIsNaN: true, defaultNaN: 0x80, prec: 640, smallestExponent: -10}
	oBF8FN  = &spec{f: BF8FNUZ, expBits: 5, frac: 2, bias: 16, max: 0x7f, negZeroIsNaN: true, defaultNaN: 0x80, prec: 640, smallestExponent: -17}
	oFP6    = &spec{f: FP6, expBits: 2, frac: 3, bias: 1, max: 0x1f, saturates: true, prec: 640, smallestExponent: -3}
	oBF6    = &spec{f: BF6, expBits: 3, frac: 2, bias: 3, max: 0x1f, saturates: true, prec: 640, smallestExponent: -4}
	oFP4    = &spec{f: FP4, expBits: 2, frac: 1, bias: 1, max: 0x7, saturates: true, prec: 640, smallestExponent: -1}
	oSmall  = []*spec{oFP8, oBF8, oFP8FN, oBF8FN, oFP6, oBF6, oFP4}
	oIEEE   = []*spec{oF16, oBF16, oF32, oF64}
	allEnvs = func() (es []Env) {
		for i := range 16 {
			es = append(es, Env{Round: Rounding(i & 3), FlushIn: i&4 != 0, FlushOut: i&8 != 0})
		}
		return es
	}()
)

func (s *spec) sign() uint64            { return 1 << (s.expBits + s.frac) }
func (s *spec) neg(c uint64) bool       { return c&s.sign() != 0 }
func (s *spec) mag(c uint64) uint64     { return c & (s.sign() - 1) }
func (s *spec) isInf(c uint64) bool     { return s.inf != 0 && s.mag(c) == s.inf }
func (s *spec) subnormal(c uint64) bool { return s.mag(c) != 0 && s.mag(c)>>s.frac == 0 }
func (s *spec) isNaN(c uint64) bool {
	return s.nan != 0 && s.mag(c) >= s.nan || s.negZeroIsNaN && c == s.sign()
}

func (s *spec) withSign(neg bool, mag uint64) uint64 {
	if neg && !(s.negZeroIsNaN && mag == 0) {
		mag |= s.sign()
	}
	return mag
}

// value is the number of a finite code.
func (s *spec) value(c uint64) *big.Float {
	v := s.magnitude(s.mag(c))
	if s.neg(c) {
		v.Neg(v)
	}
	return v
}

// magnitude is the value of a code without sign. Beyond max it is what it would
// be if the exponents went on.
func (s *spec) magnitude(mag uint64) *big.Float {
	field, frac := mag>>s.frac, mag&(1<<s.frac-1)
	v := new(big.Float).SetPrec(s.prec)
	if field == 0 {
		v.SetUint64(frac)
		field = 1
	} else {
		v.SetUint64(1<<s.frac + frac)
	}
	return v.SetMantExp(v, int(field)-s.bias-s.frac)
}

// below returns the largest magnitude up to max+1 whose value is not above |v|.
func (s *spec) below(v *big.Float) uint64 {
	lo, hi := uint64(0), s.max+2
	for hi-lo > 1 {
		mid := lo + (hi-lo)/2
		if s.magnitude(mid).Cmp(v) <= 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// round rounds a nonzero exact value.
func (s *spec) round(v *big.Float, e Env) uint64 {
	neg := v.Sign() < 0
	abs := new(big.Float).Abs(v)
	mag := s.below(abs)
	if mag <= s.max && s.magnitude(mag).Cmp(abs) != 0 {
		middle := new(big.Float).SetPrec(s.prec).Add(s.magnitude(mag), s.magnitude(mag+1))
		middle.SetMantExp(middle, -1)
		switch side := abs.Cmp(middle); {
		case e.Round == RNE && (side > 0 || side == 0 && mag%2 == 1),
			e.Round == RTP && !neg,
			e.Round == RTN && neg:
			mag++
		}
	}
	if mag > s.max {
		inward := e.Round == RTZ || e.Round == RTP && neg || e.Round == RTN && !neg
		switch {
		case inward || e.Saturate || s.saturates:
			mag = s.max
		case s.inf != 0:
			mag = s.inf
		case s.negZeroIsNaN:
			return s.defaultNaN
		default:
			mag = s.defaultNaN
		}
	}
	if e.FlushOut && s.subnormal(mag) {
		mag = 0
	}
	return s.withSign(neg, mag)
}

// arith is op(a, b, c) with op one of '+' (a+b), '*' (a*b) and 'f' (a*b+c).
func (s *spec) arith(op byte, a, b, c uint64, e Env) uint64 {
	in := []uint64{a, b, c}[:2]
	if op == 'f' {
		in = in[:3]
	}
	for i, x := range in {
		if s.isNaN(x) {
			return x | s.mag(s.defaultNaN)&^s.inf
		}
		if e.FlushIn && s.subnormal(x) {
			in[i] = x & s.sign()
		}
	}
	a, b = in[0], in[1]
	one := s.round(big.NewFloat(1), Env{})
	switch op {
	case '+': // a*1 + b
		b, c = one, b
	case '*': // a*b + a zero of the product's sign
		c = (a ^ b) & s.sign()
	case 'f':
		c = in[2]
	}
	prodNeg := s.neg(a) != s.neg(b)
	prodInf := s.isInf(a) || s.isInf(b)
	switch {
	case prodInf && (s.mag(a) == 0 || s.mag(b) == 0), prodInf && s.isInf(c) && prodNeg != s.neg(c):
		return s.defaultNaN
	case prodInf:
		return s.withSign(prodNeg, s.inf)
	case s.isInf(c):
		return c
	}
	sum := new(big.Float).SetPrec(s.prec)
	sum.Add(sum.Mul(s.value(a), s.value(b)), s.value(c))
	if sum.Acc() != big.Exact {
		panic("BUG: oracle precision")
	}
	if sum.Sign() != 0 {
		return s.round(sum, e)
	}
	prodZero := s.mag(a) == 0 || s.mag(b) == 0
	if prodZero && s.mag(c) == 0 && prodNeg == s.neg(c) {
		return c & s.sign()
	}
	return s.withSign(e.Round == RTN, 0)
}

// pattern draws a code that is interesting more often than chance would have it.
func (s *spec) pattern(r *rand.Rand) uint64 {
	all := s.sign()<<1 - 1
	x := r.Uint64() & all
	switch r.IntN(8) {
	case 0:
		return r.Uint64()&s.sign() | []uint64{0, 1, 2, s.max, s.max - 1, s.inf, s.nan, s.inf | s.mag(s.defaultNaN), 1 << s.frac, 1<<s.frac - 1, 1<<s.frac + 1, uint64(s.bias) << s.frac}[r.IntN(12)]
	case 1: // subnormal
		return x & (s.sign() | 1<<s.frac - 1)
	case 2: // few significant bits
		return x &^ (1<<r.IntN(s.frac+1) - 1)
	case 3: // long runs of ones
		return x | (1<<r.IntN(s.frac+1) - 1)
	}
	return x
}

// near draws a code with an exponent field within d of that of x.
func (s *spec) near(r *rand.Rand, x uint64, d int) uint64 {
	top := int(s.max >> s.frac)
	field := int(s.mag(x)>>s.frac) + r.IntN(2*d+1) - d
	field = min(max(field, 0), top)
	return r.Uint64()&(s.sign()|1<<s.frac-1) | uint64(field)<<s.frac
}

// triples draws operands, half of them so that a*b and c are of like size.
func (s *spec) triple(r *rand.Rand) (a, b, c uint64) {
	a, b, c = s.pattern(r), s.pattern(r), s.pattern(r)
	switch r.IntN(4) {
	case 0: // b near a: sums with cancellation
		b = s.near(r, a, 2)
	case 1: // c near -a*b: the fused sum cancels
		if p := s.arith('*', a, b, 0, Env{}); !s.isNaN(p) {
			c = p ^ s.sign()
			if !s.isInf(p) && r.IntN(2) == 0 {
				c = s.near(r, p, s.frac+3)
			}
		}
	case 2: // products near the subnormals
		field := uint64(r.IntN(2*s.bias + 1))
		other := uint64(min(max(s.bias-int(field)+r.IntN(s.frac+8)-2, 0), int(s.max>>s.frac)))
		a = r.Uint64()&(s.sign()|1<<s.frac-1) | min(field, s.max>>s.frac)<<s.frac
		b = r.Uint64()&(s.sign()|1<<s.frac-1) | other<<s.frac
	}
	return a, b, c
}

// seeded returns a generator and prints nothing: the seed is the constant here.
func seeded(t testing.TB) *rand.Rand {
	const seed = 20261120
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 1))
}

func (e Env) String() string {
	return fmt.Sprintf("{%s in:%t out:%t sat:%t}", [...]string{"rne", "rtp", "rtn", "rtz"}[e.Round], e.FlushIn, e.FlushOut, e.Saturate)
}
