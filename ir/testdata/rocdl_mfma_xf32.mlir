// Matrix instructions of f32 with reduced precision.
// mcpu: gfx942
"builtin.module"() ({
  "func.func"() <{function_type = (vector<2xf32>, vector<2xf32>, vector<4xf32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg0: vector<2xf32>, %arg1: vector<2xf32>, %arg2: vector<4xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.16x16x8.xf32"(%arg0, %arg1, %arg2, %0, %1, %2) : (vector<2xf32>, vector<2xf32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xf32>, vector<2xf32>, vector<16xf32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg0: vector<2xf32>, %arg1: vector<2xf32>, %arg2: vector<16xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.32x32x4.xf32"(%arg0, %arg1, %arg2, %0, %1, %2) : (vector<2xf32>, vector<2xf32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
