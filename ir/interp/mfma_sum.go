package interp

import (
	"math"

	"heddle/ir"
	"heddle/num"
)

// How matrix instructions add: facts mfma_numerics.md, which were measured on MI300X. For gfx950
// the same rules are a model, in groups of ascending k; so are those of sparse products (the stored
// values of A, in ascending k) and of block scales (a scale adds to the exponents of its products).

// factors is one a*b of a sum.
type factors struct {
	a, b  uint64 // codes
	scale int    // times 2^scale
	nan   bool   // one of the scales is NaN
}

// summer describes how an instruction adds.
type summer struct {
	a, b, d ir.Type // element types
	reduced bool    // xf32: the 13 low bits of the inputs are dropped
	terms   []term  // of a group
}

// sum adds the products, which are in ascending k, to c.
func (s *summer) sum(products []factors, c uint64) uint64 {
	switch s.a {
	case ir.I8:
		n := uint32(c)
		for _, p := range products {
			n += uint32(int32(int8(p.a)) * int32(int8(p.b)))
		}
		return uint64(n)
	case ir.F64:
		for _, p := range products {
			c = num.FMA64(p.a, p.b, c, num.Env{})
		}
		return c
	case ir.F32:
		if !s.reduced {
			for _, p := range products {
				c = uint64(num.FMA32(uint32(p.a), uint32(p.b), uint32(c), num.Env{}))
			}
			return c
		}
	}
	n := s.group()
	for len(products) > 0 {
		k := min(n, len(products))
		c = uint64(s.fused(products[:k], uint32(c)))
		products = products[k:]
	}
	return c
}

// group returns the number of products that are added at once.
func (s *summer) group() int {
	switch w, _ := ir.BitWidth(s.a); {
	case s.reduced:
		return 4
	case w == 16:
		return 8
	}
	return 16
}

// fused adds a group of products to c, rounded once at the end.
func (s *summer) fused(products []factors, c uint32) uint32 {
	ta, tb := s.a.(ir.FloatType), s.b.(ir.FloatType)
	total, above, below := toF64(ir.F32, uint64(c)), false, false
	low := 0
	if s.reduced {
		low = 13
	}
	s.terms = s.terms[:0]
	for _, p := range products {
		if s.reduced {
			p.a, p.b = p.a&^0x1fff, p.b&^0x1fff
		}
		x := math.Ldexp(float64(toF64(ta, p.a)*toF64(tb, p.b)), p.scale)
		if p.nan {
			x = math.NaN()
		}
		total += x
		above = above || x >= 0x1p128
		below = below || x <= -0x1p128
		s.terms = append(s.terms, termOf(significand(ta, p.a, low), significand(tb, p.b, low), p.scale))
	}
	switch { // the plain sum goes before products that are too large
	case math.IsNaN(total):
		return num.QNaN32
	case math.IsInf(total, 0):
		return num.F64ToF32(math.Float64bits(total), num.Env{})
	case above && below:
		return num.QNaN32
	case above:
		return num.F64ToF32(math.Float64bits(math.Inf(1)), num.Env{})
	case below:
		return num.F64ToF32(math.Float64bits(math.Inf(-1)), num.Env{})
	}
	var p int64 // of weight 2^(e-24)
	var e int
	w, _ := ir.BitWidth(s.a)
	eight := w <= 8
	if eight {
		p, e = evenOdd(s.terms)
	} else {
		p, e = align(s.terms, 0, 1)
	}
	sc := significand(ir.F32, uint64(c), 0)
	m := max(e, sc.exp)
	sum := floorShift(p<<7, m-e) // of weight 2^(m-31)
	if !eight || sc.exp >= m-25 {
		sum += floorShift(sc.sig<<1, m-sc.exp) << 7
	}
	return num.F64ToF32(math.Float64bits(math.Ldexp(float64(sum), m-31)), num.Env{})
}

// evenOdd is align of 8-bit and smaller formats: the products of even k and
// those of odd k are added apart, and rounded down to a common exponent.
func evenOdd(terms []term) (p int64, e int) {
	p0, e0 := align(terms, 0, 2)
	p1, e1 := align(terms, 1, 2)
	e = max(e0, e1)
	return floorShift(p0, e-e0) + floorShift(p1, e-e1), e
}

// parts is a decoded number: sig * 2^(exp-frac). Subnormal numbers have the smallest exponent of
// their type, and 0 has -126 in all of them.
type parts struct {
	sig       int64
	exp, frac int
}

// significand takes a finite number apart; the low bits of its fraction are not
// counted in frac.
func significand(t ir.FloatType, code uint64, low int) parts {
	f := t.Format()
	mag := code & (1<<(f.ExpBits+f.FracBits) - 1)
	sig, exp := int64(mag&(1<<f.FracBits-1)), int(mag>>f.FracBits)
	if mag == 0 {
		return parts{0, -126, f.FracBits - low}
	}
	if exp > 0 {
		sig |= 1 << f.FracBits
	} else {
		exp = 1
	}
	if code>>(f.ExpBits+f.FracBits)&1 != 0 {
		sig = -sig
	}
	return parts{sig >> low, exp - f.Bias, f.FracBits - low}
}

// term is a product, exact and not normalised: sig * 2^(exp-24).
type term struct {
	sig int64
	exp int
}

func termOf(a, b parts, scale int) term {
	return term{a.sig * b.sig << (24 - a.frac - b.frac), a.exp + b.exp + scale}
}

// align adds every step-th of the terms at the largest exponent among them,
// where each loses its bits below 2^-24: toward zero.
func align(terms []term, first, step int) (sum int64, exp int) {
	exp = terms[first].exp
	for i := first; i < len(terms); i += step {
		exp = max(exp, terms[i].exp)
	}
	for i := first; i < len(terms); i += step {
		t := terms[i]
		if t.sig < 0 {
			sum -= floorShift(-t.sig, exp-t.exp)
		} else {
			sum += floorShift(t.sig, exp-t.exp)
		}
	}
	return sum, exp
}

// floorShift is v / 2^n, rounded toward minus infinity.
func floorShift(v int64, n int) int64 { return v >> min(n, 63) }
