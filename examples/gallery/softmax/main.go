// The softmax of each row of a matrix whose size is given at launch.
//
//	go run ./examples/gallery/softmax
package main

import (
	"math"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// softmax goes through its rows twice: first for the maximum so far and the sum of
// exp(x - maximum), which is rescaled when the maximum grows; then for the
// results. Each workgroup has 4 rows.
func softmax(k *tile.Kernel) {
	const rows, cols = 4, 1024
	x := k.Tensor("x", ir.F32, tile.Dyn, tile.Dyn).MultipleOf(1, 4).Outside(math.Inf(-1))
	y := k.Tensor("y", ir.F32, tile.Dyn, tile.Dyn).MultipleOf(1, 4)
	l := k.Spread(rows, cols, 4)
	row := k.WorkgroupID(0).Times(rows)
	each := func(init tile.Values, body func(col tile.Index, c tile.Values) tile.Values) tile.Values {
		return k.For(tile.I(0), x.Dim(1), tile.I(cols), init, body)
	}

	top, sum := k.Fill(l.ColVector(), ir.F32, math.Inf(-1)), k.Fill(l.ColVector(), ir.F32, 0)
	stats := each(tile.Values{top, sum}, func(col tile.Index, c tile.Values) tile.Values {
		t := k.Load(x, l, row, col)
		top := k.Max(c.Tile(0), k.Reduce(tile.Greatest, t, tile.OverCols))
		part := k.Reduce(tile.Sum, k.Map("exp", k.Sub(t, top)), tile.OverCols)
		return tile.Values{top, k.FMA(c.Tile(1), k.Map("exp", k.Sub(c.Tile(0), top)), part)}
	})
	each(nil, func(col tile.Index, _ tile.Values) tile.Values {
		e := k.Map("exp", k.Sub(k.Load(x, l, row, col), stats.Tile(0)))
		k.Store(y, k.Div(e, stats.Tile(1)), row, col)
		return nil
	})
}

// reference is the softmax of a row in float64.
func reference(x []float32) []float64 {
	sum, y := 0.0, make([]float64, len(x))
	for i, v := range x {
		y[i] = math.Exp(float64(v))
		sum += y[i]
	}
	for i := range y {
		y[i] /= sum
	}
	return y
}

// run returns a report and the greatest error.
func run(chip *arch.Chip) (*tile.Report, float64, error) {
	const rows, cols = 6, 1500
	x, y := tile.Random(1, rows*cols), make([]float32, rows*cols)
	for i := range x {
		x[i] *= 30
	}
	report, err := tile.Run(tile.Launch{Chip: chip, Waves: 4, Grid: [3]uint32{2}, Timed: true}, softmax, tile.Array(x, rows, cols), tile.Out(y, rows, cols))
	worst := 0.0
	for row := range rows {
		want := reference(x[row*cols:][:cols])
		worst = max(worst, tile.Worst(y[row*cols:][:cols], func(i int) float64 { return want[i] }))
	}
	return report, worst, err
}

func main() { tile.Main(run) }
