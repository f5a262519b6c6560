package reference

import (
	"math/rand/v2"
	"testing"
)

// TestDot: the machine's instructions make the same of lines as plain Go, to the
// last bit.
func TestDot(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	a, b := make([]float64, 2*Block), make([]float64, 4*Block)
	for range 300 {
		exact := r.IntN(2) == 0
		for _, s := range [][]float64{a, b} {
			for i := range s {
				if s[i] = r.NormFloat64(); exact {
					s[i] = float64(float32(s[i]))
				}
			}
		}
		n := 1 + r.IntN(Block)
		for i := range 2 {
			clear(a[i*Block+n : i*Block+(n+3)&^3])
		}
		for j := range 4 {
			clear(b[j*Block+n : j*Block+(n+3)&^3])
		}
		var got, want [2][4]float64
		Dot2x4(&got, a, b, n, exact)
		dot2x4Plain(&want, a, b, n)
		if got != want {
			t.Fatalf("%d numbers, exact products: %v: %v, want %v", n, exact, got, want)
		}
		sum := 0.0
		for k := range n {
			sum += a[Block+k] * b[3*Block+k]
		}
		if d := sum - got[1][3]; d > 1e-12 || d < -1e-12 {
			t.Fatalf("%d numbers: %v, want %v", n, got[1][3], sum)
		}
	}
}
