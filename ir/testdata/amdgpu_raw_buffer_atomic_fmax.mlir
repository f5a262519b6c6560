// Atomic maximum of f64.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<16xf64>, f64, i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<16xf64>, %arg1: f64, %arg2: i32):
    "amdgpu.raw_buffer_atomic_fmax"(%arg1, %arg0, %arg2) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (f64, memref<16xf64>, i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
