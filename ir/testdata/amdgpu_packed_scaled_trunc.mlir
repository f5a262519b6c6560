// Pairs divided by a scale and rounded to small floats.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (vector<2xf32>, vector<2xf16>, vector<1xbf16>, f32, vector<4xf8E5M2>, vector<8xf4E2M1FN>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: vector<2xf32>, %arg1: vector<2xf16>, %arg2: vector<1xbf16>, %arg3: f32, %arg4: vector<4xf8E5M2>, %arg5: vector<8xf4E2M1FN>):
    %0 = "amdgpu.packed_scaled_trunc"(%arg0, %arg3) <{index = 1 : i32}> : (vector<2xf32>, f32) -> vector<4xf8E4M3FN>
    %1 = "amdgpu.packed_scaled_trunc"(%arg0, %arg3) <{index = 1 : i32}> : (vector<2xf32>, f32) -> vector<4xf8E5M2>
    %2 = "amdgpu.packed_scaled_trunc"(%arg0, %arg3) <{index = 1 : i32}> : (vector<2xf32>, f32) -> vector<8xf4E2M1FN>
    %3 = "amdgpu.packed_scaled_trunc"(%arg1, %arg3) <{index = 1 : i32}> : (vector<2xf16>, f32) -> vector<4xf8E4M3FN>
    %4 = "amdgpu.packed_scaled_trunc"(%arg1, %arg3) <{index = 1 : i32}> : (vector<2xf16>, f32) -> vector<4xf8E5M2>
    %5 = "amdgpu.packed_scaled_trunc"(%arg1, %arg3) <{index = 1 : i32}> : (vector<2xf16>, f32) -> vector<8xf4E2M1FN>
    %6 = "amdgpu.packed_scaled_trunc"(%arg2, %arg3) <{index = 1 : i32}> : (vector<1xbf16>, f32) -> vector<4xf8E4M3FN>
    %7 = "amdgpu.packed_scaled_trunc"(%arg2, %arg3) <{index = 1 : i32}> : (vector<1xbf16>, f32) -> vector<4xf8E5M2>
    %8 = "amdgpu.packed_scaled_trunc"(%arg2, %arg3) <{index = 1 : i32}> : (vector<1xbf16>, f32) -> vector<8xf4E2M1FN>
    %9 = "amdgpu.packed_scaled_trunc"(%arg0, %arg3, %arg4) <{index = 0 : i32}> : (vector<2xf32>, f32, vector<4xf8E5M2>) -> vector<4xf8E5M2>
    %10 = "amdgpu.packed_scaled_trunc"(%arg1, %arg3, %arg5) <{index = 3 : i32}> : (vector<2xf16>, f32, vector<8xf4E2M1FN>) -> vector<8xf4E2M1FN>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
