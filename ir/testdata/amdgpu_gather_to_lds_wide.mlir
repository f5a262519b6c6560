// Direct loads to LDS of 12 and 16 bytes a lane.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<64x64xf32>, memref<64x64xf32, #gpu.address_space<workgroup>>, index, index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<64x64xf32>, %arg1: memref<64x64xf32, #gpu.address_space<workgroup>>, %arg2: index, %arg3: index):
    "amdgpu.gather_to_lds"(%arg0, %arg2, %arg3, %arg1, %arg3, %arg2) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<3xf32>}> : (memref<64x64xf32>, index, index, memref<64x64xf32, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%arg0, %arg2, %arg3, %arg1, %arg3, %arg2) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<4xf32>}> : (memref<64x64xf32>, index, index, memref<64x64xf32, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%arg0, %arg2, %arg3, %arg1, %arg3, %arg2) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = i128}> : (memref<64x64xf32>, index, index, memref<64x64xf32, #gpu.address_space<workgroup>>, index, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
