// A histogram of bytes, with atomics in LDS.
//
//	go run ./examples/gallery/histogram
package main

import (
	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

const n, bins, block = 50_000, 256, 8192

// histogram counts the bytes of a block in LDS, and adds the counts to those of the other workgroups.
func histogram(k *tile.Kernel) {
	k.Grid((n+block-1)/block, 1, 1)
	x, counts := k.Tensor("x", ir.I8, 1, n), k.Tensor("counts", ir.I32, 1, bins)
	l, all, zero, at := k.Spread(1, block, 16), k.Spread(1, bins, 1), tile.I(0), k.WorkgroupID(0).Times(block)
	lds := k.LDS(ir.I32, 1, bins, 1, tile.Stored(all), tile.Loaded(all))
	lds.Store(k.Fill(all, ir.I32, 0), zero, 0, 0)
	k.Barrier()
	bytes := k.And(k.Convert(k.Load(x, l, zero, at), ir.I32), k.Fill(l, ir.I32, bins-1))
	one := k.Select(k.Inside(x, l, zero, at), k.Fill(l, ir.I32, 1), k.Fill(l, ir.I32, 0))
	lds.ScatterAdd(one, zero, k.Fill(l, ir.I32, 0), bytes)
	k.Barrier()
	k.AtomicAdd(counts, lds.Load(all, zero, 0, 0), zero, zero)
}

// run returns a report and the greatest error.
func run(chip *arch.Chip) (*tile.Report, float64, error) {
	x, counts, want := make([]uint8, n), make([]int32, bins), make([]int, bins)
	for i := range x {
		x[i] = uint8(i * i >> 4)
		want[x[i]]++
	}
	report, err := tile.Run(tile.Launch{Chip: chip, Waves: 4, Timed: true}, histogram, x, counts)
	return report, tile.Worst(counts, func(i int) float64 { return float64(want[i]) }), err
}

func main() { tile.Main(run) }
