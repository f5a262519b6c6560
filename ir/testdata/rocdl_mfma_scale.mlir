// Matrix instructions with block scales.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (vector<8xi32>, vector<8xi32>, vector<4xf32>, i32) -> (), sym_name = "f0"}> ({
  ^bb0(%arg0: vector<8xi32>, %arg1: vector<8xi32>, %arg2: vector<4xf32>, %arg3: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %4 = "rocdl.mfma.scale.f32.16x16x128.f8f6f4"(%arg0, %arg1, %arg2, %0, %1, %2, %arg3, %3, %arg3) : (vector<8xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xi32>, vector<8xi32>, vector<16xf32>, i32) -> (), sym_name = "f1"}> ({
  ^bb0(%arg0: vector<8xi32>, %arg1: vector<8xi32>, %arg2: vector<16xf32>, %arg3: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %4 = "rocdl.mfma.scale.f32.32x32x64.f8f6f4"(%arg0, %arg1, %arg2, %0, %1, %2, %arg3, %3, %arg3) : (vector<8xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
