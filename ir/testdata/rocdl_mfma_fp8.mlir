// Matrix instructions of 8-bit floats.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (i64, i64, vector<4xf32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg21: i64, %arg22: i64, %arg23: vector<4xf32>):
    %28 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %29 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %30 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %31 = "rocdl.mfma.f32.16x16x32.bf8.bf8"(%arg21, %arg22, %arg23, %28, %29, %30) : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64, vector<4xf32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg18: i64, %arg19: i64, %arg20: vector<4xf32>):
    %24 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %25 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %26 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %27 = "rocdl.mfma.f32.16x16x32.bf8.fp8"(%arg18, %arg19, %arg20, %24, %25, %26) : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64, vector<4xf32>) -> (), sym_name = "f2"}> ({
  ^bb0(%arg15: i64, %arg16: i64, %arg17: vector<4xf32>):
    %20 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %21 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %22 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %23 = "rocdl.mfma.f32.16x16x32.fp8.bf8"(%arg15, %arg16, %arg17, %20, %21, %22) : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64, vector<4xf32>) -> (), sym_name = "f3"}> ({
  ^bb0(%arg12: i64, %arg13: i64, %arg14: vector<4xf32>):
    %16 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %17 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %18 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %19 = "rocdl.mfma.f32.16x16x32.fp8.fp8"(%arg12, %arg13, %arg14, %16, %17, %18) : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64, vector<16xf32>) -> (), sym_name = "f4"}> ({
  ^bb0(%arg9: i64, %arg10: i64, %arg11: vector<16xf32>):
    %12 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %13 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %14 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %15 = "rocdl.mfma.f32.32x32x16.bf8.bf8"(%arg9, %arg10, %arg11, %12, %13, %14) : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64, vector<16xf32>) -> (), sym_name = "f5"}> ({
  ^bb0(%arg6: i64, %arg7: i64, %arg8: vector<16xf32>):
    %8 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %9 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %10 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %11 = "rocdl.mfma.f32.32x32x16.bf8.fp8"(%arg6, %arg7, %arg8, %8, %9, %10) : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64, vector<16xf32>) -> (), sym_name = "f6"}> ({
  ^bb0(%arg3: i64, %arg4: i64, %arg5: vector<16xf32>):
    %4 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %6 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %7 = "rocdl.mfma.f32.32x32x16.fp8.bf8"(%arg3, %arg4, %arg5, %4, %5, %6) : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
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
