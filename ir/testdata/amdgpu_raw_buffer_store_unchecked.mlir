// A store of a scalar without bounds check.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<4x4xi64>, i64, i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<4x4xi64>, %arg1: i64, %arg2: i32):
    "amdgpu.raw_buffer_store"(%arg1, %arg0, %arg2, %arg2) <{boundsCheck = false, operandSegmentSizes = array<i32: 1, 1, 2, 0>}> : (i64, memref<4x4xi64>, i32, i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
