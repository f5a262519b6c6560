// F32 matrices with reduced precision.
// mcpu: gfx942
"builtin.module"() ({
  "func.func"() <{function_type = (vector<2xf32>, vector<2xf32>, vector<16xf32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg0: vector<2xf32>, %arg1: vector<2xf32>, %arg2: vector<16xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 4 : i32, m = 32 : i32, n = 32 : i32, reducePrecision}> : (vector<2xf32>, vector<2xf32>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xf32>, vector<2xf32>, vector<4xf32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg0: vector<2xf32>, %arg1: vector<2xf32>, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 8 : i32, m = 16 : i32, n = 16 : i32, reducePrecision}> : (vector<2xf32>, vector<2xf32>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
