// Everything at once over a dynamic memref.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<?x?xf16, strided<[?, 1], offset: ?>>, i64, i14) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<?x?xf16, strided<[?, 1], offset: ?>>, %arg1: i64, %arg2: i14):
    %0 = "amdgpu.fat_raw_buffer_cast"(%arg0, %arg1, %arg2) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1>, resetOffset}> : (memref<?x?xf16, strided<[?, 1], offset: ?>>, i64, i14) -> memref<?x?xf16, strided<[?, 1]>, #amdgpu.address_space<fat_raw_buffer>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
