package sim

import (
	"math"
	"math/big"
)

// What the facts leave open is taken so:
//   - sparse: the stored values in order are what is grouped, and their positions
//     are what is even or odd;
//   - a block scale adds to the exponents of all products of its block, those of
//     zeros too, and counts for step 2;
//   - MODE.fp16_ovfl clamps the overflow of every f32 result (of each group, of
//     each fma of a chain) and the infinities of step 2, but not infinite inputs;
//   - i8 saturates once, the exact sum;
//   - MODE.denorm acts on inputs of f32 instructions, not of xf32;
//   - a sum of exactly zero is +0, but in chains of fma IEEE 754 says its sign.

// oracleProduct is a product, not normalised: s * 2^e, or what v says if that
// is no number.
type oracleProduct struct {
	s *big.Rat
	e int
	v float64 // the product in binary64
}

// oracleNaN is the NaN of all sums of products (semantics.md §8).
const oracleNaN = 0x7fc00000

// fused is the function of that name of mfma_numerics.md.
func (o *oracleMath) fused(terms []oracleProduct, frac int) (*big.Rat, int) {
	m := terms[0].e
	for _, t := range terms {
		m = max(m, t.e)
	}
	sum := new(big.Int)
	for _, t := range terms {
		sum.Add(sum, truncated(t.s, frac+t.e-m))
	}
	return o.fixed(sum, frac), m
}

// fixed is n * 2^-frac.
func (o *oracleMath) fixed(n *big.Int, frac int) *big.Rat {
	return o.scale(new(big.Rat).SetInt(n), -frac)
}

// product multiplies, with block scales 2^shift (nan: one of them is NaN).
func (o *oracleMath) product(a, b *oracleNumber, shift int, nan bool) oracleProduct {
	p := oracleProduct{v: math.NaN()}
	if nan {
		return p
	}
	p.v = math.Ldexp(a.f*b.f, shift)
	if math.IsNaN(p.v) || math.IsInf(p.v, 0) {
		return p
	}
	p.s, p.e = new(big.Rat).Mul(a.s, b.s), a.e+b.e+shift
	return p
}

// special is the result of steps 1 and 2, if they end the sum.
func (o *oracleMath) special(terms []oracleProduct, c *oracleNumber, saturate bool) (uint64, bool) {
	sum := c.f
	for _, t := range terms {
		sum = float64(sum + t.v)
	}
	switch {
	case math.IsNaN(sum):
		return oracleNaN, true
	case math.IsInf(sum, 0):
		return uint64(math.Float32bits(float32(sum))), true
	}
	positive, negative := false, false
	for _, t := range terms {
		if t.e < 126 { // |s| < 4
			continue
		}
		if x := o.scale(t.s, t.e); new(big.Rat).Abs(x).Cmp(o.pow2(128)) >= 0 {
			positive = positive || x.Sign() > 0
			negative = negative || x.Sign() < 0
		}
	}
	switch {
	case positive && negative:
		return oracleNaN, true
	case positive:
		return overflowed(0, saturate), true
	case negative:
		return overflowed(1<<31, saturate), true
	}
	return 0, false
}

// overflowed is an infinity, or the largest number if MODE.fp16_ovfl is set.
func overflowed(sign uint64, saturate bool) uint64 {
	if saturate {
		return sign | 0x7f7fffff
	}
	return sign | 0x7f800000
}

// combine is steps 5 and 6: the products' sum p * 2^e and c. If drop, a c that
// is too small is left out.
func (o *oracleMath) combine(p *big.Rat, e int, c *oracleNumber, drop, saturate bool) uint64 {
	m := max(e, c.e)
	sum := o.fixed(floored(p, 31+e-m), 31)
	if !drop || c.e >= m-25 {
		sum.Add(sum, o.fixed(floored(c.s, 24+c.e-m), 24))
	}
	r := o.round(oracleF32, o.scale(sum, m))
	if r.overflow {
		return overflowed(r.code&(1<<31), saturate)
	}
	return r.code
}

// group sums a group of products and c.
func (o *oracleMath) group(terms []oracleProduct, c uint64, small, saturate bool) uint64 {
	cn := o.takeApart(oracleF32, c)
	if r, done := o.special(terms, cn, saturate); done {
		return r
	}
	if !small {
		p, e := o.fused(terms, 24)
		return o.combine(p, e, cn, false, saturate)
	}
	var halves [2][]oracleProduct
	for k, t := range terms {
		halves[k%2] = append(halves[k%2], t)
	}
	p0, e0 := o.fused(halves[0], 24)
	p1, e1 := o.fused(halves[1], 24)
	m := max(e0, e1)
	q0 := o.fixed(floored(p0, 24+e0-m), 24)
	q1 := o.fixed(floored(p1, 24+e1-m), 24)
	return o.combine(q0.Add(q0, q1), m, cn, true, saturate)
}

// groups sums products in groups, one after the other.
func (o *oracleMath) groups(terms []oracleProduct, c uint64, size int, small, saturate bool) uint64 {
	for ; len(terms) > 0; terms = terms[min(size, len(terms)):] {
		c = o.group(terms[:min(size, len(terms))], c, small, saturate)
	}
	return c
}

// fma is a*b+c in f, rounded to nearest even once. A NaN is the first NaN
// operand, quieted; the result of an invalid operation is the default NaN
// (semantics.md §1).
func (o *oracleMath) fma(f *oracleFormat, ac, bc, cc uint64, saturate bool) uint64 {
	a, b, c := o.takeApart(f, ac), o.takeApart(f, bc), o.takeApart(f, cc)
	quiet := uint64(1) << (f.fracBits - 1)
	infinity := (uint64(1)<<f.expBits - 1) << f.fracBits
	sign := uint64(1) << (f.bits() - 1)
	for _, x := range []*oracleNumber{a, b, c} {
		if x.nan {
			return x.code | quiet
		}
	}
	negative := a.neg != b.neg
	switch {
	case a.inf && b.zero(), a.zero() && b.inf,
		(a.inf || b.inf) && c.inf && c.neg != negative:
		return infinity | quiet
	case a.inf || b.inf:
		if negative {
			return infinity | sign
		}
		return infinity
	case c.inf:
		return cc
	}
	product := new(big.Rat).Mul(o.value(a), o.value(b))
	sum := new(big.Rat).Add(product, o.value(c))
	if sum.Sign() == 0 {
		if product.Sign() == 0 && negative && c.zero() && c.neg {
			return sign
		}
		return 0
	}
	r := o.round(f, sum)
	if r.overflow && saturate && f == oracleF32 {
		return overflowed(r.code&(1<<31), true)
	}
	return r.code
}
