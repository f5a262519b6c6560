package gemm

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestUnits: a number is an odd multiple of its unit.
func TestUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	line := make([]float64, blockK)
	for range 2000 {
		line[0] = math.Ldexp(float64(r.Int64()>>r.IntN(63)), r.IntN(600)-300)
		if r.IntN(2) == 0 {
			line[0] = -line[0]
		}
		got := noUnits(nil, 1)
		units(got, line, 1)
		if line[0] == 0 {
			continue
		}
		n := math.Ldexp(line[0], -got[0])
		if n != math.Trunc(n) || math.Mod(n, 2) == 0 {
			t.Fatalf("the unit of %x is 2^%d", line[0], got[0])
		}
	}
	got := noUnits(nil, 1)
	units(got, []float64{12, 0, math.NaN(), math.Inf(1), 40}, 5)
	if got[0] != 2 {
		t.Errorf("the unit is 2^%d, want 2^2", got[0])
	}
}
