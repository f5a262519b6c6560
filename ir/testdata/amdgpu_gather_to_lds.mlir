// Direct loads to LDS of 4 bytes a lane.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<64x64xf16>, memref<64x64xf16, #gpu.address_space<workgroup>>, index, index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<64x64xf16>, %arg1: memref<64x64xf16, #gpu.address_space<workgroup>>, %arg2: index, %arg3: index):
    "amdgpu.gather_to_lds"(%arg0, %arg2, %arg3, %arg1, %arg3, %arg2) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<64x64xf16>, index, index, memref<64x64xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
