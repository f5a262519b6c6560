// Conditions of one and more constraints, with and without results.
"builtin.module"() ({
  "func.func"() <{function_type = (index, index, f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: index, %arg2: f32):
    "affine.if"(%arg0) <{condition = affine_set<(d0) : (d0 - 10 >= 0)>}> ({
      %1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      "affine.yield"() : () -> ()
    }, {
    }) : (index) -> ()
    "affine.if"(%arg0, %arg1) <{condition = affine_set<(d0)[s0] : (d0 - s0 >= 0, s0 mod 2 == 0)>}> ({
      "affine.yield"() : () -> ()
    }, {
      %1 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      "affine.yield"() : () -> ()
    }) : (index, index) -> ()
    %0 = "affine.if"(%arg0) <{condition = affine_set<()[s0] : (s0 == 0)>}> ({
      "affine.yield"(%arg2) : (f32) -> ()
    }, {
      %1 = "arith.negf"(%arg2) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "affine.yield"(%1) : (f32) -> ()
    }) : (index) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
