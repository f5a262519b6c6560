// Sparse OCP 8-bit floats.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (vector<8xf8E4M3FN>, vector<16xf8E4M3FN>, vector<4xf32>, vector<2xi16>) -> (), sym_name = "f0_16"}> ({
  ^bb0(%arg0: vector<8xf8E4M3FN>, %arg1: vector<16xf8E4M3FN>, %arg2: vector<4xf32>, %arg3: vector<2xi16>):
    %0 = "amdgpu.sparse_mfma"(%arg0, %arg1, %arg2, %arg3) <{abid = 1 : i32, cbsz = 0 : i32, k = 64 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xf8E4M3FN>, vector<16xf8E4M3FN>, vector<4xf32>, vector<2xi16>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E4M3FN>, vector<16xf8E4M3FN>, vector<16xf32>, vector<2xi16>) -> (), sym_name = "f0_32"}> ({
  ^bb0(%arg0: vector<8xf8E4M3FN>, %arg1: vector<16xf8E4M3FN>, %arg2: vector<16xf32>, %arg3: vector<2xi16>):
    %0 = "amdgpu.sparse_mfma"(%arg0, %arg1, %arg2, %arg3) <{abid = 1 : i32, cbsz = 0 : i32, k = 32 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xf8E4M3FN>, vector<16xf8E4M3FN>, vector<16xf32>, vector<2xi16>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E4M3FN>, vector<16xf8E5M2>, vector<4xf32>, vector<2xi16>) -> (), sym_name = "f1_16"}> ({
  ^bb0(%arg0: vector<8xf8E4M3FN>, %arg1: vector<16xf8E5M2>, %arg2: vector<4xf32>, %arg3: vector<2xi16>):
    %0 = "amdgpu.sparse_mfma"(%arg0, %arg1, %arg2, %arg3) <{abid = 0 : i32, cbsz = 0 : i32, k = 64 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xf8E4M3FN>, vector<16xf8E5M2>, vector<4xf32>, vector<2xi16>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E4M3FN>, vector<16xf8E5M2>, vector<16xf32>, vector<2xi16>) -> (), sym_name = "f1_32"}> ({
  ^bb0(%arg0: vector<8xf8E4M3FN>, %arg1: vector<16xf8E5M2>, %arg2: vector<16xf32>, %arg3: vector<2xi16>):
    %0 = "amdgpu.sparse_mfma"(%arg0, %arg1, %arg2, %arg3) <{abid = 0 : i32, cbsz = 0 : i32, k = 32 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xf8E4M3FN>, vector<16xf8E5M2>, vector<16xf32>, vector<2xi16>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E5M2>, vector<16xf8E4M3FN>, vector<4xf32>, vector<2xi16>) -> (), sym_name = "f2_16"}> ({
  ^bb0(%arg0: vector<8xf8E5M2>, %arg1: vector<16xf8E4M3FN>, %arg2: vector<4xf32>, %arg3: vector<2xi16>):
    %0 = "amdgpu.sparse_mfma"(%arg0, %arg1, %arg2, %arg3) <{abid = 7 : i32, cbsz = 1 : i32, k = 64 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xf8E5M2>, vector<16xf8E4M3FN>, vector<4xf32>, vector<2xi16>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E5M2>, vector<16xf8E4M3FN>, vector<16xf32>, vector<2xi16>) -> (), sym_name = "f2_32"}> ({
  ^bb0(%arg0: vector<8xf8E5M2>, %arg1: vector<16xf8E4M3FN>, %arg2: vector<16xf32>, %arg3: vector<2xi16>):
    %0 = "amdgpu.sparse_mfma"(%arg0, %arg1, %arg2, %arg3) <{abid = 7 : i32, cbsz = 1 : i32, k = 32 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xf8E5M2>, vector<16xf8E4M3FN>, vector<16xf32>, vector<2xi16>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E5M2>, vector<16xf8E5M2>, vector<4xf32>, vector<2xi16>) -> (), sym_name = "f3_16"}> ({
  ^bb0(%arg0: vector<8xf8E5M2>, %arg1: vector<16xf8E5M2>, %arg2: vector<4xf32>, %arg3: vector<2xi16>):
    %0 = "amdgpu.sparse_mfma"(%arg0, %arg1, %arg2, %arg3) <{abid = 1 : i32, cbsz = 0 : i32, k = 64 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xf8E5M2>, vector<16xf8E5M2>, vector<4xf32>, vector<2xi16>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E5M2>, vector<16xf8E5M2>, vector<16xf32>, vector<2xi16>) -> (), sym_name = "f3_32"}> ({
  ^bb0(%arg0: vector<8xf8E5M2>, %arg1: vector<16xf8E5M2>, %arg2: vector<16xf32>, %arg3: vector<2xi16>):
    %0 = "amdgpu.sparse_mfma"(%arg0, %arg1, %arg2, %arg3) <{abid = 1 : i32, cbsz = 0 : i32, k = 32 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xf8E5M2>, vector<16xf8E5M2>, vector<16xf32>, vector<2xi16>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
