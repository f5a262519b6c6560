package num

import "math"

// The arithmetic on patterns. In round to nearest even each function first tries Go's float32 and
// float64 (which always round that way and keep subnormals), in a form that is exact or rounded
// once. The core handles NaN (Go does not specify which one), overflow and subnormal results of the
// narrow formats, and the other rounding modes.

// Add32 returns a+b in f32, rounded once.
func Add32(a, b uint32, e Env) uint32 {
	if e.native() {
		if r := e.in32(a) + e.in32(b); r == r {
			return e.out32(r)
		}
	}
	return uint32(F32.add(uint64(a), uint64(b), e))
}

// Mul32 returns a*b in f32, rounded once.
func Mul32(a, b uint32, e Env) uint32 {
	if e.native() {
		if r := float32(e.in32(a) * e.in32(b)); r == r {
			return e.out32(r)
		}
	}
	return uint32(F32.mul(uint64(a), uint64(b), e))
}

// FMA32 returns a*b+c in f32, rounded once.
func FMA32(a, b, c uint32, e Env) uint32 {
	if e.native() {
		// As in nearestFMA; below the normal float32 the midpoints are elsewhere.
		p, z := float64(float64(e.in32(a))*float64(e.in32(b))), float64(e.in32(c))
		s := p + z
		if (math.Abs(s) >= 0x1p-126 || s == 0) && (math.Float64bits(s)&(1<<29-1) != 1<<28 || exactSum(s, p, z)) {
			return e.out32(float32(s))
		}
	}
	return uint32(F32.fma(uint64(a), uint64(b), uint64(c), e))
}

// Add64 returns a+b in f64, rounded once.
func Add64(a, b uint64, e Env) uint64 {
	if e.native() {
		if r := e.in64(a) + e.in64(b); r == r {
			return e.out64(r)
		}
	}
	return F64.add(a, b, e)
}

// Mul64 returns a*b in f64, rounded once.
func Mul64(a, b uint64, e Env) uint64 {
	if e.native() {
		if r := float64(e.in64(a) * e.in64(b)); r == r {
			return e.out64(r)
		}
	}
	return F64.mul(a, b, e)
}

// FMA64 returns a*b+c in f64, rounded once.
func FMA64(a, b, c uint64, e Env) uint64 {
	if e.native() {
		if r := math.FMA(e.in64(a), e.in64(b), e.in64(c)); r == r {
			return e.out64(r)
		}
	}
	return F64.fma(a, b, c, e)
}

// Add16 returns a+b in f16, rounded once.
func Add16(a, b uint16, e Env) uint16 {
	if e.Round == RNE {
		// Exact: the places of f16 lie between 2^-24 and 2^15.
		if r, ok := F16.nearest(e.in16(a) + e.in16(b)); ok {
			return r
		}
	}
	return uint16(F16.add(uint64(a), uint64(b), e))
}

// Mul16 returns a*b in f16, rounded once.
func Mul16(a, b uint16, e Env) uint16 {
	if e.Round == RNE {
		if r, ok := F16.nearest(float64(e.in16(a) * e.in16(b))); ok {
			return r
		}
	}
	return uint16(F16.mul(uint64(a), uint64(b), e))
}

// FMA16 returns a*b+c in f16, rounded once.
func FMA16(a, b, c uint16, e Env) uint16 {
	if e.Round == RNE {
		if r, ok := F16.nearestFMA(e.in16(a), e.in16(b), e.in16(c)); ok {
			return r
		}
	}
	return uint16(F16.fma(uint64(a), uint64(b), uint64(c), e))
}

// AddBF16 returns a+b in bf16, rounded once.
func AddBF16(a, b uint16, e Env) uint16 {
	if e.Round == RNE {
		// Exact, unless the exponents are 45 apart, and then the sum is far from a midpoint between
		// two bf16.
		if r, ok := BF16.nearest(e.inBF16(a) + e.inBF16(b)); ok {
			return r
		}
	}
	return uint16(BF16.add(uint64(a), uint64(b), e))
}

// MulBF16 returns a*b in bf16, rounded once.
func MulBF16(a, b uint16, e Env) uint16 {
	if e.Round == RNE {
		if r, ok := BF16.nearest(float64(e.inBF16(a) * e.inBF16(b))); ok {
			return r
		}
	}
	return uint16(BF16.mul(uint64(a), uint64(b), e))
}

// FMABF16 returns a*b+c in bf16, rounded once.
func FMABF16(a, b, c uint16, e Env) uint16 {
	if e.Round == RNE {
		if r, ok := BF16.nearestFMA(e.inBF16(a), e.inBF16(b), e.inBF16(c)); ok {
			return r
		}
	}
	return uint16(BF16.fma(uint64(a), uint64(b), uint64(c), e))
}

// native reports whether Go's arithmetic has this Env, apart from flushing.
func (e Env) native() bool { return e.Round == RNE && !e.Saturate }

func (e Env) in32(x uint32) float32 {
	if e.FlushIn {
		x = Flush32(x)
	}
	return math.Float32frombits(x)
}

func (e Env) out32(v float32) uint32 {
	x := math.Float32bits(v)
	if e.FlushOut {
		x = Flush32(x)
	}
	return x
}

func (e Env) in64(x uint64) float64 {
	if e.FlushIn {
		x = Flush64(x)
	}
	return math.Float64frombits(x)
}

func (e Env) out64(v float64) uint64 {
	x := math.Float64bits(v)
	if e.FlushOut {
		x = Flush64(x)
	}
	return x
}

func (e Env) in16(x uint16) float64 {
	if e.FlushIn {
		x = Flush16(x)
	}
	return float64(math.Float32frombits(F16ToF32(x)))
}

func (e Env) inBF16(x uint16) float64 {
	if e.FlushIn {
		x = FlushBF16(x)
	}
	return float64(math.Float32frombits(BF16ToF32(x)))
}

// nearest rounds v to nearest even if the result is a normal number or zero, and reports whether it
// is.
func (f *Format) nearest(v float64) (code uint16, ok bool) {
	shift := 52 - f.FracBits
	rebias := uint64(1023-f.Bias) << 52
	x := math.Float64bits(v)
	mag := x &^ signBit64
	switch {
	case mag == 0:
	case mag < rebias+1<<52 || mag >= rebias+f.maxMag()<<shift:
		return 0, false
	default:
		mag -= rebias
		mag = (mag + 1<<(shift-1) - 1 + mag>>shift&1) >> shift
	}
	return uint16(f.join(x != x&^signBit64, mag)), true
}

// nearestFMA is nearest of a*b+c for float32 values, whose product is exact in float64. The sum is
// rounded twice, which is wrong only if the first rounding lands on the midpoint between two codes.
func (f *Format) nearestFMA(a, b, c float64) (code uint16, ok bool) {
	p := float64(a * b)
	s := p + c
	shift := 52 - f.FracBits
	if math.Float64bits(s)&(1<<shift-1) == 1<<(shift-1) && !exactSum(s, p, c) {
		return 0, false
	}
	return f.nearest(s)
}

// exactSum reports whether s, which is float64 x+y, was not rounded. Infinities and NaN are not
// exact.
func exactSum(s, x, y float64) bool {
	d := s - x
	return (x-(s-d))+(y-d) == 0
}
