// Reductions of a workgroup, by name and by a body.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (i32, f32) -> ()}> ({
    ^bb0(%arg0: i32, %arg1: f32):
      %0 = "gpu.all_reduce"(%arg1) <{op = #gpu<all_reduce_op add>, uniform}> ({
      }) : (f32) -> f32
      %1 = "gpu.all_reduce"(%arg0) <{op = #gpu<all_reduce_op xor>}> ({
      }) : (i32) -> i32
      %2 = "gpu.all_reduce"(%arg0) ({
      ^bb0(%arg2: i32, %arg3: i32):
        %3 = "arith.muli"(%arg2, %arg3) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        "gpu.yield"(%3) : (i32) -> ()
      }) : (i32) -> i32
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
