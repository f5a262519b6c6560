package num

import (
	"math"
	"math/big"
	"testing"

	"heddle/long"
)

var roundings = []Rounding{RNE, RTP, RTN, RTZ}

// convert is the oracle of conversions between the four formats with IEEE specials.
func (s *spec) convert(from *spec, code uint64, e Env) uint64 {
	neg := from.neg(code)
	if e.FlushIn && from.subnormal(code) {
		code &= from.sign()
	}
	switch {
	case from.isNaN(code):
		payload := code & (1<<from.frac - 1)
		if s.frac >= from.frac {
			payload <<= s.frac - from.frac
		} else {
			payload >>= from.frac - s.frac
		}
		return s.withSign(neg, s.defaultNaN|payload)
	case from.isInf(code):
		return s.withSign(neg, s.inf)
	case from.mag(code) == 0:
		return s.withSign(neg, 0)
	}
	return s.round(from.value(code), e)
}

// sampled16 reports whether to try a pattern of 16 bits: all with -long, else one
// of five and those at the ends of binades, of f16 and of bf16.
func sampled16(x int) bool {
	frac := x & 0x7f
	return frac < 2 || frac > 0x7d || long.Some(x, 5)
}

// Every f16 and every bf16 to f32 and on to f64, and back in each mode.
func TestEvery16(t *testing.T) {
	for i := range 1 << 16 {
		if !sampled16(i) {
			continue
		}
		x := uint16(i)
		for _, c := range []struct {
			s         *spec
			up        uint32
			back      func(uint32, Env) uint16
			nan       bool
			quiet     uint16
			subnormal bool
			flushed   uint16
		}{
			{oF16, F16ToF32(x), F32ToF16, IsNaN16(x), Quiet16(x), IsSubnormal16(x), Flush16(x)},
			{oBF16, BF16ToF32(x), F32ToBF16, IsNaNBF16(x), QuietBF16(x), IsSubnormalBF16(x), FlushBF16(x)},
		} {
			if want := oF32.convert(c.s, uint64(x), Env{}); uint64(c.up) != want {
				t.Fatalf("%s %#x to f32 = %#x, want %#x", c.s.f.Name, x, c.up, want)
			}
			if got, want := F32ToF64(c.up), oF64.convert(c.s, uint64(x), Env{}); got != want {
				t.Fatalf("%s %#x to f64 = %#x, want %#x", c.s.f.Name, x, got, want)
			}
			if got := F64ToF32(F32ToF64(c.up), Env{}); got != c.up {
				t.Fatalf("%s %#x to f64 and back to f32 = %#x, want %#x", c.s.f.Name, x, got, c.up)
			}
			for _, e := range allEnvs {
				want := c.quiet
				if c.subnormal && (e.FlushOut || e.FlushIn && c.s == oBF16) {
					want = c.flushed
				}
				if got := c.back(c.up, e); got != want {
					t.Fatalf("%s %#x to f32 and back %v = %#x, want %#x", c.s.f.Name, x, e, got, want)
				}
			}
		}
	}
}

// Around every code and every middle of f16 and bf16, in every mode. What is
// expected follows from how the input was made.
func TestNarrowingTo16(t *testing.T) {
	for _, s := range []*spec{oF16, oBF16} {
		call := F32ToF16
		if s == oBF16 {
			call = F32ToBF16
		}
		for mag := range s.max + 1 {
			lo, _ := s.magnitude(mag).Float64()
			hi, _ := s.magnitude(mag + 1).Float64()
			lower, middle := math.Float32bits(float32(lo)), math.Float32bits(float32((lo+hi)/2))
			if mag == s.max && s == oBF16 { // the next one is not an f32
				middle = 0x7f7f8000
			}
			up, even := mag+1, mag+mag%2
			for _, c := range []struct {
				x            uint32
				nearest, far uint64
			}{
				{lower, mag, mag}, {lower + 1, mag, up}, {middle - 1, mag, up}, {middle, even, up}, {middle + 1, up, up},
			} {
				for _, neg := range []bool{false, true} {
					for _, r := range roundings {
						want := mag
						switch {
						case r == RNE:
							want = c.nearest
						case r == RTP && !neg, r == RTN && neg:
							want = c.far
						}
						x := c.x
						if neg {
							x |= signBit32
						}
						if got := call(x, Env{Round: r}); uint64(got) != s.withSign(neg, want) {
							t.Fatalf("%s from %#x %v = %#x, want magnitude %#x", s.f.Name, x, Env{Round: r}, got, want)
						}
						if want > s.max {
							want = s.max
						}
						if got := call(x, Env{Round: r, Saturate: true}); uint64(got) != s.withSign(neg, want) {
							t.Fatalf("%s from %#x saturating %v = %#x, want magnitude %#x", s.f.Name, x, Env{Round: r}, got, want)
						}
					}
				}
			}
		}
	}
}

func TestConvertAgainstOracle(t *testing.T) {
	r := seeded(t)
	for _, c := range []struct {
		from, to *spec
		call     func(x uint64, e Env) uint64
	}{
		{oF32, oF16, func(x uint64, e Env) uint64 { return uint64(F32ToF16(uint32(x), e)) }},
		{oF32, oBF16, func(x uint64, e Env) uint64 { return uint64(F32ToBF16(uint32(x), e)) }},
		{oF32, oF64, func(x uint64, _ Env) uint64 { return F32ToF64(uint32(x)) }},
		{oF64, oF32, func(x uint64, e Env) uint64 { return uint64(F64ToF32(x, e)) }},
	} {
		for i := range long.Count(10_000, 30_000) {
			x, e := c.from.pattern(r), allEnvs[i%len(allEnvs)]
			if c.to == oF64 {
				e = Env{}
			}
			if c.from == oF64 && i%4 != 0 { // within and just outside f32, often next to a middle
				x = x&^(0x7ff<<52) | uint64(1023-152+r.IntN(282))<<52
				if i%4 == 1 {
					x = x&^0x1fffffff | 0x10000000 + uint64(r.IntN(3)) - 1
				}
			}
			if got, want := c.call(x, e), c.to.convert(c.from, x, e); got != want {
				t.Fatalf("%s %#x to %s %v = %#x, want %#x", c.from.f.Name, x, c.to.f.Name, e, got, want)
			}
		}
	}
}

// integer rounds an exact value to an integer.
func integer(v *big.Float, r Rounding) *big.Int {
	down, _ := v.Int(nil) // toward zero
	rest := new(big.Float).SetPrec(v.Prec()).Sub(v, new(big.Float).SetPrec(v.Prec()).SetInt(down))
	side := rest.Abs(rest).Cmp(big.NewFloat(0.5))
	neg := v.Sign() < 0
	if rest.Sign() != 0 && (r == RTP && !neg || r == RTN && neg) ||
		r == RNE && (side > 0 || side == 0 && down.Bit(0) == 1) {
		step := int64(1)
		if neg {
			step = -1
		}
		down.Add(down, big.NewInt(step))
	}
	return down
}

// toInt is the oracle of conversions to integers.
func (s *spec) toInt(code uint64, r Rounding, lo, hi int64) int64 {
	v := new(big.Int)
	switch {
	case s.isNaN(code):
		return 0
	case s.isInf(code):
		v.Lsh(big.NewInt(1), 100)
		if s.neg(code) {
			v.Neg(v)
		}
	default:
		v = integer(s.value(code), r)
	}
	if v.Cmp(big.NewInt(lo)) < 0 {
		return lo
	} else if v.Cmp(big.NewInt(hi)) > 0 {
		return hi
	}
	return v.Int64()
}

// roundInt is the oracle of RoundInt.
func (s *spec) roundInt(code uint64, r Rounding) uint64 {
	switch {
	case s.isNaN(code):
		return code | s.mag(s.defaultNaN)
	case s.isInf(code):
		return code
	}
	v := new(big.Float).SetPrec(s.prec).SetInt(integer(s.value(code), r))
	if v.Sign() == 0 {
		return code & s.sign()
	}
	return s.round(v, Env{})
}

func TestEvery16ToInt(t *testing.T) {
	for i := range 1 << 16 {
		if !sampled16(i) {
			continue
		}
		x := uint16(i)
		for _, r := range roundings {
			if got, want := F16ToI16(x, r), oF16.toInt(uint64(x), r, -1<<15, 1<<15-1); int64(got) != want {
				t.Fatalf("F16ToI16(%#x, %d) = %d, want %d", x, r, got, want)
			}
			if got, want := F16ToU16(x, r), oF16.toInt(uint64(x), r, 0, 1<<16-1); int64(got) != want {
				t.Fatalf("F16ToU16(%#x, %d) = %d, want %d", x, r, got, want)
			}
			if got, want := RoundInt16(x, r), oF16.roundInt(uint64(x), r); uint64(got) != want {
				t.Fatalf("RoundInt16(%#x, %d) = %#x, want %#x", x, r, got, want)
			}
		}
	}
}

func TestToInt(t *testing.T) {
	r := seeded(t)
	check := func(x32 uint32, x64 uint64) {
		t.Helper()
		for _, m := range roundings {
			if got, want := F32ToI32(x32, m), oF32.toInt(uint64(x32), m, math.MinInt32, math.MaxInt32); int64(got) != want {
				t.Fatalf("F32ToI32(%#x, %d) = %d, want %d", x32, m, got, want)
			}
			if got, want := F32ToU32(x32, m), oF32.toInt(uint64(x32), m, 0, math.MaxUint32); int64(got) != want {
				t.Fatalf("F32ToU32(%#x, %d) = %d, want %d", x32, m, got, want)
			}
			if got, want := F64ToI32(x64, m), oF64.toInt(x64, m, math.MinInt32, math.MaxInt32); int64(got) != want {
				t.Fatalf("F64ToI32(%#x, %d) = %d, want %d", x64, m, got, want)
			}
			if got, want := F64ToU32(x64, m), oF64.toInt(x64, m, 0, math.MaxUint32); int64(got) != want {
				t.Fatalf("F64ToU32(%#x, %d) = %d, want %d", x64, m, got, want)
			}
			if got, want := RoundInt32(x32, m), oF32.roundInt(uint64(x32), m); uint64(got) != want {
				t.Fatalf("RoundInt32(%#x, %d) = %#x, want %#x", x32, m, got, want)
			}
			if got, want := RoundInt64(x64, m), oF64.roundInt(x64, m); got != want {
				t.Fatalf("RoundInt64(%#x, %d) = %#x, want %#x", x64, m, got, want)
			}
		}
	}
	for _, v := range []float64{0, 0.25, 0.5, 0.75, 1, 1.5, 2.5, 1 << 23, 1<<23 - 0.5, 1 << 31, 1<<31 - 0.5, 1<<31 - 1, 1<<31 + 0.5, 1 << 32, 1<<32 - 0.5, 1 << 52, 1<<52 - 0.5, 1 << 63, 1e300, math.Inf(1)} {
		for _, w := range []float64{v, -v, math.Nextafter(v, 0), -math.Nextafter(v, 1e308), math.Nextafter(v, 1e308)} {
			check(math.Float32bits(float32(w)), math.Float64bits(w))
		}
	}
	for range long.Count(3_000, 10_000) {
		x32, x64 := uint32(oF32.pattern(r)), oF64.pattern(r)
		check(x32, x64)
		check(x32&0x807fffff|uint32(125+r.IntN(36))<<23, x64&^(0x7ff<<52)|uint64(1021+r.IntN(64))<<52)
	}
}

// fromInt is the oracle of conversions from integers.
func (s *spec) fromInt(v *big.Int, r Rounding) uint64 {
	if v.Sign() == 0 {
		return 0
	}
	return s.round(new(big.Float).SetPrec(s.prec).SetInt(v), Env{Round: r})
}

func TestFromInt(t *testing.T) {
	r := seeded(t)
	check := func(v uint64) {
		t.Helper()
		signed := func(v int64) *big.Int { return big.NewInt(v) }
		unsigned := func(v uint64) *big.Int { return new(big.Int).SetUint64(v) }
		for _, m := range roundings {
			for _, c := range []struct {
				name string
				got  uint64
				want uint64
			}{
				{"I16ToF16", uint64(I16ToF16(int16(v), m)), oF16.fromInt(signed(int64(int16(v))), m)},
				{"U16ToF16", uint64(U16ToF16(uint16(v), m)), oF16.fromInt(unsigned(uint64(uint16(v))), m)},
				{"I32ToF32", uint64(I32ToF32(int32(v), m)), oF32.fromInt(signed(int64(int32(v))), m)},
				{"U32ToF32", uint64(U32ToF32(uint32(v), m)), oF32.fromInt(unsigned(uint64(uint32(v))), m)},
				{"I32ToF64", I32ToF64(int32(v)), oF64.fromInt(signed(int64(int32(v))), m)},
				{"U32ToF64", U32ToF64(uint32(v)), oF64.fromInt(unsigned(uint64(uint32(v))), m)},
				{"I64ToF64", I64ToF64(int64(v), m), oF64.fromInt(signed(int64(v)), m)},
				{"U64ToF64", U64ToF64(v, m), oF64.fromInt(unsigned(v), m)},
			} {
				if c.got != c.want {
					t.Fatalf("%s(%#x, %d) = %#x, want %#x", c.name, v, m, c.got, c.want)
				}
			}
		}
	}
	for shift := range 64 {
		for _, d := range []uint64{0, 1, 2, 3} {
			check(1<<shift + d)
			check(1<<shift - d)
		}
	}
	for range 800 {
		v := r.Uint64() >> r.IntN(64)
		check(v)
		check(v &^ (1<<r.IntN(50) - 1))
	}
}

func TestPredicates(t *testing.T) {
	r := seeded(t)
	for range 200_000 {
		for _, s := range oIEEE {
			x := s.pattern(r)
			quietBit := uint64(1) << (s.frac - 1)
			want := [...]any{s.isNaN(x), s.isNaN(x) && x&quietBit == 0, s.isInf(x), s.subnormal(x), x, x}
			if s.isNaN(x) {
				want[4] = x | quietBit
			}
			if s.subnormal(x) {
				want[5] = x & s.sign()
			}
			var got [6]any
			switch v := uint16(x); s {
			case oF16:
				got = [...]any{IsNaN16(v), IsSNaN16(v), IsInf16(v), IsSubnormal16(v), uint64(Quiet16(v)), uint64(Flush16(v))}
			case oBF16:
				got = [...]any{IsNaNBF16(v), IsSNaNBF16(v), IsInfBF16(v), IsSubnormalBF16(v), uint64(QuietBF16(v)), uint64(FlushBF16(v))}
			case oF32:
				v := uint32(x)
				got = [...]any{IsNaN32(v), IsSNaN32(v), IsInf32(v), IsSubnormal32(v), uint64(Quiet32(v)), uint64(Flush32(v))}
			case oF64:
				got = [...]any{IsNaN64(x), IsSNaN64(x), IsInf64(x), IsSubnormal64(x), Quiet64(x), Flush64(x)}
			}
			if got != want {
				t.Fatalf("%s %#x: NaN, sNaN, inf, subnormal, quiet, flush = %v, want %v", s.f.Name, x, got, want)
			}
		}
	}
}
