package num

import "math/big"

// Function is an elementary function of one number.
type Function uint8

// The elementary functions. Angles are in radians.
const (
	Exp Function = iota
	Exp2
	ExpM1 // e^x - 1
	Log
	Log2
	Log10
	Log1P // log(1+x)
	Sin
	Cos
	Tan
	Asin
	Acos
	Atan
	Sinh
	Cosh
	Tanh
	Asinh
	Acosh
	Atanh
	Erf
	Erfc // 1 - erf(x)
	Sqrt
	Rsqrt // 1/sqrt(x)
	Cbrt
)

// edge is the value of a function where no series is needed.
type edge uint8

const (
	edgeNone edge = iota // compute it
	edgeSame             // the operand itself
	edgeZero
	edgeOne
	edgeMinusOne
	edgeInf
	edgeMinusInf
	edgePole // infinity with the sign of the operand
	edgeNaN
)

// elementary describes an elementary function: its values at the special operands, and how to
// compute it elsewhere. approx returns a value with a relative error below 2^-prec for finite x
// that is not zero; nil where the function is not defined.
type elementary struct {
	zero, inf, minusInf edge
	minus               edge // every finite x < 0; edgeNone to compute it
	// tiny means that f(x) = x*(1 + c*x + ...) or x*(1 + c*x^2 + ...) and rounds to x where |x| is
	// below 2^-tiny times the format's precision.
	tiny   int
	approx func(x *big.Float, prec uint) *big.Float
}

var elementaries = [...]elementary{
	Exp:   {zero: edgeOne, inf: edgeInf, minusInf: edgeZero, approx: bigExp},
	Exp2:  {zero: edgeOne, inf: edgeInf, minusInf: edgeZero, approx: bigExp2},
	ExpM1: {zero: edgeSame, inf: edgeInf, minusInf: edgeMinusOne, approx: bigExpM1},
	Log:   {zero: edgeMinusInf, inf: edgeInf, minusInf: edgeNaN, minus: edgeNaN, approx: bigLog},
	Log2:  {zero: edgeMinusInf, inf: edgeInf, minusInf: edgeNaN, minus: edgeNaN, approx: bigLog2},
	Log10: {zero: edgeMinusInf, inf: edgeInf, minusInf: edgeNaN, minus: edgeNaN, approx: bigLog10},
	Log1P: {zero: edgeSame, inf: edgeInf, minusInf: edgeNaN, approx: bigLog1P},
	Sin:   {zero: edgeSame, inf: edgeNaN, minusInf: edgeNaN, tiny: 2, approx: bigSin},
	Cos:   {zero: edgeOne, inf: edgeNaN, minusInf: edgeNaN, approx: bigCos},
	Tan:   {zero: edgeSame, inf: edgeNaN, minusInf: edgeNaN, tiny: 2, approx: bigTan},
	Asin:  {zero: edgeSame, inf: edgeNaN, minusInf: edgeNaN, tiny: 2, approx: bigAsin},
	Acos:  {inf: edgeNaN, minusInf: edgeNaN, approx: bigAcos},
	Atan:  {zero: edgeSame, tiny: 2, approx: bigAtan},
	Sinh:  {zero: edgeSame, inf: edgeInf, minusInf: edgeMinusInf, tiny: 2, approx: bigSinh},
	Cosh:  {zero: edgeOne, inf: edgeInf, minusInf: edgeInf, approx: bigCosh},
	Tanh:  {zero: edgeSame, inf: edgeOne, minusInf: edgeMinusOne, tiny: 2, approx: bigTanh},
	Asinh: {zero: edgeSame, inf: edgeInf, minusInf: edgeMinusInf, tiny: 2, approx: bigAsinh},
	Acosh: {zero: edgeNaN, inf: edgeInf, minusInf: edgeNaN, minus: edgeNaN, approx: bigAcosh},
	Atanh: {zero: edgeSame, inf: edgeNaN, minusInf: edgeNaN, tiny: 2, approx: bigAtanh},
	Erf:   {zero: edgeSame, inf: edgeOne, minusInf: edgeMinusOne, approx: bigErf},
	Erfc:  {zero: edgeOne, inf: edgeZero, approx: bigErfc},
	Sqrt:  {zero: edgeSame, inf: edgeInf, minusInf: edgeNaN, minus: edgeNaN, approx: bigSqrt},
	Rsqrt: {zero: edgePole, inf: edgeZero, minusInf: edgeNaN, minus: edgeNaN, approx: bigRsqrt},
	Cbrt:  {zero: edgeSame, inf: edgeInf, minusInf: edgeMinusInf, approx: bigCbrt},
}

// Elementary returns a function of a code, the exact value rounded once to nearest even, subnormals
// kept. A NaN operand is returned quieted; where the function is undefined the result is the
// positive default NaN.
//
// It computes in math/big with as many bits as it takes to decide the rounding (Ziv): exact, the
// same on every machine, and slow.
func (f *Format) Elementary(fn Function, code uint64) uint64 {
	e := &elementaries[fn]
	x := f.split(code)
	at := edgeNone
	switch {
	case x.class == NaN:
		return f.quietCode(code)
	case x.class == Zero:
		at = e.zero
	case x.class == Inf && x.neg:
		at = e.minusInf
	case x.class == Inf:
		at = e.inf
	case x.neg:
		at = e.minus
	}
	if at != edgeNone {
		return f.edge(at, code, x.neg)
	}
	if e.tiny > 0 && x.class == Finite && x.big().MantExp(nil) < -(f.FracBits+4+e.tiny)/2 {
		return code
	}
	return f.ziv(func(prec uint) *big.Float { return e.approx(x.big(), prec) })
}

// edge returns the code of a special value.
func (f *Format) edge(at edge, code uint64, neg bool) uint64 {
	one := uint64(f.Bias) << f.FracBits
	switch at {
	case edgeSame:
		return code
	case edgeZero:
		return 0
	case edgeOne:
		return one
	case edgeMinusOne:
		return f.join(true, one)
	case edgeInf:
		return f.inf(false)
	case edgeMinusInf:
		return f.inf(true)
	case edgePole:
		return f.inf(neg)
	}
	return f.nan(false)
}

// quietCode sets the quiet bit of a NaN, where the format has one.
func (f *Format) quietCode(code uint64) uint64 {
	if f.Specials == SpecialsIEEE {
		return code | f.quietBit()
	}
	return code
}

// big returns a number as a big.Float; infinities too, for functions that accept them.
func (n number) big() *big.Float {
	if n.class == Inf {
		return new(big.Float).SetInf(n.neg)
	}
	x := new(big.Float).SetPrec(64).SetUint64(n.lo)
	x.SetMantExp(x, n.exp)
	if n.neg {
		x.Neg(x)
	}
	return x
}

// zivMost is the precision at which a value that is still not decided is taken to be the midpoint
// between two codes: an exact case such as 2^-150 in f32.
const zivMost = 1000

// ziv rounds a function that can be computed to any relative precision.
func (f *Format) ziv(approx func(prec uint) *big.Float) uint64 {
	for prec := uint(f.FracBits) + 24; ; prec *= 2 {
		v := approx(prec)
		if v == nil {
			return f.nan(false)
		}
		if v.IsInf() || v.Sign() == 0 {
			return f.roundBig(v)
		}
		if prec > zivMost {
			return f.roundBig(new(big.Float).SetPrec(zivMost / 2).Set(v))
		}
		exp := v.MantExp(nil)
		err := new(big.Float).SetMantExp(big.NewFloat(1), exp-int(prec))
		wide := func() *big.Float { return new(big.Float).SetPrec(v.Prec() + prec + 8) }
		low, high := f.roundBig(wide().Sub(v, err)), f.roundBig(wide().Add(v, err))
		if low == high {
			return low
		}
	}
}

// roundBig rounds to nearest even.
func (f *Format) roundBig(v *big.Float) uint64 {
	n := number{class: Finite, neg: v.Signbit()}
	switch {
	case v.IsInf():
		n.class = Inf
	case v.Sign() == 0:
		n.class = Zero
	default:
		mant := new(big.Float)
		exp := v.MantExp(mant) // 0.5 <= mant < 1
		mant.SetMantExp(mant.Abs(mant), 62)
		top, acc := mant.Uint64()
		if acc != big.Exact {
			top |= 1
		}
		n.lo, n.exp = top, exp-62
	}
	return f.round(n, Env{})
}

// Pow returns x^y with the special values of IEEE 754's pow, rounded once.
func (f *Format) Pow(x, y uint64) uint64 {
	a, b := f.split(x), f.split(y)
	one := uint64(f.Bias) << f.FracBits
	whole, odd := b.integer()
	neg := a.neg && odd // the sign of the result
	switch {
	case b.class == Zero || x == one:
		return one
	case a.class == NaN:
		return f.quietCode(x)
	case b.class == NaN:
		return f.quietCode(y)
	case a.class == Zero:
		if b.neg {
			return f.inf(neg)
		}
		return f.join(neg, 0)
	case b.class == Inf:
		order := a.big().Cmp(big.NewFloat(1))
		if a.neg {
			order = -a.big().Cmp(big.NewFloat(-1))
		}
		switch {
		case order == 0: // (-1)^inf
			return one
		case (order > 0) != b.neg:
			return f.inf(false)
		}
		return 0
	case a.class == Inf:
		if b.neg {
			return f.join(neg, 0)
		}
		return f.inf(neg)
	case a.neg && !whole:
		return f.nan(false)
	}
	base, exponent := a.big(), b.big()
	base.Abs(base)
	return f.join(neg, f.ziv(func(prec uint) *big.Float { return bigPow(base, exponent, prec) }))
}

// integer reports whether a number is an integer, and whether it is odd.
func (n number) integer() (whole, odd bool) {
	switch n.class {
	case Zero:
		return true, false
	case Finite:
	default:
		return n.class == Inf, false
	}
	x := n.big()
	if !x.IsInt() {
		return false, false
	}
	i, _ := x.Int(nil)
	return true, i.Bit(0) == 1
}

// PowInt returns x^n, rounded once; x^0 is 1 for every x.
func (f *Format) PowInt(x uint64, n int64) uint64 {
	a := f.split(x)
	one := uint64(f.Bias) << f.FracBits
	neg := a.neg && n&1 == 1
	switch {
	case n == 0:
		return one
	case a.class == NaN:
		return f.quietCode(x)
	case a.class == Zero && n < 0, a.class == Inf && n > 0:
		return f.inf(neg)
	case a.class == Zero || a.class == Inf:
		return f.join(neg, 0)
	}
	base, exponent := a.big(), new(big.Float).SetInt64(n)
	base.Abs(base)
	return f.join(neg, f.ziv(func(prec uint) *big.Float { return bigPow(base, exponent, prec) }))
}

// Atan2 returns the angle of the point (x, y) with the special values of IEEE
// 754's atan2, rounded once.
func (f *Format) Atan2(y, x uint64) uint64 {
	a, b := f.split(y), f.split(x)
	quarters := func(n int64) uint64 { // n*π/4 with the sign of y
		v := f.ziv(func(prec uint) *big.Float {
			p := float(prec + guard).Set(bigPi())
			p.Mul(p, big.NewFloat(float64(n)))
			return p.SetMantExp(p, -2)
		})
		return f.join(a.neg, v)
	}
	switch {
	case a.class == NaN:
		return f.quietCode(y)
	case b.class == NaN:
		return f.quietCode(x)
	case a.class == Inf && b.class == Inf && b.neg:
		return quarters(3)
	case a.class == Inf && b.class == Inf:
		return quarters(1)
	case a.class == Inf, b.class == Zero && a.class != Zero:
		return quarters(2)
	case b.neg && (a.class == Zero || b.class == Inf):
		return quarters(4)
	case a.class == Zero || b.class == Inf:
		return f.join(a.neg, 0)
	}
	ratioOf := func(prec uint) *big.Float {
		r := float(prec+guard).Quo(a.big(), b.big())
		return r.Abs(r)
	}
	v := f.ziv(func(prec uint) *big.Float {
		v := bigAtan(ratioOf(prec), prec+8)
		if b.neg {
			v = float(prec+guard).Sub(bigPi(), v)
		}
		return v
	})
	return f.join(a.neg, v)
}
