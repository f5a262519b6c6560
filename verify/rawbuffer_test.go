package verify

import "testing"

// TestRawBufferWraps: the 32-bit index of a raw buffer operation may come below
// 0 before its constant offset brings it back. Buffer instructions do not wrap
// there, so the constant must not go to their offset field.
func TestRawBufferWraps(t *testing.T) {
	k := laneKernel{[]string{"i32"}, "i32", `    %c = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %x = "arith.index_cast"(%t) : (index) -> i32
    %i = "arith.subi"(%x, %c) : (i32, i32) -> i32
    %r = "amdgpu.raw_buffer_load"(%m0, %i) <{boundsCheck = true, indexOffset = 5 : i32, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64xi32>, i32) -> i32
`}
	k.right(t, `buffer_load_dword .* offen\n`)
}
