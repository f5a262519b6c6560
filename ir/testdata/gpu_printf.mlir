// Text from a lane.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (i32, f32) -> ()}> ({
    ^bb0(%arg0: i32, %arg1: f32):
      "gpu.printf"(%arg0, %arg1) <{format = "lane %d has %f\0A"}> : (i32, f32) -> ()
      "gpu.printf"() <{format = "no more"}> : () -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
