// Sparse i8.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (vector<8xi8>, vector<16xi8>, vector<4xi32>, vector<2xi16>) -> (), sym_name = "f0_16"}> ({
  ^bb0(%arg0: vector<8xi8>, %arg1: vector<16xi8>, %arg2: vector<4xi32>, %arg3: vector<2xi16>):
    %0 = "amdgpu.sparse_mfma"(%arg0, %arg1, %arg2, %arg3) <{abid = 1 : i32, cbsz = 0 : i32, k = 64 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xi8>, vector<16xi8>, vector<4xi32>, vector<2xi16>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xi8>, vector<16xi8>, vector<16xi32>, vector<2xi16>) -> (), sym_name = "f0_32"}> ({
  ^bb0(%arg0: vector<8xi8>, %arg1: vector<16xi8>, %arg2: vector<16xi32>, %arg3: vector<2xi16>):
    %0 = "amdgpu.sparse_mfma"(%arg0, %arg1, %arg2, %arg3) <{abid = 1 : i32, cbsz = 0 : i32, k = 32 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xi8>, vector<16xi8>, vector<16xi32>, vector<2xi16>) -> vector<16xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
