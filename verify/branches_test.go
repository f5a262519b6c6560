package verify

import (
	"encoding/binary"
	"fmt"
	"testing"

	"heddle/arch"
	"heddle/ir/interp"
	"heddle/pass"
	"heddle/sim"
)

// branchKernel is a loop with the same access twice: under a condition, and
// without it. Addresses are computed in front of the loop, once for both, so
// nothing that only the condition says may be used for them.
type branchKernel struct {
	far    string // type of the argument %far, around whose element 0 there is memory
	before string // in front of the loop, with %t the lane, %arg an index and %bytes an i64
	cond   string // makes the i1 %c
	access string // loads the f32 %v
	arg    int64
	bytes  int64
}

const branchText = `"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (%[1]s, memref<64xi32>, memref<2x64xf32>, index, i64, index) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
  ^bb0(%%far: %[1]s, %%table: memref<64xi32>, %%out: memref<2x64xf32>, %%arg: index, %%bytes: i64, %%n: index):
    %%t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %%c0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %%c1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %%few = "arith.constant"() <{value = 100 : index}> : () -> index
    %%zero = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %[2]s
    %%r:2 = "scf.for"(%%c0, %%n, %%c1, %%zero, %%zero) ({
    ^bb1(%%i: index, %%p: f32, %%q: f32):
      %[3]s
      %%s = "scf.if"(%%c) ({
        %[4]s
        "scf.yield"(%%v) : (f32) -> ()
      }, {
        "scf.yield"(%%zero) : (f32) -> ()
      }) : (i1) -> f32
      %%p1 = "arith.addf"(%%p, %%s) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %[4]s
      %%q1 = "arith.addf"(%%q, %%v) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "scf.yield"(%%p1, %%q1) : (f32, f32) -> ()
    }) : (index, index, index, f32, f32) -> (f32, f32)
    "memref.store"(%%r#0, %%out, %%c0, %%t) : (f32, memref<2x64xf32>, index, index) -> ()
    "memref.store"(%%r#1, %%out, %%c1, %%t) : (f32, memref<2x64xf32>, index, index) -> ()
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k"} : () -> ()
}) : () -> ()
`

const (
	fatRow   = "memref<4294967296xf32, #amdgpu.address_space<fat_raw_buffer>>"
	farRow   = "memref<4294967296xf32>"
	smallRow = "memref<100xf32>"
	smallFat = "memref<100xf32, #amdgpu.address_space<fat_raw_buffer>>"
	dynamic  = "memref<?x3xf32, strided<[3, 1], offset: ?>>"
)

var branchKernels = map[string]branchKernel{
	// Below 2^24 a product of lanes' numbers is another instruction.
	"product": {
		far: "memref<64x3xf32, strided<[3, 1], offset: 60>>",
		before: `%o = "memref.load"(%table, %t) : (memref<64xi32>, index) -> i32
    %x = "arith.index_cast"(%o) : (i32) -> index`,
		cond:   `%c = "arith.cmpi"(%x, %few) <{predicate = 6 : i64}> : (index, index) -> i1`,
		access: `%v = "memref.load"(%far, %x, %c0) : (memref<64x3xf32, strided<[3, 1], offset: 60>>, index, index) -> f32`,
	},
	// A small uniform number of elements has no upper half in bytes.
	"base of an address": {
		far:    dynamic,
		cond:   `%c = "arith.cmpi"(%arg, %few) <{predicate = 6 : i64}> : (index, index) -> i1`,
		access: `%v = "memref.load"(%far, %arg, %c0) : (` + dynamic + `, index, index) -> f32`,
		arg:    -3,
	},
	// A base that cannot be in front of the buffer has nothing in voffset.
	"base of a buffer": {
		far:    farRow,
		before: `%f = "amdgpu.fat_raw_buffer_cast"(%far) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (` + farRow + `) -> ` + fatRow,
		cond:   `%c = "arith.cmpi"(%arg, %c0) <{predicate = 5 : i64}> : (index, index) -> i1`,
		access: `%x = "arith.addi"(%arg, %t) : (index, index) -> index
        %v = "memref.load"(%f, %x) : (` + fatRow + `, index) -> f32`,
		arg: -4,
	},
	// The sum is in range, but no sum of parts that do not wrap.
	"a part that wraps": {
		far: smallRow,
		before: `%f = "amdgpu.fat_raw_buffer_cast"(%far) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (` + smallRow + `) -> ` + smallFat + `
    %most = "arith.constant"() <{value = 9223372036854775807 : index}> : () -> index
    %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
    %s0 = "arith.andi"(%arg, %most) : (index, index) -> index
    %s4 = "arith.muli"(%s0, %c4) : (index, index) -> index
    %x = "arith.addi"(%s4, %t) : (index, index) -> index`,
		cond:   `%c = "arith.cmpi"(%x, %few) <{predicate = 6 : i64}> : (index, index) -> i1`,
		access: `%v = "memref.load"(%f, %x) : (` + smallFat + `, index) -> f32`,
		arg:    1<<62 - 1,
	},
	"a part that wraps, in a memref": {
		far: smallRow,
		before: `%most = "arith.constant"() <{value = 9223372036854775807 : index}> : () -> index
    %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
    %s0 = "arith.andi"(%arg, %most) : (index, index) -> index
    %s4 = "arith.muli"(%s0, %c4) : (index, index) -> index
    %t4 = "arith.addi"(%t, %c4) : (index, index) -> index
    %x = "arith.addi"(%s4, %t4) : (index, index) -> index`,
		cond:   `%c = "arith.cmpi"(%x, %few) <{predicate = 6 : i64}> : (index, index) -> i1`,
		access: `%v = "memref.load"(%far, %x) : (` + smallRow + `, index) -> f32`,
		arg:    1<<62 - 1,
	},
	// As an unsigned number -1 has no end.
	"all bytes": {
		far:    smallRow,
		before: `%f = "amdgpu.fat_raw_buffer_cast"(%far, %bytes) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (` + smallRow + `, i64) -> ` + smallFat,
		cond:   `%c = "arith.cmpi"(%t, %few) <{predicate = 6 : i64}> : (index, index) -> i1`,
		access: `%v = "memref.load"(%f, %t) : (` + smallFat + `, index) -> f32`,
		bytes:  -1,
	},
	"all bytes, as a constant": {
		far: smallRow,
		before: `%all = "arith.constant"() <{value = -1 : i64}> : () -> i64
    %f = "amdgpu.fat_raw_buffer_cast"(%far, %all) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (` + smallRow + `, i64) -> ` + smallFat + `
    %far0 = "arith.muli"(%arg, %few) : (index, index) -> index
    %x = "arith.addi"(%far0, %t) : (index, index) -> index`,
		cond:   `%c = "arith.cmpi"(%x, %few) <{predicate = 6 : i64}> : (index, index) -> i1`,
		access: `%v = "memref.load"(%f, %x) : (` + smallFat + `, index) -> f32`,
	},
	// A buffer of less than 2 GiB has as many records as bytes.
	"records": {
		far: farRow,
		before: `%small = "arith.constant"() <{value = 1024 : i64}> : () -> i64
    %most = "arith.constant"() <{value = 1099511627775 : i64}> : () -> i64
    %b = "arith.andi"(%bytes, %most) : (i64, i64) -> i64`,
		cond: `%c = "arith.cmpi"(%b, %small) <{predicate = 6 : i64}> : (i64, i64) -> i1`,
		access: `%f = "amdgpu.fat_raw_buffer_cast"(%far, %b) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (` + farRow + `, i64) -> ` + fatRow + `
        %v = "memref.load"(%f, %t) : (` + fatRow + `, index) -> f32`,
		bytes: 1<<32 + 8,
	},
}

func (b *branchKernel) run(chip *arch.Chip) error {
	const start = 128 // in front of element 0
	far, table := &interp.Buffer{Data: make([]byte, 4096)}, &interp.Buffer{Data: make([]byte, 256)}
	for i := range len(far.Data) / 4 {
		binary.LittleEndian.PutUint32(far.Data[4*i:], 0x3f800000+uint32(i)<<12)
	}
	for i := range 64 {
		binary.LittleEndian.PutUint32(table.Data[4*i:], uint32(i-20))
	}
	number := func(v int64) interp.Arg { return interp.Bytes(binary.LittleEndian.AppendUint64(nil, uint64(v))) }
	pointer := interp.Arg{Buffer: far, Offset: start}
	args := []interp.Arg{pointer}
	if b.far == dynamic {
		args = append(args, pointer, number(0), number(64), number(3), number(3), number(1))
	}
	args = append(args, interp.Pointer(table), interp.Pointer(&interp.Buffer{Data: make([]byte, 512)}), number(b.arg), number(b.bytes), number(2))
	c := Case{Name: "branch.mlir", Text: fmt.Sprintf(branchText, b.far, b.before, b.cond, b.access), Chip: chip, Grid: [3]uint32{1, 1, 1}, Args: args}
	_, err := Run(c, Options{Passes: pass.Options{Verify: true}, More: []sim.Options{{SoffsetUnchecked: true}}})
	return err
}

// TestBranches: what a branch's condition says of addresses is true there only.
func TestBranches(t *testing.T) {
	for name, b := range branchKernels {
		t.Run(name, func(t *testing.T) {
			for _, chip := range arch.Chips {
				if err := b.run(chip); err != nil {
					t.Errorf("%s: %v", chip.Name, err)
				}
			}
		})
	}
}
