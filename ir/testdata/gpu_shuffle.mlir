// Every way to name the lane whose value is read.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (f32, i32, i32) -> ()}> ({
    ^bb0(%arg0: f32, %arg1: i32, %arg2: i32):
      %0:2 = "gpu.shuffle"(%arg0, %arg1, %arg2) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %1:2 = "gpu.shuffle"(%arg0, %arg1, %arg2) <{mode = #gpu<shuffle_mode up>}> : (f32, i32, i32) -> (f32, i1)
      %2:2 = "gpu.shuffle"(%arg0, %arg1, %arg2) <{mode = #gpu<shuffle_mode down>}> : (f32, i32, i32) -> (f32, i1)
      %3:2 = "gpu.shuffle"(%arg0, %arg1, %arg2) <{mode = #gpu<shuffle_mode idx>}> : (f32, i32, i32) -> (f32, i1)
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
