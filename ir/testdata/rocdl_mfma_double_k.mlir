// Matrix instructions with K doubled.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (vector<8xf16>, vector<8xf16>, vector<4xf32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg15: vector<8xf16>, %arg16: vector<8xf16>, %arg17: vector<4xf32>):
    %20 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %21 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %22 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %23 = "rocdl.mfma.f32.16x16x32.f16"(%arg15, %arg16, %arg17, %20, %21, %22) : (vector<8xf16>, vector<8xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf16>, vector<8xf16>, vector<16xf32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg12: vector<8xf16>, %arg13: vector<8xf16>, %arg14: vector<16xf32>):
    %16 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %17 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %18 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %19 = "rocdl.mfma.f32.32x32x16.f16"(%arg12, %arg13, %arg14, %16, %17, %18) : (vector<8xf16>, vector<8xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xbf16>, vector<8xbf16>, vector<4xf32>) -> (), sym_name = "f2"}> ({
  ^bb0(%arg9: vector<8xbf16>, %arg10: vector<8xbf16>, %arg11: vector<4xf32>):
    %12 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %13 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %14 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %15 = "rocdl.mfma.f32.16x16x32.bf16"(%arg9, %arg10, %arg11, %12, %13, %14) : (vector<8xbf16>, vector<8xbf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xbf16>, vector<8xbf16>, vector<16xf32>) -> (), sym_name = "f3"}> ({
  ^bb0(%arg6: vector<8xbf16>, %arg7: vector<8xbf16>, %arg8: vector<16xf32>):
    %8 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %9 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %10 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %11 = "rocdl.mfma.f32.32x32x16.bf16"(%arg6, %arg7, %arg8, %8, %9, %10) : (vector<8xbf16>, vector<8xbf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>, vector<4xi32>) -> (), sym_name = "f4"}> ({
  ^bb0(%arg3: vector<4xi32>, %arg4: vector<4xi32>, %arg5: vector<4xi32>):
    %4 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %6 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %7 = "rocdl.mfma.i32.16x16x64.i8"(%arg3, %arg4, %arg5, %4, %5, %6) : (vector<4xi32>, vector<4xi32>, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>, vector<16xi32>) -> (), sym_name = "f5"}> ({
  ^bb0(%arg0: vector<4xi32>, %arg1: vector<4xi32>, %arg2: vector<16xi32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.i32.32x32x32.i8"(%arg0, %arg1, %arg2, %0, %1, %2) : (vector<4xi32>, vector<4xi32>, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
