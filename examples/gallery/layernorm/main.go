// Layer normalisation of the rows of a matrix, in bf16 with f32 accumulation.
//
//	go run ./examples/gallery/layernorm | heddle build - --mcpu gfx950 -o layernorm.hsaco
package main

import (
	"log"
	"os"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// layernorm is (x - mean)/√(variance + eps)·gamma + beta; each workgroup has 4 rows.
func layernorm(k *tile.Kernel) {
	const rows, cols, eps = 1000, 1536, 1e-5
	const height, width = 4, 2048
	x, y := k.Tensor("x", ir.BF16, rows, cols), k.Tensor("y", ir.BF16, rows, cols)
	gamma, beta := k.Tensor("gamma", ir.F32, 1, cols), k.Tensor("beta", ir.F32, 1, cols)
	l := k.Spread(height, width, 8)
	k.Grid(rows/height, 1, 1)
	row, col := k.WorkgroupID(0).Times(height), tile.I(0)
	mean := func(t *tile.Tile) *tile.Tile { return k.Scale(k.Reduce(tile.Sum, t, tile.OverCols), 1.0/cols) }

	t := k.Convert(k.Load(x, l, row, col), ir.F32)
	t = k.Sub(t, mean(t))
	t = k.Select(k.Inside(x, l, row, col), t, k.Like(t, 0)) // elements outside do not count
	variance := mean(k.Mul(t, t))
	t = k.Mul(t, k.Map("rsqrt", k.Add(variance, k.Like(variance, eps))))

	of := func(v *tile.Tensor) *tile.Tile { return k.Load(v, l.RowVector(), tile.I(0), col) }
	k.Store(y, k.Convert(k.Add(k.Mul(t, of(gamma)), of(beta)), ir.BF16), row, col)
}

func main() {
	m := tile.NewModule(&arch.GFX950)
	m.Kernel("layernorm", 4, layernorm)
	module, err := m.IR()
	if err != nil {
		log.Fatal(err)
	}
	os.Stdout.Write(module.Print(ir.PrintOptions{}))
}
