package num

// The operations of the core, one for all formats with SpecialsIEEE. Operands
// and results are codes of f.

// operand takes an input apart, after Env has had its say about subnormals.
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
func Ldexp64(x uint64, n int32, e Env) uint64 { return float64s.ldexp(x, n, e) }

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
func RoundInt64(x uint64, r Rounding) uint64 { return float64s.roundInt(x, r) }

func (f *Format) roundInt(code uint64, r Rounding) uint64 {
	x := f.split(code)
	switch {
	case x.class == NaN:
		return code | f.quietBit()
	case x.class != Finite || x.exp >= 0:
		return code
	}
	return f.round(whole(x.neg, shiftRound(x.neg, x.lo, -x.exp, r)), Env{})
}

// whole is the number of an integer.
func whole(neg bool, mag uint64) number {
	n := number{class: Finite, neg: neg, lo: mag}
	if mag == 0 {
		n.class = Zero
	}
	return n
}
