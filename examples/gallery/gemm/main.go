// Matrix multiplication, D = A·Bᵀ, in bf16 with f32 accumulation.
//
//	go run ./examples/gallery/gemm
package main

import (
	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// The sizes of the matrices, which need not be multiples of the tiles, and of the tiles.
const (
	M, N, K    = 200, 300, 136
	BM, BN, BK = 128, 128, 64
)

func gemm(k *tile.Kernel) {
	k.Grid((N+BN-1)/BN, (M+BM-1)/BM, 1)
	a, b := k.Tensor("a", ir.BF16, M, K), k.Tensor("b", ir.BF16, N, K)
	d := k.Tensor("d", ir.F32, M, N)
	row, col := k.WorkgroupID(1).Times(BM), k.WorkgroupID(0).Times(BN)

	// Four waves, two by two, with matrix instructions whose results are 16 x 16.
	// Each lane loads 16 bytes at once. The swizzles of the tiles in LDS are chosen so
	// that neither these stores nor the loads for the instructions conflict.
	mma := k.MMA(ir.BF16, ir.BF16, 16, 2, 2)
	load := k.Spread(BM, BK, 8)
	la := k.LDS(ir.BF16, BM, BK, 2, tile.Stored(load), tile.Loaded(mma.A(BM, BK)))
	lb := k.LDS(ir.BF16, BN, BK, 2, tile.Stored(load), tile.Loaded(mma.B(BN, BK)))

	sum := k.Run(tile.Pipeline{
		Steps: tile.I((K + BK - 1) / BK), Buffers: 2, Ragged: K%BK != 0,
		Load: func(step tile.Index) []*tile.Tile {
			return []*tile.Tile{k.Load(a, load, row, step.Times(BK)), k.Load(b, load, col, step.Times(BK))}
		},
		Put: func(buffer tile.Index, t []*tile.Tile) {
			la.Store(t[0], buffer, 0, 0)
			lb.Store(t[1], buffer, 0, 0)
		},
		Compute: func(s tile.Stage, c tile.Values) tile.Values {
			x, y := la.Load(mma.A(BM, BK), s.Buffer, 0, 0), lb.Load(mma.B(BN, BK), s.Buffer, 0, 0)
			return tile.Values{mma.Dot(x, y, c.Tile(0))}
		},
	}, tile.Values{mma.Zero(BM, BN)})
	k.Store(d, sum.Tile(0), row, col)
}

// reference is element i of the product in float64.
func reference(a, b []float32, i int) (sum float64) {
	for k := range K {
		sum += float64(a[i/N*K+k]) * float64(b[i%N*K+k])
	}
	return sum
}

// run returns a report and the greatest error.
func run(chip *arch.Chip) (*tile.Report, float64, error) {
	a, b, d := tile.Random(1, M*K), tile.Random(2, N*K), make([]float32, M*N)
	report, err := tile.Run(tile.Launch{Chip: chip, Waves: 4, Timed: true}, gemm, a, b, tile.Out(d))
	return report, tile.Worst(d, func(i int) float64 { return reference(a, b, i) }), err
}

func main() { tile.Main(run) }
