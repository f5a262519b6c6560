// 8-, 6- and 4-bit floats without scales.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (vector<32xf8E4M3FN>, vector<32xf8E5M2>, vector<16xf32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg0: vector<32xf8E4M3FN>, %arg1: vector<32xf8E5M2>, %arg2: vector<16xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 64 : i32, m = 32 : i32, n = 32 : i32}> : (vector<32xf8E4M3FN>, vector<32xf8E5M2>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf8E4M3FN>, vector<32xf8E5M2>, vector<4xf32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg0: vector<32xf8E4M3FN>, %arg1: vector<32xf8E5M2>, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 128 : i32, m = 16 : i32, n = 16 : i32}> : (vector<32xf8E4M3FN>, vector<32xf8E5M2>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf8E5M2>, vector<32xf6E3M2FN>, vector<16xf32>) -> (), sym_name = "f2"}> ({
  ^bb0(%arg0: vector<32xf8E5M2>, %arg1: vector<32xf6E3M2FN>, %arg2: vector<16xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 64 : i32, m = 32 : i32, n = 32 : i32}> : (vector<32xf8E5M2>, vector<32xf6E3M2FN>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf8E5M2>, vector<32xf6E3M2FN>, vector<4xf32>) -> (), sym_name = "f3"}> ({
  ^bb0(%arg0: vector<32xf8E5M2>, %arg1: vector<32xf6E3M2FN>, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 128 : i32, m = 16 : i32, n = 16 : i32}> : (vector<32xf8E5M2>, vector<32xf6E3M2FN>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf6E2M3FN>, vector<32xf8E4M3FN>, vector<16xf32>) -> (), sym_name = "f4"}> ({
  ^bb0(%arg0: vector<32xf6E2M3FN>, %arg1: vector<32xf8E4M3FN>, %arg2: vector<16xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 64 : i32, m = 32 : i32, n = 32 : i32}> : (vector<32xf6E2M3FN>, vector<32xf8E4M3FN>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf6E2M3FN>, vector<32xf8E4M3FN>, vector<4xf32>) -> (), sym_name = "f5"}> ({
  ^bb0(%arg0: vector<32xf6E2M3FN>, %arg1: vector<32xf8E4M3FN>, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 128 : i32, m = 16 : i32, n = 16 : i32}> : (vector<32xf6E2M3FN>, vector<32xf8E4M3FN>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf6E3M2FN>, vector<32xf6E2M3FN>, vector<16xf32>) -> (), sym_name = "f6"}> ({
  ^bb0(%arg0: vector<32xf6E3M2FN>, %arg1: vector<32xf6E2M3FN>, %arg2: vector<16xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 64 : i32, m = 32 : i32, n = 32 : i32}> : (vector<32xf6E3M2FN>, vector<32xf6E2M3FN>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf6E3M2FN>, vector<32xf6E2M3FN>, vector<4xf32>) -> (), sym_name = "f7"}> ({
  ^bb0(%arg0: vector<32xf6E3M2FN>, %arg1: vector<32xf6E2M3FN>, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 128 : i32, m = 16 : i32, n = 16 : i32}> : (vector<32xf6E3M2FN>, vector<32xf6E2M3FN>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf4E2M1FN>, vector<32xf4E2M1FN>, vector<16xf32>) -> (), sym_name = "f8"}> ({
  ^bb0(%arg0: vector<32xf4E2M1FN>, %arg1: vector<32xf4E2M1FN>, %arg2: vector<16xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 64 : i32, m = 32 : i32, n = 32 : i32}> : (vector<32xf4E2M1FN>, vector<32xf4E2M1FN>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf4E2M1FN>, vector<32xf4E2M1FN>, vector<4xf32>) -> (), sym_name = "f9"}> ({
  ^bb0(%arg0: vector<32xf4E2M1FN>, %arg1: vector<32xf4E2M1FN>, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 128 : i32, m = 16 : i32, n = 16 : i32}> : (vector<32xf4E2M1FN>, vector<32xf4E2M1FN>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
