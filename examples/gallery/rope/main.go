// Rotary embedding of the heads of queries or keys, in bf16.
//
//	go run ./examples/gallery/rope
package main

import (
	"math"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

const (
	tokens, heads, dim = 100, 3, 128
	half, block        = dim / 2, 64 // tokens of a workgroup
)

// rope turns each pair of elements, those half a head apart, by the angle of its token. A workgroup has a
// block of tokens of one head.
func rope(k *tile.Kernel) {
	k.Grid((tokens+block-1)/block, heads, 1)
	shape, strides := []int64{heads, tokens, dim}, []int64{dim, heads * dim, 1}
	x, y := k.Strided("x", ir.BF16, shape, strides), k.Strided("y", ir.BF16, shape, strides)
	cos, sin := k.Tensor("cos", ir.F32, tokens, half), k.Tensor("sin", ir.F32, tokens, half)
	token, head := k.WorkgroupID(0).Times(block), k.WorkgroupID(1)
	l := k.Spread(block, half, 8)

	part := func(col int64) *tile.Tile { return k.Convert(k.Load(x, l, head, token, tile.I(col)), ir.F32) }
	a, b := part(0), part(half)
	c, s := k.Load(cos, l, token, tile.I(0)), k.Load(sin, l, token, tile.I(0))
	store := func(t *tile.Tile, col int64) { k.Store(y, k.Convert(t, ir.BF16), head, token, tile.I(col)) }
	store(k.Sub(k.Mul(a, c), k.Mul(b, s)), 0)
	store(k.Add(k.Mul(b, c), k.Mul(a, s)), half)
}

// reference is element i of the result in float64.
func reference(x, cos, sin []float32, i int) float64 {
	token, col := i/dim/heads, i%dim
	c, s := float64(cos[token*half+col%half]), float64(sin[token*half+col%half])
	if col < half {
		return float64(x[i])*c - float64(x[i+half])*s
	}
	return float64(x[i])*c + float64(x[i-half])*s
}

// run returns a report and the greatest error.
func run(chip *arch.Chip) (*tile.Report, float64, error) {
	x, y := tile.Random(1, tokens*heads*dim), make([]float32, tokens*heads*dim)
	cos, sin := make([]float32, tokens*half), make([]float32, tokens*half)
	for i := range cos {
		angle := float64(i/half) * math.Pow(10000, -float64(i%half)/half)
		cos[i], sin[i] = float32(math.Cos(angle)), float32(math.Sin(angle))
	}
	report, err := tile.Run(tile.Launch{Chip: chip, Waves: 4, Timed: true}, rope, x, tile.Out(y), cos, sin)
	return report, tile.Worst(y, func(i int) float64 { return reference(x, cos, sin, i) }), err
}

func main() { tile.Main(run) }
