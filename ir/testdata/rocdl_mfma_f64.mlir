// Matrix instructions of f64.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (f64, f64, vector<4xf64>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg0: f64, %arg1: f64, %arg2: vector<4xf64>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f64.16x16x4f64"(%arg0, %arg1, %arg2, %0, %1, %2) : (f64, f64, vector<4xf64>, i32, i32, i32) -> vector<4xf64>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f64, f64, f64) -> (), sym_name = "f1"}> ({
  ^bb0(%arg0: f64, %arg1: f64, %arg2: f64):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f64.4x4x4f64"(%arg0, %arg1, %arg2, %0, %1, %2) : (f64, f64, f64, i32, i32, i32) -> f64
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
