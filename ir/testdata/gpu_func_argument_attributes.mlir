// Attributes of arguments and results.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{arg_attrs = [{llvm.noalias, other.x = 1 : i32}, {}], function_type = (memref<16xf32>, i32) -> f32, res_attrs = [{other.y = "z"}]}> ({
    ^bb0(%arg0: memref<16xf32>, %arg1: i32):
      %0 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      "gpu.return"(%0) : (f32) -> ()
    }) {sym_name = "f", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
