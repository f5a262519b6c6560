// Matrix instructions of i8.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32, vector<32xi32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg12: i32, %arg13: i32, %arg14: vector<32xi32>):
    %16 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %17 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %18 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %19 = "rocdl.mfma.i32.32x32x4i8"(%arg12, %arg13, %arg14, %16, %17, %18) : (i32, i32, vector<32xi32>, i32, i32, i32) -> vector<32xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<16xi32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg9: i32, %arg10: i32, %arg11: vector<16xi32>):
    %12 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %13 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %14 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %15 = "rocdl.mfma.i32.16x16x4i8"(%arg9, %arg10, %arg11, %12, %13, %14) : (i32, i32, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>) -> (), sym_name = "f2"}> ({
  ^bb0(%arg6: i32, %arg7: i32, %arg8: vector<4xi32>):
    %8 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %9 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %10 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %11 = "rocdl.mfma.i32.4x4x4i8"(%arg6, %arg7, %arg8, %8, %9, %10) : (i32, i32, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64, vector<4xi32>) -> (), sym_name = "f3"}> ({
  ^bb0(%arg3: i64, %arg4: i64, %arg5: vector<4xi32>):
    %4 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %6 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %7 = "rocdl.mfma.i32.16x16x32.i8"(%arg3, %arg4, %arg5, %4, %5, %6) : (i64, i64, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
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
