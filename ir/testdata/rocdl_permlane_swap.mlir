// Rows of lanes that two registers exchange.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: i32):
    %0 = "rocdl.permlane16.swap"(%arg0, %arg1) <{boundControl = false, fi = false}> : (i32, i32) -> !llvm.struct<(i32, i32)>
    %1 = "llvm.extractvalue"(%0) <{position = array<i64: 0>}> : (!llvm.struct<(i32, i32)>) -> i32
    %2 = "rocdl.permlane32.swap"(%1, %arg1) <{boundControl = false, fi = false}> : (i32, i32) -> !llvm.struct<(i32, i32)>
    %3 = "llvm.extractvalue"(%2) <{position = array<i64: 1>}> : (!llvm.struct<(i32, i32)>) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
