package lsq

import (
	"math"
	"testing"
)

// TestFit: a line through points of which every fifth is far off: absolute errors are not led by these.
func TestFit(t *testing.T) {
	p := &Problem{Start: []float64{0, 0, 7}, Prior: []float64{0, 0, 7}, Spread: []float64{100, 100, 0}, Rows: 50, Scale: 0.01, Steps: 50,
		Residual: func(p, r []float64) {
			for i := range r {
				y := 3 + 2*float64(i)
				if i%5 == 0 {
					y += 100
				}
				r[i] = p[0] + p[1]*float64(i) - y
			}
		}}
	got := Fit(p)
	if math.Abs(got[0]-3) > 0.05 || math.Abs(got[1]-2) > 0.01 || got[2] != 7 {
		t.Errorf("%v, want 3, 2 and the fixed 7", got)
	}
	p.Weight = make([]float64, 50) // nothing was measured: what was known before stays
	p.Start, p.Prior = []float64{5, 5, 7}, []float64{1, 1, 7}
	if got := Fit(p); math.Abs(got[0]-1) > 1e-3 || math.Abs(got[1]-1) > 1e-3 {
		t.Errorf("%v without measurements, want what is known beforehand", got)
	}
}
