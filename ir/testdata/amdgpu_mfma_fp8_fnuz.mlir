// FNUZ 8-bit floats.
// mcpu: gfx942
"builtin.module"() ({
  "func.func"() <{function_type = (vector<8xf8E4M3FNUZ>, vector<8xf8E4M3FNUZ>, vector<16xf32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg0: vector<8xf8E4M3FNUZ>, %arg1: vector<8xf8E4M3FNUZ>, %arg2: vector<16xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xf8E4M3FNUZ>, vector<8xf8E4M3FNUZ>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E4M3FNUZ>, vector<8xf8E4M3FNUZ>, vector<4xf32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg0: vector<8xf8E4M3FNUZ>, %arg1: vector<8xf8E4M3FNUZ>, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 32 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xf8E4M3FNUZ>, vector<8xf8E4M3FNUZ>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E4M3FNUZ>, vector<8xf8E5M2FNUZ>, vector<16xf32>) -> (), sym_name = "f2"}> ({
  ^bb0(%arg0: vector<8xf8E4M3FNUZ>, %arg1: vector<8xf8E5M2FNUZ>, %arg2: vector<16xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xf8E4M3FNUZ>, vector<8xf8E5M2FNUZ>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E4M3FNUZ>, vector<8xf8E5M2FNUZ>, vector<4xf32>) -> (), sym_name = "f3"}> ({
  ^bb0(%arg0: vector<8xf8E4M3FNUZ>, %arg1: vector<8xf8E5M2FNUZ>, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 32 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xf8E4M3FNUZ>, vector<8xf8E5M2FNUZ>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E5M2FNUZ>, vector<8xf8E4M3FNUZ>, vector<16xf32>) -> (), sym_name = "f4"}> ({
  ^bb0(%arg0: vector<8xf8E5M2FNUZ>, %arg1: vector<8xf8E4M3FNUZ>, %arg2: vector<16xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xf8E5M2FNUZ>, vector<8xf8E4M3FNUZ>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E5M2FNUZ>, vector<8xf8E4M3FNUZ>, vector<4xf32>) -> (), sym_name = "f5"}> ({
  ^bb0(%arg0: vector<8xf8E5M2FNUZ>, %arg1: vector<8xf8E4M3FNUZ>, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 32 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xf8E5M2FNUZ>, vector<8xf8E4M3FNUZ>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E5M2FNUZ>, vector<8xf8E5M2FNUZ>, vector<16xf32>) -> (), sym_name = "f6"}> ({
  ^bb0(%arg0: vector<8xf8E5M2FNUZ>, %arg1: vector<8xf8E5M2FNUZ>, %arg2: vector<16xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xf8E5M2FNUZ>, vector<8xf8E5M2FNUZ>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E5M2FNUZ>, vector<8xf8E5M2FNUZ>, vector<4xf32>) -> (), sym_name = "f7"}> ({
  ^bb0(%arg0: vector<8xf8E5M2FNUZ>, %arg1: vector<8xf8E5M2FNUZ>, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 32 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xf8E5M2FNUZ>, vector<8xf8E5M2FNUZ>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
