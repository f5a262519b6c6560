// Stores of vectors.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<64xf32>, memref<?xbf16>, vector<4xf32>, vector<2xbf16>, i32, i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<64xf32>, %arg1: memref<?xbf16>, %arg2: vector<4xf32>, %arg3: vector<2xbf16>, %arg4: i32, %arg5: i32):
    "amdgpu.raw_buffer_store"(%arg2, %arg0, %arg4) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (vector<4xf32>, memref<64xf32>, i32) -> ()
    "amdgpu.raw_buffer_store"(%arg3, %arg1, %arg4, %arg5) <{boundsCheck = true, indexOffset = 2 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (vector<2xbf16>, memref<?xbf16>, i32, i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
