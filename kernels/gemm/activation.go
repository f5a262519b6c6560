package gemm

import "math"

// value is the activation's exact value except for errors of about 2^-49 of x. Unlike
// the functions of package math, it is the same on every machine.
func (a Activation) value(x float64) float64 {
	switch a {
	case None:
		return x
	case ReLU:
		if x < 0 {
			return 0
		}
		return x
	case SiLU:
		return x * logistic(x)
	case GELU:
		// 0.5(1 + tanh u) is logistic(2u).
		const c = 2 * 0.7978845608028654 // 2·sqrt(2/π)
		return x * logistic(c*math.FMA(float64(0.044715*x)*x, x, x))
	case GELUErf:
		return 0.5 * x * (1 + erf(x*math.Sqrt2/2))
	}
	panic("BUG: unknown activation " + string(a))
}

// logistic is 1/(1 + exp(-x)).
func logistic(x float64) float64 { return 1 / (1 + exp(-x)) }

// exp is e^x: 2^n times the series of the remainder, which is less than ln2/2.
func exp(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 709:
		return math.Inf(1)
	case x < -745:
		return 0
	}
	const ln2High, ln2Low = 6.93147180369123816490e-01, 1.90821492927058770002e-10
	n := math.Floor(math.FMA(x, math.Log2E, 0.5))
	r := math.FMA(-n, ln2Low, math.FMA(-n, ln2High, x))
	sum := 1.0
	for i := 17.0; i >= 1; i-- {
		sum = math.FMA(sum, r/i, 1)
	}
	return math.Ldexp(sum, int(n))
}

// erf is the error function by a series of positive terms,
// 2/sqrt(π)·exp(-x²)·(x + 2/3·x³ + 4/15·x⁵ + ...).
func erf(x float64) float64 {
	if x != x {
		return x
	}
	if math.Abs(x) > 6 { // 1 - erf(6) < 2^-55
		return math.Copysign(1, x)
	}
	const c = 1.1283791670955126 // 2/sqrt(π)
	square := float64(x * x)
	term, sum := x, x
	for n := 1.0; math.Abs(term) > 0x1p-54*math.Abs(sum); n++ {
		term = float64(term * (2 * square / (2*n + 1)))
		sum += term
	}
	return clamp(c*exp(-square)*sum, -1, 1)
}
