// Matrix instructions of bf16.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xi16>, vector<4xi16>, vector<32xf32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg0: vector<4xi16>, %arg1: vector<4xi16>, %arg2: vector<32xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.32x32x4bf16.1k"(%arg0, %arg1, %arg2, %0, %1, %2) : (vector<4xi16>, vector<4xi16>, vector<32xf32>, i32, i32, i32) -> vector<32xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi16>, vector<4xi16>, vector<16xf32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg0: vector<4xi16>, %arg1: vector<4xi16>, %arg2: vector<16xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.16x16x4bf16.1k"(%arg0, %arg1, %arg2, %0, %1, %2) : (vector<4xi16>, vector<4xi16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi16>, vector<4xi16>, vector<4xf32>) -> (), sym_name = "f2"}> ({
  ^bb0(%arg0: vector<4xi16>, %arg1: vector<4xi16>, %arg2: vector<4xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.4x4x4bf16.1k"(%arg0, %arg1, %arg2, %0, %1, %2) : (vector<4xi16>, vector<4xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi16>, vector<4xi16>, vector<16xf32>) -> (), sym_name = "f3"}> ({
  ^bb0(%arg0: vector<4xi16>, %arg1: vector<4xi16>, %arg2: vector<16xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.32x32x8bf16.1k"(%arg0, %arg1, %arg2, %0, %1, %2) : (vector<4xi16>, vector<4xi16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi16>, vector<4xi16>, vector<4xf32>) -> (), sym_name = "f4"}> ({
  ^bb0(%arg0: vector<4xi16>, %arg1: vector<4xi16>, %arg2: vector<4xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %3 = "rocdl.mfma.f32.16x16x16bf16.1k"(%arg0, %arg1, %arg2, %0, %1, %2) : (vector<4xi16>, vector<4xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
