package num

import (
	"math"
	"math/big"
	"testing"

	"heddle/long"
)

// Values by the facts' tables (ISA semantics 2), in the order of the codes.
func TestValueTables(t *testing.T) {
	for _, c := range []struct {
		f    *Format
		want []float32
	}{
		{FP4, []float32{0, .5, 1, 1.5, 2, 3, 4, 6}},
		{FP6, []float32{0, .125, .25, .375, .5, .625, .75, .875, 1, 1.125, 1.25, 1.375, 1.5, 1.625, 1.75, 1.875,
			2, 2.25, 2.5, 2.75, 3, 3.25, 3.5, 3.75, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5}},
		{BF6, []float32{0, .0625, .125, .1875, .25, .3125, .375, .4375, .5, .625, .75, .875, 1, 1.25, 1.5, 1.75,
			2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28}},
	} {
		for code, v := range c.want {
			neg := uint32(len(c.want) + code)
			if got := c.f.ToF32(uint32(code)); got != math.Float32bits(v) {
				t.Errorf("%s %#x = %#x, want %g", c.f.Name, code, got, v)
			}
			if got := c.f.ToF32(neg); got != math.Float32bits(v)|signBit32 {
				t.Errorf("%s %#x = %#x, want -%g", c.f.Name, neg, got, v)
			}
		}
	}
	for _, c := range []struct {
		f    *Format
		code uint32
		want uint32
	}{
		{FP8, 0x7e, math.Float32bits(448)}, {FP8, 0x7f, QNaN32}, {FP8, 0xff, NegQNaN32}, {FP8, 0x01, math.Float32bits(0x1p-9)}, {FP8, 0x80, signBit32},
		{BF8, 0x7b, math.Float32bits(57344)}, {BF8, 0x7c, 0x7f800000}, {BF8, 0xfc, 0xff800000}, {BF8, 0x7d, QNaN32}, {BF8, 0xff, NegQNaN32}, {BF8, 0x01, math.Float32bits(0x1p-16)},
		{FP8FNUZ, 0x7f, math.Float32bits(240)}, {FP8FNUZ, 0x80, QNaN32}, {FP8FNUZ, 0xff, math.Float32bits(-240)}, {FP8FNUZ, 0x01, math.Float32bits(0x1p-10)},
		{BF8FNUZ, 0x7f, math.Float32bits(57344)}, {BF8FNUZ, 0x80, QNaN32}, {BF8FNUZ, 0x01, math.Float32bits(0x1p-17)},
	} {
		if got := c.f.ToF32(c.code); got != c.want {
			t.Errorf("%s %#x = %#x, want %#x", c.f.Name, c.code, got, c.want)
		}
	}
}

// Every code of every format of up to 16 bits: Split and ToF32 against the
// definition, and back.
func TestEveryCode(t *testing.T) {
	for _, s := range append([]*spec{oF16, oBF16}, oSmall...) {
		if got := s.f.Bits(); 1<<(got-1) != s.sign() {
			t.Errorf("%s has %d bits", s.f.Name, got)
		}
		for code := range s.sign() << 1 {
			neg, sig, exp, class := s.f.Split(uint32(code))
			f32 := s.f.ToF32(uint32(code))
			switch {
			case s.isNaN(code):
				want := QNaN32
				if s.neg(code) && !s.negZeroIsNaN {
					want = NegQNaN32
				}
				if class != NaN || f32 != want || neg != (want == NegQNaN32) {
					t.Fatalf("%s %#x: class %d, f32 %#x", s.f.Name, code, class, f32)
				}
				continue
			case s.isInf(code):
				if class != Inf || neg != s.neg(code) || f32 != 0x7f800000|uint32(code&s.sign())<<(32-s.f.Bits()) {
					t.Fatalf("%s %#x: class %d, f32 %#x", s.f.Name, code, class, f32)
				}
				continue
			case s.mag(code) == 0:
				if class != Zero || sig != 0 {
					t.Fatalf("%s %#x: class %d", s.f.Name, code, class)
				}
			case class != Finite:
				t.Fatalf("%s %#x: class %d", s.f.Name, code, class)
			}
			v := new(big.Float).SetUint64(sig)
			v.SetMantExp(v, exp)
			if neg {
				v.Neg(v)
			}
			want := s.value(code)
			if v.Cmp(want) != 0 || neg != s.neg(code) || exp < s.smallestExponent || sig>>(s.frac+1) != 0 {
				t.Fatalf("%s %#x: split %v %d*2^%d, want %v", s.f.Name, code, neg, sig, exp, want)
			}
			w, _ := want.Float32()
			if got := math.Float32frombits(f32); got != w || math.Signbit(float64(got)) != s.neg(code) {
				t.Fatalf("%s %#x: f32 %g, want %g", s.f.Name, code, got, w)
			}
			if back := s.f.FromF32(f32, code%2 == 0); uint64(back) != code {
				t.Fatalf("%s %#x: comes back as %#x", s.f.Name, code, back)
			}
		}
	}
}

// fromF32 is the oracle of FromF32Scaled.
func (s *spec) fromF32(x uint32, scale int, saturate bool) uint64 {
	neg := x>>31 != 0
	switch {
	case oF32.isNaN(uint64(x)) && s.saturates:
		return s.withSign(neg, s.max)
	case oF32.isNaN(uint64(x)), oF32.isInf(uint64(x)) && s.inf == 0 && !s.saturates && !saturate:
		return s.withSign(neg, s.defaultNaN)
	case oF32.isInf(uint64(x)) && (s.saturates || saturate):
		return s.withSign(neg, s.max)
	case oF32.isInf(uint64(x)):
		return s.withSign(neg, s.inf)
	case x<<1 == 0:
		return s.withSign(neg, 0)
	}
	v := oF32.value(uint64(x))
	return s.round(v.SetMantExp(v, -scale), Env{Saturate: saturate})
}

// around calls f with every f32 near a code of s or near a middle between two
// codes, the one above the largest included, in both signs.
func (s *spec) around(f func(x uint32)) {
	for mag := range s.max + 1 {
		lo, _ := s.magnitude(mag).Float64()
		hi, _ := s.magnitude(mag + 1).Float64()
		for _, v := range []float64{lo, (lo + hi) / 2, hi} {
			b := math.Float32bits(float32(v))
			for _, x := range []uint32{b - 1, b, b + 1} {
				if x <= 0x7f800000 { // not 0-1
					f(x)
					f(x | signBit32)
				}
			}
		}
	}
}

var specialF32 = []uint32{0, 1, 0x007fffff, 0x00800000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000, 0x7fffffff, 0x3f800000}

func TestNarrowingToSmallFormats(t *testing.T) {
	r := seeded(t)
	for _, s := range oSmall {
		check := func(x uint32, scale int) {
			t.Helper()
			for _, sat := range []bool{false, true} {
				got, want := s.f.FromF32Scaled(x, scale, sat), s.fromF32(x, scale, sat)
				if uint64(got) != want {
					t.Fatalf("%s from %#x (%g) scale %d saturate %t = %#x, want %#x", s.f.Name, x, math.Float32frombits(x), scale, sat, got, want)
				}
				if scale == 0 && s.f.FromF32(x, sat) != got {
					t.Fatalf("%s FromF32(%#x) differs from FromF32Scaled", s.f.Name, x)
				}
			}
		}
		for _, x := range specialF32 {
			for _, scale := range []int{-127, -1, 0, 1, 127} {
				check(x, scale)
				check(x|signBit32, scale)
			}
		}
		s.around(func(x uint32) {
			check(x, 0)
			scale := r.IntN(240) - 120
			v := Ldexp32(x, int32(scale), Env{})
			check(v, scale)
		})
		for range 15_000 {
			x := uint32(oF32.pattern(r))
			check(x, r.IntN(255)-127)
			check(x&0x807fffff|uint32(118+r.IntN(20))<<23, r.IntN(8)-4)
		}
	}
}

func TestNarrowingByHand(t *testing.T) {
	for _, c := range []struct {
		f    *Format
		x    float32
		sat  bool
		want uint32
	}{
		{FP8, 464, false, 0x7e}, {FP8, 464.00003, false, 0x7f}, {FP8, -465, false, 0xff}, {FP8, -465, true, 0xfe},
		{BF8, 61439.996, false, 0x7b}, {BF8, 61440, false, 0x7c}, {BF8, -61440, true, 0xfb},
		{FP8FNUZ, 247.99998, false, 0x7f}, {FP8FNUZ, 248, false, 0x80}, {FP8FNUZ, -248, true, 0xff},
		{FP8FNUZ, -0x1p-11, false, 0x00}, {FP8FNUZ, -0x1.8p-11, false, 0x81}, {FP8, -0x1p-20, false, 0x80},
		{FP4, 5, false, 0x6}, {FP4, 5.0000005, false, 0x7}, {FP4, 1e30, false, 0x7}, {FP4, -0.25, false, 0x8}, {FP4, -0.2500001, false, 0x9},
		{FP6, 7.75, false, 0x1f}, {BF6, -1e9, false, 0x3f},
	} {
		if got := c.f.FromF32(math.Float32bits(c.x), c.sat); got != c.want {
			t.Errorf("%s from %g saturate %t = %#x, want %#x", c.f.Name, c.x, c.sat, got, c.want)
		}
	}
}

func TestWideningScaled(t *testing.T) {
	for _, s := range oSmall {
		for code := range s.sign() << 1 {
			for scale := -127; scale <= 127; scale++ {
				for _, to := range []*spec{oF32, oF16, oBF16} {
					var got uint64
					switch to {
					case oF32:
						got = uint64(s.f.ToF32Scaled(uint32(code), scale))
					case oF16:
						got = uint64(s.f.ToF16Scaled(uint32(code), scale))
					case oBF16:
						got = uint64(s.f.ToBF16Scaled(uint32(code), scale))
					}
					// The sum of tests over scales far out adds nothing: sample them.
					if abs := max(scale, -scale); abs > 30 && abs < 100 && abs%7 != 0 || (int(code)+scale)%3 != 0 {
						continue
					}
					neg := s.neg(code)
					var want uint64
					switch v := s.value(code); {
					case s.isNaN(code):
						want = to.withSign(neg && !s.negZeroIsNaN, to.defaultNaN)
					case s.isInf(code):
						want = to.withSign(neg, to.inf)
					case v.Sign() == 0:
						want = to.withSign(neg, 0)
					default:
						want = to.round(v.SetMantExp(v, scale), Env{})
					}
					if got != want {
						t.Fatalf("%s %#x * 2^%d to %s = %#x, want %#x", s.f.Name, code, scale, to.f.Name, got, want)
					}
				}
			}
		}
	}
}

// stochastic is the oracle of stochastic rounding: how far x is on its way from
// one code to the next, in steps of 2^-width, plus random, reaches the next or
// does not.
func (s *spec) stochastic(x uint32, scale int, random uint32, saturate bool) uint64 {
	if oF32.mag(uint64(x)) >= oF32.inf || x<<1 == 0 {
		return s.fromF32(x, scale, saturate)
	}
	v := oF32.value(uint64(x))
	v.SetMantExp(v.Abs(v), -scale)
	mag := s.below(v)
	if mag <= s.max {
		width := 23 - s.frac
		step := new(big.Float).SetPrec(s.prec).Sub(s.magnitude(mag+1), s.magnitude(mag))
		way := new(big.Float).SetPrec(s.prec).Sub(v, s.magnitude(mag))
		way.SetMantExp(way, width)
		steps, _ := way.Quo(way, step).Uint64()
		if steps+uint64(random>>(32-width)) >= 1<<width {
			mag++
		}
	}
	if mag > s.max { // as the narrowing of something far too large
		return s.fromF32(x&signBit32|0x7f7fffff, -64, saturate)
	}
	return s.withSign(x>>31 != 0, mag)
}

func TestStochastic(t *testing.T) {
	r := seeded(t)
	for _, s := range append([]*spec{oF16, oBF16}, oSmall...) {
		check := func(x uint32, scale int, random uint32, sat bool) {
			t.Helper()
			var got uint64
			switch s {
			case oF16:
				scale, sat, got = 0, false, uint64(F32ToF16SR(x, random))
			case oBF16:
				scale, sat, got = 0, false, uint64(F32ToBF16SR(x, random))
			default:
				got = uint64(s.f.StochasticF32(x, scale, random, sat))
			}
			want := s.stochastic(x, scale, random, sat)
			if s.frac > 3 && oF32.isNaN(uint64(x)) {
				want = uint64(x>>31)*s.sign() | s.defaultNaN | uint64(x&0x7fffff)>>(23-s.frac)
			}
			if got != want {
				t.Fatalf("%s stochastic %#x (%g) scale %d random %#x saturate %t = %#x, want %#x", s.f.Name, x, math.Float32frombits(x), scale, random, sat, got, want)
			}
		}
		for _, x := range specialF32 {
			for _, random := range []uint32{0, 0xffffffff, r.Uint32()} {
				check(x, 0, random, false)
				check(x|signBit32, 0, random, true)
			}
		}
		n := 0
		s.around(func(x uint32) {
			if n++; s.frac > 3 && n%long.Count(64, 16) != 0 {
				return
			}
			check(x, 0, 0, n%2 == 0)
			check(x, 0, 0xffffffff, n%2 == 0)
			check(x, 0, 1<<(32-23+s.frac), false)
			check(x, 0, r.Uint32(), n%2 == 0)
		})
		for range 20_000 {
			x := uint32(oF32.pattern(r))
			check(x, r.IntN(255)-127, r.Uint32(), r.IntN(2) == 0)
			check(x&0x807fffff|uint32(105+r.IntN(36))<<23, r.IntN(8)-4, r.Uint32(), r.IntN(2) == 0)
		}
	}
}

// The share of random values that round up is the distance from the code
// below: here for every one of the 20 bits that fp8 uses, 1 + 3/8 of a step.
func TestStochasticShare(t *testing.T) {
	x := math.Float32bits(1 + 0.125*3/8)
	up := 0
	for random := range uint32(1 << 20) {
		if FP8.StochasticF32(x, 0, random<<12|random>>8, false) == 0x39 {
			up++
		}
	}
	if up != 1<<20*3/8 {
		t.Errorf("%d of 2^20 random values round up, want 3/8 of them", up)
	}
}

func TestE8M0(t *testing.T) {
	for b := range 256 {
		exp, nan := E8M0ToExp(uint8(b))
		if nan != (b == 255) || !nan && exp != b-127 {
			t.Errorf("E8M0ToExp(%#x) = %d, %t", b, exp, nan)
		}
	}
}
