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
//	   for f16; all of that distance if P is truncated (RoundZero)
//	μ  the smallest normal number of P: 2^-6 for E4M3 of OCP, 2^-7 for FNUZ
//
// rounding changes p by at most u·p, or u·μ if p is less than μ, and by no more than p; with an earlier, smaller m it is
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
// With Config.SumByProduct sums are of P, off by up to λ = u·Σ max(p[j], μ) / l of themselves. Then o is off by λ·|o| more,
// and all of that is divided by 1 - λ. As o is a mean of V, the largest |v[j]| and |o| together are a bound, too.
//
// Sums of n keys in f32, and the scaling of sums between, add n·2^-23 of Σ max(p[j], μ)·|v[j]| / l. Last,
// the result is rounded to Out.
//
// LSE is off by δ at most, and the rounding of its own arithmetic.
//
// ExpBits (bits.go) rounds Q·r to the type of Q once more, with r the rest of the scale, and has weights that are between
// 1 and R = 2/(e·ln 2) times what they should be: within 1 ± η of the same multiple of it, η = (R-1)/(R+1) = 0.0298. Let
// o' be the exact result with Q so rounded. With P rounded after that, and the sum of what it is before, the result is
// off from o' by no more than
//
//	((η + u·(1+η))·Σ max(p[j], μ)·|v[j]| / l + η·|o'|) / (1-η)
//
// and what scores are off by, of which δ has twice the products and 127 + lazy powers of two more: what sums begin
// with. The bound is that and |o' - o|, which is computed, not estimated. LSE has the logarithm of 3/2·ln 2 taken
// off, what sums over many keys are too large by, so that it is at most 0.039 off, and by as much as that of o' is.
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
	b.Unsure[i], b.LSEUnsure[i] = 0, 0
	if r.l == 0 { // o is 0, or NaN
		clear(b.Bound[i*dim : (i+1)*dim])
		return
	}
	descale := Descale(b.p.DescaleV, b.p.KVHead(b.Rows.Head))
	u := b.roundingOfP()
	unsure := min(math.Expm1(2*r.delta), math.MaxFloat64) // 0 times it is 0
	if unsure > steep {
		b.LSEUnsure[i] = r.delta
	}
	weights := 0.0 // by how much they are off, relative to what all are off by
	if b.rounded {
		weights, b.LSEUnsure[i] = (bitsOff-1)/(bitsOff+1), r.delta+max(math.Log(bitsMean), math.Log(bitsOff/bitsMean))
	}
	inSum := weights // by how much the sum is off
	if b.sumsRounded {
		inSum += u * (1 + weights) * (1 + unsure) * r.off / r.l
	}
	sums := float64(b.end[i]-b.first[i]) * 0x1p-23
	out := b.p.Out.Format(b.p.Chip)
	least := math.Ldexp(1, -out.Bias-out.FracBits) // half the smallest number
	for d := i * dim; d < (i+1)*dim; d++ {
		b.O[d] *= descale / r.l
		most, side := b.most[d]*descale/r.l, b.side[d]*descale/r.l
		if unsure > steep {
			b.Unsure[i] = max(b.Unsure[i], unsure*side)
		}
		err := b.peak[d-i*dim]*descale + math.Abs(b.O[d]) + sums*most // what a mean of V can be off by
		if !b.sumsRounded || inSum < 1 {
			near := ((weights+u*(1+weights)+sums)*most + inSum*math.Abs(b.O[d]) + (1+u+inSum)*(1+weights)*unsure*side) / (1 - inSum)
			if err = min(err, near); !b.sumsRounded {
				err = near
			}
		}
		b.Bound[d] = err + half(out)*(math.Abs(b.O[d])+err) + least
	}
}

// apart makes the exact result of one of Q rounded for ExpBits, with how far the two are apart in its bounds.
func (b *block) apart() {
	for i, o := range b.plain {
		b.Bound[i] += math.Abs(b.O[i] - o)
	}
	for i, l := range b.logSum {
		if d := math.Abs(b.LSE[i] - l); d > 0 {
			b.LSEUnsure[i] += d
		}
	}
	copy(b.O, b.plain)
	copy(b.LSE, b.logSum)
}

// roundingOfP is u of P.
func (b *block) roundingOfP() float64 {
	if b.p.PRound == RoundZero {
		return 2 * half(b.v.t.Format)
	}
	return half(b.v.t.Format)
}

// half is half the distance from 1 to the next number.
func half(f *num.Format) float64 { return math.Ldexp(1, -1-f.FracBits) }
