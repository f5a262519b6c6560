// Top-k: the experts of a mixture for each token, and their weights.
//
//	go run ./examples/gallery/topk
package main

import (
	"cmp"
	"math"
	"slices"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

const tokens, experts, chosen = 70, 128, 8

// topk finds the greatest scores of each token, and their softmax. Half a wave has a token.
func topk(k *tile.Kernel) {
	const height = 8
	k.Grid((tokens+height-1)/height, 1, 1)
	x := k.Tensor("scores", ir.F32, tokens, experts)
	weights, numbers := k.Tensor("weights", ir.F32, tokens, chosen), k.Tensor("experts", ir.I32, tokens, chosen)
	row, zero := k.WorkgroupID(0).Times(height), tile.I(0)

	values, which := k.TopK(k.Load(x, k.Spread(height, experts, 4), row, zero), chosen, tile.OverCols)
	e := k.Map("exp", k.Sub(values, k.Reduce(tile.Greatest, values, tile.OverCols)))
	k.Store(weights, k.Div(e, k.Reduce(tile.Sum, e, tile.OverCols)), row, zero)
	k.Store(numbers, which, row, zero)
}

// run returns a report and the greatest error; a wrong expert is one of 1.
func run(chip *arch.Chip) (*tile.Report, float64, error) {
	x, weights, numbers := tile.Random(1, tokens*experts), make([]float32, tokens*chosen), make([]int32, tokens*chosen)
	report, err := tile.Run(tile.Launch{Chip: chip, Waves: 4, Timed: true}, topk, x, tile.Out(weights), tile.Out(numbers))
	want := make([]float64, tokens*chosen)
	for t := range tokens {
		scores, order := x[t*experts:(t+1)*experts], make([]int, experts)
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
		sum := 0.0
		for i, n := range order[:chosen] {
			want[t*chosen+i] = math.Exp(float64(scores[n]))
			sum += want[t*chosen+i]
		}
		for i, n := range order[:chosen] {
			if want[t*chosen+i] /= sum; int(numbers[t*chosen+i]) != n {
				want[t*chosen+i] += 1
			}
		}
	}
	return report, tile.Worst(weights, func(i int) float64 { return want[i] }), err
}

func main() { tile.Main(run) }
