package tile_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
	"heddle/tile/tiletest"
)

// TestHalves: the halves of a product's columns, sums in lanes that are summed up once more, and rounding away from
// zero, and towards it.
func TestHalves(t *testing.T) {
	const rows, cols = 64, 64
	r := rand.New(rand.NewPCG(19, 3))
	x := make([]float32, rows*cols)
	for i := range x {
		code := math.Float32bits(float32(r.IntN(4001)-2000) / 16)
		if r.IntN(2) == 0 {
			code = code&^0xffff | 0x8000 // halfway
		}
		x[i] = math.Float32frombits(code)
	}
	tiletest.Each(t, func(t *testing.T, chip *arch.Chip) {
		for _, size := range []int{32, 16} {
			swapped, sums := make([]float32, rows*cols), make([]float32, rows)
			away, truncated := make([]float32, rows*cols), make([]float32, rows*cols)
			tiletest.Run(t, tile.Launch{Chip: chip, Waves: 2, Grid: [3]uint32{1}}, func(k *tile.Kernel) {
				l, zero := k.MMA(ir.BF16, ir.BF16, size, 2, 1).C(rows, cols), tile.I(0)
				v := k.Load(k.Tensor("x", ir.F32, rows, cols), l, zero, zero)
				left, right := k.Halves(v)
				out := k.Tensor("swapped", ir.F32, rows, cols)
				k.Store(out, right, zero, zero)
				k.Store(out, left, zero, tile.I(cols/2))
				lanes := k.ReduceInLanes(tile.Sum, k.Map("roundeven", v), tile.OverCols)
				k.Store(k.Tensor("sums", ir.F32, rows, 1), k.Reduce(tile.Sum, lanes, tile.OverCols), zero, zero)
				k.Store(k.Tensor("away", ir.F32, rows, cols), k.Convert(k.Convert(v, ir.BF16, tile.Away), ir.F32), zero, zero)
				k.Store(k.Tensor("truncated", ir.F32, rows, cols), k.Convert(k.Convert(v, ir.BF16, tile.Truncate), ir.F32), zero, zero)
			}, x, swapped, sums, away, truncated)
			for row := range rows {
				sum := 0.0
				for col := range cols {
					at, is := row*cols+col, x[row*cols+col]
					sum += math.RoundToEven(float64(is))
					if got := swapped[row*cols+(col+cols/2)%cols]; got != is {
						t.Fatalf("%d: element %d, %d is %g, want %g", size, row, col, got, is)
					}
					if want := math.Float32frombits((math.Float32bits(is) + 1<<15) &^ 0xffff); away[at] != want {
						t.Fatalf("%d: %x is rounded to %x, want %x", size, math.Float32bits(is), math.Float32bits(away[at]), math.Float32bits(want))
					}
					if want := math.Float32frombits(math.Float32bits(is) &^ 0xffff); truncated[at] != want {
						t.Fatalf("%d: %x is truncated to %x, want %x", size, math.Float32bits(is), math.Float32bits(truncated[at]), math.Float32bits(want))
					}
				}
				if float64(sums[row]) != sum {
					t.Fatalf("%d: the sum of row %d is %g, want %g", size, row, sums[row], sum)
				}
			}
		}
	})
}
