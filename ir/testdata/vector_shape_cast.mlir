// Vectors of another shape.
"builtin.module"() ({
  "func.func"() <{function_type = (vector<2x4xf32>, vector<f32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: vector<2x4xf32>, %arg1: vector<f32>):
    %0 = "vector.shape_cast"(%arg0) : (vector<2x4xf32>) -> vector<8xf32>
    %1 = "vector.shape_cast"(%0) : (vector<8xf32>) -> vector<2x2x2xf32>
    %2 = "vector.shape_cast"(%arg1) : (vector<f32>) -> vector<1x1xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
