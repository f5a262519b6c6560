// 8-, 6- and 4-bit floats without scales.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (vector<32xf8E4M3FN>, vector<32xf8E5M2>, vector<16xf32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg27: vector<32xf8E4M3FN>, %arg28: vector<32xf8E5M2>, %arg29: vector<16xf32>):
    %9 = "amdgpu.mfma"(%arg27, %arg28, %arg29) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 64 : i32, m = 32 : i32, n = 32 : i32}> : (vector<32xf8E4M3FN>, vector<32xf8E5M2>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf8E4M3FN>, vector<32xf8E5M2>, vector<4xf32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg24: vector<32xf8E4M3FN>, %arg25: vector<32xf8E5M2>, %arg26: vector<4xf32>):
    %8 = "amdgpu.mfma"(%arg24, %arg25, %arg26) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 128 : i32, m = 16 : i32, n = 16 : i32}> : (vector<32xf8E4M3FN>, vector<32xf8E5M2>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf8E5M2>, vector<32xf6E3M2FN>, vector<16xf32>) -> (), sym_name = "f2"}> ({
  ^bb0(%arg21: vector<32xf8E5M2>, %arg22: vector<32xf6E3M2FN>, %arg23: vector<16xf32>):
    %7 = "amdgpu.mfma"(%arg21, %arg22, %arg23) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 64 : i32, m = 32 : i32, n = 32 : i32}> : (vector<32xf8E5M2>, vector<32xf6E3M2FN>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf8E5M2>, vector<32xf6E3M2FN>, vector<4xf32>) -> (), sym_name = "f3"}> ({
  ^bb0(%arg18: vector<32xf8E5M2>, %arg19: vector<32xf6E3M2FN>, %arg20: vector<4xf32>):
    %6 = "amdgpu.mfma"(%arg18, %arg19, %arg20) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 128 : i32, m = 16 : i32, n = 16 : i32}> : (vector<32xf8E5M2>, vector<32xf6E3M2FN>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf6E2M3FN>, vector<32xf8E4M3FN>, vector<16xf32>) -> (), sym_name = "f4"}> ({
  ^bb0(%arg15: vector<32xf6E2M3FN>, %arg16: vector<32xf8E4M3FN>, %arg17: vector<16xf32>):
    %5 = "amdgpu.mfma"(%arg15, %arg16, %arg17) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 64 : i32, m = 32 : i32, n = 32 : i32}> : (vector<32xf6E2M3FN>, vector<32xf8E4M3FN>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf6E2M3FN>, vector<32xf8E4M3FN>, vector<4xf32>) -> (), sym_name = "f5"}> ({
  ^bb0(%arg12: vector<32xf6E2M3FN>, %arg13: vector<32xf8E4M3FN>, %arg14: vector<4xf32>):
    %4 = "amdgpu.mfma"(%arg12, %arg13, %arg14) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 128 : i32, m = 16 : i32, n = 16 : i32}> : (vector<32xf6E2M3FN>, vector<32xf8E4M3FN>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf6E3M2FN>, vector<32xf6E2M3FN>, vector<16xf32>) -> (), sym_name = "f6"}> ({
  ^bb0(%arg9: vector<32xf6E3M2FN>, %arg10: vector<32xf6E2M3FN>, %arg11: vector<16xf32>):
    %3 = "amdgpu.mfma"(%arg9, %arg10, %arg11) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 64 : i32, m = 32 : i32, n = 32 : i32}> : (vector<32xf6E3M2FN>, vector<32xf6E2M3FN>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf6E3M2FN>, vector<32xf6E2M3FN>, vector<4xf32>) -> (), sym_name = "f7"}> ({
  ^bb0(%arg6: vector<32xf6E3M2FN>, %arg7: vector<32xf6E2M3FN>, %arg8: vector<4xf32>):
    %2 = "amdgpu.mfma"(%arg6, %arg7, %arg8) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 128 : i32, m = 16 : i32, n = 16 : i32}> : (vector<32xf6E3M2FN>, vector<32xf6E2M3FN>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf4E2M1FN>, vector<32xf4E2M1FN>, vector<16xf32>) -> (), sym_name = "f8"}> ({
  ^bb0(%arg3: vector<32xf4E2M1FN>, %arg4: vector<32xf4E2M1FN>, %arg5: vector<16xf32>):
    %1 = "amdgpu.mfma"(%arg3, %arg4, %arg5) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 64 : i32, m = 32 : i32, n = 32 : i32}> : (vector<32xf4E2M1FN>, vector<32xf4E2M1FN>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf4E2M1FN>, vector<32xf4E2M1FN>, vector<4xf32>) -> (), sym_name = "f9"}> ({
  ^bb0(%arg0: vector<32xf4E2M1FN>, %arg1: vector<32xf4E2M1FN>, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 128 : i32, m = 16 : i32, n = 16 : i32}> : (vector<32xf4E2M1FN>, vector<32xf4E2M1FN>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
