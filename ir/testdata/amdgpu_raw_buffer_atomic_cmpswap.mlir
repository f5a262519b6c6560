// Compare and swap of integers and floats.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<16xi32>, memref<16xf64>, i32, f64, i32, i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<16xi32>, %arg1: memref<16xf64>, %arg2: i32, %arg3: f64, %arg4: i32, %arg5: i32):
    %0 = "amdgpu.raw_buffer_atomic_cmpswap"(%arg2, %arg2, %arg0, %arg4) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (i32, i32, memref<16xi32>, i32) -> i32
    %1 = "amdgpu.raw_buffer_atomic_cmpswap"(%arg3, %arg3, %arg1, %arg4, %arg5) <{boundsCheck = true, indexOffset = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (f64, f64, memref<16xf64>, i32, i32) -> f64
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
