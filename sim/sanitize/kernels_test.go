package sanitize

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"heddle/sim"
	simd "heddle/sim/lanes"
)

// TestShadowBytes: the shadow of the LDS is the same with kernels and without.
func TestShadowBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const size = 1000
	for level := simd.AVX2; level <= simd.Best(); level++ {
		plain, quick := newShadowBytes(size, 0, simd.None), newShadowBytes(size, 0, level)
		found := 0
		for range 20_000 {
			a := sim.Access{Space: sim.SpaceLDS, Size: []int{1, 2, 4, 8, 12, 16}[r.IntN(6)], Lanes: r.Uint64() | r.Uint64(), Places: new([64]uint32), Offset: r.Uint32N(32)}
			if r.IntN(3) == 0 {
				a.Lanes = allLanes
			}
			for l := range a.Places {
				a.Places[l] = r.Uint32N(size - 60)
				if r.IntN(5000) == 0 {
					a.Places[l] = r.Uint32() - a.Offset
				}
			}
			x, y := plain.load(&a), quick.load(&a)
			if x != y {
				t.Fatalf("%v: in range %v, with kernels %v: %+v", level, x, y, a)
			}
			if !x {
				continue
			}
			for i := range dwords(&a) {
				for m := a.Lanes; m != 0; m &= m - 1 {
					if l := bits.TrailingZeros64(m); plain.rows[i][l] != quick.rows[i][l] {
						t.Fatalf("%v: dword %d of lane %d is %#x, with kernels %#x: %+v", level, i, l, plain.rows[i][l], quick.rows[i][l], a)
					}
				}
			}
			v := byte(r.IntN(3))
			if x, y := plain.only(&a, v), quick.only(&a, v); x != y {
				t.Fatalf("%v: only %d is %v, with kernels %v: %+v", level, v, x, y, a)
			} else if x {
				found++
			}
			if r.IntN(2) == 0 {
				a.Lanes &= r.Uint64() & r.Uint64() & r.Uint64() & r.Uint64()
				plain.set(&a, v)
				quick.set(&a, v)
			} else if r.IntN(8) == 0 {
				plain.fill(0)
				quick.fill(0)
			}
			if string(plain.bytes[:size]) != string(quick.bytes[:size]) {
				t.Fatalf("%v: other bytes with kernels after %+v", level, a)
			}
		}
		if found == 0 {
			t.Error("nothing was uniform")
		}
	}
}
