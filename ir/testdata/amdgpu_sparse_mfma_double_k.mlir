// Sparse matrices with K doubled: 16 bits.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (vector<8xf16>, vector<16xf16>, vector<4xf32>, vector<4xi8>) -> (), sym_name = "f0_16"}> ({
  ^bb0(%arg0: vector<8xf16>, %arg1: vector<16xf16>, %arg2: vector<4xf32>, %arg3: vector<4xi8>):
    %0 = "amdgpu.sparse_mfma"(%arg0, %arg1, %arg2, %arg3) <{abid = 1 : i32, cbsz = 0 : i32, k = 64 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xf16>, vector<16xf16>, vector<4xf32>, vector<4xi8>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf16>, vector<16xf16>, vector<16xf32>, vector<4xi8>) -> (), sym_name = "f0_32"}> ({
  ^bb0(%arg0: vector<8xf16>, %arg1: vector<16xf16>, %arg2: vector<16xf32>, %arg3: vector<4xi8>):
    %0 = "amdgpu.sparse_mfma"(%arg0, %arg1, %arg2, %arg3) <{abid = 1 : i32, cbsz = 0 : i32, k = 32 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xf16>, vector<16xf16>, vector<16xf32>, vector<4xi8>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xbf16>, vector<16xbf16>, vector<4xf32>, vector<4xi8>) -> (), sym_name = "f1_16"}> ({
  ^bb0(%arg0: vector<8xbf16>, %arg1: vector<16xbf16>, %arg2: vector<4xf32>, %arg3: vector<4xi8>):
    %0 = "amdgpu.sparse_mfma"(%arg0, %arg1, %arg2, %arg3) <{abid = 0 : i32, cbsz = 0 : i32, k = 64 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xbf16>, vector<16xbf16>, vector<4xf32>, vector<4xi8>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xbf16>, vector<16xbf16>, vector<16xf32>, vector<4xi8>) -> (), sym_name = "f1_32"}> ({
  ^bb0(%arg0: vector<8xbf16>, %arg1: vector<16xbf16>, %arg2: vector<16xf32>, %arg3: vector<4xi8>):
    %0 = "amdgpu.sparse_mfma"(%arg0, %arg1, %arg2, %arg3) <{abid = 0 : i32, cbsz = 0 : i32, k = 32 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xbf16>, vector<16xbf16>, vector<16xf32>, vector<4xi8>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
