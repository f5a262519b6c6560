// Matrix instructions of f16.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf16>, vector<4xf16>, vector<32xf32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg12: vector<4xf16>, %arg13: vector<4xf16>, %arg14: vector<32xf32>):
    %16 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %17 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %18 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %19 = "rocdl.mfma.f32.32x32x4f16"(%arg12, %arg13, %arg14, %16, %17, %18) : (vector<4xf16>, vector<4xf16>, vector<32xf32>, i32, i32, i32) -> vector<32xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xf16>, vector<4xf16>, vector<16xf32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg9: vector<4xf16>, %arg10: vector<4xf16>, %arg11: vector<16xf32>):
    %12 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %13 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %14 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %15 = "rocdl.mfma.f32.16x16x4f16"(%arg9, %arg10, %arg11, %12, %13, %14) : (vector<4xf16>, vector<4xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> (), sym_name = "f2"}> ({
  ^bb0(%arg6: vector<4xf16>, %arg7: vector<4xf16>, %arg8: vector<4xf32>):
    %8 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %9 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %10 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %11 = "rocdl.mfma.f32.4x4x4f16"(%arg6, %arg7, %arg8, %8, %9, %10) : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xf16>, vector<4xf16>, vector<16xf32>) -> (), sym_name = "f3"}> ({
  ^bb0(%arg3: vector<4xf16>, %arg4: vector<4xf16>, %arg5: vector<16xf32>):
    %4 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %6 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %7 = "rocdl.mfma.f32.32x32x8f16"(%arg3, %arg4, %arg5, %4, %5, %6) : (vector<4xf16>, vector<4xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> (), sym_name = "f4"}> ({
  ^bb0(%arg0: vector<4xf16>, %arg1: vector<4xf16>, %arg2: vector<4xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.16x16x16f16"(%arg0, %arg1, %arg2, %0, %1, %2) : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
