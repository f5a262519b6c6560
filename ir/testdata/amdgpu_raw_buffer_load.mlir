// Loads of 2 to 16 bytes from memrefs of ranks 0 to 2.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<64xf32>, memref<128x72xf16, 1>, memref<i32, #gpu.address_space<global>>, memref<16x4xf8E4M3FNUZ>, i32, i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<64xf32>, %arg1: memref<128x72xf16, 1>, %arg2: memref<i32, #gpu.address_space<global>>, %arg3: memref<16x4xf8E4M3FNUZ>, %arg4: i32, %arg5: i32):
    %0 = "amdgpu.raw_buffer_load"(%arg0, %arg4) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64xf32>, i32) -> f32
    %1 = "amdgpu.raw_buffer_load"(%arg0, %arg4) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64xf32>, i32) -> vector<4xf32>
    %2 = "amdgpu.raw_buffer_load"(%arg1, %arg4, %arg5) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 2, 0>}> : (memref<128x72xf16, 1>, i32, i32) -> vector<8xf16>
    %3 = "amdgpu.raw_buffer_load"(%arg1, %arg4, %arg5) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 2, 0>}> : (memref<128x72xf16, 1>, i32, i32) -> f16
    %4 = "amdgpu.raw_buffer_load"(%arg2) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<i32, #gpu.address_space<global>>) -> i32
    %5 = "amdgpu.raw_buffer_load"(%arg3, %arg4, %arg5) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 2, 0>}> : (memref<16x4xf8E4M3FNUZ>, i32, i32) -> vector<4xf8E4M3FNUZ>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
