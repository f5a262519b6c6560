// A kernel, a function that it does not call and one with a result.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (memref<?xf32>, index) -> ()}> ({
    ^bb0(%arg0: memref<?xf32>, %arg1: index):
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = () -> ()}> ({
      "gpu.return"() : () -> ()
    }) {sym_name = "f", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (f32) -> (f32, i32)}> ({
    ^bb0(%arg0: f32):
      %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      "gpu.return"(%arg0, %0) : (f32, i32) -> ()
    }) {sym_name = "g", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
