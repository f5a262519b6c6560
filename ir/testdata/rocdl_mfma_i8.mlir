// Matrix instructions of i8.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32, vector<32xi32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg0: i32, %arg1: i32, %arg2: vector<32xi32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.i32.32x32x4i8"(%arg0, %arg1, %arg2, %0, %1, %2) : (i32, i32, vector<32xi32>, i32, i32, i32) -> vector<32xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<16xi32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg0: i32, %arg1: i32, %arg2: vector<16xi32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.i32.16x16x4i8"(%arg0, %arg1, %arg2, %0, %1, %2) : (i32, i32, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>) -> (), sym_name = "f2"}> ({
  ^bb0(%arg0: i32, %arg1: i32, %arg2: vector<4xi32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.i32.4x4x4i8"(%arg0, %arg1, %arg2, %0, %1, %2) : (i32, i32, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64, vector<4xi32>) -> (), sym_name = "f3"}> ({
  ^bb0(%arg0: i64, %arg1: i64, %arg2: vector<4xi32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.i32.16x16x32.i8"(%arg0, %arg1, %arg2, %0, %1, %2) : (i64, i64, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64, vector<16xi32>) -> (), sym_name = "f4"}> ({
  ^bb0(%arg0: i64, %arg1: i64, %arg2: vector<16xi32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.i32.32x32x16.i8"(%arg0, %arg1, %arg2, %0, %1, %2) : (i64, i64, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
