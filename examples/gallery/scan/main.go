// Scan: the running sums of long rows.
//
//	go run ./examples/gallery/scan
package main

import (
	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

const rows, cols = 70, 5000

// scan sums pieces of the rows, and adds what came before them. A wave has whole rows, so that waves
// need not talk to each other.
func scan(k *tile.Kernel) {
	const height, width = 8, 256
	k.Grid((rows+height-1)/height, 1, 1)
	x, y := k.Tensor("x", ir.F32, rows, cols), k.Tensor("y", ir.F32, rows, cols)
	row, zero, l := k.WorkgroupID(0).Times(height), tile.I(0), k.Spread(height, width, 4)

	k.For(zero, tile.I(cols), tile.I(width), tile.Values{k.Fill(l.ColVector(), ir.F32, 0)}, func(i tile.Index, so tile.Values) tile.Values {
		t := k.Load(x, l, row, i)
		k.Store(y, k.Add(k.Scan(tile.Sum, t, tile.OverCols), so.Tile(0)), row, i)
		return tile.Values{k.Add(so.Tile(0), k.Reduce(tile.Sum, t, tile.OverCols))}
	})
}

// run returns a report and the greatest error, as a part of the greatest sum.
func run(chip *arch.Chip) (*tile.Report, float64, error) {
	x, y := tile.Random(1, rows*cols), make([]float32, rows*cols)
	report, err := tile.Run(tile.Launch{Chip: chip, Waves: 4, Timed: true}, scan, x, tile.Out(y))
	sum, most := 0.0, 1.0
	worst := tile.Worst(y, func(i int) float64 {
		if i%cols == 0 {
			sum = 0
		}
		sum += float64(x[i])
		most = max(most, sum, -sum)
		return sum
	})
	return report, worst / most, err
}

func main() { tile.Main(run) }
