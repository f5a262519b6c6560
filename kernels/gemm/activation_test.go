package gemm

import (
	"math"
	"math/rand/v2"
	"testing"

	"heddle/num"
)

// TestFunctions compares the functions of activations with those that are rounded
// correctly.
func TestFunctions(t *testing.T) {
	f64 := &num.Format{Name: "f64", ExpBits: 11, FracBits: 52, Bias: 1023}
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 2000 {
		x := (r.Float64() - 0.5) * []float64{1e-6, 0.5, 3, 12, 60, 1400}[n%6]
		for _, f := range []struct {
			name     string
			got      float64
			function num.Function
			relative bool
		}{{"exp", exp(x), num.Exp, true}, {"erf", erf(x), num.Erf, false}} {
			want := math.Float64frombits(f64.Elementary(f.function, math.Float64bits(x)))
			scale := 1.0
			if f.relative {
				scale = math.Abs(want)
			}
			if math.Abs(f.got-want) > 0x1p-49*scale+0x1p-1070 {
				t.Errorf("%s(%v) is %v, want %v", f.name, x, f.got, want)
			}
		}
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0} {
		if got, want := exp(x), math.Exp(x); got != want && want == want || got == got && want != want {
			t.Errorf("exp(%v) is %v", x, got)
		}
		if got, want := erf(x), math.Erf(x); got != want && want == want || got == got && want != want {
			t.Errorf("erf(%v) is %v", x, got)
		}
	}
}
