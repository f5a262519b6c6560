// Loops: with values that are carried along, nested, of integers, unsigned.
"builtin.module"() ({
  "func.func"() <{function_type = (index, index, index, i32, vector<4xf32>, memref<4xf32>) -> vector<4xf32>, sym_name = "loops"}> ({
  ^bb0(%arg0: index, %arg1: index, %arg2: index, %arg3: i32, %arg4: vector<4xf32>, %arg5: memref<4xf32>):
    "scf.for"(%arg0, %arg1, %arg2) ({
    ^bb0(%arg6: index):
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %0:2 = "scf.for"(%arg0, %arg1, %arg2, %arg4, %arg5) ({
    ^bb0(%arg6: index, %arg7: vector<4xf32>, %arg8: memref<4xf32>):
      %1 = "scf.for"(%arg3, %arg3, %arg3, %arg7) <{unsignedCmp}> ({
      ^bb0(%arg9: i32, %arg10: vector<4xf32>):
        %2 = "arith.addf"(%arg10, %arg7) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
        "scf.yield"(%2) : (vector<4xf32>) -> ()
      }) {note = "inner"} : (i32, i32, i32, vector<4xf32>) -> vector<4xf32>
      "scf.yield"(%1, %arg8) : (vector<4xf32>, memref<4xf32>) -> ()
    }) : (index, index, index, vector<4xf32>, memref<4xf32>) -> (vector<4xf32>, memref<4xf32>)
    "func.return"(%0#0) : (vector<4xf32>) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Conditions with and without results and else.
"builtin.module"() ({
  "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "conditions"}> ({
  ^bb0(%arg0: i1, %arg1: i32):
    "scf.if"(%arg0) ({
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "scf.if"(%arg0) ({
      "scf.yield"() : () -> ()
    }, {
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %0:2 = "scf.if"(%arg0) ({
      %1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      "scf.yield"(%1, %arg1) : (i32, i32) -> ()
    }, {
      "scf.yield"(%arg1, %arg1) : (i32, i32) -> ()
    }) : (i1) -> (i32, i32)
    "func.return"(%0#1) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// A while loop that passes on other values than it takes.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32) -> index, sym_name = "whiles"}> ({
  ^bb0(%arg0: i32, %arg1: i32):
    %0:2 = "scf.while"(%arg0) ({
    ^bb0(%arg2: i32):
      %1 = "arith.cmpi"(%arg2, %arg1) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %2 = "arith.index_cast"(%arg2) : (i32) -> index
      "scf.condition"(%1, %2, %arg2) : (i1, index, i32) -> ()
    }, {
    ^bb0(%arg2: index, %arg3: i32):
      %1 = "arith.addi"(%arg3, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.yield"(%1) : (i32) -> ()
    }) : (i32) -> (index, i32)
    "func.return"(%0#0) : (index) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Locations of operations and arguments.
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "locations"}> ({
  ^bb0(%arg0: i32 loc("f.py":1:2)):
    %0 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32 loc("f.py":3:4)
    "cf.br"(%0)[^bb1] : (i32) -> () loc(unknown)
  ^bb1(%1: i32 loc("name")):  // pred: ^bb0
    "func.return"() : () -> () loc(callsite("a"("f.py":1:2) at fused<"x">["b", "c"]))
  }) : () -> () loc(fused["f.py":1:2, "f.py":3:4 to 5:6])
}) : () -> () loc("f.py":0:0)
