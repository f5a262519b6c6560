package verify_test

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir/interp"
	"heddle/pass"
	"heddle/sim"
	"heddle/verify"
)

// limitKernel adds up rows that a mask admits, and marks them: argument 0 is read and written, 1
// gets the sums, then come the end of the loop, the bound of the rows, and that of the columns.
const limitKernel = `
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (memref<3x60x40xf32, strided<[STRIDE, 40, 1]>>, memref<64x4xf32>, index, index, index) -> (), known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 2, 1, 1>}> ({
  ^bb0(%a: memref<3x60x40xf32, strided<[STRIDE, 40, 1]>>, %out: memref<64x4xf32>, %end: index, %n: index, %m: index):
    %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
    %c8 = "arith.constant"() <{value = 8 : index}> : () -> index
    %x = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %g = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %row = "arith.divui"(%x, %c8) : (index, index) -> index
    %part = "arith.remui"(%x, %c8) : (index, index) -> index
    %lane = "arith.muli"(%part, %c4) : (index, index) -> index
    %move = "arith.muli"(%g, %c4) : (index, index) -> index
    %col = "arith.addi"(%lane, %move) : (index, index) -> index
    %zero = "arith.constant"() <{value = dense<0.0> : vector<4xf32>}> : () -> vector<4xf32>
    %pass = "arith.constant"() <{value = dense<PASS> : vector<4xf32>}> : () -> vector<4xf32>
    %f = "amdgpu.fat_raw_buffer_cast"(%a) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>, resetOffset}> : (memref<3x60x40xf32, strided<[STRIDE, 40, 1]>>) -> memref<3x60x40xf32, strided<[STRIDE, 40, 1]>, #amdgpu.address_space<fat_raw_buffer>>
    %inside = "arith.cmpi"(%col, %m) <{predicate = 6 : i64}> : (index, index) -> i1
    %sum = "scf.for"(%c0, %end, %c8, %zero) ({
    ^bb1(%i: index, %acc: vector<4xf32>):
      %r = "arith.addi"(%i, %row) : (index, index) -> index
      %below = "arith.cmpi"(%r, %n) <{predicate = COMPARE : i64}> : (index, index) -> i1
      %both = "arith.andi"(%below, %inside) : (i1, i1) -> i1
      %mask = "vector.broadcast"(ON) : (i1) -> vector<4xi1>
      %v = "vector.maskedload"(%f, %g, %r, %col, %mask, %pass) : (memref<3x60x40xf32, strided<[STRIDE, 40, 1]>, #amdgpu.address_space<fat_raw_buffer>>, index, index, index, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
      %s = "arith.addf"(%acc, %v) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      "vector.maskedstore"(%f, %g, %r, %col, %mask, %s) : (memref<3x60x40xf32, strided<[STRIDE, 40, 1]>, #amdgpu.address_space<fat_raw_buffer>>, index, index, index, vector<4xi1>, vector<4xf32>) -> ()
      "scf.yield"(%s) : (vector<4xf32>) -> ()
    }) : (index, index, index, vector<4xf32>) -> vector<4xf32>
    "vector.store"(%sum, %out, %x, %c0) : (vector<4xf32>, memref<64x4xf32>, index, index) -> ()
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
}) : () -> ()
`

// TestRowLimits: a mask of rows that becomes a range check says the same as the mask, for bounds
// before, in and behind the tensor, and above all memory.
func TestRowLimits(t *testing.T) {
	const stride = 2500 // of 2400 that a plane takes
	data := make([]byte, 4*3*stride)
	for i := range len(data) / 4 {
		binary.LittleEndian.PutUint32(data[4*i:], math.Float32bits(float32(i%97)-48))
	}
	number := func(n uint64) interp.Arg { return interp.Bytes(binary.LittleEndian.AppendUint64(nil, n)) }
	folded := 0
	for i, v := range []struct{ compare, on, pass, stride string }{
		{"6", "%below", "0.0", "2500"}, {"6", "%both", "0.0", "2500"}, {"6", "%both", "0.0", "?"}, {"6", "%below", "0.0", "?"},
		{"6", "%below", "1.0", "2500"}, {"2", "%both", "0.0", "?"}, {"7", "%below", "0.0", "2500"},
	} {
		text := strings.NewReplacer("COMPARE", v.compare, "ON", v.on, "PASS", v.pass, "STRIDE", v.stride).Replace(limitKernel)
		chip := arch.Chips[i%len(arch.Chips)]
		for k, n := range []uint64{0, 1, 37, 59, 60, 62, 70, 1 << 33, 1 << 62, 1<<63 - 1} {
			in := &interp.Buffer{Name: "a", Data: data}
			args := []interp.Arg{interp.Pointer(in)}
			if v.stride == "?" {
				args = append(args, args[0], number(0), number(3), number(60), number(40), number(stride), number(40), number(1))
			}
			args = append(args, interp.Pointer(&interp.Buffer{Name: "out", Data: make([]byte, 1024)}), number(64), number(n), number(uint64(8+4*k)))
			c := verify.Case{Name: "limit.mlir", Text: text, Chip: chip, Grid: [3]uint32{2, 1, 1}, Args: args, Workgroups: []int{k % 2}}
			r, err := verify.Run(c, verify.Options{Passes: pass.Options{Verify: true}, More: []sim.Options{{SoffsetUnchecked: true}}})
			if err != nil {
				t.Errorf("%v, rows below %d: %v", v, n, err)
				continue
			}
			if v.on == "%below" && !strings.Contains(string(r.Built.Assembly()), "v_cndmask") {
				folded++
			}
		}
	}
	if folded != 20 {
		t.Errorf("%d masks became range checks", folded)
	}
}
