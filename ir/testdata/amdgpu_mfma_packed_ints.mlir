// I8 matrices as integers of 32 and 64 bits: read, but lowered by nobody.
// mcpu: none
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32, vector<32xi32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg0: i32, %arg1: i32, %arg2: vector<32xi32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 2 : i32, cbsz = 0 : i32, k = 4 : i32, m = 32 : i32, n = 32 : i32}> : (i32, i32, vector<32xi32>) -> vector<32xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64, vector<4xi32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg0: i64, %arg1: i64, %arg2: vector<4xi32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 32 : i32, m = 16 : i32, n = 16 : i32}> : (i64, i64, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
