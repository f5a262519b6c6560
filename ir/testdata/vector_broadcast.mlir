// Scalars and vectors repeated.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, vector<1x4xf32>, index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: vector<1x4xf32>, %arg2: index):
    %0 = "vector.broadcast"(%arg0) : (f32) -> vector<4xf32>
    %1 = "vector.broadcast"(%0) : (vector<4xf32>) -> vector<2x4xf32>
    %2 = "vector.broadcast"(%arg1) : (vector<1x4xf32>) -> vector<3x2x4xf32>
    %3 = "vector.broadcast"(%arg0) : (f32) -> vector<f32>
    %4 = "vector.broadcast"(%3) : (vector<f32>) -> vector<2x2xf32>
    %5 = "vector.broadcast"(%arg2) : (index) -> vector<4xindex>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
