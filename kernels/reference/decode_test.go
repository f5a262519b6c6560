package reference

import (
	"math"
	"testing"

	"heddle/num"
)

// TestLargest: no code of a format is a larger finite number, and one is that number.
func TestLargest(t *testing.T) {
	for _, f := range []*num.Format{num.F16, num.BF16, num.FP8, num.FP8FNUZ, num.BF8, num.BF8FNUZ, num.FP6, num.BF6, num.FP4} {
		want, dec, v := 0.0, NewDecoder(f), []float64{0}
		for code := range 1 << f.Bits() {
			dec.Run(v, []byte{byte(code), byte(code >> 8)}, 0)
			if v[0] > want && !math.IsInf(v[0], 0) { // no NaN
				want = v[0]
			}
		}
		if got := Largest(f); got != want {
			t.Errorf("%s: %v, want %v", f.Name, got, want)
		}
	}
	if got := Largest(num.F32); got != math.MaxFloat32 {
		t.Errorf("f32: %v", got)
	}
}
