package gemm_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"heddle/kernels/gemm"
	"heddle/kernels/gemm/gemmtest"
	"heddle/long"
)

// TestReference: elements of problems of all kinds are the exact ones but for
// errors of float64, and what the hardware makes of them is within the bound; and
// by far not always far inside.
func TestReference(t *testing.T) {
	const elements = 6
	seeds := long.Count(100, 600)
	most := map[string]float64{}
	for seed := range uint64(seeds) {
		p := gemmtest.Random(seed)
		d := p.Random(seed)
		o := oracle{p, d}
		r := rand.New(rand.NewPCG(seed, 3))
		for n := range elements {
			i, j := r.Int64N(p.M), r.Int64N(p.N)
			if n == 0 {
				i, j = p.M-1, p.N-1
			}
			batch := r.Int64N(p.Batch)
			want, bound := p.Reference(d.Inputs(), gemm.Rect{Batch: batch, Row: i, Col: j, Rows: 1, Cols: 1})
			exact := o.exact(batch, i, j)
			if math.IsNaN(exact) || math.IsInf(bound[0], 0) {
				t.Fatalf("seed %d: %s: exact %v, bound %v", seed, gemmtest.Flags(p), exact, bound[0])
			}
			if p.Out.Name == "fp8" { // saturated
				if largest := o.rounded(math.MaxFloat32); math.Abs(exact) > largest {
					exact = math.Copysign(largest, exact)
				}
			}
			slack := bound[0] * 0x1p-9
			if p.Out.Name == "f64" {
				slack = bound[0]
			}
			if diff := math.Abs(exact - want[0]); !(diff <= slack) {
				t.Fatalf("seed %d: %s: D[%d, %d, %d] is %v, want %v (bound %v)", seed, gemmtest.Flags(p), batch, i, j, want[0], exact, bound[0])
			}
			got := o.hardware(batch, i, j)
			diff := math.Abs(got - want[0])
			if !(diff <= bound[0]) && !math.IsInf(got, 0) {
				t.Fatalf("seed %d: %s: D[%d, %d, %d]: the hardware makes %v of %v, more than %v off", seed, gemmtest.Flags(p), batch, i, j, got, exact, bound[0])
			}
			if bound[0] > 0 && !math.IsInf(got, 0) {
				most[p.A.Name+" "+p.Out.Name] = max(most[p.A.Name+" "+p.Out.Name], diff/bound[0])
			}
		}
	}
	for kind, ratio := range most {
		t.Logf("%s: error/bound up to %.3f", kind, ratio)
	}
}
