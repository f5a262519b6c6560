// Sparse matrix instructions.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf16>, vector<8xf16>, vector<4xf32>, i32) -> (), sym_name = "f0"}> ({
  ^bb0(%arg52: vector<4xf16>, %arg53: vector<8xf16>, %arg54: vector<4xf32>, %arg55: i32):
    %39 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %40 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %41 = "rocdl.smfmac.f32.16x16x32.f16"(%arg52, %arg53, %arg54, %arg55, %39, %40) : (vector<4xf16>, vector<8xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi16>, vector<8xi16>, vector<4xf32>, i32) -> (), sym_name = "f1"}> ({
  ^bb0(%arg48: vector<4xi16>, %arg49: vector<8xi16>, %arg50: vector<4xf32>, %arg51: i32):
    %36 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %37 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %38 = "rocdl.smfmac.f32.16x16x32.bf16"(%arg48, %arg49, %arg50, %arg51, %36, %37) : (vector<4xi16>, vector<8xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xf16>, vector<8xf16>, vector<16xf32>, i32) -> (), sym_name = "f2"}> ({
  ^bb0(%arg44: vector<4xf16>, %arg45: vector<8xf16>, %arg46: vector<16xf32>, %arg47: i32):
    %33 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %34 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %35 = "rocdl.smfmac.f32.32x32x16.f16"(%arg44, %arg45, %arg46, %arg47, %33, %34) : (vector<4xf16>, vector<8xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi16>, vector<8xi16>, vector<16xf32>, i32) -> (), sym_name = "f3"}> ({
  ^bb0(%arg40: vector<4xi16>, %arg41: vector<8xi16>, %arg42: vector<16xf32>, %arg43: i32):
    %30 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %31 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %32 = "rocdl.smfmac.f32.32x32x16.bf16"(%arg40, %arg41, %arg42, %arg43, %30, %31) : (vector<4xi16>, vector<8xi16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>, vector<4xi32>, vector<4xi32>, i32) -> (), sym_name = "f4"}> ({
  ^bb0(%arg36: vector<2xi32>, %arg37: vector<4xi32>, %arg38: vector<4xi32>, %arg39: i32):
    %27 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %28 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %29 = "rocdl.smfmac.i32.16x16x64.i8"(%arg36, %arg37, %arg38, %arg39, %27, %28) : (vector<2xi32>, vector<4xi32>, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32) -> (), sym_name = "f5"}> ({
  ^bb0(%arg32: vector<2xi32>, %arg33: vector<4xi32>, %arg34: vector<4xf32>, %arg35: i32):
    %24 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %25 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %26 = "rocdl.smfmac.f32.16x16x64.bf8.bf8"(%arg32, %arg33, %arg34, %arg35, %24, %25) : (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32) -> (), sym_name = "f6"}> ({
  ^bb0(%arg28: vector<2xi32>, %arg29: vector<4xi32>, %arg30: vector<4xf32>, %arg31: i32):
    %21 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %22 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %23 = "rocdl.smfmac.f32.16x16x64.bf8.fp8"(%arg28, %arg29, %arg30, %arg31, %21, %22) : (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32) -> (), sym_name = "f7"}> ({
  ^bb0(%arg24: vector<2xi32>, %arg25: vector<4xi32>, %arg26: vector<4xf32>, %arg27: i32):
    %18 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %19 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %20 = "rocdl.smfmac.f32.16x16x64.fp8.bf8"(%arg24, %arg25, %arg26, %arg27, %18, %19) : (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32) -> (), sym_name = "f8"}> ({
  ^bb0(%arg20: vector<2xi32>, %arg21: vector<4xi32>, %arg22: vector<4xf32>, %arg23: i32):
    %15 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %16 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %17 = "rocdl.smfmac.f32.16x16x64.fp8.fp8"(%arg20, %arg21, %arg22, %arg23, %15, %16) : (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>, vector<4xi32>, vector<16xi32>, i32) -> (), sym_name = "f9"}> ({
  ^bb0(%arg16: vector<2xi32>, %arg17: vector<4xi32>, %arg18: vector<16xi32>, %arg19: i32):
    %12 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %13 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %14 = "rocdl.smfmac.i32.32x32x32.i8"(%arg16, %arg17, %arg18, %arg19, %12, %13) : (vector<2xi32>, vector<4xi32>, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32) -> (), sym_name = "f10"}> ({
  ^bb0(%arg12: vector<2xi32>, %arg13: vector<4xi32>, %arg14: vector<16xf32>, %arg15: i32):
    %9 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %10 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %11 = "rocdl.smfmac.f32.32x32x32.bf8.bf8"(%arg12, %arg13, %arg14, %arg15, %9, %10) : (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32) -> (), sym_name = "f11"}> ({
  ^bb0(%arg8: vector<2xi32>, %arg9: vector<4xi32>, %arg10: vector<16xf32>, %arg11: i32):
    %6 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %7 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %8 = "rocdl.smfmac.f32.32x32x32.bf8.fp8"(%arg8, %arg9, %arg10, %arg11, %6, %7) : (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32) -> (), sym_name = "f12"}> ({
  ^bb0(%arg4: vector<2xi32>, %arg5: vector<4xi32>, %arg6: vector<16xf32>, %arg7: i32):
    %3 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %4 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %5 = "rocdl.smfmac.f32.32x32x32.fp8.bf8"(%arg4, %arg5, %arg6, %arg7, %3, %4) : (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32) -> (), sym_name = "f13"}> ({
  ^bb0(%arg0: vector<2xi32>, %arg1: vector<4xi32>, %arg2: vector<16xf32>, %arg3: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "rocdl.smfmac.f32.32x32x32.fp8.fp8"(%arg0, %arg1, %arg2, %arg3, %0, %1) : (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
