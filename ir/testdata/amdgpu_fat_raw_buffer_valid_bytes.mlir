// A buffer resource with its size given, and without bounds check.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<8xf32>, i64) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<8xf32>, %arg1: i64):
    %0 = "amdgpu.fat_raw_buffer_cast"(%arg0, %arg1) <{boundsCheck = false, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<8xf32>, i64) -> memref<8xf32, #amdgpu.address_space<fat_raw_buffer>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
