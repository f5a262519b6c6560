package sim

import (
	"math/bits"

	"heddle/num"
)

// binaryFormat is an IEEE format of 16, 32 or 64 bits, for the operations that
// only look at bit patterns: they are the same for all widths.
type binaryFormat struct{ expBits, fracBits uint }

var (
	binary16 = binaryFormat{5, 10}
	binary32 = binaryFormat{8, 23}
	binary64 = binaryFormat{11, 52}
)

func (f binaryFormat) sign() uint64     { return 1 << (f.expBits + f.fracBits) }
func (f binaryFormat) inf() uint64      { return (1<<f.expBits - 1) << f.fracBits }
func (f binaryFormat) quiet() uint64    { return 1 << (f.fracBits - 1) }
func (f binaryFormat) bias() int        { return 1<<(f.expBits-1) - 1 }
func (f binaryFormat) one() uint64      { return uint64(f.bias()) << f.fracBits }
func (f binaryFormat) fraction() uint64 { return 1<<f.fracBits - 1 }

// invalid is the negative default NaN, which divisions give.
func (f binaryFormat) invalid() uint64 { return f.sign() | f.inf() | f.quiet() }

// magnitude is x without its sign and without the bits above the format.
func (f binaryFormat) magnitude(x uint64) uint64 { return x & (f.sign() - 1) }

func (f binaryFormat) isNaN(x uint64) bool  { return f.magnitude(x) > f.inf() }
func (f binaryFormat) isSNaN(x uint64) bool { return f.isNaN(x) && x&f.quiet() == 0 }
func (f binaryFormat) isInf(x uint64) bool  { return f.magnitude(x) == f.inf() }
func (f binaryFormat) isZero(x uint64) bool { return f.magnitude(x) == 0 }

// flush turns a subnormal into the zero of its sign, if on.
func (f binaryFormat) flush(x uint64, on bool) uint64 {
	if on && x&f.inf() == 0 {
		return x & f.sign()
	}
	return x
}

// canonical returns a source in the form in which an instruction passes it on.
func (f binaryFormat) canonical(m *mode, e num.Env, x uint64) uint64 {
	if m.ieee && f.isNaN(x) {
		return x | f.quiet()
	}
	return f.flush(x, e.FlushIn || e.FlushOut)
}

// exponent returns the biased exponent of the leading bit; that of a subnormal is 0 or less. x must
// not be zero.
func (f binaryFormat) exponent(x uint64) int {
	if e := int(f.magnitude(x) >> f.fracBits); e != 0 {
		return e
	}
	return bits.Len64(x&f.fraction()) - int(f.fracBits)
}

// order maps numbers to integers in their order, -0 below +0.
func (f binaryFormat) order(x uint64) int64 {
	if x&f.sign() != 0 {
		return ^int64(f.magnitude(x))
	}
	return int64(f.magnitude(x))
}

// lesser returns the smaller of two numbers, or with upper the larger one.
func (f binaryFormat) lesser(a, b uint64, upper bool) uint64 {
	if (f.order(b) < f.order(a)) != upper {
		return b
	}
	return a
}

// minNum is v_min, or v_max, with subnormals as e says.
func (f binaryFormat) minNum(m *mode, e num.Env, a, b uint64, upper bool) uint64 {
	r := f.pickNum(m, f.flush(a, e.FlushIn), f.flush(b, e.FlushIn), upper)
	return f.flush(r, e.FlushOut)
}

// pickNum is v_min or v_max if an operand is NaN: the result is the number; in IEEE mode a
// signaling NaN, quieted (facts isa/semantics.md §1).
func (f binaryFormat) pickNum(m *mode, a, b uint64, upper bool) uint64 {
	switch {
	case m.ieee && f.isSNaN(a):
		return a | f.quiet()
	case m.ieee && f.isSNaN(b):
		return b | f.quiet()
	case f.isNaN(a):
		return b
	case f.isNaN(b):
		return a
	}
	return f.lesser(a, b, upper)
}

// minNum3 is v_min3 or v_max3.
func (f binaryFormat) minNum3(m *mode, e num.Env, a, b, c uint64, upper bool) uint64 {
	return f.minNum(m, e, f.minNum(m, e, a, b, upper), c, upper)
}

// median is v_med3: with a NaN, the minimum of the three. It takes zeros of either sign as equal,
// like the manual's pseudo-code.
func (f binaryFormat) median(m *mode, e num.Env, a, b, c uint64) uint64 {
	if f.isNaN(a) || f.isNaN(b) || f.isNaN(c) {
		return f.minNum3(m, e, a, b, c, false)
	}
	a, b, c = f.flush(a, e.FlushIn), f.flush(b, e.FlushIn), f.flush(c, e.FlushIn)
	switch top := f.lesser(f.lesser(a, b, true), c, true); {
	case f.same(top, a):
		a = f.lesser(b, c, true)
	case f.same(top, b):
		a = f.lesser(a, c, true)
	default:
		a = f.lesser(a, b, true)
	}
	return f.flush(a, e.FlushOut)
}

// same reports whether two numbers have the same value.
func (f binaryFormat) same(a, b uint64) bool { return a == b || f.isZero(a) && f.isZero(b) }

// minimum is IEEE 754-2019 minimum, or maximum: a NaN wins.
func (f binaryFormat) minimum(a, b uint64, upper bool) uint64 {
	switch {
	case f.isNaN(a):
		return a | f.quiet()
	case f.isNaN(b):
		return b | f.quiet()
	}
	return f.lesser(a, b, upper)
}

// frexpExp is e in x = f * 2^e with 0.5 <= |f| < 1; 0 for zero, infinity and NaN. Subnormals have
// their true exponent: the manual's pseudo-code is wrong for them (facts isa/semantics.md §2).
func (f binaryFormat) frexpExp(x uint64) int {
	if f.isZero(x) || f.magnitude(x) >= f.inf() {
		return 0
	}
	return f.exponent(x) - f.bias() + 1
}

// frexpMant is f of frexpExp.
func (f binaryFormat) frexpMant(x uint64) uint64 {
	if f.isZero(x) || f.magnitude(x) >= f.inf() {
		return x
	}
	frac := x & f.fraction()
	if x&f.inf() == 0 {
		frac = frac << (1 - f.exponent(x)) & f.fraction()
	}
	return x&f.sign() | uint64(f.bias()-1)<<f.fracBits | frac
}

func minF16(m *mode, a, b, _ uint64) uint64 { return binary16.minNum(m, m.f16, a, b, false) }
func maxF16(m *mode, a, b, _ uint64) uint64 { return binary16.minNum(m, m.f16, a, b, true) }
func minF64(m *mode, a, b, _ uint64) uint64 { return binary64.minNum(m, m.f16, a, b, false) }
func maxF64(m *mode, a, b, _ uint64) uint64 { return binary64.minNum(m, m.f16, a, b, true) }

func min3F32(m *mode, a, b, c uint64) uint64 { return binary32.minNum3(m, m.f32, a, b, c, false) }
func max3F32(m *mode, a, b, c uint64) uint64 { return binary32.minNum3(m, m.f32, a, b, c, true) }
func med3F32(m *mode, a, b, c uint64) uint64 { return binary32.median(m, m.f32, a, b, c) }
func min3F16(m *mode, a, b, c uint64) uint64 { return binary16.minNum3(m, m.f16, a, b, c, false) }
func max3F16(m *mode, a, b, c uint64) uint64 { return binary16.minNum3(m, m.f16, a, b, c, true) }
func med3F16(m *mode, a, b, c uint64) uint64 { return binary16.median(m, m.f16, a, b, c) }

// The minimum3 and maximum3 instructions ignore MODE.

func minimum3F32(_ *mode, a, b, c uint64) uint64 {
	return binary32.minimum(binary32.minimum(a, b, false), c, false)
}

func maximum3F32(_ *mode, a, b, c uint64) uint64 {
	return binary32.minimum(binary32.minimum(a, b, true), c, true)
}

func frexpExpF16(m *mode, a, _, _ uint64) uint64 {
	return uint64(binary16.frexpExp(uint64(flushF16(m, a))))
}

func frexpExpF32(m *mode, a, _, _ uint64) uint64 {
	return uint64(binary32.frexpExp(uint64(flushF32(m, a))))
}

func frexpExpF64(m *mode, a, _, _ uint64) uint64 {
	return uint64(binary64.frexpExp(flushF64(m, a)))
}

func frexpMantF16(m *mode, a, _, _ uint64) uint64 {
	return binary16.canonical(m, num.Env{}, binary16.frexpMant(uint64(flushF16(m, a))))
}

func frexpMantF32(m *mode, a, _, _ uint64) uint64 {
	return binary32.canonical(m, num.Env{}, binary32.frexpMant(uint64(flushF32(m, a))))
}

func frexpMantF64(m *mode, a, _, _ uint64) uint64 {
	return binary64.canonical(m, num.Env{}, binary64.frexpMant(flushF64(m, a)))
}
