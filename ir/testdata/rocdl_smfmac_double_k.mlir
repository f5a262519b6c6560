// Sparse matrix instructions with K doubled.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (vector<8xf16>, vector<16xf16>, vector<4xf32>, i32) -> (), sym_name = "f0"}> ({
  ^bb0(%arg0: vector<8xf16>, %arg1: vector<16xf16>, %arg2: vector<4xf32>, %arg3: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "rocdl.smfmac.f32.16x16x64.f16"(%arg0, %arg1, %arg2, %arg3, %0, %1) : (vector<8xf16>, vector<16xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xbf16>, vector<16xbf16>, vector<4xf32>, i32) -> (), sym_name = "f1"}> ({
  ^bb0(%arg0: vector<8xbf16>, %arg1: vector<16xbf16>, %arg2: vector<4xf32>, %arg3: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "rocdl.smfmac.f32.16x16x64.bf16"(%arg0, %arg1, %arg2, %arg3, %0, %1) : (vector<8xbf16>, vector<16xbf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf16>, vector<16xf16>, vector<16xf32>, i32) -> (), sym_name = "f2"}> ({
  ^bb0(%arg0: vector<8xf16>, %arg1: vector<16xf16>, %arg2: vector<16xf32>, %arg3: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "rocdl.smfmac.f32.32x32x32.f16"(%arg0, %arg1, %arg2, %arg3, %0, %1) : (vector<8xf16>, vector<16xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xbf16>, vector<16xbf16>, vector<16xf32>, i32) -> (), sym_name = "f3"}> ({
  ^bb0(%arg0: vector<8xbf16>, %arg1: vector<16xbf16>, %arg2: vector<16xf32>, %arg3: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "rocdl.smfmac.f32.32x32x32.bf16"(%arg0, %arg1, %arg2, %arg3, %0, %1) : (vector<8xbf16>, vector<16xbf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<8xi32>, vector<4xi32>, i32) -> (), sym_name = "f4"}> ({
  ^bb0(%arg0: vector<4xi32>, %arg1: vector<8xi32>, %arg2: vector<4xi32>, %arg3: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "rocdl.smfmac.i32.16x16x128.i8"(%arg0, %arg1, %arg2, %arg3, %0, %1) : (vector<4xi32>, vector<8xi32>, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32) -> (), sym_name = "f5"}> ({
  ^bb0(%arg0: vector<4xi32>, %arg1: vector<8xi32>, %arg2: vector<4xf32>, %arg3: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "rocdl.smfmac.f32.16x16x128.bf8.bf8"(%arg0, %arg1, %arg2, %arg3, %0, %1) : (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32) -> (), sym_name = "f6"}> ({
  ^bb0(%arg0: vector<4xi32>, %arg1: vector<8xi32>, %arg2: vector<4xf32>, %arg3: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "rocdl.smfmac.f32.16x16x128.bf8.fp8"(%arg0, %arg1, %arg2, %arg3, %0, %1) : (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32) -> (), sym_name = "f7"}> ({
  ^bb0(%arg0: vector<4xi32>, %arg1: vector<8xi32>, %arg2: vector<4xf32>, %arg3: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "rocdl.smfmac.f32.16x16x128.fp8.bf8"(%arg0, %arg1, %arg2, %arg3, %0, %1) : (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32) -> (), sym_name = "f8"}> ({
  ^bb0(%arg0: vector<4xi32>, %arg1: vector<8xi32>, %arg2: vector<4xf32>, %arg3: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "rocdl.smfmac.f32.16x16x128.fp8.fp8"(%arg0, %arg1, %arg2, %arg3, %0, %1) : (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<8xi32>, vector<16xi32>, i32) -> (), sym_name = "f9"}> ({
  ^bb0(%arg0: vector<4xi32>, %arg1: vector<8xi32>, %arg2: vector<16xi32>, %arg3: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "rocdl.smfmac.i32.32x32x64.i8"(%arg0, %arg1, %arg2, %arg3, %0, %1) : (vector<4xi32>, vector<8xi32>, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32) -> (), sym_name = "f10"}> ({
  ^bb0(%arg0: vector<4xi32>, %arg1: vector<8xi32>, %arg2: vector<16xf32>, %arg3: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "rocdl.smfmac.f32.32x32x64.bf8.bf8"(%arg0, %arg1, %arg2, %arg3, %0, %1) : (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32) -> (), sym_name = "f11"}> ({
  ^bb0(%arg0: vector<4xi32>, %arg1: vector<8xi32>, %arg2: vector<16xf32>, %arg3: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "rocdl.smfmac.f32.32x32x64.bf8.fp8"(%arg0, %arg1, %arg2, %arg3, %0, %1) : (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32) -> (), sym_name = "f12"}> ({
  ^bb0(%arg0: vector<4xi32>, %arg1: vector<8xi32>, %arg2: vector<16xf32>, %arg3: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "rocdl.smfmac.f32.32x32x64.fp8.bf8"(%arg0, %arg1, %arg2, %arg3, %0, %1) : (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32) -> (), sym_name = "f13"}> ({
  ^bb0(%arg0: vector<4xi32>, %arg1: vector<8xi32>, %arg2: vector<16xf32>, %arg3: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "rocdl.smfmac.f32.32x32x64.fp8.fp8"(%arg0, %arg1, %arg2, %arg3, %0, %1) : (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
