// Lanes of A broadcast and of B permuted.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f32, vector<32xf32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg0: f32, %arg1: f32, %arg2: vector<32xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 1 : i32, blgp = #amdgpu<mfma_perm_b bcast_second_32>, blocks = 2 : i32, cbsz = 1 : i32, k = 1 : i32, m = 32 : i32, n = 32 : i32}> : (f32, f32, vector<32xf32>) -> vector<32xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg0: vector<4xf16>, %arg1: vector<4xf16>, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 15 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 16 : i32, cbsz = 4 : i32, k = 4 : i32, m = 4 : i32, n = 4 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, vector<16xf32>) -> (), sym_name = "f2"}> ({
  ^bb0(%arg0: f32, %arg1: f32, %arg2: vector<16xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 3 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 4 : i32, cbsz = 2 : i32, k = 1 : i32, m = 16 : i32, n = 16 : i32}> : (f32, f32, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, vector<4xf32>) -> (), sym_name = "f3"}> ({
  ^bb0(%arg0: f32, %arg1: f32, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b bcast_first_32>, blocks = 16 : i32, cbsz = 0 : i32, k = 1 : i32, m = 4 : i32, n = 4 : i32}> : (f32, f32, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, vector<4xf32>) -> (), sym_name = "f4"}> ({
  ^bb0(%arg0: f32, %arg1: f32, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b rotate_16_right>, blocks = 16 : i32, cbsz = 0 : i32, k = 1 : i32, m = 4 : i32, n = 4 : i32}> : (f32, f32, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, vector<4xf32>) -> (), sym_name = "f5"}> ({
  ^bb0(%arg0: f32, %arg1: f32, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b bcast_first_16>, blocks = 16 : i32, cbsz = 0 : i32, k = 1 : i32, m = 4 : i32, n = 4 : i32}> : (f32, f32, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, vector<4xf32>) -> (), sym_name = "f6"}> ({
  ^bb0(%arg0: f32, %arg1: f32, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b bcast_second_16>, blocks = 16 : i32, cbsz = 0 : i32, k = 1 : i32, m = 4 : i32, n = 4 : i32}> : (f32, f32, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, vector<4xf32>) -> (), sym_name = "f7"}> ({
  ^bb0(%arg0: f32, %arg1: f32, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b bcast_third_16>, blocks = 16 : i32, cbsz = 0 : i32, k = 1 : i32, m = 4 : i32, n = 4 : i32}> : (f32, f32, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, vector<4xf32>) -> (), sym_name = "f8"}> ({
  ^bb0(%arg0: f32, %arg1: f32, %arg2: vector<4xf32>):
    %0 = "amdgpu.mfma"(%arg0, %arg1, %arg2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b bcast_fourth_16>, blocks = 16 : i32, cbsz = 0 : i32, k = 1 : i32, m = 4 : i32, n = 4 : i32}> : (f32, f32, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
