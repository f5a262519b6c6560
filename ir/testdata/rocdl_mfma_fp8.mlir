// Matrix instructions of 8-bit floats.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (i64, i64, vector<4xf32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg0: i64, %arg1: i64, %arg2: vector<4xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.16x16x32.bf8.bf8"(%arg0, %arg1, %arg2, %0, %1, %2) : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64, vector<4xf32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg0: i64, %arg1: i64, %arg2: vector<4xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.16x16x32.bf8.fp8"(%arg0, %arg1, %arg2, %0, %1, %2) : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64, vector<4xf32>) -> (), sym_name = "f2"}> ({
  ^bb0(%arg0: i64, %arg1: i64, %arg2: vector<4xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.16x16x32.fp8.bf8"(%arg0, %arg1, %arg2, %0, %1, %2) : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64, vector<4xf32>) -> (), sym_name = "f3"}> ({
  ^bb0(%arg0: i64, %arg1: i64, %arg2: vector<4xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.16x16x32.fp8.fp8"(%arg0, %arg1, %arg2, %0, %1, %2) : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64, vector<16xf32>) -> (), sym_name = "f4"}> ({
  ^bb0(%arg0: i64, %arg1: i64, %arg2: vector<16xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.32x32x16.bf8.bf8"(%arg0, %arg1, %arg2, %0, %1, %2) : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64, vector<16xf32>) -> (), sym_name = "f5"}> ({
  ^bb0(%arg0: i64, %arg1: i64, %arg2: vector<16xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.32x32x16.bf8.fp8"(%arg0, %arg1, %arg2, %0, %1, %2) : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64, vector<16xf32>) -> (), sym_name = "f6"}> ({
  ^bb0(%arg0: i64, %arg1: i64, %arg2: vector<16xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.32x32x16.fp8.bf8"(%arg0, %arg1, %arg2, %0, %1, %2) : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64, vector<16xf32>) -> (), sym_name = "f7"}> ({
  ^bb0(%arg0: i64, %arg1: i64, %arg2: vector<16xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.32x32x16.fp8.fp8"(%arg0, %arg1, %arg2, %0, %1, %2) : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
