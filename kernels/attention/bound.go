package attention

import (
	"math"

	"heddle/num"
)

// How far a result may differ from the exact one.
//
// A kernel computes scores s in f32 and p[j] = exp(s[j] - m), where m is the largest score so
// far or less by what a lazy rescale leaves; sums p in f32 to l; rounds p to the type of V, P; and sums
// P·v in f32. With relative to the row's largest score
//
//	u  half the distance from 1 to the next number of P: 2^-4 for E4M3, 2^-8 for bf16, 2^-11
//	   for f16
//	μ  the smallest normal number of P: 2^-6 for E4M3 of OCP, 2^-7 for FNUZ
//
// rounding changes p by at most u·p, or u·μ if p is less than μ; with an earlier, smaller m it is
// less, as p is larger then. Sums are of p before rounding. So this part of the error of o is at most
//
//	u·Σ max(p[j], μ)·|v[j]| / l
//
// over the keys that the query attends to. For N(0, 1) inputs and P in E4M3 that is 2^-4 of the mean
// magnitude of V, about; the errors of the keys are independent, so that the error found is less
// by the root of the number of keys that count.
//
// Scores are off by at most
//
//	δ = HeadDim·2^-23·Scale·|q|·max |k[j]| + 2^-22·(1 + max |s[j]|)
//
// the first part from the sums of matrix instructions (package gemm, bound.go: 10 errors of 2^-24 for
// 8 products, at most), the second from the arithmetic on scores, the exponential included (1 ulp). Keys
// whose scores are more than farBelow under the largest have no weight in f32. The softmax of scores
// that are off by δ is between exp(-2δ) and exp(2δ) times what it should be, and sums to 1, so that
// the largest weight changes by no more than all others together: with t the key of the largest
//
//	(exp(2δ) - 1)·(Σ p[j]·|v[j]| over j ≠ t + |v[t]|·Σ p[j] over j ≠ t) / l
//
// Sums of n keys in f32, and the scaling of sums between, add n·2^-23 of Σ max(p[j], μ)·|v[j]| / l. Last,
// the result is rounded to Out.
const farBelow = 100

// steep is an exp(2δ) - 1 from which on it may be f32 scores, not the types of P and O, that a row's error
// comes from.
const steep = 0x1p-6

// leastNormal is μ, and leastP the smallest positive number, of the type of P, which is that of V.
func (b *block) leastNormal() float64 {
	return math.Ldexp(1, 1-b.v.t.Format.Bias)
}

func (b *block) leastP() float64 {
	f := b.v.t.Format
	return math.Ldexp(1, 1-f.Bias-f.FracBits)
}

// bounds divides the sums of a row, and makes their bounds.
func (b *block) bounds(i int) {
	r, dim := &b.row[i], int(b.p.HeadDimV)
	b.Unsure[i] = 0
	if r.l == 0 { // o is 0, or NaN
		clear(b.Bound[i*dim : (i+1)*dim])
		return
	}
	descale := Descale(b.p.DescaleV, b.p.KVHead(b.Rows.Head))
	u := half(b.v.t.Format)
	unsure := math.Expm1(2 * r.delta)
	sums := float64(b.end[i]-b.first[i]) * 0x1p-23
	out := b.p.Out.Format(b.p.Chip)
	least := math.Ldexp(1, -out.Bias-out.FracBits) // half the smallest number
	for d := i * dim; d < (i+1)*dim; d++ {
		b.O[d] *= descale / r.l
		most, side := b.most[d]*descale/r.l, b.side[d]*descale/r.l
		if unsure > steep {
			b.Unsure[i] = max(b.Unsure[i], unsure*side)
		}
		err := (u+sums)*most + (1+u)*unsure*side
		b.Bound[d] = err + half(out)*(math.Abs(b.O[d])+err) + least
	}
}

// half is half the distance from 1 to the next number.
func half(f *num.Format) float64 { return math.Ldexp(1, -1-f.FracBits) }
