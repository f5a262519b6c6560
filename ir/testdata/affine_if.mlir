// Conditions of one and more constraints, with and without results.
#set = affine_set<(d0) : (d0 - 10 >= 0)>
#set1 = affine_set<(d0)[s0] : (d0 - s0 >= 0, s0 mod 2 == 0)>
#set2 = affine_set<()[s0] : (s0 == 0)>
"builtin.module"() ({
  "func.func"() <{function_type = (index, index, f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: index, %arg2: f32):
    "affine.if"(%arg0) <{condition = #set}> ({
      %3 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      "affine.yield"() : () -> ()
    }, {
    }) : (index) -> ()
    "affine.if"(%arg0, %arg1) <{condition = #set1}> ({
      "affine.yield"() : () -> ()
    }, {
      %2 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      "affine.yield"() : () -> ()
    }) : (index, index) -> ()
    %0 = "affine.if"(%arg0) <{condition = #set2}> ({
      "affine.yield"(%arg2) : (f32) -> ()
    }, {
      %1 = "arith.negf"(%arg2) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "affine.yield"(%1) : (f32) -> ()
    }) : (index) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
