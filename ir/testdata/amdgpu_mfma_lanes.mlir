// Lanes of A broadcast and of B permuted.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f32, vector<32xf32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg24: f32, %arg25: f32, %arg26: vector<32xf32>):
    %8 = "amdgpu.mfma"(%arg24, %arg25, %arg26) <{abid = 1 : i32, blgp = #amdgpu<mfma_perm_b bcast_second_32>, blocks = 2 : i32, cbsz = 1 : i32, k = 1 : i32, m = 32 : i32, n = 32 : i32}> : (f32, f32, vector<32xf32>) -> vector<32xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg21: vector<4xf16>, %arg22: vector<4xf16>, %arg23: vector<4xf32>):
    %7 = "amdgpu.mfma"(%arg21, %arg22, %arg23) <{abid = 15 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 16 : i32, cbsz = 4 : i32, k = 4 : i32, m = 4 : i32, n = 4 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, vector<16xf32>) -> (), sym_name = "f2"}> ({
  ^bb0(%arg18: f32, %arg19: f32, %arg20: vector<16xf32>):
    %6 = "amdgpu.mfma"(%arg18, %arg19, %arg20) <{abid = 3 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 4 : i32, cbsz = 2 : i32, k = 1 : i32, m = 16 : i32, n = 16 : i32}> : (f32, f32, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, vector<4xf32>) -> (), sym_name = "f3"}> ({
  ^bb0(%arg15: f32, %arg16: f32, %arg17: vector<4xf32>):
    %5 = "amdgpu.mfma"(%arg15, %arg16, %arg17) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b bcast_first_32>, blocks = 16 : i32, cbsz = 0 : i32, k = 1 : i32, m = 4 : i32, n = 4 : i32}> : (f32, f32, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, vector<4xf32>) -> (), sym_name = "f4"}> ({
  ^bb0(%arg12: f32, %arg13: f32, %arg14: vector<4xf32>):
    %4 = "amdgpu.mfma"(%arg12, %arg13, %arg14) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b rotate_16_right>, blocks = 16 : i32, cbsz = 0 : i32, k = 1 : i32, m = 4 : i32, n = 4 : i32}> : (f32, f32, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, vector<4xf32>) -> (), sym_name = "f5"}> ({
  ^bb0(%arg9: f32, %arg10: f32, %arg11: vector<4xf32>):
    %3 = "amdgpu.mfma"(%arg9, %arg10, %arg11) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b bcast_first_16>, blocks = 16 : i32, cbsz = 0 : i32, k = 1 : i32, m = 4 : i32, n = 4 : i32}> : (f32, f32, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, vector<4xf32>) -> (), sym_name = "f6"}> ({
  ^bb0(%arg6: f32, %arg7: f32, %arg8: vector<4xf32>):
    %2 = "amdgpu.mfma"(%arg6, %arg7, %arg8) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b bcast_second_16>, blocks = 16 : i32, cbsz = 0 : i32, k = 1 : i32, m = 4 : i32, n = 4 : i32}> : (f32, f32, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, vector<4xf32>) -> (), sym_name = "f7"}> ({
  ^bb0(%arg3: f32, %arg4: f32, %arg5: vector<4xf32>):
    %1 = "amdgpu.mfma"(%arg3, %arg4, %arg5) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b bcast_third_16>, blocks = 16 : i32, cbsz = 0 : i32, k = 1 : i32, m = 4 : i32, n = 4 : i32}> : (f32, f32, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, vector<4xf32>) -> (), sym_name = "f8"}> ({
  ^bb0(%arg0: f32, %arg1: f32, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b bcast_fourth_16>, blocks = 16 : i32, cbsz = 0 : i32, k = 1 : i32, m = 4 : i32, n = 4 : i32}> : (f32, f32, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
