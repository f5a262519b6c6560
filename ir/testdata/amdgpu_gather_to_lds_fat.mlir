// Direct loads to LDS through a buffer resource, into padded rows.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<1024xf32, #amdgpu.address_space<fat_raw_buffer>>, memref<32x32xf32, strided<[40, 1], offset: 8>, 3>, memref<f32, 3>, index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<1024xf32, #amdgpu.address_space<fat_raw_buffer>>, %arg1: memref<32x32xf32, strided<[40, 1], offset: 8>, 3>, %arg2: memref<f32, 3>, %arg3: index):
    "amdgpu.gather_to_lds"(%arg0, %arg3, %arg1, %arg3, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 1, 2>, transferType = f32}> : (memref<1024xf32, #amdgpu.address_space<fat_raw_buffer>>, index, memref<32x32xf32, strided<[40, 1], offset: 8>, 3>, index, index) -> ()
    "amdgpu.gather_to_lds"(%arg0, %arg3, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, transferType = f32}> : (memref<1024xf32, #amdgpu.address_space<fat_raw_buffer>>, index, memref<f32, 3>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
