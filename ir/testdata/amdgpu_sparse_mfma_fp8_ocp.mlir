// Sparse OCP 8-bit floats.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (vector<8xf8E4M3FN>, vector<16xf8E4M3FN>, vector<4xf32>, vector<2xi16>) -> (), sym_name = "f0_16"}> ({
  ^bb0(%arg28: vector<8xf8E4M3FN>, %arg29: vector<16xf8E4M3FN>, %arg30: vector<4xf32>, %arg31: vector<2xi16>):
    %7 = "amdgpu.sparse_mfma"(%arg28, %arg29, %arg30, %arg31) <{abid = 1 : i32, cbsz = 0 : i32, k = 64 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xf8E4M3FN>, vector<16xf8E4M3FN>, vector<4xf32>, vector<2xi16>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E4M3FN>, vector<16xf8E4M3FN>, vector<16xf32>, vector<2xi16>) -> (), sym_name = "f0_32"}> ({
  ^bb0(%arg24: vector<8xf8E4M3FN>, %arg25: vector<16xf8E4M3FN>, %arg26: vector<16xf32>, %arg27: vector<2xi16>):
    %6 = "amdgpu.sparse_mfma"(%arg24, %arg25, %arg26, %arg27) <{abid = 1 : i32, cbsz = 0 : i32, k = 32 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xf8E4M3FN>, vector<16xf8E4M3FN>, vector<16xf32>, vector<2xi16>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E4M3FN>, vector<16xf8E5M2>, vector<4xf32>, vector<2xi16>) -> (), sym_name = "f1_16"}> ({
  ^bb0(%arg20: vector<8xf8E4M3FN>, %arg21: vector<16xf8E5M2>, %arg22: vector<4xf32>, %arg23: vector<2xi16>):
    %5 = "amdgpu.sparse_mfma"(%arg20, %arg21, %arg22, %arg23) <{abid = 0 : i32, cbsz = 0 : i32, k = 64 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xf8E4M3FN>, vector<16xf8E5M2>, vector<4xf32>, vector<2xi16>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E4M3FN>, vector<16xf8E5M2>, vector<16xf32>, vector<2xi16>) -> (), sym_name = "f1_32"}> ({
  ^bb0(%arg16: vector<8xf8E4M3FN>, %arg17: vector<16xf8E5M2>, %arg18: vector<16xf32>, %arg19: vector<2xi16>):
    %4 = "amdgpu.sparse_mfma"(%arg16, %arg17, %arg18, %arg19) <{abid = 0 : i32, cbsz = 0 : i32, k = 32 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xf8E4M3FN>, vector<16xf8E5M2>, vector<16xf32>, vector<2xi16>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E5M2>, vector<16xf8E4M3FN>, vector<4xf32>, vector<2xi16>) -> (), sym_name = "f2_16"}> ({
  ^bb0(%arg12: vector<8xf8E5M2>, %arg13: vector<16xf8E4M3FN>, %arg14: vector<4xf32>, %arg15: vector<2xi16>):
    %3 = "amdgpu.sparse_mfma"(%arg12, %arg13, %arg14, %arg15) <{abid = 7 : i32, cbsz = 1 : i32, k = 64 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xf8E5M2>, vector<16xf8E4M3FN>, vector<4xf32>, vector<2xi16>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E5M2>, vector<16xf8E4M3FN>, vector<16xf32>, vector<2xi16>) -> (), sym_name = "f2_32"}> ({
  ^bb0(%arg8: vector<8xf8E5M2>, %arg9: vector<16xf8E4M3FN>, %arg10: vector<16xf32>, %arg11: vector<2xi16>):
    %2 = "amdgpu.sparse_mfma"(%arg8, %arg9, %arg10, %arg11) <{abid = 7 : i32, cbsz = 1 : i32, k = 32 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xf8E5M2>, vector<16xf8E4M3FN>, vector<16xf32>, vector<2xi16>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E5M2>, vector<16xf8E5M2>, vector<4xf32>, vector<2xi16>) -> (), sym_name = "f3_16"}> ({
  ^bb0(%arg4: vector<8xf8E5M2>, %arg5: vector<16xf8E5M2>, %arg6: vector<4xf32>, %arg7: vector<2xi16>):
    %1 = "amdgpu.sparse_mfma"(%arg4, %arg5, %arg6, %arg7) <{abid = 1 : i32, cbsz = 0 : i32, k = 64 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xf8E5M2>, vector<16xf8E5M2>, vector<4xf32>, vector<2xi16>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf8E5M2>, vector<16xf8E5M2>, vector<16xf32>, vector<2xi16>) -> (), sym_name = "f3_32"}> ({
  ^bb0(%arg0: vector<8xf8E5M2>, %arg1: vector<16xf8E5M2>, %arg2: vector<16xf32>, %arg3: vector<2xi16>):
    %0 = "amdgpu.sparse_mfma"(%arg0, %arg1, %arg2, %arg3) <{abid = 1 : i32, cbsz = 0 : i32, k = 32 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xf8E5M2>, vector<16xf8E5M2>, vector<16xf32>, vector<2xi16>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
