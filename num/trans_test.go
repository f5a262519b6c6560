package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"heddle/long"
)

func TestTransSpecialValues(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func(uint32) uint32
		x    uint32
		want uint32
	}{
		{"log2(+0)", Log2F32, 0, 0xff800000},
		{"log2(-0)", Log2F32, 0x80000000, 0xff800000},
		{"log2(-1)", Log2F32, 0xbf800000, 0xffc00000},
		{"log2(-inf)", Log2F32, 0xff800000, 0xffc00000},
		{"log2(+inf)", Log2F32, 0x7f800000, 0x7f800000},
		{"log2(1)", Log2F32, 0x3f800000, 0},
		{"log2(2^-149)", Log2F32, 1, 0xc3150000},
		{"exp2(-inf)", Exp2F32, 0xff800000, 0},
		{"exp2(+inf)", Exp2F32, 0x7f800000, 0x7f800000},
		{"exp2(-0)", Exp2F32, 0x80000000, 0x3f800000},
		{"exp2(128)", Exp2F32, 0x43000000, 0x7f800000},
		{"exp2(128-)", Exp2F32, 0x42ffffff, 0x7f7fffa7},
		{"exp2(-149)", Exp2F32, 0xc3150000, 1},
		{"exp2(-150+)", Exp2F32, 0xc315ffff, 1},
		{"exp2(-150), a tie to even", Exp2F32, 0xc3160000, 0},
		{"exp2(-3e38)", Exp2F32, 0xff7fffff, 0},
		{"rcp(+0)", RcpF32, 0, 0x7f800000},
		{"rcp(-0)", RcpF32, 0x80000000, 0xff800000},
		{"rcp(+inf)", RcpF32, 0x7f800000, 0},
		{"rcp(-inf)", RcpF32, 0xff800000, 0x80000000},
		{"rcp(-2)", RcpF32, 0xc0000000, 0xbf000000},
		{"rcp(-2^-149)", RcpF32, 0x80000001, 0xff800000},
		{"rcp(2^127)", RcpF32, 0x7f000000, 0x00400000},
		{"rsq(+0)", RsqF32, 0, 0x7f800000},
		{"rsq(-0)", RsqF32, 0x80000000, 0xff800000},
		{"rsq(-1)", RsqF32, 0xbf800000, 0xffc00000},
		{"rsq(+inf)", RsqF32, 0x7f800000, 0},
		{"rsq(2^-148)", RsqF32, 2, 0x64800000},
		{"sqrt(-0)", SqrtF32, 0x80000000, 0x80000000},
		{"sqrt(-1)", SqrtF32, 0xbf800000, 0xffc00000},
		{"sqrt(+inf)", SqrtF32, 0x7f800000, 0x7f800000},
		{"sin(+inf)", SinTurnsF32, 0x7f800000, 0xffc00000},
		{"sin(-inf)", SinTurnsF32, 0xff800000, 0xffc00000},
		{"sin(-0)", SinTurnsF32, 0x80000000, 0x80000000},
		{"sin(-1/2)", SinTurnsF32, 0xbf000000, 0x80000000},
		{"sin(1/4)", SinTurnsF32, 0x3e800000, 0x3f800000},
		{"sin(-1/4)", SinTurnsF32, 0xbe800000, 0xbf800000},
		{"sin(1/8)", SinTurnsF32, 0x3e000000, 0x3f3504f3},
		{"sin(3e38)", SinTurnsF32, 0x7f7fffff, 0},
		{"sin(2^-149)", SinTurnsF32, 1, 6},
		{"cos(-inf)", CosTurnsF32, 0xff800000, 0xffc00000},
		{"cos(-1/4)", CosTurnsF32, 0xbe800000, 0},
		{"cos(1/2)", CosTurnsF32, 0x3f000000, 0xbf800000},
		{"cos(-3e38)", CosTurnsF32, 0xff7fffff, 0x3f800000},
	} {
		if got := c.f(c.x); got != c.want {
			t.Errorf("%s = %#08x, want %#08x", c.name, got, c.want)
		}
	}
	for _, o := range transOracles {
		for _, nan := range []uint32{0x7f800001, 0xff812345, 0x7fc00001, 0xffffffff} {
			if got := o.f32(nan); got != nan|0x00400000 {
				t.Errorf("%s(%#08x) = %#08x, want the operand quieted", o.name, nan, got)
			}
		}
	}
}

func TestTransF16Exhaustive(t *testing.T) {
	for _, o := range transOracles {
		t.Run(o.name, func(t *testing.T) {
			for x := range 1 << 16 {
				if !sampled16(x) {
					continue
				}
				want := uint16(patternF16.want(o, uint64(x)))
				if got := o.f16(uint16(x)); got != want {
					t.Fatalf("%sF16(%#04x) = %#04x, want %#04x", o.name, x, got, want)
				}
			}
		})
	}
}

// TestTransF32 also looks at both approximations, since the function itself
// hardly ever needs the wide one: each is within its bound of the exact value.
func TestTransF32(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	samples := long.Count(12_000, 100_000)
	for _, o := range transOracles {
		t.Run(o.name, func(t *testing.T) {
			var worstFast, worstWide float64
			try := func(x uint32) {
				e, ok := transEvaluate(o.name, x)
				if !ok {
					want := uint32(patternF32.want(o, uint64(x)))
					if got := o.f32(x); got != want {
						t.Fatalf("%sF32(%#08x) = %#08x, want %#08x", o.name, x, got, want)
					}
					return
				}
				exact := o.exact(float64(math.Float32frombits(x)))
				want := uint32(patternF32.round(exact))
				if got := o.f32(x); got != want {
					t.Fatalf("%sF32(%#08x) = %#08x, want %#08x", o.name, x, got, want)
				}
				fast, wide := e.errors(exact)
				worstFast, worstWide = max(worstFast, fast), max(worstWide, wide)
				if bound := transErrBound[o.name]; fast > bound || wide > bound || bound > transErr {
					t.Fatalf("%sF32(%#08x) is approximated to %v and %v places, want %v and at most %v", o.name, x, fast, wide, bound, transErr)
				}
				if got := e.wide(); got != want {
					t.Fatalf("wide %sF32(%#08x) = %#08x, want %#08x", o.name, x, got, want)
				}
			}
			directed := transDirectedF32(o.name)
			for _, x := range directed {
				try(x)
			}
			for range samples - len(directed) {
				try(transRandomF32(o.name, rng))
			}
			t.Logf("approximations within %.1f and %.1f places", worstFast, worstWide)
		})
	}
}

// transErrBound has the bounds derived at transErr.
var transErrBound = map[string]float64{"exp2": 22, "log2": 8, "sin": 7, "cos": 7}

// errors returns the distances of the approximations from the exact value, in
// units of their last places.
func (e transEvaluation) errors(exact *big.Float) (fast, wide float64) {
	distance := func(sig *big.Float, exp int) float64 {
		if e.neg {
			sig.Neg(sig)
		}
		places := bigNew().SetMantExp(exact, -exp)
		d, _ := places.Sub(places, sig).Float64()
		return math.Abs(d)
	}
	sigWide := bigNew().SetMantExp(bigNew().SetUint64(e.sigWide.hi), 64)
	sigWide.Add(sigWide, bigNew().SetUint64(e.sigWide.lo))
	return distance(bigNew().SetUint64(e.sig), e.exp), distance(sigWide, e.expWide)
}

// TestTransZiv looks at the rounding around the middle between 1 and the next
// f32: an error of transErr must not reach the middle.
func TestTransZiv(t *testing.T) {
	const middle uint64 = 1<<63 + 1<<39
	for d := -200; d <= 200; d++ {
		want, wantOK := uint64(0x3f800000), d < -transErr || d > transErr
		if d > 0 {
			want++
		}
		r, ok := transF32.ziv(false, middle+uint64(d), -63)
		if ok != wantOK || ok && r != want {
			t.Errorf("ziv at the middle %+d = %#08x, %v, want %#08x, %v", d, r, ok, want, wantOK)
		}
		wide := transU128{middle, 0}.add(transU128{uint64(d >> 63), uint64(d)})
		if !wantOK {
			want = transZivPanics
		}
		if r := transZivWide(wide); r != want && d*d != transErr*transErr {
			t.Errorf("zivWide at the middle %+d = %#08x, want %#08x", d, r, want)
		}
	}
}

const transZivPanics = 1 << 32 // no pattern of an f32

// transZivWide rounds x * 2^-127 and turns the panic of an undecided case into
// a value.
func transZivWide(x transU128) (r uint64) {
	defer func() {
		if recover() != nil {
			r = transZivPanics
		}
	}()
	return transF32.zivWide(false, x, -127)
}

// transDirectedF32 returns patterns where something may go wrong: the ends and
// the middle of every binade, and the neighbours of round numbers.
func transDirectedF32(name string) []uint32 {
	var xs []uint32
	for exp := range uint32(256) {
		for _, frac := range []uint32{0, 1, 2, 0x3504f2, 0x3504f3, 0x3504f4, 0x400000, 0x7ffffe, 0x7fffff} {
			xs = append(xs, exp<<23|frac, 1<<31|exp<<23|frac)
		}
	}
	around := func(v float64, ulps int32) {
		x := math.Float32bits(float32(v))
		for d := -ulps; d <= ulps; d++ {
			xs = append(xs, x+uint32(d), x+uint32(d)^1<<31)
		}
	}
	around(1, 300)
	for i := range 160 {
		around(float64(i), 3)
		around(float64(i)/8, 3)
	}
	return append(xs, transHard[name]...)
}

// transHard has all f32 operands that 64 bits leave undecided, as the
// exhaustive test lists them.
var transHard = map[string][]uint32{
	"exp2": {0xb52d1f9a, 0xbcf3a937},
	"log2": {0x3ea07ab9, 0x40207ab9},
}

// TestTransHard makes sure that TestTransF32, by these operands, runs the
// functions through their wide evaluation.
func TestTransHard(t *testing.T) {
	for name, xs := range transHard {
		for _, x := range xs {
			e, ok := transEvaluate(name, x)
			if _, decided := e.fast(); !ok || decided {
				t.Errorf("%sF32(%#08x) is decided with 64 bits; list the operands anew with -trans.exhaustive=1", name, x)
			}
		}
	}
}

func transRandomF32(name string, rng *rand.Rand) uint32 {
	x := rng.Uint32()
	if x&1 != 0 {
		return rng.Uint32()
	}
	switch name { // where the function is neither trivial nor special
	case "exp2":
		return math.Float32bits(rng.Float32()*300 - 155)
	case "log2":
		return math.Float32bits(1 + float32(rng.NormFloat64()*0.05))
	case "sin", "cos":
		return x&0x80ffffff | (115+rng.Uint32N(36))<<23
	}
	return x >> 1
}

// TestTransF64 walks random operands and the ends of all binades.
func TestTransF64(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, o := range transOracles {
		if o.f64 == nil {
			continue
		}
		t.Run(o.name, func(t *testing.T) {
			try := func(x uint64) {
				want := patternF64.want(o, x)
				if got := o.f64(x); got != want {
					t.Fatalf("%sF64(%#016x) = %#016x, want %#016x", o.name, x, got, want)
				}
			}
			for exp := range uint64(4096) {
				for _, frac := range []uint64{0, 1, 2, 1<<51 - 1, 1 << 51, 1<<52 - 2, 1<<52 - 1} {
					try(exp<<52 | frac)
				}
			}
			for range long.Count(10_000, 40_000) {
				x := rng.Uint64()
				try(x)
				try(x >> 1)
				try(x >> (12 + x>>58)) // subnormal
				// The neighbours of a square are hard to round.
				root := float64(1 + x>>38)
				square := math.Float64bits(root * root)
				try(square - 1)
				try(square)
				try(square + 1)
			}
		})
	}
}

// TestTransWideArithmetic compares the 128-bit product with one made of
// 32-bit digits.
func TestTransWideArithmetic(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	word := func() uint64 {
		return []uint64{0, 1, 1<<32 - 1, 1 << 63, 1<<64 - 1, rng.Uint64(), rng.Uint64(), rng.Uint64()}[rng.IntN(8)]
	}
	for range 100_000 {
		a, b := transU128{word(), word()}, transU128{word(), word()}
		if got, want := a.mul(b), transDigitMul(a, b); got != want {
			t.Fatalf("%x * %x = %x, want %x", a, b, got, want)
		}
		if got := a.sub(b).add(b); got != a {
			t.Fatalf("%x - %x + the same = %x", a, b, got)
		}
	}
}

func transDigitMul(a, b transU128) transU128 {
	digits := func(a transU128) [4]uint64 {
		return [4]uint64{a.lo & (1<<32 - 1), a.lo >> 32, a.hi & (1<<32 - 1), a.hi >> 32}
	}
	x, y, p := digits(a), digits(b), [8]uint64{}
	for i := range x {
		carry := uint64(0)
		for j := range y {
			s := x[i]*y[j] + p[i+j] + carry
			p[i+j], carry = s&(1<<32-1), s>>32
		}
		p[i+4] = carry
	}
	return transU128{p[7]<<32 | p[6], p[5]<<32 | p[4]}
}
