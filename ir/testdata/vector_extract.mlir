// Elements and vectors taken out, at known, unknown and poisoned places.
"builtin.module"() ({
  "func.func"() <{function_type = (index, vector<2x4xf32>, vector<f32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: vector<2x4xf32>, %arg2: vector<f32>):
    %0 = "vector.extract"(%arg1) <{static_position = array<i64: 1>}> : (vector<2x4xf32>) -> vector<4xf32>
    %1 = "vector.extract"(%arg1) <{static_position = array<i64: 1, 2>}> : (vector<2x4xf32>) -> f32
    %2 = "vector.extract"(%arg1, %arg0) <{static_position = array<i64: -9223372036854775808, 3>}> : (vector<2x4xf32>, index) -> f32
    %3 = "vector.extract"(%arg1) <{static_position = array<i64>}> : (vector<2x4xf32>) -> vector<2x4xf32>
    %4 = "vector.extract"(%arg2) <{static_position = array<i64>}> : (vector<f32>) -> f32
    %5 = "vector.extract"(%arg1) <{static_position = array<i64: 0, -1>}> : (vector<2x4xf32>) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
