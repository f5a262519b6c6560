package verify

import (
	"fmt"
	"testing"
)

// TestGatherOffset: a constant of the place in memory goes to the offset field of a load to the LDS, which
// moves the place in LDS, too: M0 has less by as much. It cannot where M0 would be negative, or no place of a
// whole dword.
func TestGatherOffset(t *testing.T) {
	const load = `\n(.*\n)*?.*_load_(lds_)?dword.*`
	for _, c := range []struct {
		from, to int // elements
		pattern  string
	}{
		{16, 100, `m0, 0x150` + load + `offset:64`},
		{16, 16, `m0, 0` + load + `offset:64`},
		{16, 15, `m0, 60` + load + `(\]| lds)\n`},
	} {
		k := laneKernel{[]string{"i32"}, "i32", fmt.Sprintf(`    %%l = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<192xi32, 3>
    %%one = "arith.constant"() <{value = 1 : index}> : () -> index
    %%from = "arith.constant"() <{value = %d : index}> : () -> index
    %%to = "arith.constant"() <{value = %d : index}> : () -> index
    %%half = "arith.shrui"(%%t, %%one) : (index, index) -> index
    %%s = "arith.addi"(%%half, %%from) : (index, index) -> index
    "amdgpu.gather_to_lds"(%%m0, %%s, %%l, %%to) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, transferType = i32}> : (memref<64xi32>, index, memref<192xi32, 3>, index) -> ()
    "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
    "gpu.barrier"() : () -> ()
    %%i = "arith.addi"(%%t, %%to) : (index, index) -> index
    %%r = "memref.load"(%%l, %%i) : (memref<192xi32, 3>, index) -> i32
`, c.from, c.to)}
		k.right(t, c.pattern)
	}
}
