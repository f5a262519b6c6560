// A transposed copy of a matrix in bf16, wide on both sides.
//
//	go run ./examples/gallery/transpose
package main

import (
	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

const rows, cols, block = 200, 328, 64

// transpose copies tiles through LDS: each lane loads 16 bytes of a row and stores 16 bytes of a column.
func transpose(k *tile.Kernel) {
	k.Grid((cols+block-1)/block, (rows+block-1)/block, 1)
	x, y := k.Tensor("x", ir.BF16, rows, cols), k.Tensor("y", ir.BF16, cols, rows)
	row, col := k.WorkgroupID(1).Times(block), k.WorkgroupID(0).Times(block)
	t := k.Load(x, k.Spread(block, block, 8), row, col)
	k.Store(y.T(), k.Relayout(t, k.SpreadDown(block, block, 8)), row, col)
}

// run returns a report and the greatest error.
func run(chip *arch.Chip) (*tile.Report, float64, error) {
	x, y := tile.Random(1, rows*cols), make([]float32, cols*rows)
	report, err := tile.Run(tile.Launch{Chip: chip, Waves: 4, Timed: true}, transpose, x, tile.Out(y))
	return report, tile.Worst(y, func(i int) float64 { return float64(x[i%rows*cols+i/rows]) }), err
}

func main() { tile.Main(run) }
