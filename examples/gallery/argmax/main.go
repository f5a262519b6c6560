// Argmax: the greatest logit of each row, and where it is.
//
//	go run ./examples/gallery/argmax
package main

import (
	"math"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

const rows, cols = 70, 5000

// argmax goes through the rows in pieces and keeps the best so far: of several, the first. A wave has
// whole rows, so that waves need not talk to each other.
func argmax(k *tile.Kernel) {
	const height, width = 8, 256
	k.Grid((rows+height-1)/height, 1, 1)
	x, best, at := k.Tensor("x", ir.F32, rows, cols), k.Tensor("best", ir.F32, rows, 1), k.Tensor("at", ir.I32, rows, 1)
	row, zero, l := k.WorkgroupID(0).Times(height), tile.I(0), k.Spread(height, width, 4)

	init := tile.Values{k.Fill(l.ColVector(), ir.F32, math.Inf(-1)), k.Fill(l.ColVector(), ir.I32, 0)}
	out := k.For(zero, tile.I(cols), tile.I(width), init, func(i tile.Index, so tile.Values) tile.Values {
		value, number := k.ArgReduce(tile.Greatest, k.Load(x.Outside(math.Inf(-1)), l, row, i), tile.OverCols)
		number = k.Add(number, k.Repeat(number.Layout, i))
		better := k.Compare(value, tile.Greater, so.Tile(0))
		return tile.Values{k.Select(better, value, so.Tile(0)), k.Select(better, number, so.Tile(1))}
	})
	k.Store(best, out.Tile(0), row, zero)
	k.Store(at, out.Tile(1), row, zero)
}

// run returns a report and the greatest error.
func run(chip *arch.Chip) (*tile.Report, float64, error) {
	x, best, at := tile.Random(1, rows*cols), make([]float32, rows), make([]int32, rows)
	report, err := tile.Run(tile.Launch{Chip: chip, Waves: 4, Timed: true}, argmax, x, tile.Out(best), tile.Out(at))
	where := make([]float32, rows)
	for i, n := range at {
		where[i] = float32(n)
	}
	first := func(row int) (best int) {
		for i := range cols {
			if x[row*cols+i] > x[row*cols+best] {
				best = i
			}
		}
		return best
	}
	return report, max(tile.Worst(best, func(i int) float64 { return float64(x[i*cols+first(i)]) }),
		tile.Worst(where, func(i int) float64 { return float64(first(i)) })), err
}

func main() { tile.Main(run) }
