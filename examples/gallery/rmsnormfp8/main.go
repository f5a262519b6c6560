// RMS normalisation of rows in bf16, with the result quantised to fp8 and a scale for each row.
//
//	go run ./examples/gallery/rmsnormfp8
package main

import (
	"math"

	"heddle/arch"
	"heddle/ir"
	"heddle/num"
	"heddle/tile"
)

const rows, cols, eps = 50, 2000, 1e-6

// fp8 is the type of a chip's fp8, and its largest number.
func fp8(chip *arch.Chip) (ir.Type, float64) {
	if chip.FP8 == num.FP8FNUZ {
		return ir.F8E4M3FNUZ, 240
	}
	return ir.F8E4M3FN, 448
}

// rmsnorm makes y = x/√(mean of x² + eps)·weight of each row, and stores y/scale, where scale is the
// greatest |y| of the row by the greatest number of fp8. Each workgroup has 4 rows.
func rmsnorm(k *tile.Kernel) {
	const height, width = 4, 2048
	k.Grid((rows+height-1)/height, 1, 1)
	elem, greatest := fp8(k.Chip)
	x, weight := k.Tensor("x", ir.BF16, rows, cols), k.Tensor("weight", ir.BF16, 1, cols)
	q, scales := k.Tensor("q", elem, rows, cols), k.Tensor("scale", ir.F32, rows, 1)
	row, col, l := k.WorkgroupID(0).Times(height), tile.I(0), k.Spread(height, width, 8)

	t := k.Convert(k.Load(x, l, row, col), ir.F32)
	square := k.Scale(k.Reduce(tile.Sum, k.Mul(t, t), tile.OverCols), 1.0/cols)
	t = k.Mul(t, k.Map("rsqrt", k.Add(square, k.Like(square, eps))))
	t = k.Mul(t, k.Convert(k.Load(weight, l.RowVector(), tile.I(0), col), ir.F32))
	scale := k.Scale(k.AtLeast(k.Reduce(tile.Greatest, k.Map("absf", t), tile.OverCols), 1e-12), 1/greatest)
	k.Store(q, k.Convert(k.Clamp(k.Div(t, scale), -greatest, greatest), elem), row, col)
	k.Store(scales, scale, row, tile.I(0))
}

// reference is a row of y in float64.
func reference(x, weight []float32) []float64 {
	sum, y := 0.0, make([]float64, cols)
	for _, v := range x {
		sum += float64(v) * float64(v)
	}
	for i, v := range x {
		y[i] = float64(v) / math.Sqrt(sum/cols+eps) * float64(weight[i])
	}
	return y
}

// run returns a report and the greatest error of y, as a part of its greatest element.
func run(chip *arch.Chip) (*tile.Report, float64, error) {
	x, weight, q, scale := tile.Random(1, rows*cols), tile.Random(2, cols), make([]float32, rows*cols), make([]float32, rows)
	report, err := tile.Run(tile.Launch{Chip: chip, Waves: 4, Timed: true}, rmsnorm, x, weight, tile.Out(q), tile.Out(scale))
	worst, most := 0.0, 0.0
	for row := range rows {
		for i, y := range reference(x[row*cols:(row+1)*cols], weight) {
			worst = max(worst, math.Abs(float64(q[row*cols+i])*float64(scale[row])-y))
			most = max(most, math.Abs(y))
		}
	}
	return report, worst / most, err
}

func main() { tile.Main(run) }
