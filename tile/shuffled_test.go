package tile_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// TestShuffled: a factor that is shuffled in memory goes straight to registers, 16 bytes a lane, on
// both chips and for all sizes of elements.
func TestShuffled(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 1))
	for _, chip := range arch.Chips {
		for i, elem := range []ir.Type{ir.BF16, ir.TypeOf(chip.FP8), ir.F32, ir.I8} {
			size := 16 << (i % 2)
			rows, cols, waves := 2*size, 4*size, 2
			bits, _ := ir.BitWidth(elem)
			var depth int
			var sums ir.Type
			kernel := func(k *tile.Kernel) {
				mma := k.MMA(elem, elem, size, 1, waves)
				depth, sums = 4*mma.Step(), mma.Accumulator()
				a := k.Tensor("a", elem, int64(rows), int64(depth))
				b := k.Tensor("b", elem, int64(cols/size), int64(depth*size))
				zero := tile.I(0)
				tb := k.Load(b, mma.Shuffled(tile.SideB, cols, depth), zero, zero).As(mma.B(cols, depth))
				k.Store(k.Tensor("d", sums, int64(rows), int64(cols)), mma.Dot(k.Load(a, mma.A(rows, depth), zero, zero), tb, nil), zero, zero)
			}
			text := compiled(t, chip, tile.Waves(waves), kernel)
			if n, want := count(text, "buffer_load_dwordx4"), (rows+cols/waves)*depth*bits/8/64/16; n != want || count(text, "buffer_load") != n || count(text, "ds_") > 0 {
				t.Errorf("%s: %s: %d loads of 16 bytes, want %d, and %d LDS accesses", chip.Name, elem, n, want, count(text, "ds_"))
			}
			x, y := make([]int, rows*depth), make([]int, cols*depth)
			a, b := make([]byte, rows*depth*bits/8), make([]byte, cols*depth*bits/8)
			per := 128 / bits
			for i := range x {
				x[i] = r.IntN(5) - 2
				copy(a[i*bits/8:], encode(elem, float64(x[i])))
			}
			for i := range y {
				y[i] = r.IntN(5) - 2
				row, k := i/depth, i%depth
				at := row/size*depth*size + (k/per*size+row%size)*per + k%per
				copy(b[at*bits/8:], encode(elem, float64(y[i])))
			}
			got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: tile.Waves(waves)}).run(t, kernel, buffer("a", a), buffer("b", b), buffer("d", make([]byte, 4*rows*cols)))[2]
			for i := range rows * cols {
				want := 0
				for k := range depth {
					want += x[i/cols*depth+k] * y[i%cols*depth+k]
				}
				if code := encode(sums, float64(want)); !bytes.Equal(got[4*i:][:4], code) {
					t.Fatalf("%s: %s: element %d is not %d", chip.Name, elem, i, want)
				}
			}
		}
	}
}
