package num

// The operations of the core, one for all formats with SpecialsIEEE. Operands
// and results are codes of f.

// operand decodes an input; Env decides whether a subnormal is flushed first.
func (f *Format) operand(code uint64, e Env) number {
	n := f.split(code)
	if e.FlushIn && n.class == Finite && n.lo < 1<<f.FracBits {
		return number{class: Zero, neg: n.neg}
	}
	return n
}

func (f *Format) add(a, b uint64, e Env) uint64 {
	x, y := f.operand(a, e), f.operand(b, e)
	switch {
	case x.class == NaN:
		return a | f.quietBit()
	case y.class == NaN:
		return b | f.quietBit()
	}
	return f.round(add(x, y, e.Round), e)
}

func (f *Format) mul(a, b uint64, e Env) uint64 {
	x, y := f.operand(a, e), f.operand(b, e)
	switch {
	case x.class == NaN:
		return a | f.quietBit()
	case y.class == NaN:
		return b | f.quietBit()
	}
	return f.round(mul(x, y), e)
}

func (f *Format) fma(a, b, c uint64, e Env) uint64 {
	x, y, z := f.operand(a, e), f.operand(b, e), f.operand(c, e)
	switch {
	case x.class == NaN:
		return a | f.quietBit()
	case y.class == NaN:
		return b | f.quietBit()
	case z.class == NaN:
		return c | f.quietBit()
	}
	return f.round(add(mul(x, y), z, e.Round), e)
}

// Ldexp16 returns x*2^n in f16, rounded once.
func Ldexp16(x uint16, n int32, e Env) uint16 { return uint16(F16.ldexp(uint64(x), n, e)) }

// Ldexp32 returns x*2^n in f32, rounded once.
func Ldexp32(x uint32, n int32, e Env) uint32 { return uint32(F32.ldexp(uint64(x), n, e)) }

// Ldexp64 returns x*2^n in f64, rounded once.
func Ldexp64(x uint64, n int32, e Env) uint64 { return F64.ldexp(x, n, e) }

func (f *Format) ldexp(code uint64, n int32, e Env) uint64 {
	x := f.operand(code, e)
	if x.class == NaN {
		return code | f.quietBit()
	}
	x.exp += int(n)
	return f.round(x, e)
}

// RoundInt16 rounds an f16 to an integral f16. Zeros keep the sign of x; NaN is quieted.
func RoundInt16(x uint16, r Rounding) uint16 { return uint16(F16.roundInt(uint64(x), r)) }

// RoundInt32 rounds an f32 to an integral f32. Zeros keep the sign of x; NaN is quieted.
func RoundInt32(x uint32, r Rounding) uint32 { return uint32(F32.roundInt(uint64(x), r)) }

// RoundInt64 rounds an f64 to an integral f64. Zeros keep the sign of x; NaN is quieted.
func RoundInt64(x uint64, r Rounding) uint64 { return F64.roundInt(x, r) }

// roundInt works on the code itself: the bits below the units are dropped, and a carry into the
// exponent field needs no correction. It needs a format with infinities and an odd bias, so that
// the lowest bit of a 1 in the exponent field of 1.x counts as the odd unit.
func (f *Format) roundInt(code uint64, r Rounding) uint64 {
	sign := uint64(1) << (f.FracBits + f.ExpBits)
	mag, neg := code&^sign, code&sign != 0
	exp := int(mag>>f.FracBits) - f.Bias
	switch {
	case mag > (1<<f.ExpBits-1)<<f.FracBits:
		return code | f.quietBit()
	case exp >= f.FracBits || mag == 0:
		return code
	case exp < 0:
		half, one := uint64(f.Bias-1)<<f.FracBits, uint64(f.Bias)<<f.FracBits
		if r.up(neg, mag > half, false) {
			return code&sign | one
		}
		return code & sign
	}
	unit := uint64(1) << (f.FracBits - exp)
	rest := mag & (unit - 1)
	mag -= rest
	if rest != 0 && r.up(neg, rest > unit/2, rest == unit/2 && mag&unit != 0) {
		mag += unit
	}
	return code&sign | mag
}

// up reports whether a number that is not integral moves away from zero when it is rounded. more
// means that it is above the midpoint, tie that it is the midpoint above an odd number.
func (r Rounding) up(neg, more, tie bool) bool {
	switch r {
	case RNE:
		return more || tie
	case RTP:
		return !neg
	case RTN:
		return neg
	}
	return false
}

// whole returns an integer as a number.
func whole(neg bool, mag uint64) number {
	n := number{class: Finite, neg: neg, lo: mag}
	if mag == 0 {
		n.class = Zero
	}
	return n
}
