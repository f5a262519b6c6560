// The same operation of another dialect.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: !stream.binding):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "iree_input.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
