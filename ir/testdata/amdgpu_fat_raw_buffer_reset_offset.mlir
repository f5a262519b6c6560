// The offset goes into the base of the resource, or stays.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<8x4xf32, strided<[4, 1], offset: ?>>, memref<8x4xf32, strided<[16, 1], offset: 3>>, memref<?xi8, strided<[1], offset: ?>>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<8x4xf32, strided<[4, 1], offset: ?>>, %arg1: memref<8x4xf32, strided<[16, 1], offset: 3>>, %arg2: memref<?xi8, strided<[1], offset: ?>>):
    %0 = "amdgpu.fat_raw_buffer_cast"(%arg0) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>, resetOffset}> : (memref<8x4xf32, strided<[4, 1], offset: ?>>) -> memref<8x4xf32, #amdgpu.address_space<fat_raw_buffer>>
    %1 = "amdgpu.fat_raw_buffer_cast"(%arg1) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>, resetOffset}> : (memref<8x4xf32, strided<[16, 1], offset: 3>>) -> memref<8x4xf32, strided<[16, 1]>, #amdgpu.address_space<fat_raw_buffer>>
    %2 = "amdgpu.fat_raw_buffer_cast"(%arg2) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>, resetOffset}> : (memref<?xi8, strided<[1], offset: ?>>) -> memref<?xi8, #amdgpu.address_space<fat_raw_buffer>>
    %3 = "amdgpu.fat_raw_buffer_cast"(%arg1) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<8x4xf32, strided<[16, 1], offset: 3>>) -> memref<8x4xf32, strided<[16, 1], offset: 3>, #amdgpu.address_space<fat_raw_buffer>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
