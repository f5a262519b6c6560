// FNUZ 8-bit floats.
// mcpu: gfx942
"builtin.module"() ({
  "func.func"() <{function_type = (vector<8xf8E4M3FNUZ>, vector<8xf8E4M3FNUZ>, vector<16xf32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg21: vector<8xf8E4M3FNUZ>, %arg22: vector<8xf8E4M3FNUZ>, %arg23: vector<16xf32>):
    %7 = "amdgpu.mfma"(%arg21, %arg22, %arg23) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xf8E4M3FNUZ>, vector<8xf8E4M3FNUZ>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E4M3FNUZ>, vector<8xf8E4M3FNUZ>, vector<4xf32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg18: vector<8xf8E4M3FNUZ>, %arg19: vector<8xf8E4M3FNUZ>, %arg20: vector<4xf32>):
    %6 = "amdgpu.mfma"(%arg18, %arg19, %arg20) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 32 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xf8E4M3FNUZ>, vector<8xf8E4M3FNUZ>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E4M3FNUZ>, vector<8xf8E5M2FNUZ>, vector<16xf32>) -> (), sym_name = "f2"}> ({
  ^bb0(%arg15: vector<8xf8E4M3FNUZ>, %arg16: vector<8xf8E5M2FNUZ>, %arg17: vector<16xf32>):
    %5 = "amdgpu.mfma"(%arg15, %arg16, %arg17) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xf8E4M3FNUZ>, vector<8xf8E5M2FNUZ>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E4M3FNUZ>, vector<8xf8E5M2FNUZ>, vector<4xf32>) -> (), sym_name = "f3"}> ({
  ^bb0(%arg12: vector<8xf8E4M3FNUZ>, %arg13: vector<8xf8E5M2FNUZ>, %arg14: vector<4xf32>):
    %4 = "amdgpu.mfma"(%arg12, %arg13, %arg14) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 32 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xf8E4M3FNUZ>, vector<8xf8E5M2FNUZ>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E5M2FNUZ>, vector<8xf8E4M3FNUZ>, vector<16xf32>) -> (), sym_name = "f4"}> ({
  ^bb0(%arg9: vector<8xf8E5M2FNUZ>, %arg10: vector<8xf8E4M3FNUZ>, %arg11: vector<16xf32>):
    %3 = "amdgpu.mfma"(%arg9, %arg10, %arg11) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xf8E5M2FNUZ>, vector<8xf8E4M3FNUZ>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E5M2FNUZ>, vector<8xf8E4M3FNUZ>, vector<4xf32>) -> (), sym_name = "f5"}> ({
  ^bb0(%arg6: vector<8xf8E5M2FNUZ>, %arg7: vector<8xf8E4M3FNUZ>, %arg8: vector<4xf32>):
    %2 = "amdgpu.mfma"(%arg6, %arg7, %arg8) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 32 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xf8E5M2FNUZ>, vector<8xf8E4M3FNUZ>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E5M2FNUZ>, vector<8xf8E5M2FNUZ>, vector<16xf32>) -> (), sym_name = "f6"}> ({
  ^bb0(%arg3: vector<8xf8E5M2FNUZ>, %arg4: vector<8xf8E5M2FNUZ>, %arg5: vector<16xf32>):
    %1 = "amdgpu.mfma"(%arg3, %arg4, %arg5) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xf8E5M2FNUZ>, vector<8xf8E5M2FNUZ>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E5M2FNUZ>, vector<8xf8E5M2FNUZ>, vector<4xf32>) -> (), sym_name = "f7"}> ({
  ^bb0(%arg0: vector<8xf8E5M2FNUZ>, %arg1: vector<8xf8E5M2FNUZ>, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 32 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xf8E5M2FNUZ>, vector<8xf8E5M2FNUZ>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
