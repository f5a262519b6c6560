// Embedding lookup: rows of a table in bf16 by their numbers.
//
//	go run ./examples/gallery/embedding
package main

import (
	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

const tokens, vocabulary, dim = 70, 1000, 512

// embedding copies row ids[i] of the table to row i; numbers that are not in the table make rows of zeros.
// A workgroup has 16 rows, and each lane loads 16 bytes at once.
func embedding(k *tile.Kernel) {
	const block = 16
	k.Grid((tokens+block-1)/block, 1, 1)
	ids, table, y := k.Tensor("ids", ir.I32, tokens, 1), k.Tensor("table", ir.BF16, vocabulary, dim), k.Tensor("y", ir.BF16, tokens, dim)
	row, zero, l := k.WorkgroupID(0).Times(block), tile.I(0), k.Spread(block, dim, 8)
	rows := k.Load(ids, l.ColVector(), row, zero)
	k.Store(y, k.Gather(table, l, rows, zero), row, zero)
}

// run returns a report and the greatest error.
func run(chip *arch.Chip) (*tile.Report, float64, error) {
	ids, table, y := make([]int32, tokens), tile.Random(1, vocabulary*dim), make([]float32, tokens*dim)
	for i := range ids {
		ids[i] = int32(i*373%(vocabulary+2)) - 1 // -1 and 1000 are not in the table
	}
	report, err := tile.Run(tile.Launch{Chip: chip, Waves: 4, Timed: true}, embedding, ids, table, tile.Out(y))
	return report, tile.Worst(y, func(i int) float64 {
		if id := int(ids[i/dim]); id >= 0 && id < vocabulary {
			return float64(table[id*dim+i%dim])
		}
		return 0
	}), err
}

func main() { tile.Main(run) }
