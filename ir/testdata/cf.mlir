// Branches with arguments, loops, a block that is not reached.
"builtin.module"() ({
  "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "branches"}> ({
  ^bb0(%arg0: i1, %arg1: i32):
    "cf.br"(%arg1)[^bb1] : (i32) -> ()
  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
    "cf.cond_br"(%arg0, %0, %arg1, %0)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
  ^bb2(%1: i32):  // pred: ^bb1
    "cf.br"(%1)[^bb1] : (i32) -> ()
  ^bb3(%2: i32, %3: i32):  // pred: ^bb1
    %4 = "arith.addi"(%2, %3) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%4) : (i32) -> ()
  ^bb4:  // no predecessors
    "func.return"(%arg1) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Both ways lead to one block; weights; an assertion.
"builtin.module"() ({
  "func.func"() <{function_type = (i1) -> (), sym_name = "same"}> ({
  ^bb0(%arg0: i1):
    "cf.assert"(%arg0) <{msg = "must hold"}> : (i1) -> ()
    "cf.cond_br"(%arg0)[^bb1, ^bb1] <{branch_weights = array<i32: 1, 9>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^bb1:  // 2 preds: ^bb0, ^bb0
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
// A value is used in a block that stands before the one that defines it.
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> i32, sym_name = "order"}> ({
  ^bb0(%arg0: i32):
    "cf.br"()[^bb2] : () -> ()
  ^bb1:  // pred: ^bb2
    "func.return"(%0) : (i32) -> ()
  ^bb2:  // pred: ^bb0
    %0 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "cf.br"()[^bb1] : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
// In a block that is never reached, operations stand in any order.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "unreached"}> ({
    "cf.br"()[^bb2] : () -> ()
  ^bb1:  // no predecessors
    %0 = "arith.addi"(%1, %1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "cf.br"()[^bb2] : () -> ()
  ^bb2:  // 2 preds: ^bb0, ^bb1
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
