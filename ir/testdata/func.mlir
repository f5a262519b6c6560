// An empty module, and one with a name.
"builtin.module"() ({
^bb0:
}) : () -> ()
// -----
// A module in a module.
"builtin.module"() <{sym_name = "outer", sym_visibility = "public"}> ({
  "builtin.module"() <{sym_name = "inner"}> ({
  ^bb0:
  }) {other.note = 1 : i32} : () -> ()
}) : () -> ()
// -----
// Declarations, calls, attributes of arguments and results.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, f32) -> (i32, index), sym_name = "callee", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{arg_attrs = [{llvm.noundef}, {}], function_type = (i32, f32) -> index, no_inline, res_attrs = [{other.x = 1 : i32}], sym_name = "caller", sym_visibility = "nested"}> ({
  ^bb0(%arg0: i32, %arg1: f32):
    %0:2 = "func.call"(%arg0, %arg1) <{callee = @callee}> : (i32, f32) -> (i32, index)
    %1:2 = "func.call"(%0#0, %arg1) <{arg_attrs = [{}, {llvm.noundef}], callee = @callee, no_inline, res_attrs = [{}, {}]}> : (i32, f32) -> (i32, index)
    "func.return"(%1#1) : (index) -> ()
  }) {translation_info = #other.translation<x>} : () -> ()
}) : () -> ()
// -----
// A function that calls itself, in a nested symbol table.
"builtin.module"() ({
  "builtin.module"() <{sym_name = "m"}> ({
    "func.func"() <{function_type = () -> (), sym_name = "a b"}> ({
      "func.call"() <{callee = @"a b"}> : () -> ()
      "func.return"() : () -> ()
    }) : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Results of any number, conversions from and to anything.
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "casts"}> ({
  ^bb0(%arg0: i32):
    %0 = "builtin.unrealized_conversion_cast"(%arg0) : (i32) -> index
    %1:3 = "builtin.unrealized_conversion_cast"(%0, %arg0) : (index, i32) -> (f32, vector<4xf32>, !other.t)
    %2 = "builtin.unrealized_conversion_cast"() : () -> memref<4xf32>
    %3 = "builtin.unrealized_conversion_cast"(%1#2, %1#0) : (!other.t, f32) -> tuple<i32, f32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
