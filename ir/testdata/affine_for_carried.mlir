// A loop that carries values.
"builtin.module"() ({
  "func.func"() <{function_type = (index, f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: f32):
    %0:2 = "affine.for"(%arg0, %arg1, %arg0) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 1, 2>, step = 1 : index, upperBoundMap = affine_map<()[s0] -> (s0)>}> ({
    ^bb0(%arg2: index, %arg3: f32, %arg4: index):
      %2 = "arith.addf"(%arg3, %arg3) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %3 = "arith.addi"(%arg4, %arg2) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "affine.yield"(%2, %3) : (f32, index) -> ()
    }) : (index, f32, index) -> (f32, index)
    %1 = "arith.addf"(%0#0, %arg1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
