package num

import (
	"math/big"
	"sync"
)

// The elementary functions of big.Float. Each bigXxx takes a finite number that is not zero (for
// Atan, Erfc and Acos see also elementaries) and returns the function with a relative error below
// 2^-prec, or an infinity or zero far beyond the range of every format. They work with guard bits:
// every operation has a relative error of 2^-w, and no sum has more than 2^14 terms. The reductions
// are in Muller, Elementary Functions.

const guard = 64

func float(prec uint) *big.Float             { return new(big.Float).SetPrec(prec) }
func number64(prec uint, v int64) *big.Float { return float(prec).SetInt64(v) }

// exponent returns e of 0.5*2^e <= |x| < 2^e.
func exponent(x *big.Float) int { return x.MantExp(nil) }

// constantBits is more than anything here needs of π and log 2: erfc takes 1600 bits in addition to
// its precision, the reduction of the largest f64 1024.
const constantBits = 3600

var bigPi = sync.OnceValue(func() *big.Float {
	// Machin: π/4 = 4 atan(1/5) - atan(1/239).
	p := new(big.Int).Sub(new(big.Int).Lsh(atanInverse(5), 2), atanInverse(239))
	v := float(constantBits + 100).SetInt(p)
	return v.SetMantExp(v, 2-constantBits-64)
})

var bigLn2 = sync.OnceValue(func() *big.Float {
	// log 2 = 2 atanh(1/3).
	v := float(constantBits + 100).SetInt(inverseSeries(3, 1))
	return v.SetMantExp(v, 1-constantBits-64)
})

func atanInverse(n int64) *big.Int { return inverseSeries(n, -1) }

// inverseSeries is the sum of sign^i / ((2i+1) n^(2i+1)) in fixed point.
func inverseSeries(n, sign int64) *big.Int {
	power := new(big.Int).Lsh(big.NewInt(1), constantBits+64)
	power.Quo(power, big.NewInt(n))
	sum, square := new(big.Int), big.NewInt(n*n)
	for i := int64(0); power.Sign() != 0; i++ {
		term := new(big.Int).Quo(power, big.NewInt(2*i+1))
		if sign < 0 && i%2 == 1 {
			term.Neg(term)
		}
		sum.Add(sum, term)
		power.Quo(power, square)
	}
	return sum
}

// series sums first + first*r1 + first*r1*r2 + ..., where ratio multiplies the term into the next
// one, until the terms are negligible.
func series(w uint, first *big.Float, ratio func(term *big.Float, i int64)) *big.Float {
	sum, term := float(w).Set(first), float(w).Set(first)
	for i := int64(1); ; i++ {
		ratio(term, i)
		if term.Sign() == 0 || exponent(term) < exponent(sum)-int(w) {
			return sum
		}
		sum.Add(sum, term)
	}
}

func bigExp(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	if v, ok := saturated(x); ok {
		return v
	}
	// x = k*log 2 + 256*t
	ln2 := float(w).Set(bigLn2())
	k, _ := float(w).Quo(x, ln2).Int64()
	t := float(w).Sub(x, float(w).Mul(ln2, number64(w, k)))
	t.SetMantExp(t, -8)
	v := series(w, number64(w, 1), func(term *big.Float, i int64) {
		term.Mul(term, t)
		term.Quo(term, number64(w, i))
	})
	for range 8 {
		v.Mul(v, v)
	}
	return v.SetMantExp(v, int(k))
}

// saturated returns e^x where it is beyond the range of every format.
func saturated(x *big.Float) (*big.Float, bool) {
	if exponent(x) <= 11 {
		return nil, false // |x| < 2048
	}
	if x.Sign() > 0 {
		return new(big.Float).SetInf(false), true
	}
	return new(big.Float), true
}

func bigExp2(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	if v, ok := saturated(x); ok {
		return v
	}
	k, _ := x.Int64()
	rest := float(w).Sub(x, number64(w, k)) // exact: x has few bits
	if rest.Sign() == 0 {
		v := number64(w, 1)
		return v.SetMantExp(v, int(k))
	}
	v := bigExp(float(w).Mul(rest, float(w).Set(bigLn2())), w-8)
	return v.SetMantExp(v, int(k))
}

func bigExpM1(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	if exponent(x) > -1 {
		return float(w).Sub(bigExp(x, w), number64(w, 1))
	}
	return series(w, x, func(term *big.Float, i int64) {
		term.Mul(term, x)
		term.Quo(term, number64(w, i+1))
	})
}

func bigLog(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	m := float(max(w, x.Prec()))
	k := x.MantExp(m)
	if m.Cmp(big.NewFloat(0.7)) < 0 {
		m.SetMantExp(m, 1)
		k--
	}
	// log m = 2 atanh((m-1)/(m+1))
	z := float(w).Quo(float(w).Sub(m, number64(w, 1)), float(w).Add(m, number64(w, 1)))
	v := float(w)
	if z.Sign() != 0 {
		v = twiceAtanh(w, z)
	}
	return v.Add(v, float(w).Mul(float(w).Set(bigLn2()), number64(w, int64(k))))
}

// twiceAtanh is the series of 2 atanh(z) = log((1+z)/(1-z)).
func twiceAtanh(w uint, z *big.Float) *big.Float {
	square, power := float(w).Mul(z, z), float(w).Set(z)
	sum := float(w).Set(z)
	for i := int64(1); ; i++ {
		power.Mul(power, square)
		term := float(w).Quo(power, number64(w, 2*i+1))
		if term.Sign() == 0 || exponent(term) < exponent(sum)-int(w) {
			return sum.SetMantExp(sum, 1)
		}
		sum.Add(sum, term)
	}
}

func bigLog2(x *big.Float, prec uint) *big.Float {
	w := prec + 8
	return float(w).Quo(bigLog(x, w), float(w).Set(bigLn2()))
}

func bigLog10(x *big.Float, prec uint) *big.Float {
	w := prec + 8
	return float(w).Quo(bigLog(x, w), bigLog(big.NewFloat(10), w))
}

// bigLog1P is log(1+x).
func bigLog1P(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	sum := float(w).Add(x, number64(w, 1))
	if exponent(x) > -1 { // |x| >= 0.5
		exact := float(4096).Add(x, number64(64, 1))
		switch exact.Sign() {
		case -1:
			return nil
		case 0:
			return new(big.Float).SetInf(true)
		}
		return bigLog(exact, prec)
	}
	return twiceAtanh(w, float(w).Quo(x, sum.Add(sum, number64(w, 1))))
}

// quadrant reduces x to r in [-π/4, π/4] and the number of the quadrant.
func quadrant(x *big.Float, w uint) (r *big.Float, n int64) {
	// No f64 is nearer to a multiple of π/2 than 2^-62 times its unit; 160 bits
	// below the result's last one are enough for r.
	p := uint(max(0, exponent(x))) + w + 160
	half := float(p).Set(bigPi())
	half.SetMantExp(half, -1)
	q := float(p).Quo(x, half)
	q.Add(q, big.NewFloat(0.5))
	k, acc := q.Int(nil)
	if acc == big.Above { // truncation rounded a negative number up
		k.Sub(k, big.NewInt(1))
	}
	r = float(p).Sub(x, float(p).Mul(half, float(p).SetInt(k)))
	return r, new(big.Int).And(k, big.NewInt(3)).Int64()
}

// sinSeries and cosSeries are the Taylor series.
func sinSeries(w uint, r *big.Float) *big.Float {
	square := float(w).Mul(r, r)
	return series(w, r, func(term *big.Float, i int64) {
		term.Mul(term, square)
		term.Quo(term, number64(w, -(2*i)*(2*i+1)))
	})
}

func cosSeries(w uint, r *big.Float) *big.Float {
	square := float(w).Mul(r, r)
	return series(w, number64(w, 1), func(term *big.Float, i int64) {
		term.Mul(term, square)
		term.Quo(term, number64(w, -(2*i-1)*(2*i)))
	})
}

// bigSinAt is sin(x + n*π/2).
func bigSinAt(x *big.Float, prec uint, turn int64) *big.Float {
	w := prec + guard
	r, n := quadrant(x, w)
	n += turn
	v := float(w)
	switch {
	case n&1 == 1:
		v = cosSeries(w, r)
	case r.Sign() != 0:
		v = sinSeries(w, r)
	}
	if n&2 != 0 {
		v.Neg(v)
	}
	return v
}

func bigSin(x *big.Float, prec uint) *big.Float { return bigSinAt(x, prec, 0) }
func bigCos(x *big.Float, prec uint) *big.Float { return bigSinAt(x, prec, 1) }

func bigTan(x *big.Float, prec uint) *big.Float {
	w := prec + 8
	return float(w).Quo(bigSin(x, w), bigCos(x, w))
}

func bigAtan(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	if x.IsInf() {
		v := float(w).Set(bigPi())
		v.SetMantExp(v, -1)
		if x.Sign() < 0 {
			v.Neg(v)
		}
		return v
	}
	if exponent(x) > 1 { // |x| >= 2: π/2 - atan(1/x)
		v := bigAtan(new(big.Float).SetInf(x.Sign() < 0), w)
		return v.Sub(v, bigAtan(float(w).Quo(number64(w, 1), x), w))
	}
	// Halve the angle four times: atan(x) = 2 atan(x / (1 + sqrt(1+x^2))).
	t := float(w).Set(x)
	for range 4 {
		root := float(w).Add(float(w).Mul(t, t), number64(w, 1))
		root.Sqrt(root)
		t.Quo(t, root.Add(root, number64(w, 1)))
	}
	square, power := float(w).Mul(t, t), float(w).Set(t)
	sum := float(w).Set(t)
	for i := int64(1); ; i++ {
		power.Mul(power, square)
		power.Neg(power)
		term := float(w).Quo(power, number64(w, 2*i+1))
		if term.Sign() == 0 || exponent(term) < exponent(sum)-int(w) {
			return sum.SetMantExp(sum, 4)
		}
		sum.Add(sum, term)
	}
}

// wide is x with room for an exact sum with a small number.
func wide(x *big.Float) *big.Float { return float(4096).Set(x) }

// oneMinus and onePlus are exact.
func oneMinus(x *big.Float) *big.Float { return wide(x).Sub(big.NewFloat(1), x) }
func onePlus(x *big.Float) *big.Float  { return wide(x).Add(big.NewFloat(1), x) }

func bigAsin(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	below := float(w).Mul(oneMinus(x), onePlus(x))
	switch below.Sign() {
	case -1:
		return nil
	case 0:
		return bigAtan(new(big.Float).SetInf(x.Sign() < 0), prec)
	}
	return bigAtan(float(w).Quo(x, below.Sqrt(below)), w)
}

// bigAcos is 2 atan(sqrt((1-x)/(1+x))).
func bigAcos(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	if x.Sign() == 0 {
		return bigAtan(new(big.Float).SetInf(false), prec)
	}
	up, down := oneMinus(x), onePlus(x)
	switch {
	case up.Sign() < 0 || down.Sign() < 0:
		return nil
	case up.Sign() == 0:
		return new(big.Float)
	case down.Sign() == 0:
		return float(w).Set(bigPi())
	}
	t := float(w).Quo(up, down)
	v := bigAtan(t.Sqrt(t), w)
	return v.SetMantExp(v, 1)
}

// bigSinh is the series for small x, and (e^x - e^-x)/2.
func bigSinh(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	if exponent(x) <= -1 {
		square := float(w).Mul(x, x)
		return series(w, x, func(term *big.Float, i int64) {
			term.Mul(term, square)
			term.Quo(term, number64(w, (2*i)*(2*i+1)))
		})
	}
	if v, ok := saturated(x); ok {
		if v.IsInf() {
			return v
		}
		return new(big.Float).SetInf(true)
	}
	v := float(w).Sub(bigExp(x, w), bigExp(float(w).Neg(x), w))
	return v.SetMantExp(v, -1)
}

func bigCosh(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	if _, ok := saturated(x); ok {
		return new(big.Float).SetInf(false)
	}
	v := float(w).Add(bigExp(x, w), bigExp(float(w).Neg(x), w))
	return v.SetMantExp(v, -1)
}

// bigTanh is (e^2x - 1)/(e^2x + 1).
func bigTanh(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	if exponent(x) > 10 {
		return number64(w, int64(x.Sign()))
	}
	e := bigExpM1(float(w).SetMantExp(x, 1), w)
	return float(w).Quo(e, float(w).Add(e, number64(w, 2)))
}

// bigAsinh is log(1 + t), t = |x| + x^2/(1+sqrt(1+x^2)), with the sign of x.
func bigAsinh(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	a := float(w).Abs(x)
	square := float(w).Mul(a, a)
	root := float(w).Add(square, number64(w, 1))
	root.Sqrt(root)
	t := a.Add(a, square.Quo(square, root.Add(root, number64(w, 1))))
	v := bigLog1P(t, w)
	if x.Sign() < 0 {
		v.Neg(v)
	}
	return v
}

// bigAcosh is log(1 + t), t = x-1 + sqrt((x-1)(x+1)).
func bigAcosh(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	t := oneMinus(x)
	t.Neg(t)
	switch t.Sign() {
	case -1:
		return nil
	case 0:
		return new(big.Float)
	}
	root := float(w).Mul(t, onePlus(x))
	return bigLog1P(root.Add(root.Sqrt(root), t), w)
}

// bigAtanh is log(1 + 2x/(1-x)) / 2.
func bigAtanh(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	up, down := onePlus(x), oneMinus(x)
	switch {
	case up.Sign() < 0 || down.Sign() < 0:
		return nil
	case up.Sign() == 0 || down.Sign() == 0:
		return new(big.Float).SetInf(x.Sign() < 0)
	}
	if exponent(x) < -1 { // small: the series itself
		v := twiceAtanh(w, float(w).Set(x))
		return v.SetMantExp(v, -1)
	}
	v := bigLog(float(w).Quo(up, down), w)
	return v.SetMantExp(v, -1)
}

// bigErf is 2/sqrt(π) e^(-x^2) sum of 2^i x^(2i+1) / (1*3*...*(2i+1)), a series
// without cancellation. Beyond 30 it is 1 to more bits than asked for: 1 - erf is
// below 2^-1298 there.
func bigErf(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	if exponent(x) > 5 { // |x| >= 32
		return number64(w, int64(x.Sign()))
	}
	square := float(max(w, 128)).Mul(x, x) // exact: x has 53 bits
	twice := float(w).SetMantExp(square, 1)
	sum := series(w, x, func(term *big.Float, i int64) {
		term.Mul(term, twice)
		term.Quo(term, number64(w, 2*i+1))
	})
	v := sum.Mul(sum, bigExp(square.Neg(square), w))
	root := float(w).Set(bigPi())
	v.Quo(v, root.Sqrt(root))
	return v.SetMantExp(v, 1)
}

// bigErfc is 1 - erf(x), computed with as many extra bits as cancel.
func bigErfc(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	switch {
	case x.IsInf(): // minus infinity
		return number64(w, 2)
	case exponent(x) > 5 && x.Sign() > 0:
		return new(big.Float)
	case x.Sign() > 0:
		w += 1600 // erfc(32) is above 2^-1485
	}
	return float(w).Sub(number64(w, 1), bigErf(x, w))
}

func bigSqrt(x *big.Float, prec uint) *big.Float { return float(prec + 8).Sqrt(x) }

func bigRsqrt(x *big.Float, prec uint) *big.Float {
	w := prec + 8
	return float(w).Quo(number64(w, 1), float(w).Sqrt(x))
}

// bigCbrt is Newton's method, starting from the exponent.
func bigCbrt(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	a := float(w).Abs(x)
	v := bigExp(float(w).Quo(bigLog(a, w), number64(w, 3)), w)
	if x.Sign() < 0 {
		v.Neg(v)
	}
	return v
}

// bigPow is x^y for x > 0, as e^(y log x).
func bigPow(x, y *big.Float, prec uint) *big.Float {
	w := prec + guard
	log := bigLog(x, w)
	if log.Sign() == 0 {
		return number64(w, 1)
	}
	return bigExp(float(w).Mul(log, y), prec+8)
}
