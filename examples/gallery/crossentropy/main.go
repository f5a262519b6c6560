// Cross entropy of rows of logits in bf16 with their targets.
//
//	go run ./examples/gallery/crossentropy
package main

import (
	"math"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

const rows, vocabulary = 24, 5000

// crossEntropy is log(sum of exp(x)) - x[target] of each row. It goes through a row once, with the
// maximum so far, the sum of exp(x - maximum), and the target's logit if it has come by. Each workgroup
// has 4 rows.
func crossEntropy(k *tile.Kernel) {
	const height, width = 4, 1024
	k.Grid((rows+height-1)/height, 1, 1)
	x := k.Tensor("x", ir.BF16, rows, vocabulary).Outside(math.Inf(-1))
	target, loss := k.Tensor("target", ir.I32, rows, 1), k.Tensor("loss", ir.F32, rows, 1)
	row, l := k.WorkgroupID(0).Times(height), k.Spread(height, width, 8)
	column := k.Load(target, l.ColVector(), row, tile.I(0))

	top, zero := k.Fill(l.ColVector(), ir.F32, math.Inf(-1)), k.Fill(l.ColVector(), ir.F32, 0)
	all := k.For(tile.I(0), tile.I(vocabulary), tile.I(width), tile.Values{top, zero, zero}, func(col tile.Index, c tile.Values) tile.Values {
		t := k.Convert(k.Load(x, l, row, col), ir.F32)
		top := k.Max(c.Tile(0), k.Reduce(tile.Greatest, t, tile.OverCols))
		sum := k.Reduce(tile.Sum, k.Map("exp", k.Sub(t, top)), tile.OverCols)
		hit := k.Compare(k.Broadcast(k.ColNumbers(l, col), l), tile.Equal, column)
		logit := k.Reduce(tile.Sum, k.Select(hit, t, k.Like(t, 0)), tile.OverCols)
		return tile.Values{top, k.FMA(c.Tile(1), k.Map("exp", k.Sub(c.Tile(0), top)), sum), k.Add(c.Tile(2), logit)}
	})
	k.Store(loss, k.Sub(k.Add(k.Map("log", all.Tile(1)), all.Tile(0)), all.Tile(2)), row, tile.I(0))
}

// reference is the loss of a row in float64.
func reference(x []float32, target int32) float64 {
	sum := 0.0
	for _, v := range x {
		sum += math.Exp(float64(v))
	}
	return math.Log(sum) - float64(x[target])
}

// run returns a report and the greatest error.
func run(chip *arch.Chip) (*tile.Report, float64, error) {
	x, target, loss := tile.Random(1, rows*vocabulary), make([]int32, rows), make([]float32, rows)
	for i := range target {
		target[i] = int32(i * 977 % vocabulary)
	}
	report, err := tile.Run(tile.Launch{Chip: chip, Waves: 4, Timed: true}, crossEntropy, x, target, tile.Out(loss))
	return report, tile.Worst(loss, func(i int) float64 { return reference(x[i*vocabulary:(i+1)*vocabulary], target[i]) }), err
}

func main() { tile.Main(run) }
