// Matrix instructions with K doubled.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (vector<8xf16>, vector<8xf16>, vector<4xf32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg0: vector<8xf16>, %arg1: vector<8xf16>, %arg2: vector<4xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.16x16x32.f16"(%arg0, %arg1, %arg2, %0, %1, %2) : (vector<8xf16>, vector<8xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf16>, vector<8xf16>, vector<16xf32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg0: vector<8xf16>, %arg1: vector<8xf16>, %arg2: vector<16xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.32x32x16.f16"(%arg0, %arg1, %arg2, %0, %1, %2) : (vector<8xf16>, vector<8xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xbf16>, vector<8xbf16>, vector<4xf32>) -> (), sym_name = "f2"}> ({
  ^bb0(%arg0: vector<8xbf16>, %arg1: vector<8xbf16>, %arg2: vector<4xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.16x16x32.bf16"(%arg0, %arg1, %arg2, %0, %1, %2) : (vector<8xbf16>, vector<8xbf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xbf16>, vector<8xbf16>, vector<16xf32>) -> (), sym_name = "f3"}> ({
  ^bb0(%arg0: vector<8xbf16>, %arg1: vector<8xbf16>, %arg2: vector<16xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.32x32x16.bf16"(%arg0, %arg1, %arg2, %0, %1, %2) : (vector<8xbf16>, vector<8xbf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>, vector<4xi32>) -> (), sym_name = "f4"}> ({
  ^bb0(%arg0: vector<4xi32>, %arg1: vector<4xi32>, %arg2: vector<4xi32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.i32.16x16x64.i8"(%arg0, %arg1, %arg2, %0, %1, %2) : (vector<4xi32>, vector<4xi32>, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
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
