// F64 matrices, and their negation.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (f64, f64, vector<4xf64>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg0: f64, %arg1: f64, %arg2: vector<4xf64>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 4 : i32, m = 16 : i32, n = 16 : i32}> : (f64, f64, vector<4xf64>) -> vector<4xf64>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f64, f64, f64) -> (), sym_name = "f1"}> ({
  ^bb0(%arg0: f64, %arg1: f64, %arg2: f64):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 4 : i32, cbsz = 0 : i32, k = 4 : i32, m = 4 : i32, n = 4 : i32}> : (f64, f64, f64) -> f64
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f64, f64, vector<4xf64>) -> (), sym_name = "f2"}> ({
  ^bb0(%arg0: f64, %arg1: f64, %arg2: vector<4xf64>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 4 : i32, m = 16 : i32, n = 16 : i32, negateA, negateB, negateC}> : (f64, f64, vector<4xf64>) -> vector<4xf64>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f64, f64, f64) -> (), sym_name = "f3"}> ({
  ^bb0(%arg0: f64, %arg1: f64, %arg2: f64):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 4 : i32, cbsz = 0 : i32, k = 4 : i32, m = 4 : i32, n = 4 : i32, negateB}> : (f64, f64, f64) -> f64
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
