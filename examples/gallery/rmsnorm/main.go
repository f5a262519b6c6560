// RMS normalisation of the rows of a matrix, in f32.
//
//	go run ./examples/gallery/rmsnorm
package main

import (
	"math"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

const rows, cols, eps = 21, 500, 1e-6

// rmsnorm is x/√(mean of x² + eps) of each row.
func rmsnorm(k *tile.Kernel) {
	const height, width = 8, 512
	x, y := k.Tensor("x", ir.F32, rows, cols), k.Tensor("y", ir.F32, rows, cols)
	l := k.Spread(height, width, 4)
	row, col := k.WorkgroupID(0).Times(height), tile.I(0)

	t := k.Load(x, l, row, col)
	square := k.Scale(k.Reduce(tile.Sum, k.Mul(t, t), tile.OverCols), 1.0/cols)
	k.Store(y, k.Mul(t, k.Map("rsqrt", k.Add(square, k.Like(square, eps)))), row, col)
}

// reference is a row of the result in float64.
func reference(x []float32) []float64 {
	sum, y := 0.0, make([]float64, cols)
	for _, v := range x {
		sum += float64(v) * float64(v)
	}
	for i, v := range x {
		y[i] = float64(v) / math.Sqrt(sum/cols+eps)
	}
	return y
}

// run compiles for a chip, simulates with all checks, and returns a report and the greatest error.
func run(chip *arch.Chip) (*tile.Report, float64, error) {
	x, y := tile.Random(1, rows*cols), make([]float32, rows*cols)
	on := tile.Launch{Chip: chip, Waves: 2, Grid: [3]uint32{(rows + 7) / 8}, Timed: true}
	report, err := tile.Run(on, rmsnorm, x, tile.Out(y))
	worst := 0.0
	for row := range rows {
		want := reference(x[row*cols:][:cols])
		worst = max(worst, tile.Worst(y[row*cols:][:cols], func(i int) float64 { return want[i] }))
	}
	return report, worst, err
}

func main() { tile.Main(run) }
