// Lanes exchanged by bit masks.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (i32, f16, vector<2xf16>, vector<4xf32>, i64, vector<3xi8>, f64, i1) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: f16, %arg2: vector<2xf16>, %arg3: vector<4xf32>, %arg4: i64, %arg5: vector<3xi8>, %arg6: f64, %arg7: i1):
    %0 = "amdgpu.swizzle_bitmode"(%arg0) <{and_mask = 31 : i32, or_mask = 0 : i32, xor_mask = 1 : i32}> : (i32) -> i32
    %1 = "amdgpu.swizzle_bitmode"(%arg1) <{and_mask = 31 : i32, or_mask = 0 : i32, xor_mask = 1 : i32}> : (f16) -> f16
    %2 = "amdgpu.swizzle_bitmode"(%arg2) <{and_mask = 31 : i32, or_mask = 0 : i32, xor_mask = 1 : i32}> : (vector<2xf16>) -> vector<2xf16>
    %3 = "amdgpu.swizzle_bitmode"(%arg3) <{and_mask = 31 : i32, or_mask = 0 : i32, xor_mask = 1 : i32}> : (vector<4xf32>) -> vector<4xf32>
    %4 = "amdgpu.swizzle_bitmode"(%arg4) <{and_mask = 31 : i32, or_mask = 0 : i32, xor_mask = 1 : i32}> : (i64) -> i64
    %5 = "amdgpu.swizzle_bitmode"(%arg5) <{and_mask = 31 : i32, or_mask = 0 : i32, xor_mask = 1 : i32}> : (vector<3xi8>) -> vector<3xi8>
    %6 = "amdgpu.swizzle_bitmode"(%arg6) <{and_mask = 31 : i32, or_mask = 0 : i32, xor_mask = 1 : i32}> : (f64) -> f64
    %7 = "amdgpu.swizzle_bitmode"(%arg7) <{and_mask = 31 : i32, or_mask = 0 : i32, xor_mask = 1 : i32}> : (i1) -> i1
    %8 = "amdgpu.swizzle_bitmode"(%arg0) <{and_mask = 16 : i32, or_mask = 3 : i32, xor_mask = 8 : i32}> : (i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
