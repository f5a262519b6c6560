// An index taken apart by sizes, with and without the outermost.
"builtin.module"() ({
  "func.func"() <{function_type = (index, index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: index):
    %0:2 = "affine.delinearize_index"(%arg0) <{static_basis = array<i64: 4, 8>}> : (index) -> (index, index)
    %1:3 = "affine.delinearize_index"(%arg0) <{static_basis = array<i64: 4, 8>}> : (index) -> (index, index, index)
    %2:3 = "affine.delinearize_index"(%arg0, %arg1, %arg1) <{static_basis = array<i64: -9223372036854775808, 8, -9223372036854775808>}> : (index, index, index) -> (index, index, index)
    %3 = "affine.delinearize_index"(%arg0) <{static_basis = array<i64>}> : (index) -> index
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
