// Atomic addition of f32 and pairs of f16.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<16xf32>, memref<16xf16>, memref<16xbf16>, f32, vector<2xf16>, vector<2xbf16>, i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<16xf32>, %arg1: memref<16xf16>, %arg2: memref<16xbf16>, %arg3: f32, %arg4: vector<2xf16>, %arg5: vector<2xbf16>, %arg6: i32):
    "amdgpu.raw_buffer_atomic_fadd"(%arg3, %arg0, %arg6) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (f32, memref<16xf32>, i32) -> ()
    "amdgpu.raw_buffer_atomic_fadd"(%arg4, %arg1, %arg6) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (vector<2xf16>, memref<16xf16>, i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
