// Atomic maximum of f32: no CDNA chip has it.
// mcpu: none
"builtin.module"() ({
  "func.func"() <{function_type = (memref<16xf32>, f32, i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<16xf32>, %arg1: f32, %arg2: i32):
    "amdgpu.raw_buffer_atomic_fmax"(%arg1, %arg0, %arg2) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (f32, memref<16xf32>, i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
