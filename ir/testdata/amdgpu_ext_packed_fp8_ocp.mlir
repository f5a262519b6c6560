// 8-bit floats to f32.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf8E4M3FN>, vector<4xf8E5M2>, vector<2xf8E4M3FN>, f8E5M2) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: vector<4xf8E4M3FN>, %arg1: vector<4xf8E5M2>, %arg2: vector<2xf8E4M3FN>, %arg3: f8E5M2):
    %0 = "amdgpu.ext_packed_fp8"(%arg0) <{index = 0 : i32}> : (vector<4xf8E4M3FN>) -> f32
    %1 = "amdgpu.ext_packed_fp8"(%arg0) <{index = 1 : i32}> : (vector<4xf8E4M3FN>) -> f32
    %2 = "amdgpu.ext_packed_fp8"(%arg0) <{index = 2 : i32}> : (vector<4xf8E4M3FN>) -> f32
    %3 = "amdgpu.ext_packed_fp8"(%arg0) <{index = 3 : i32}> : (vector<4xf8E4M3FN>) -> f32
    %4 = "amdgpu.ext_packed_fp8"(%arg1) <{index = 1 : i32}> : (vector<4xf8E5M2>) -> vector<2xf32>
    %5 = "amdgpu.ext_packed_fp8"(%arg2) <{index = 0 : i32}> : (vector<2xf8E4M3FN>) -> vector<2xf32>
    %6 = "amdgpu.ext_packed_fp8"(%arg3) <{index = 0 : i32}> : (f8E5M2) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
