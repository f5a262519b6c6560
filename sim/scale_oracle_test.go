package sim

import (
	"math"
	"sort"
)

// The oracle of the small formats: a list of the magnitudes that a format has,
// by code. All its arithmetic is in float64 and exact there: an f32 times or
// divided by a block scale is far inside of the range, and midpoints of
// neighbours have a few bits.

// scaleOracle is a format as the ISA manual's table 30 describes it, the FNUZ
// ones as facts isa/semantics.md §2 does.
type scaleOracle struct {
	bits   int
	frac   int
	finite int       // codes of finite magnitudes
	mags   []float64 // their values, and the one that would follow
	over   uint32    // what overflow gives, without sign
	nan    uint32    // what NaN gives, without sign
	fnuz   bool      // over and nan have no sign, nor has zero
	always bool      // saturates always
}

func newScaleOracle(bits, frac, bias, finite int, over, nan uint32) *scaleOracle {
	o := &scaleOracle{bits: bits, frac: frac, finite: finite, over: over, nan: nan}
	for code := range finite + 1 {
		o.mags = append(o.mags, scaleMagnitude(uint32(code), frac, bias))
	}
	return o
}

// scaleMagnitude is the value of a code without sign, by the definition.
func scaleMagnitude(code uint32, frac, bias int) float64 {
	e, m := int(code>>frac), float64(code&(1<<frac-1))
	if e == 0 {
		return math.Ldexp(m, 1-bias-frac)
	}
	return math.Ldexp(m+math.Ldexp(1, frac), e-bias-frac)
}

var scaleOracles = func() map[string]*scaleOracle {
	m := map[string]*scaleOracle{
		"gfx950 fp8": newScaleOracle(8, 3, 7, 0x7f, 0x7f, 0x7f),
		"gfx950 bf8": newScaleOracle(8, 2, 15, 0x7c, 0x7c, 0x7f),
		"gfx942 fp8": newScaleOracle(8, 3, 8, 0x80, 0x80, 0x80),
		"gfx942 bf8": newScaleOracle(8, 2, 16, 0x80, 0x80, 0x80),
		"gfx950 fp6": newScaleOracle(6, 3, 1, 32, 31, 31),
		"gfx950 bf6": newScaleOracle(6, 2, 3, 32, 31, 31),
		"gfx950 fp4": newScaleOracle(4, 1, 1, 8, 7, 7),
		"f16":        newScaleOracle(16, 10, 15, 0x7c00, 0x7c00, 0x7e00),
		"bf16":       newScaleOracle(16, 7, 127, 0x7f80, 0x7f80, 0x7fc0),
	}
	for _, name := range []string{"gfx942 fp8", "gfx942 bf8"} {
		m[name].fnuz = true
	}
	for _, name := range []string{"gfx950 fp6", "gfx950 bf6", "gfx950 fp4"} {
		m[name].always = true
	}
	return m
}()

// nearest is the code of the value nearest to v, the even one of two; finite
// or more if v is too large.
func (o *scaleOracle) nearest(v float64) int {
	i := sort.SearchFloat64s(o.mags, v)
	switch {
	case i == len(o.mags):
		return i
	case o.mags[i] == v:
		return i
	}
	switch middle := (o.mags[i-1] + o.mags[i]) / 2; {
	case v < middle, v == middle && i%2 == 1:
		return i - 1
	}
	return i
}

// stochastic is the code below v, or the one above if the discarded part,
// 23-frac bits of it, and as many upper bits of random add up to 1.
func (o *scaleOracle) stochastic(v float64, random uint32) int {
	i := sort.Search(len(o.mags), func(i int) bool { return o.mags[i] > v }) - 1
	if i+1 >= len(o.mags) {
		return i
	}
	width := 23 - o.frac
	part := math.Floor(math.Ldexp((v-o.mags[i])/(o.mags[i+1]-o.mags[i]), width))
	if part+float64(random>>(32-width)) >= math.Ldexp(1, width) {
		i++
	}
	return i
}

// encode gives an index into mags a sign, and overflow its meaning.
func (o *scaleOracle) encode(neg bool, i int, inf, saturate bool) uint32 {
	code := uint32(i)
	if i >= o.finite || inf {
		if code = o.over; saturate || o.always {
			code = uint32(o.finite - 1)
		} else if o.fnuz {
			return o.over
		}
	}
	if neg && !(o.fnuz && code == 0) {
		code |= 1 << (o.bits - 1)
	}
	return code
}

func (o *scaleOracle) encodeNaN(neg bool) uint32 {
	if neg && !o.fnuz {
		return o.nan | 1<<(o.bits-1)
	}
	return o.nan
}

// narrow is the code of x, of a wide format, divided by 2^exp; a scale of NaN
// is exp 128.
func (o *scaleOracle) narrow(x scaleNumber, exp int, sr bool, random uint32, saturate bool) uint32 {
	switch {
	case exp == 128:
		return o.encodeNaN(false)
	case math.IsNaN(x.mag):
		return o.encodeNaN(x.neg)
	case math.IsInf(x.mag, 0):
		return o.encode(x.neg, 0, true, saturate)
	}
	v := math.Ldexp(x.mag, -exp)
	if sr {
		return o.encode(x.neg, o.stochastic(v, random), false, saturate)
	}
	return o.encode(x.neg, o.nearest(v), false, saturate)
}

// decode is the value of a code.
func (o *scaleOracle) decode(code uint32) scaleNumber {
	mag := code & (1<<(o.bits-1) - 1)
	x := scaleNumber{neg: code != mag}
	switch {
	case o.fnuz && code == 0x80:
		x = scaleNumber{mag: math.NaN()}
	case int(mag) < o.finite:
		x.mag = o.mags[mag]
	case o.over != o.nan && mag == o.over:
		x.mag = math.Inf(1)
	default:
		x.mag = math.NaN()
	}
	return x
}

// scaleNumber is a sign and a magnitude, which may be infinite or NaN.
type scaleNumber struct {
	neg bool
	mag float64
}

// scaleWide is the value of a pattern of a wide type.
func scaleWide(typ string, x uint32) scaleNumber {
	if typ != "f32" {
		return scaleOracles[typ].decode(x)
	}
	n := scaleNumber{neg: x>>31 != 0}
	switch mag := x &^ (1 << 31); {
	case mag < 0x7f800000:
		n.mag = scaleMagnitude(mag, 23, 127)
	case mag == 0x7f800000:
		n.mag = math.Inf(1)
	default:
		n.mag = math.NaN()
	}
	return n
}

// scaleWiden is the pattern of x * 2^exp in a wide type, rounded to nearest even.
func scaleWiden(typ string, x scaleNumber, exp int, saturate bool) uint32 {
	if exp == 128 {
		x = scaleNumber{mag: math.NaN()}
	}
	v := math.Ldexp(x.mag, exp)
	if typ == "f32" {
		r := math.Float32bits(float32(v))
		if math.IsNaN(v) {
			r = 0x7fc00000
		}
		if x.neg {
			r |= 1 << 31
		}
		return r
	}
	o := scaleOracles[typ]
	switch {
	case math.IsNaN(v):
		return o.encodeNaN(x.neg)
	case math.IsInf(v, 0):
		return o.encode(x.neg, 0, true, false)
	}
	return o.encode(x.neg, o.nearest(v), false, saturate && typ == "f16")
}
