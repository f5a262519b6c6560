package verify

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/pass"
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
			if _, err := Run(c, Options{Passes: pass.Options{Verify: true}}); err != nil {
				t.Errorf("%s: %s: %v", chip.Name, kernel.Name, err)
			}
		}
	}
}

// TestConstantPart: the constant in an index is near 2^63 bytes, and something
// that the compiler cannot know takes it away again.
func TestConstantPart(t *testing.T) {
	for _, c := range []int64{-3<<60 - 1, 1<<60 - 1, -1 << 60, 1<<60 - 512} {
		text := fmt.Sprintf(`"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (memref<?xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
  ^bb0(%%out: memref<?xf64>):
    %%t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %%c = "arith.constant"() <{value = %d : index}> : () -> index
    %%c0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %%c8 = "arith.constant"() <{value = 8 : index}> : () -> index
    %%v = "arith.constant"() <{value = dense<1.5> : vector<8xf64>}> : () -> vector<8xf64>
    %%own = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<1xindex, 5>
    "memref.store"(%%c, %%own, %%c0) : (index, memref<1xindex, 5>, index) -> ()
    %%hidden = "memref.load"(%%own, %%c0) : (memref<1xindex, 5>, index) -> index
    %%row = "arith.muli"(%%t, %%c8) : (index, index) -> index
    %%far = "arith.addi"(%%row, %%c) : (index, index) -> index
    %%at = "arith.subi"(%%far, %%hidden) : (index, index) -> index
    "vector.store"(%%v, %%out, %%at) : (vector<8xf64>, memref<?xf64>, index) -> ()
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k"} : () -> ()
}) : () -> ()
`, c)
		for _, chip := range arch.Chips {
			out := interp.Pointer(&interp.Buffer{Name: "out", Data: make([]byte, 64*64)})
			number := func(v int64) interp.Arg { return interp.Bytes(binary.LittleEndian.AppendUint64(nil, uint64(v))) }
			args := []interp.Arg{out, out, number(0), number(512), number(1)}
			if _, err := Run(Case{Name: "constant.mlir", Text: text, Chip: chip, Grid: [3]uint32{1, 1, 1}, Args: args}, Options{Passes: pass.Options{Verify: true}}); err != nil {
				t.Errorf("%s, %d: %v", chip.Name, c, err)
			}
		}
	}
}
