package tile_test

import (
	"errors"
	"fmt"
	"math"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/tile"
	"heddle/verify"
)

// A kernel in tile: each workgroup doubles 16 rows.
func Example() {
	const rows, cols = 40, 200
	m := tile.NewModule(&arch.GFX950)
	m.Kernel("double", 4, func(k *tile.Kernel) {
		x, y := k.Tensor("x", ir.F32, rows, cols), k.Tensor("y", ir.F32, rows, cols)
		l := k.Spread(16, 256, 4)
		row, col := k.WorkgroupID(0).Times(16), tile.I(0)
		t := k.Load(x, l, row, col)
		k.Store(y, k.Add(t, t), row, col)
	})

	in := make([]float32, rows*cols)
	for i := range in {
		in[i] = float32(i)
	}
	out, err := simulate(m, &arch.GFX950, 3, in)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(out[:4], out[len(out)-1])
	// Output:
	// [0 2 4 6] 15998
}

// simulate compiles a module for a number of workgroups, runs it with all
// sanitizers, and returns the second of its two tensors, which are of equal size.
func simulate(m *tile.Module, chip *arch.Chip, workgroups uint32, x []float32) ([]float32, error) {
	module, err := m.IR()
	if err != nil {
		return nil, err
	}
	r, err := verify.Run(verify.Case{
		Text: string(module.Print(ir.PrintOptions{})), Chip: chip, Grid: [3]uint32{workgroups, 1, 1},
		Args: []interp.Arg{buffer("x", floats(x...)), buffer("y", floats(make([]float32, len(x))...))},
	}, verify.Options{NoInterpreter: true})
	if err != nil {
		return nil, err
	}
	return asFloats(r.Got[1]), nil
}

// The softmax of each row: what is outside of the tensor is -∞, which counts for
// nothing.
func Example_softmax() {
	const rows, cols = 10, 1000
	m := tile.NewModule(&arch.GFX950)
	m.Kernel("softmax", 4, func(k *tile.Kernel) {
		x, y := k.Tensor("x", ir.F32, rows, cols), k.Tensor("y", ir.F32, rows, cols)
		l := k.Spread(4, 1024, 4)
		row, col := k.WorkgroupID(0).Times(4), tile.I(0)

		t := k.Load(x.Outside(math.Inf(-1)), l, row, col)
		e := k.Map("exp", k.Sub(t, k.Reduce(tile.Greatest, t, tile.OverCols)))
		k.Store(y, k.Div(e, k.Reduce(tile.Sum, e, tile.OverCols)), row, col)
	})

	in := make([]float32, rows*cols)
	for i := range in {
		in[i] = float32(i % cols % 4) // 250 each of 0, 1, 2 and 3
	}
	out, err := simulate(m, &arch.GFX950, 3, in)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.7f\n", out[len(out)-4:])
	// Output:
	// [0.0001282 0.0003486 0.0009475 0.0025757]
}

// Layer normalisation of each row. What is outside of the tensor is 0, which does
// not change a sum; less the mean it would, so it is made 0 again.
func Example_layernorm() {
	const rows, cols, eps = 10, 1000, 1e-5
	m := tile.NewModule(&arch.GFX942)
	m.Kernel("layernorm", 4, func(k *tile.Kernel) {
		x, y := k.Tensor("x", ir.F32, rows, cols), k.Tensor("y", ir.F32, rows, cols)
		l := k.Spread(4, 1024, 4)
		row, col := k.WorkgroupID(0).Times(4), tile.I(0)
		mean := func(t *tile.Tile) *tile.Tile { return k.Scale(k.Reduce(tile.Sum, t, tile.OverCols), 1.0/cols) }

		t := k.Load(x, l, row, col)
		t = k.Sub(t, mean(t))
		t = k.Select(k.Inside(x, l, row, col), t, k.Like(t, 0))
		variance := mean(k.Mul(t, t))
		k.Store(y, k.Mul(t, k.Map("rsqrt", k.Add(variance, k.Like(variance, eps)))), row, col)
	})

	in := make([]float32, rows*cols)
	for i := range in {
		in[i] = float32(i%cols%2)*4 + 10 // 10 and 14: mean 12, variance 4
	}
	out, err := simulate(m, &arch.GFX942, 3, in)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.4f\n", out[len(out)-4:])
	// Output:
	// [-1.0000 1.0000 -1.0000 1.0000]
}

// Who holds what of a tile.
func ExampleLayout_Picture() {
	m := tile.NewModule(&arch.GFX950)
	m.Kernel("layouts", 1, func(k *tile.Kernel) {
		l := k.Spread(8, 32, 4)
		fmt.Println(l)
		fmt.Print(l.Picture())
		fmt.Println(l.RowVector())
	})
	// Output:
	// 8 x 32: col[1:0] = item[1:0], col[4:2] = lane[2:0], row[2:0] = lane[5:3]
	// wave lanes:items  col 0-3   col 4-7   col 8-11  col 12-15  col 16-19  col 20-23  col 24-27  col 28-31
	// row 0             0 0:0-3   0 1:0-3   0 2:0-3   0 3:0-3    0 4:0-3    0 5:0-3    0 6:0-3    0 7:0-3
	// row 1             0 8:0-3   0 9:0-3   0 10:0-3  0 11:0-3   0 12:0-3   0 13:0-3   0 14:0-3   0 15:0-3
	// row 2             0 16:0-3  0 17:0-3  0 18:0-3  0 19:0-3   0 20:0-3   0 21:0-3   0 22:0-3   0 23:0-3
	// row 3             0 24:0-3  0 25:0-3  0 26:0-3  0 27:0-3   0 28:0-3   0 29:0-3   0 30:0-3   0 31:0-3
	// row 4             0 32:0-3  0 33:0-3  0 34:0-3  0 35:0-3   0 36:0-3   0 37:0-3   0 38:0-3   0 39:0-3
	// row 5             0 40:0-3  0 41:0-3  0 42:0-3  0 43:0-3   0 44:0-3   0 45:0-3   0 46:0-3   0 47:0-3
	// row 6             0 48:0-3  0 49:0-3  0 50:0-3  0 51:0-3   0 52:0-3   0 53:0-3   0 54:0-3   0 55:0-3
	// row 7             0 56:0-3  0 57:0-3  0 58:0-3  0 59:0-3   0 60:0-3   0 61:0-3   0 62:0-3   0 63:0-3
	// 1 x 32: col[1:0] = item[1:0], col[4:2] = lane[2:0]
}

// A mistake is an error with the line of Go that made it.
func ExampleError() {
	m := tile.NewModule(&arch.GFX950)
	m.Kernel("sum", 1, func(k *tile.Kernel) {
		l := k.Spread(8, 64, 1)
		k.Add(k.Fill(l, ir.F32, 1), k.Fill(l, ir.F16, 1))
	})
	_, err := m.IR()
	var e *tile.Error
	if errors.As(err, &e) {
		fmt.Printf("kernel %s, %s: %s\n", e.Kernel, e.File, e.Message) // and e.Line
	}
	// Output:
	// kernel sum, example_test.go: a tile of f32 is combined with one of f16; use Convert
}
