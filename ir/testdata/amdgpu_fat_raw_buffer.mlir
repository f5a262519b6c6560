// A buffer resource of the size of a static memref.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<64x32xf16>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<64x32xf16>):
    %0 = "amdgpu.fat_raw_buffer_cast"(%arg0) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<64x32xf16>) -> memref<64x32xf16, #amdgpu.address_space<fat_raw_buffer>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
