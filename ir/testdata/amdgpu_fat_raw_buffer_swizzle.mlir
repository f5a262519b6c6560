// Cache swizzle with a stride.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<64x1024xbf16>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<64x1024xbf16>):
    %0 = "arith.constant"() <{value = 1024 : i14}> : () -> i14
    %1 = "amdgpu.fat_raw_buffer_cast"(%arg0, %0) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 1>}> : (memref<64x1024xbf16>, i14) -> memref<64x1024xbf16, #amdgpu.address_space<fat_raw_buffer>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
