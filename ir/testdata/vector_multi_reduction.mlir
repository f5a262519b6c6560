// Reductions of some dimensions.
"builtin.module"() ({
  "func.func"() <{function_type = (vector<2x3x4xf32>, vector<3xf32>, f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: vector<2x3x4xf32>, %arg1: vector<3xf32>, %arg2: f32):
    %0 = "vector.multi_reduction"(%arg0, %arg1) <{kind = #vector.kind<add>, reduction_dims = array<i64: 0, 2>}> : (vector<2x3x4xf32>, vector<3xf32>) -> vector<3xf32>
    %1 = "vector.multi_reduction"(%arg0, %arg2) <{kind = #vector.kind<maxnumf>, reduction_dims = array<i64: 0, 1, 2>}> : (vector<2x3x4xf32>, f32) -> f32
    %2 = "vector.multi_reduction"(%arg0, %arg0) <{kind = #vector.kind<mul>, reduction_dims = array<i64>}> : (vector<2x3x4xf32>, vector<2x3x4xf32>) -> vector<2x3x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
