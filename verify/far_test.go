package verify

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/mach"
)

// TestFarAddresses: memrefs of rows of 4 GiB, of which the kernels touch row 5.
// The pointers that they get are as far before the buffer as that row is behind
// them, so that no such memory has to be there: only an offset computed in full
// comes back to the buffer.
func TestFarAddresses(t *testing.T) {
	const file, row, stride = "testdata/far/far.mlir", 5, 1 << 30
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := ir.Parse("far.mlir", string(text))
	if err != nil {
		t.Fatal(err)
	}
	number := func(v int64) interp.Arg { return interp.Bytes(binary.LittleEndian.AppendUint64(nil, uint64(v))) }
	for _, kernel := range interp.Kernels(m) {
		r := rand.New(rand.NewPCG(3, 4))
		// The view's range check reaches 64 elements from the row's start on.
		a, o := memoryBuffer(r, ir.F32, 64*4), memoryBuffer(r, ir.F32, 64*4)
		far := interp.Arg{Buffer: a, Offset: -row * stride * 4}
		args := []interp.Arg{far, number(row), interp.Pointer(o)}
		if t := ir.FunctionTypeOf(kernel.Op).Inputs[0].(*ir.MemRefType); t.Shape[0] == ir.Dynamic {
			near := interp.Pointer(a)
			args = append([]interp.Arg{near, near, number(-row * stride), number(64), number(stride), number(stride), number(1)}, args[1:]...)
		}
		for _, chip := range arch.Chips {
			c := Case{Name: "far.mlir", Text: string(text), Kernel: kernel.Name, Chip: chip, Grid: [3]uint32{1, 1, 1}, Args: args}
			if _, err := Run(c, Options{Mach: mach.Options{Verify: true}}); err != nil {
				t.Errorf("%s: %s: %v", chip.Name, kernel.Name, err)
			}
		}
	}
}
