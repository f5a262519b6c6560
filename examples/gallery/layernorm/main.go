// Layer normalisation of the rows of a matrix, in bf16 with f32 accumulation.
//
//	go run ./examples/gallery/layernorm
package main

import (
	"math"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

const rows, cols, eps = 40, 1536, 1e-5

// layernorm is (x - mean)/√(variance + eps)·gamma + beta; each workgroup has 4 rows.
func layernorm(k *tile.Kernel) {
	const height, width = 4, 2048
	x, y := k.Tensor("x", ir.BF16, rows, cols), k.Tensor("y", ir.BF16, rows, cols)
	gamma, beta := k.Tensor("gamma", ir.F32, 1, cols), k.Tensor("beta", ir.F32, 1, cols)
	l := k.Spread(height, width, 8)
	k.Grid(rows/height, 1, 1)
	row, col := k.WorkgroupID(0).Times(height), tile.I(0)
	mean := func(t *tile.Tile) *tile.Tile { return k.Scale(k.Reduce(tile.Sum, t, tile.OverCols), 1.0/cols) }

	t := k.Convert(k.Load(x, l, row, col), ir.F32)
	t = k.Sub(t, mean(t))
	t = k.Select(k.Inside(x, l, row, col), t, k.Like(t, 0)) // elements outside do not count
	variance := mean(k.Mul(t, t))
	t = k.Mul(t, k.Map("rsqrt", k.Add(variance, k.Like(variance, eps))))

	of := func(v *tile.Tensor) *tile.Tile { return k.Load(v, l.RowVector(), tile.I(0), col) }
	k.Store(y, k.Convert(k.Add(k.Mul(t, of(gamma)), of(beta)), ir.BF16), row, col)
}

// reference is a row of the result in float64.
func reference(x, gamma, beta []float32) []float64 {
	mean, variance, y := 0.0, 0.0, make([]float64, cols)
	for _, v := range x {
		mean += float64(v) / cols
	}
	for _, v := range x {
		variance += (float64(v) - mean) * (float64(v) - mean) / cols
	}
	for i, v := range x {
		y[i] = (float64(v)-mean)/math.Sqrt(variance+eps)*float64(gamma[i]) + float64(beta[i])
	}
	return y
}

// run returns a report and the greatest error.
func run(chip *arch.Chip) (*tile.Report, float64, error) {
	x, gamma, beta, y := tile.Random(1, rows*cols), tile.Random(2, cols), tile.Random(3, cols), make([]float32, rows*cols)
	report, err := tile.Run(tile.Launch{Chip: chip, Waves: 4, Timed: true}, layernorm, x, tile.Out(y), gamma, beta)
	worst := 0.0
	for row := range rows {
		want := reference(x[row*cols:][:cols], gamma, beta)
		worst = max(worst, tile.Worst(y[row*cols:][:cols], func(i int) float64 { return want[i] }))
	}
	return report, worst, err
}

func main() { tile.Main(run) }
