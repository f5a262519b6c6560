// Values of a lane further on in its group.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (f32, vector<2xi32>) -> ()}> ({
    ^bb0(%arg0: f32, %arg1: vector<2xi32>):
      %0:2 = "gpu.rotate"(%arg0) <{offset = 4 : i32, width = 16 : i32}> : (f32) -> (f32, i1)
      %1:2 = "gpu.rotate"(%arg1) <{offset = 0 : i32, width = 64 : i32}> : (vector<2xi32>) -> (vector<2xi32>, i1)
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
