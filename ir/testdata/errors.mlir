func.func @f() { return }
// -----
"func.func"() ({
  %0 = arith.addi %a, %b : i32
}) {function_type = () -> (), sym_name = "f"} : () -> ()
// -----
%0 = "arith.addii"() : () -> i32
%1 = "arith.add"(%0, %0) : (i32, i32) -> i32
%2 = "arith.add"(%0, %1) : (i32, i32) -> i32
// -----
%0 = "arith.constant"() <{value = 1 : i32, valeu = 2 : i32}> : () -> i32
// -----
%0 = "arith.constant"() <{value = 1 : i32}> {value = 2 : i32} : () -> i32
// -----
%0 = "arith.constant"() <{value = 256 : i8}> : () -> i8
// -----
%0 = "arith.constant"() <{value = 1 : f32}> : () -> f32
// -----
%0 = "arith.constant"() <{value = -129 : i8}> : () -> i8
// -----
%0 = "arith.constant"() <{value = dense<[1, 2]> : vector<3xi8>}> : () -> vector<3xi8>
// -----
%0 = "arith.constant"() <{value = dense<[[1], [2, 3]]> : vector<3xi8>}> : () -> vector<3xi8>
// -----
%0 = "arith.constant"() <{value = dense<"0x0102"> : vector<3xi8>}> : () -> vector<3xi8>
// -----
%0 = "arith.constant"() <{value = dense_resource<x> : vector<3xi8>}> : () -> vector<3xi8>
// -----
%0 = "arith.constant"() <{value = 1 : i32}> {a = distinct[0]<1>} : () -> i32
// -----
{-# dialect_resources: {} #-}
// -----
"func.return"(%x) : (i32) -> ()
// -----
"func.func"() ({
^bb0(%arg0: i32):
	%0 = "arith.addi"(%arg0, %arg0) : (i32, i64) -> i32
  "func.return"() : () -> ()
}) {function_type = (i32) -> (), sym_name = "f"} : () -> ()
// -----
%0 = "arith.addi"(%1, %1) : (i32, i32) -> i32
%1 = "arith.constant"() <{value = 1 : i64}> : () -> i64
// -----
%0 = "arith.constant"() <{value = 1 : i64}> : () -> i64
%0 = "arith.constant"() <{value = 1 : i64}> : () -> i64
// -----
%0:2 = "arith.constant"() <{value = 1 : i64}> : () -> i64
// -----
%0 = "arith.constant"() <{value = 1 : i64}> : () -> i64
%1 = "arith.addi"(%0, %0#1) : (i64, i64) -> i64
// -----
"func.func"() ({
  "cf.br"()[^nowhere] : () -> ()
}) {function_type = () -> (), sym_name = "f"} : () -> ()
// -----
"func.func"() ({
  "func.return"() : () -> ()
// -----
%0 = "arith.constant"() <{value = "text
"}> : () -> i64
// -----
%0 = "arith.constant"() <{value = "\q"}> : () -> i64
// -----
%0 = "arith.constant"() <{value = #arith.fastmath<quick>}> : () -> i64
// -----
%0 = "arith.constant"() <{value = #alias}> : () -> i64
// -----
%0 = "builtin.unrealized_conversion_cast"() : () -> !alias
// -----
%0 = "builtin.unrealized_conversion_cast"() : () -> i99999999
// -----
%0 = "builtin.unrealized_conversion_cast"() : () -> vector<0xf32>
// -----
%0 = "builtin.unrealized_conversion_cast"() : () -> vector<?xf32>
// -----
%0 = "builtin.unrealized_conversion_cast"() : () -> vector<4xmemref<4xf32>>
// -----
%0 = "builtin.unrealized_conversion_cast"() : () -> memref<4x4xf32, strided<[1]>>
// -----
%0 = "builtin.unrealized_conversion_cast"() : () -> memref<4xf32, 3, strided<[1]>>
// -----
%0 = "builtin.unrealized_conversion_cast"() {a = affine_map<(d0, d1) -> (d0 * d1)>} : () -> i32
// -----
%0 = "builtin.unrealized_conversion_cast"() {a = affine_map<(d0) -> (d1)>} : () -> i32
// -----
%0 = "builtin.unrealized_conversion_cast"() {a = -1.0 : f8E8M0FNU, b = 1.0 : f80} : () -> i32
// -----
%0 = "builtin.unrealized_conversion_cast"() {a = 1 : i32, a} : () -> i32
// -----
%0 = "arith.constant"() <{value = 1 : i32}> : () -> i32 loc("f":1:2 to 3)
// -----
%0 = "arith.constant"() : () -> i32
// -----
%0 = "arith.constant"() <{value = @f}> : () -> i32
// -----
%0 = "arith.constant"() <{value = 1 : i32}> : () -> i64
// -----
%0 = "builtin.unrealized_conversion_cast"() : () -> f32
%1 = "arith.addi"(%0, %0) : (f32, f32) -> f32
// -----
%0 = "builtin.unrealized_conversion_cast"() : () -> i32
%1 = "arith.addi"(%0) : (i32) -> i32
%2 = "arith.addi"(%0, %0) : (i32, i32) -> i64
%3 = "arith.cmpi"(%0, %0) <{predicate = 10 : i64}> : (i32, i32) -> i1
%4 = "arith.cmpi"(%0, %0) <{predicate = 1 : i32}> : (i32, i32) -> i1
%5 = "arith.cmpi"(%0, %0) <{predicate = 1 : i64}> : (i32, i32) -> i32
%6 = "arith.extsi"(%0) : (i32) -> i16
%7 = "arith.trunci"(%0) : (i32) -> i32
%8 = "arith.index_cast"(%0) : (i32) -> i64
%9 = "arith.bitcast"(%0) : (i32) -> f16
%10 = "arith.select"(%0, %0, %0) : (i32, i32, i32) -> i32
"arith.addi"(%0, %0) ({}) : (i32, i32) -> i32
// -----
%0:2 = "builtin.unrealized_conversion_cast"() : () -> (vector<4xi32>, i32)
%1 = "arith.addi"(%0#0, %0#1) : (vector<4xi32>, i32) -> vector<4xi32>
%2 = "arith.extsi"(%0#0) : (vector<4xi32>) -> vector<8xi64>
%3 = "builtin.unrealized_conversion_cast"() : () -> vector<4xi1>
%4 = "arith.select"(%3, %0#1, %0#1) : (vector<4xi1>, i32, i32) -> i32
// -----
"func.func"() ({
^bb0(%arg0: i32):
  "func.return"(%arg0) : (i32) -> ()
}) {function_type = (i64) -> (), sym_name = "f"} : () -> ()
// -----
"func.func"() ({
^bb0(%arg0: i32):
  "func.return"(%arg0) : (i32) -> ()
}) {function_type = (i32) -> i64, sym_name = "f"} : () -> ()
// -----
"func.func"() ({
}) {function_type = () -> (), sym_name = "f"} : () -> ()
// -----
"func.func"() ({
  "func.return"() : () -> ()
  "func.return"() : () -> ()
}) {function_type = () -> (), sym_name = "f"} : () -> ()
"func.func"() ({
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
}) {function_type = () -> (), sym_name = "f"} : () -> ()
// -----
"func.return"() : () -> ()
// -----
"func.func"() ({
  "func.call"() <{callee = @g}> : () -> ()
  %0 = "func.call"() <{callee = @f}> : () -> i32
  %1 = "func.call"(%0) <{callee = @f}> : (i32) -> i32
  "func.return"() : () -> ()
}) {function_type = () -> (), sym_name = "f"} : () -> ()
// -----
%0 = "builtin.unrealized_conversion_cast"() : () -> i32
"func.func"() ({
  %1 = "arith.addi"(%0, %0) : (i32, i32) -> i32
  "func.return"() : () -> ()
}) {function_type = () -> (), sym_name = "f"} : () -> ()
// -----
"func.func"() ({
^bb0(%c: i1):
  %1 = "arith.addi"(%0, %0) : (i32, i32) -> i32
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  "cf.cond_br"(%c)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %2 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  "cf.br"()[^bb2] : () -> ()
^bb2:
  %3 = "arith.addi"(%2, %2) : (i32, i32) -> i32
  "cf.br"()[^bb0] : () -> ()
}) {function_type = (i1) -> (), sym_name = "f"} : () -> ()
// -----
"func.func"() ({
^bb0(%c: i1):
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1) -> ()
^bb1:
  "cf.cond_br"(%c, %c)[^bb1, ^bb1] : (i1, i1) -> ()
^bb2:
  "cf.cond_br"(%c, %c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i1) -> ()
^bb3:
  "cf.br"() : () -> ()
}) {function_type = (i1) -> (), sym_name = "f"} : () -> ()
// -----
"func.func"() ({
^bb0(%i: index, %c: i1):
  "scf.for"(%i, %i, %i, %c) ({
  ^bb0(%k: index):
    "scf.yield"() : () -> ()
  }) : (index, index, index, i1) -> ()
  "scf.for"(%i, %i, %i) ({
  ^bb0(%k: index):
    "scf.yield"(%k) : (index) -> ()
  }) : (index, index, index) -> ()
  "scf.for"(%i, %i, %i) ({
  ^bb0(%k: index):
  }) : (index, index, index) -> ()
  %0 = "scf.if"(%c) ({
    "scf.yield"(%i) : (index) -> ()
  }, {
  }) : (i1) -> index
  "scf.if"(%c) ({
    "scf.yield"() : () -> ()
  }) : (i1) -> ()
  "scf.yield"() : () -> ()
  "scf.while"(%c) ({
    "scf.condition"(%c) : (i1) -> ()
  }, {
    "scf.yield"(%c) : (i1) -> ()
  }) : (i1) -> ()
  "func.return"() : () -> ()
}) {function_type = (index, i1) -> (), sym_name = "f"} : () -> ()
// -----
"builtin.module"() ({
}) : () -> ()
"builtin.module"() ({
^bb0:
}) {note} : () -> ()
"builtin.module"() <{sym_visibility = "secret"}> ({
^bb0:
}) : () -> ()
// -----
"func.func"() ({
  "func.return"() : () -> ()
}) {function_type = () -> (), sym_name = "f", arg_attrs = []} : () -> ()
"func.func"() ({
  "func.return"() : () -> ()
}) {function_type = () -> (), sym_name = "g", arg_attrs = [{}]} : () -> ()
"func.func"() ({
^bb0(%a: i32):
  "func.return"() : () -> ()
}) {function_type = (i32) -> (), sym_name = "h", arg_attrs = [{plain}]} : () -> ()
// -----
"func.func"() ({
^bb0(%ä: i32):
}) : () -> ()
// -----
%0 = "arith.constant"() <{value = 1 : i32}> : () -> i32 loc("f":1:)
// -----
%0 = "arith.constant"() <{value = 1 : i32}> : () -> i32 loc(#nowhere)
// -----
#a.b = 1
// -----
#a = 1
#a = 2
// -----
"x"
// -----
[
// -----
%0 = "builtin.unrealized_conversion_cast"() {a = #other.x<(]>} : () -> i32
// -----
%0 = "builtin.unrealized_conversion_cast"() {a = #other.x<("} : () -> i32
