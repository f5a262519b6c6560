// Atomic minimum and maximum of integers.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<16xi32>, i32, i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<16xi32>, %arg1: i32, %arg2: i32):
    "amdgpu.raw_buffer_atomic_smax"(%arg1, %arg0, %arg2) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (i32, memref<16xi32>, i32) -> ()
    "amdgpu.raw_buffer_atomic_umin"(%arg1, %arg0, %arg2, %arg2) <{boundsCheck = false, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (i32, memref<16xi32>, i32, i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
