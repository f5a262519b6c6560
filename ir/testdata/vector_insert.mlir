// Elements and vectors put in.
"builtin.module"() ({
  "func.func"() <{function_type = (index, f32, vector<2x4xf32>, vector<4xf32>, vector<f32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: f32, %arg2: vector<2x4xf32>, %arg3: vector<4xf32>, %arg4: vector<f32>):
    %0 = "vector.insert"(%arg1, %arg2) <{static_position = array<i64: 1, 2>}> : (f32, vector<2x4xf32>) -> vector<2x4xf32>
    %1 = "vector.insert"(%arg3, %0, %arg0) <{static_position = array<i64: -9223372036854775808>}> : (vector<4xf32>, vector<2x4xf32>, index) -> vector<2x4xf32>
    %2 = "vector.insert"(%arg1, %arg4) <{static_position = array<i64>}> : (f32, vector<f32>) -> vector<f32>
    %3 = "vector.insert"(%arg1, %1, %arg0) <{static_position = array<i64: -9223372036854775808, -1>}> : (f32, vector<2x4xf32>, index) -> vector<2x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
