package sim

import (
	"math"

	"heddle/num"
)

// The arithmetic of the matrix core, without layouts. Everything here follows
// facts mfma_numerics.md; the names F, s, e and m are the ones used there.

// A term is a decoded element of A or B: sig*2^-frac * 2^exp with frac the fraction bits of its
// format. The significand is not normalised for subnormal numbers, whose exponent is that of the
// smallest normal number; zero has zeroExp in every format. Infinity has infExp and a significand
// of ±1, NaN has nanExp. Block scales are part of exp.
type term struct {
	sig, exp int32
}

const (
	zeroExp = -126
	infExp  = 1 << 20
	nanExp  = 1 << 22
	// special is above any sum of finite exponents and below any other.
	special = 1 << 19
)

// fusion says how the products of one instruction are summed.
type fusion struct {
	group    int  // products summed at a time
	split    bool // even and odd k are summed separately (8-bit formats and smaller)
	frac     int  // fraction bits of a product of two significands
	saturate bool // MODE.fp16_ovfl: overflow gives the largest number
}

// Fraction bits that sums keep: of products, and of the two addends of the
// last addition.
const (
	productFrac = 24
	sumFrac     = 31
	accFrac     = 24
)

// dot adds the products of a and b to the f32 c: group by group in ascending
// k, the result of one is the c of the next.
func (f *fusion) dot(a, b []term, c uint32) uint32 {
	b = b[:len(a)]
	for len(a) > 0 {
		n := min(f.group, len(a))
		c = f.add(a[:n], b[:n], c)
		a, b = a[n:], b[n:]
	}
	return c
}

// add is dot for one group.
func (f *fusion) add(a, b []term, c uint32) uint32 {
	step := 1
	if f.split {
		step = 2
	}
	e0 := maxExp(a, b, 0, step)
	e1 := e0
	if f.split {
		e1 = maxExp(a, b, 1, 2)
	}
	e := max(e0, e1)
	switch {
	case e > special || c&f32Exp == f32Exp:
		return specialSum(a, b, c)
	case e >= 127:
		if r, ok := f.productOverflow(a, b); ok {
			return r
		}
	}
	up := productFrac - f.frac
	sum := fuse(a, b, 0, step, e0, up)
	if f.split {
		sum = floorShift(sum, int(e-e0)) + floorShift(fuse(a, b, 1, 2, e1, up), int(e-e1))
	}
	return f.accumulate(sum, int(e), c)
}

// maxExp is the largest exponent of the products k = from, from+step, ….
func maxExp(a, b []term, from, step int) int32 {
	m := int32(math.MinInt32)
	b = b[:len(a)]
	for k := from; k < len(a); k += step {
		m = max(m, a[k].exp+b[k].exp)
	}
	return m
}

// fuse sums the products k = from, from+step, …, each truncated toward zero to
// productFrac bits below 2^m, which are up more than it has. It returns the sum
// in those units.
func fuse(a, b []term, from, step int, m int32, up int) int64 {
	var sum int64
	b = b[:len(a)]
	for k := from; k < len(a); k += step {
		x, y := a[k], b[k]
		p := int64(x.sig) * int64(y.sig) << (up & 63)
		down := uint(min(m-x.exp-y.exp, 40)) & 63
		// A negative p gets what makes the shift round up.
		sum += (p + p>>63&(1<<down-1)) >> down
	}
	return sum
}

// accumulate adds a sum of products, in units of 2^(e-productFrac), to c.
func (f *fusion) accumulate(sum int64, e int, c uint32) uint32 {
	cs, ce := splitF32(c)
	m := max(e, ce)
	p := floorShift(sum<<(sumFrac-productFrac), m-e)
	acc := floorShift(cs<<(accFrac-f32Frac), m-ce)
	if f.split && ce < m-25 {
		acc = 0
	}
	return packF32(p+acc<<(sumFrac-accFrac), m-sumFrac, f.saturate)
}

// floorShift is v/2^n rounded toward minus infinity.
func floorShift(v int64, n int) int64 { return v >> uint(min(n, 63)) }

const (
	f32Frac = 23
	f32Exp  = 0xff << f32Frac
	f32Sign = 1 << 31
	f32Max  = f32Exp - 1
)

// splitF32 decodes a finite f32: sig*2^(exp-f32Frac).
func splitF32(x uint32) (sig int64, exp int) {
	sig, exp = int64(x&(1<<f32Frac-1)), int(x>>f32Frac&0xff)
	if exp == 0 {
		exp = 1
	} else {
		sig |= 1 << f32Frac
	}
	if x&f32Sign != 0 {
		sig = -sig
	}
	return sig, exp - 127
}

// packF32 rounds v*2^exp to nearest even. |v| must be below 2^53 and the value
// a normal float64, which leaves one rounding to be done.
func packF32(v int64, exp int, saturate bool) uint32 {
	x := float64(float64(v) * math.Float64frombits(uint64(exp+1023)<<52))
	r := math.Float32bits(float32(x))
	if saturate && r&f32Exp == f32Exp {
		r--
	}
	return r
}

// productOverflow gives the result of a group with products of 2^128 or more:
// infinity of their sign, NaN if there are both signs (step 2).
func (f *fusion) productOverflow(a, b []term) (result uint32, ok bool) {
	pos, neg := false, false
	for k := range a {
		p := int64(a[k].sig) * int64(b[k].sig)
		// The least product of this exponent that is as large as 2^128.
		limit := int64(1) << min(uint(max(128-int(a[k].exp+b[k].exp)+f.frac, 0)), 62)
		pos = pos || p >= limit
		neg = neg || -p >= limit
	}
	inf := uint32(f32Exp)
	if f.saturate {
		inf = f32Max
	}
	switch {
	case pos && neg:
		return num.QNaN32, true
	case pos:
		return inf, true
	case neg:
		return inf | f32Sign, true
	}
	return 0, false
}

// specialSum is the result of a group with an infinity or a NaN among its
// operands: that of ordinary arithmetic. Every NaN is the default one (model;
// facts isa/semantics.md §8).
func specialSum(a, b []term, c uint32) uint32 {
	pos, neg := c == f32Exp, c == f32Exp|f32Sign
	nan := num.IsNaN32(c)
	for k := range a {
		e, p := max(a[k].exp, b[k].exp), int64(a[k].sig)*int64(b[k].sig)
		switch {
		case e < special:
		case e >= nanExp/2 || p == 0:
			nan = true
		case p > 0:
			pos = true
		default:
			neg = true
		}
	}
	switch {
	case nan || pos && neg:
		return num.QNaN32
	case pos:
		return f32Exp
	}
	return f32Exp | f32Sign
}

// chainF32 is the f32 matrix multiplication: a fused multiply-add for each k.
// Overflow of finite operands saturates if MODE.fp16_ovfl says so.
func chainF32(a, b []uint32, c uint32, saturate bool) uint32 {
	b = b[:len(a)]
	for k := range a {
		r := num.FMA32(a[k], b[k], c, num.Env{})
		if saturate && r&^f32Sign == f32Exp && finiteF32(a[k]) && finiteF32(b[k]) && finiteF32(c) {
			r--
		}
		c = r
	}
	return c
}

func finiteF32(x uint32) bool { return x&f32Exp != f32Exp }

// chainF64 is the f64 matrix multiplication.
func chainF64(a, b []uint64, c uint64) uint64 {
	b = b[:len(a)]
	for k := range a {
		c = num.FMA64(a[k], b[k], c, num.Env{})
	}
	return c
}

// dotI8 is the i8 matrix multiplication. The sum is exact; then it wraps, or
// saturates if MODE.fp16_ovfl says so.
func dotI8(a, b []int32, c uint32, saturate bool) uint32 {
	sum := int64(int32(c))
	b = b[:len(a)]
	for k := range a {
		sum += int64(a[k] * b[k])
	}
	if saturate {
		sum = min(max(sum, math.MinInt32), math.MaxInt32)
	}
	return uint32(sum)
}

// split decodes a code of a format. xf32 is f32 whose low mantissa bits are dropped first, so that
// a NaN with no other bits set becomes infinity.
func split(f *num.Format, code uint32) term {
	neg, s, e, class := f.Split(code)
	var x term
	switch class {
	case num.Zero:
		return term{0, zeroExp}
	case num.NaN:
		return term{1, nanExp}
	case num.Inf:
		x = term{1, infExp}
	default:
		x = term{int32(s >> f.Ignored), int32(e + f.FracBits)}
	}
	if neg {
		x.sig = -x.sig
	}
	return x
}
