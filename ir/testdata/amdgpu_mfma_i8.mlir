// I8 matrices.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xi8>, vector<4xi8>, vector<32xi32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg0: vector<4xi8>, %arg1: vector<4xi8>, %arg2: vector<32xi32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 2 : i32, cbsz = 0 : i32, k = 4 : i32, m = 32 : i32, n = 32 : i32}> : (vector<4xi8>, vector<4xi8>, vector<32xi32>) -> vector<32xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi8>, vector<4xi8>, vector<16xi32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg0: vector<4xi8>, %arg1: vector<4xi8>, %arg2: vector<16xi32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 4 : i32, cbsz = 0 : i32, k = 4 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xi8>, vector<4xi8>, vector<16xi32>) -> vector<16xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi8>, vector<4xi8>, vector<4xi32>) -> (), sym_name = "f2"}> ({
  ^bb0(%arg0: vector<4xi8>, %arg1: vector<4xi8>, %arg2: vector<4xi32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 16 : i32, cbsz = 0 : i32, k = 4 : i32, m = 4 : i32, n = 4 : i32}> : (vector<4xi8>, vector<4xi8>, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xi8>, vector<8xi8>, vector<16xi32>) -> (), sym_name = "f3"}> ({
  ^bb0(%arg0: vector<8xi8>, %arg1: vector<8xi8>, %arg2: vector<16xi32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xi8>, vector<8xi8>, vector<16xi32>) -> vector<16xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xi8>, vector<8xi8>, vector<4xi32>) -> (), sym_name = "f4"}> ({
  ^bb0(%arg0: vector<8xi8>, %arg1: vector<8xi8>, %arg2: vector<4xi32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 32 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xi8>, vector<8xi8>, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
