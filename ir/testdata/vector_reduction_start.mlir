// Reductions that begin with a value, with fastmath, of indices and of rank 0.
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf32>, f32, vector<4xindex>, vector<f32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: vector<4xf32>, %arg1: f32, %arg2: vector<4xindex>, %arg3: vector<f32>):
    %0 = "vector.reduction"(%arg0, %arg1) <{fastmath = #arith.fastmath<reassoc>, kind = #vector.kind<add>}> : (vector<4xf32>, f32) -> f32
    %1 = "vector.reduction"(%arg0) <{fastmath = #arith.fastmath<fast>, kind = #vector.kind<mul>}> : (vector<4xf32>) -> f32
    %2 = "vector.reduction"(%arg2) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<4xindex>) -> index
    %3 = "vector.reduction"(%arg3) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<maxnumf>}> : (vector<f32>) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
