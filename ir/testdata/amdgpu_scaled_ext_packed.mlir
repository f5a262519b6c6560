// Pairs of small floats times a scale.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf8E4M3FN>, vector<2xf8E5M2>, vector<8xf4E2M1FN>, vector<3xf4E2M1FN>, f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: vector<4xf8E4M3FN>, %arg1: vector<2xf8E5M2>, %arg2: vector<8xf4E2M1FN>, %arg3: vector<3xf4E2M1FN>, %arg4: f32):
    %0 = "amdgpu.scaled_ext_packed"(%arg0, %arg4) <{index = 1 : i32}> : (vector<4xf8E4M3FN>, f32) -> vector<2xf32>
    %1 = "amdgpu.scaled_ext_packed"(%arg0, %arg4) <{index = 1 : i32}> : (vector<4xf8E4M3FN>, f32) -> vector<2xf16>
    %2 = "amdgpu.scaled_ext_packed"(%arg0, %arg4) <{index = 1 : i32}> : (vector<4xf8E4M3FN>, f32) -> vector<2xbf16>
    %3 = "amdgpu.scaled_ext_packed"(%arg1, %arg4) <{index = 0 : i32}> : (vector<2xf8E5M2>, f32) -> vector<2xf32>
    %4 = "amdgpu.scaled_ext_packed"(%arg1, %arg4) <{index = 0 : i32}> : (vector<2xf8E5M2>, f32) -> vector<2xf16>
    %5 = "amdgpu.scaled_ext_packed"(%arg1, %arg4) <{index = 0 : i32}> : (vector<2xf8E5M2>, f32) -> vector<2xbf16>
    %6 = "amdgpu.scaled_ext_packed"(%arg2, %arg4) <{index = 1 : i32}> : (vector<8xf4E2M1FN>, f32) -> vector<2xf32>
    %7 = "amdgpu.scaled_ext_packed"(%arg2, %arg4) <{index = 1 : i32}> : (vector<8xf4E2M1FN>, f32) -> vector<2xf16>
    %8 = "amdgpu.scaled_ext_packed"(%arg2, %arg4) <{index = 1 : i32}> : (vector<8xf4E2M1FN>, f32) -> vector<2xbf16>
    %9 = "amdgpu.scaled_ext_packed"(%arg3, %arg4) <{index = 0 : i32}> : (vector<3xf4E2M1FN>, f32) -> vector<2xf32>
    %10 = "amdgpu.scaled_ext_packed"(%arg3, %arg4) <{index = 0 : i32}> : (vector<3xf4E2M1FN>, f32) -> vector<2xf16>
    %11 = "amdgpu.scaled_ext_packed"(%arg3, %arg4) <{index = 0 : i32}> : (vector<3xf4E2M1FN>, f32) -> vector<2xbf16>
    %12 = "amdgpu.scaled_ext_packed"(%arg2, %arg4) <{index = 3 : i32}> : (vector<8xf4E2M1FN>, f32) -> vector<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
