// Indices put together, disjoint or not.
"builtin.module"() ({
  "func.func"() <{function_type = (index, index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: index):
    %0 = "affine.linearize_index"(%arg0, %arg1) <{disjoint = false, operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: 4, 8>}> : (index, index) -> index
    %1 = "affine.linearize_index"(%arg0, %arg1) <{disjoint, operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: 8>}> : (index, index) -> index
    %2 = "affine.linearize_index"(%arg0, %arg1, %arg0, %arg1, %arg0) <{disjoint, operandSegmentSizes = array<i32: 3, 2>, static_basis = array<i64: -9223372036854775808, 8, -9223372036854775808>}> : (index, index, index, index, index) -> index
    %3 = "affine.linearize_index"(%arg0) <{disjoint = false, operandSegmentSizes = array<i32: 1, 0>, static_basis = array<i64>}> : (index) -> index
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
