// RMS normalisation, compiled and checked by the program itself, for both chips:
//
//	go run ./examples/gallery/rmsnorm            # prints the results
//	go run ./examples/gallery/rmsnorm -o DIR     # writes DIR/rmsnorm-gfx942.hsaco and -gfx950
package main

import (
	"encoding/binary"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"path/filepath"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/tile"
	"heddle/verify"
)

const rows, cols, eps = 21, 500, 1e-6

// rmsnorm is x/√(mean of x² + eps) of each row.
func rmsnorm(k *tile.Kernel) {
	const height, width = 8, 512
	x, y := k.Tensor("x", ir.F32, rows, cols), k.Tensor("y", ir.F32, rows, cols)
	l := k.Spread(height, width, 4)
	row, col := k.WorkgroupID(0).Times(height), tile.I(0)

	t := k.Load(x, l, row, col)
	square := k.Scale(k.Reduce(tile.Sum, k.Mul(t, t), tile.OverCols), 1.0/cols)
	k.Store(y, k.Mul(t, k.Map("rsqrt", k.Add(square, k.Like(square, eps)))), row, col)
}

func main() {
	dir := flag.String("o", "", "write code objects to `DIR`")
	flag.Parse()
	for _, chip := range arch.Chips {
		if err := one(chip, *dir); err != nil {
			log.Fatalf("%s: %v", chip.Name, err)
		}
	}
}

// one compiles for a chip, simulates with all sanitizers, and compares.
func one(chip *arch.Chip, dir string) error {
	m := tile.NewModule(chip)
	m.Kernel("rmsnorm", 2, rmsnorm)
	module, err := m.IR()
	if err != nil {
		return err
	}
	in := make([]float64, rows*cols)
	x := &interp.Buffer{Name: "x"}
	for i := range in {
		in[i] = float64(i*37%101-50) / 64
		x.Data = binary.LittleEndian.AppendUint32(x.Data, math.Float32bits(float32(in[i])))
	}
	y := &interp.Buffer{Name: "y", Data: make([]byte, len(x.Data)), Undefined: true}
	r, err := verify.Run(verify.Case{
		Name: "rmsnorm", Text: string(module.Print(ir.PrintOptions{})), Chip: chip,
		Grid: [3]uint32{(rows + 7) / 8, 1, 1}, Args: []interp.Arg{interp.Pointer(x), interp.Pointer(y)},
	}, verify.Options{NoInterpreter: true})
	if err != nil {
		return err
	}
	fmt.Printf("%s: 0 findings, greatest error %.0e\n", chip.Name, worst(in, r.Got[1]))
	if dir == "" {
		return nil
	}
	return os.WriteFile(filepath.Join(dir, "rmsnorm-"+chip.Name+".hsaco"), r.Built.Object, 0o666)
}

// worst is the largest difference from a reference in float64.
func worst(x []float64, y []byte) (most float64) {
	for row := range rows {
		sum := 0.0
		for _, v := range x[row*cols : (row+1)*cols] {
			sum += v * v
		}
		for i := row * cols; i < (row+1)*cols; i++ {
			got := float64(math.Float32frombits(binary.LittleEndian.Uint32(y[4*i:])))
			most = max(most, math.Abs(got-x[i]/math.Sqrt(sum/cols+eps)))
		}
	}
	return most
}
