package num

import (
	"math"
	"math/big"
)

// The oracle of the transcendentals: big.Float with series, and reductions and
// a way of rounding of its own. It shares nothing with the code under test.

const oraclePrec = 224

// A transOracle describes one function: its values at special operands, by
// name, and everywhere else as a big.Float, a zero with its sign.
type transOracle struct {
	name                                  string
	zero, minusZero, inf, minusInf, minus string // minus: every x < 0, if set
	exact                                 func(v float64) *big.Float
	f16                                   func(uint16) uint16
	f32                                   func(uint32) uint32
	f64                                   func(uint64) uint64 // or nil
}

var transOracles = []transOracle{
	{"exp2", "1", "1", "+inf", "+0", "", oracleExp2, Exp2F16, Exp2F32, nil},
	{"log2", "-inf", "-inf", "+inf", "nan", "nan", oracleLog2, Log2F16, Log2F32, nil},
	{"rcp", "+inf", "-inf", "+0", "-0", "", oracleRcp, RcpF16, RcpF32, RcpF64},
	{"rsq", "+inf", "-inf", "+0", "nan", "nan", oracleRsq, RsqF16, RsqF32, RsqF64},
	{"sqrt", "+0", "-0", "+inf", "nan", "nan", oracleSqrt, SqrtF16, SqrtF32, SqrtF64},
	{"sin", "+0", "-0", "nan", "nan", "", oracleSin, SinTurnsF16, SinTurnsF32, nil},
	{"cos", "1", "1", "nan", "nan", "", oracleCos, CosTurnsF16, CosTurnsF32, nil},
}

// A transPattern is a format: its named patterns, its quiet bit, how a pattern
// is read and how a value is rounded to one.
type transPattern struct {
	named map[string]uint64
	quiet uint64
	value func(x uint64) float64
	round func(v *big.Float) uint64
}

var (
	patternF16 = transPattern{
		map[string]uint64{"+0": 0, "-0": 0x8000, "1": 0x3c00, "+inf": 0x7c00, "-inf": 0xfc00, "nan": 0xfe00},
		0x0200, oracleF16Value, oracleRoundF16,
	}
	patternF32 = transPattern{
		map[string]uint64{"+0": 0, "-0": 0x80000000, "1": 0x3f800000, "+inf": 0x7f800000, "-inf": 0xff800000, "nan": 0xffc00000},
		0x00400000,
		func(x uint64) float64 { return float64(math.Float32frombits(uint32(x))) },
		func(v *big.Float) uint64 { r, _ := v.Float32(); return uint64(math.Float32bits(r)) },
	}
	patternF64 = transPattern{
		map[string]uint64{"+0": 0, "-0": 1 << 63, "1": 0x3ff << 52, "+inf": 0x7ff << 52, "-inf": 0xfff << 52, "nan": 0xfff8 << 48},
		0x0008 << 48,
		math.Float64frombits,
		func(v *big.Float) uint64 { r, _ := v.Float64(); return math.Float64bits(r) },
	}
)

// want returns what function o gives for pattern x.
func (p transPattern) want(o transOracle, x uint64) uint64 {
	v := p.value(x)
	switch {
	case v != v:
		return x | p.quiet
	case x == p.named["+0"]:
		return p.named[o.zero]
	case x == p.named["-0"]:
		return p.named[o.minusZero]
	case x == p.named["+inf"]:
		return p.named[o.inf]
	case x == p.named["-inf"]:
		return p.named[o.minusInf]
	case v < 0 && o.minus != "":
		return p.named[o.minus]
	}
	return p.round(o.exact(v))
}

func oracleF16Value(x uint64) float64 {
	sign := 1 - 2*float64(x>>15)
	exp, frac := int(x>>10&31), float64(x&1023)
	switch {
	case exp == 31 && frac != 0:
		return math.NaN()
	case exp == 31:
		return math.Inf(int(sign))
	case exp == 0:
		return sign * frac * 0x1p-24
	}
	return sign * math.Ldexp(1024+frac, exp-25)
}

// oracleRoundF16 finds the f16 of |v| by its place among the ordered patterns,
// and the nearer neighbour by exact comparison with the middle.
func oracleRoundF16(v *big.Float) uint64 {
	sign := uint64(0)
	if v.Signbit() {
		sign = 0x8000
	}
	abs := new(big.Float).Abs(v)
	low, high := uint64(0), uint64(0x7c00)
	value := func(x uint64) float64 {
		if x == 0x7c00 {
			return 65536 // where the next finite value would be
		}
		return oracleF16Value(x)
	}
	for high-low > 1 {
		if mid := (low + high) / 2; abs.Cmp(big.NewFloat(value(mid))) >= 0 {
			low = mid
		} else {
			high = mid
		}
	}
	switch c := abs.Cmp(big.NewFloat((value(low) + value(high)) / 2)); {
	case c > 0, c == 0 && low&1 != 0:
		return sign | high
	}
	return sign | low
}

func bigNew() *big.Float                { return new(big.Float).SetPrec(oraclePrec) }
func bigNum(v float64) *big.Float       { return bigNew().SetFloat64(v) }
func bigMul(x, y *big.Float) *big.Float { return bigNew().Mul(x, y) }
func bigQuo(x, y *big.Float) *big.Float { return bigNew().Quo(x, y) }

func oracleRcp(v float64) *big.Float  { return bigQuo(bigNum(1), bigNum(v)) }
func oracleSqrt(v float64) *big.Float { return bigNew().Sqrt(bigNum(v)) }
func oracleRsq(v float64) *big.Float  { return bigQuo(bigNum(1), oracleSqrt(v)) }

// bigHorner returns sum c[k] * x^k.
func bigHorner(c []*big.Float, x *big.Float) *big.Float {
	sum := bigNew()
	for k := len(c) - 1; k >= 0; k-- {
		sum.Mul(sum, x)
		sum.Add(sum, c[k])
	}
	return sum
}

// bigSeries returns the n coefficients 1, 1/d(1), 1/d(1)/d(2) and so on.
func bigSeries(n int, d func(k float64) float64) []*big.Float {
	c := []*big.Float{bigNum(1)}
	for k := 1; k < n; k++ {
		c = append(c, bigQuo(c[k-1], bigNum(d(float64(k)))))
	}
	return c
}

// Coefficients of exp(x), ln(1+x)/x, and in x*x those of sin(x)/x and cos(x).
var (
	oracleExpSeries = bigSeries(26, func(k float64) float64 { return k })
	oracleLnSeries  = oracleAlternatingInverses(56)
	oracleSinSeries = bigSeries(36, func(k float64) float64 { return -2 * k * (2*k + 1) })
	oracleCosSeries = bigSeries(36, func(k float64) float64 { return -2 * k * (2*k - 1) })
)

func oracleAlternatingInverses(n int) []*big.Float {
	var c []*big.Float
	for k := range n {
		c = append(c, bigQuo(bigNum(float64(1-k%2*2)), bigNum(float64(k+1))))
	}
	return c
}

// oracleExp2 is exp(frac*ln2/256)^256 * 2^whole.
func oracleExp2(v float64) *big.Float {
	v = max(-5000, min(v, 5000))
	whole, frac := math.Modf(v)
	r := bigHorner(oracleExpSeries, bigMul(bigNum(frac/256), oracleLn2))
	for range 8 {
		r.Mul(r, r)
	}
	return bigNew().SetMantExp(r, int(whole))
}

var oracleLn2 = oracleLn(bigNum(2))

// oracleLn is 16 * ln(x^(1/16)), with the series of ln(1+y).
func oracleLn(x *big.Float) *big.Float {
	for range 4 {
		x = bigNew().Sqrt(x)
	}
	y := bigNew().Sub(x, bigNum(1))
	return bigMul(bigMul(bigNum(16), y), bigHorner(oracleLnSeries, y))
}

func oracleLog2(v float64) *big.Float {
	m, e := math.Frexp(v)
	if m < 0.75 {
		m, e = 2*m, e-1
	}
	return bigNew().Add(bigNum(float64(e)), bigQuo(oracleLn(bigNum(m)), oracleLn2))
}

func oracleSin(v float64) *big.Float {
	t := math.Mod(v, 1) // exact
	if math.Mod(t, 0.5) == 0 {
		return bigNum(math.Copysign(0, v))
	}
	return oracleCircle(t, true)
}

func oracleCos(v float64) *big.Float {
	t := math.Mod(math.Abs(v), 1)
	if t == 0.25 || t == 0.75 {
		return bigNum(0)
	}
	return oracleCircle(t, false)
}

// oracleCircle returns the sine or cosine of t turns, |t| < 1.
func oracleCircle(t float64, sine bool) *big.Float {
	if math.Abs(t) > 0.5 {
		t -= math.Copysign(1, t) // exact, too
	}
	a := bigMul(bigNum(2*t), oraclePi)
	if sine {
		return bigMul(a, bigHorner(oracleSinSeries, bigMul(a, a)))
	}
	return bigHorner(oracleCosSeries, bigMul(a, a))
}

var oraclePi = oracleGaussLegendre()

// oracleGaussLegendre returns pi by the arithmetic-geometric mean.
func oracleGaussLegendre() *big.Float {
	a, b := bigNum(1), bigNew().Sqrt(bigNum(0.5))
	sum, power := bigNum(0.25), 1.0
	for range 8 {
		next := bigMul(bigNew().Add(a, b), bigNum(0.5))
		b = bigNew().Sqrt(bigMul(a, b))
		diff := bigNew().Sub(a, next)
		sum.Sub(sum, bigMul(bigNum(power), bigMul(diff, diff)))
		a, power = next, 2*power
	}
	return bigQuo(bigMul(a, a), sum)
}
