// Dimensions in another order.
"builtin.module"() ({
  "func.func"() <{function_type = (vector<2x4xf32>, vector<2x3x4xi8>, vector<f32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: vector<2x4xf32>, %arg1: vector<2x3x4xi8>, %arg2: vector<f32>):
    %0 = "vector.transpose"(%arg0) <{permutation = array<i64: 1, 0>}> : (vector<2x4xf32>) -> vector<4x2xf32>
    %1 = "vector.transpose"(%arg1) <{permutation = array<i64: 2, 0, 1>}> : (vector<2x3x4xi8>) -> vector<4x2x3xi8>
    %2 = "vector.transpose"(%arg2) <{permutation = array<i64>}> : (vector<f32>) -> vector<f32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
