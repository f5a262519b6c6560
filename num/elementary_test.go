package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"heddle/long"
)

// The functions that the hardware has, too, are computed by other means there.
func TestElementaryAgainstHardware(t *testing.T) {
	pairs := []struct {
		name string
		fn   Function
		f16  func(uint16) uint16
		f32  func(uint32) uint32
	}{
		{"exp2", Exp2, Exp2F16, Exp2F32}, {"log2", Log2, Log2F16, Log2F32},
		{"sqrt", Sqrt, SqrtF16, SqrtF32}, {"rsqrt", Rsqrt, RsqF16, RsqF32},
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, p := range pairs {
		step := 7
		for x := 0; x < 1<<16; x += step {
			got, want := uint16(F16.Elementary(p.fn, uint64(x))), p.f16(uint16(x))
			if got != want && !(IsNaN16(got) && IsNaN16(want)) {
				t.Fatalf("%s of f16 %#x is %#x, not %#x", p.name, x, got, want)
			}
		}
		for i := range 3000 {
			x := r.Uint32()
			if i%2 == 0 {
				x = math.Float32bits(float32(r.NormFloat64() * 10))
			}
			got, want := uint32(F32.Elementary(p.fn, uint64(x))), p.f32(x)
			if got != want && !(IsNaN32(got) && IsNaN32(want)) {
				t.Fatalf("%s of f32 %#x is %#x, not %#x", p.name, x, got, want)
			}
		}
	}
	for i := range 3000 {
		x := math.Float64bits(math.Abs(r.NormFloat64()) * math.Ldexp(1, r.IntN(2000)-1000))
		if i < 10 {
			x = uint64(i) // subnormal
		}
		if got, want := F64.Elementary(Sqrt, x), SqrtF64(x); got != want {
			t.Fatalf("sqrt of f64 %#x is %#x, not %#x", x, got, want)
		}
		if got, want := F64.Elementary(Rsqrt, x), RsqF64(x); got != want {
			t.Fatalf("rsqrt of f64 %#x is %#x, not %#x", x, got, want)
		}
	}
}

// goFunctions are those of package math. They are good to 12 digits and more,
// and rounded to f32 they are nearly always right.
var goFunctions = []struct {
	name string
	fn   Function
	f    func(float64) float64
}{
	{"exp", Exp, math.Exp}, {"exp2", Exp2, math.Exp2}, {"expm1", ExpM1, math.Expm1},
	{"log", Log, math.Log}, {"log2", Log2, math.Log2}, {"log10", Log10, math.Log10}, {"log1p", Log1P, math.Log1p},
	{"sin", Sin, math.Sin}, {"cos", Cos, math.Cos}, {"tan", Tan, math.Tan},
	{"asin", Asin, math.Asin}, {"acos", Acos, math.Acos}, {"atan", Atan, math.Atan},
	{"sinh", Sinh, math.Sinh}, {"cosh", Cosh, math.Cosh}, {"tanh", Tanh, math.Tanh},
	{"asinh", Asinh, math.Asinh}, {"acosh", Acosh, math.Acosh}, {"atanh", Atanh, math.Atanh},
	{"erf", Erf, math.Erf}, {"erfc", Erfc, math.Erfc}, {"cbrt", Cbrt, math.Cbrt},
}

func TestElementaryAgainstGo(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	xs := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 2, -2, 10, 1000, 1e5, 1e-300, -1e300, 1e-40,
		math.Inf(1), math.Inf(-1), math.NaN(), 88, 710.5, -746, 26, 27, 5.9, 6.1}
	for range long.Count(60, 200) {
		xs = append(xs, r.NormFloat64(), r.NormFloat64()*math.Ldexp(1, r.IntN(40)-30), r.NormFloat64()*20)
	}
	for _, g := range goFunctions {
		wrong := 0
		for _, x := range xs {
			got, want := math.Float64frombits(F64.Elementary(g.fn, math.Float64bits(x))), g.f(x)
			if !(math.IsNaN(got) && math.IsNaN(want)) && got != want && !(math.Abs(got-want) <= 1e-12*math.Abs(want)) {
				t.Errorf("%s(%v) is %v, not %v", g.name, x, got, want)
			}
			small := float32(x)
			got32 := uint32(F32.Elementary(g.fn, uint64(math.Float32bits(small))))
			want32 := math.Float32bits(float32(g.f(float64(small))))
			if d := int32(got32 - want32); d != 0 && !(IsNaN32(got32) && IsNaN32(want32)) {
				wrong++
				if d > 1 || d < -1 {
					t.Errorf("f32 %s(%v) is %#x, not %#x", g.name, small, got32, want32)
				}
			}
		}
		if wrong > 2 {
			t.Errorf("f32 %s: %d of %d results are not those of package math", g.name, wrong, len(xs))
		}
	}
}

func TestPow(t *testing.T) {
	special := []float64{0, math.Copysign(0, -1), 1, -1, 2, -2, 0.5, -0.5, 3, -3, 1.5, math.Inf(1), math.Inf(-1), math.NaN(), 5e-324, math.MaxFloat64}
	r := rand.New(rand.NewPCG(5, 6))
	check := func(x, y float64) {
		t.Helper()
		got, want := math.Float64frombits(F64.Pow(math.Float64bits(x), math.Float64bits(y))), math.Pow(x, y)
		if math.IsNaN(got) && math.IsNaN(want) || math.Abs(want) < 1e-307 && math.Abs(got) < 1.1e-307 {
			return
		}
		if d := int64(math.Float64bits(got)) - int64(math.Float64bits(want)); d > 50 || d < -50 {
			t.Errorf("pow(%v, %v) is %v, not %v", x, y, got, want)
		}
	}
	for _, x := range special {
		for _, y := range special {
			check(x, y)
		}
	}
	for range 500 {
		check(math.Abs(r.NormFloat64()*5), r.NormFloat64()*20)
		check(r.NormFloat64(), float64(r.IntN(40)-20))
	}
	// An exact tie: 1.5^n in f16 has n+1 bits.
	for n := range 30 {
		x := uint64(0x3e00) // 1.5
		y := uint64(F16.roundBig(big.NewFloat(float64(n))))
		exact := big.NewFloat(1)
		for range n {
			exact.Mul(exact, big.NewFloat(1.5))
		}
		if got, want := F16.Pow(x, y), F16.roundBig(exact); got != want {
			t.Errorf("1.5^%d is %#x, not %#x", n, got, want)
		}
	}
}

func TestElementaryExact(t *testing.T) {
	for _, c := range []struct {
		f        *Format
		fn       Function
		x, want  uint64
		describe string
	}{
		{F32, Exp2, 0xc3160000, 0, "2^-150, the middle between 0 and the smallest number"},
		{F32, Log10, 0x447a0000, 0x40400000, "log10(1000) = 3"},
		{F32, Exp, 0, 0x3f800000, "e^0"},
		{F32, Exp, 0x42b17218, 0x7f800000, "e^88.7229 overflows"},
		{F32, Exp, 0x42b17217, 0x7f7fff84, "e^88.722832 does not"},
		{F32, Cbrt, 0xc1d80000, 0xc0400000, "cbrt(-27) = -3"},
		{F64, Sin, 0x7fefffffffffffff, 0x3f7452fc98b34e97, "sin of the largest number"},
		{F64, Cos, 0x42f921fb54442d18, 0, ""},
		{F16, Erf, 0x7c00, 0x3c00, "erf(inf) = 1"},
		{F16, Tanh, 0x0001, 0x0001, "tanh of the smallest number"},
	} {
		if c.describe == "" {
			continue
		}
		if got := c.f.Elementary(c.fn, c.x); got != c.want {
			t.Errorf("%s: got %#x, want %#x", c.describe, got, c.want)
		}
	}
}

func BenchmarkElementary(b *testing.B) {
	for i, n := range []string{"exp", "log", "sin", "tanh", "erf"} {
		fn := []Function{Exp, Log, Sin, Tanh, Erf}[i]
		b.Run(n, func(b *testing.B) {
			for i := range b.N {
				F32.Elementary(fn, uint64(0x3f800000+i%0x1000000))
			}
		})
	}
}

// Every function takes every operand.
func TestElementaryAnyOperand(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for fn := range Function(len(elementaries)) {
		for x := 0; x < 1<<16; x += 509 {
			F16.Elementary(fn, uint64(x))
			BF16.Elementary(fn, uint64(x))
		}
		for range 60 {
			F64.Elementary(fn, r.Uint64())
		}
	}
	for range 300 {
		F64.Pow(r.Uint64(), r.Uint64())
		F64.Atan2(r.Uint64(), r.Uint64())
		F64.PowInt(r.Uint64(), int64(r.Uint64()))
	}
}
