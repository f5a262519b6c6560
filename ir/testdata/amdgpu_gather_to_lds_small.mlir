// Direct loads to LDS of 1, 2 and 4 bytes a lane.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<64x64xi8>, memref<64x64xi8, #gpu.address_space<workgroup>>, index, index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<64x64xi8>, %arg1: memref<64x64xi8, #gpu.address_space<workgroup>>, %arg2: index, %arg3: index):
    "amdgpu.gather_to_lds"(%arg0, %arg2, %arg3, %arg1, %arg3, %arg2) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = i8}> : (memref<64x64xi8>, index, index, memref<64x64xi8, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%arg0, %arg2, %arg3, %arg1, %arg3, %arg2) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xi8>}> : (memref<64x64xi8>, index, index, memref<64x64xi8, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%arg0, %arg2, %arg3, %arg1, %arg3, %arg2) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = i16}> : (memref<64x64xi8>, index, index, memref<64x64xi8, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%arg0, %arg2, %arg3, %arg1, %arg3, %arg2) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = i32}> : (memref<64x64xi8>, index, index, memref<64x64xi8, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%arg0, %arg2, %arg3, %arg1, %arg3, %arg2) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<4xi8>}> : (memref<64x64xi8>, index, index, memref<64x64xi8, #gpu.address_space<workgroup>>, index, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
