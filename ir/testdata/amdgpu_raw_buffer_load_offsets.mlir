// Constant and scalar offsets of a load.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<64xi8>, memref<?x?xi32>, i32, i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<64xi8>, %arg1: memref<?x?xi32>, %arg2: i32, %arg3: i32):
    %0 = "amdgpu.raw_buffer_load"(%arg0, %arg2, %arg3) <{boundsCheck = true, indexOffset = 4 : i32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (memref<64xi8>, i32, i32) -> vector<16xi8>
    %1 = "amdgpu.raw_buffer_load"(%arg1, %arg2, %arg2, %arg3) <{boundsCheck = false, operandSegmentSizes = array<i32: 1, 2, 1>}> : (memref<?x?xi32>, i32, i32, i32) -> vector<2xi32>
    %2 = "amdgpu.raw_buffer_load"(%arg0, %arg2) <{boundsCheck = true, indexOffset = -1 : i32, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64xi8>, i32) -> i8
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
