// Elements of two vectors in any order.
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf32>, vector<4xf32>, vector<2xf32>, vector<2x4xf32>, vector<f32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: vector<4xf32>, %arg1: vector<4xf32>, %arg2: vector<2xf32>, %arg3: vector<2x4xf32>, %arg4: vector<f32>):
    %0 = "vector.shuffle"(%arg0, %arg1) <{mask = array<i64: 0, 5, 2, 7>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %1 = "vector.shuffle"(%arg0, %arg2) <{mask = array<i64: 5, -1, 0>}> : (vector<4xf32>, vector<2xf32>) -> vector<3xf32>
    %2 = "vector.shuffle"(%arg3, %arg3) <{mask = array<i64: 3, 0>}> : (vector<2x4xf32>, vector<2x4xf32>) -> vector<2x4xf32>
    %3 = "vector.shuffle"(%arg4, %arg4) <{mask = array<i64: 1, 0, 1>}> : (vector<f32>, vector<f32>) -> vector<3xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
