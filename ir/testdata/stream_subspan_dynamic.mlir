// A binding as a memref with dynamic sizes.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, index, index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: index, %arg2: index):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "stream.binding.subspan"(%arg0, %arg1, %arg1, %arg2) : (!stream.binding, index, index, index) -> memref<?x16x?xf32, strided<[?, ?, 1], offset: ?>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
