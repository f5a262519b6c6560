// Fused multiply-add of vectors.
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf32>, vector<2x2xf16>, vector<bf16>, vector<2xf64>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: vector<4xf32>, %arg1: vector<2x2xf16>, %arg2: vector<bf16>, %arg3: vector<2xf64>):
    %0 = "vector.fma"(%arg0, %arg0, %arg0) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %1 = "vector.fma"(%arg1, %arg1, %arg1) : (vector<2x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
    %2 = "vector.fma"(%arg2, %arg2, %arg2) : (vector<bf16>, vector<bf16>, vector<bf16>) -> vector<bf16>
    %3 = "vector.fma"(%arg3, %arg3, %arg3) : (vector<2xf64>, vector<2xf64>, vector<2xf64>) -> vector<2xf64>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
