// Every reduction of a wave.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (i32, f32) -> ()}> ({
    ^bb0(%arg0: i32, %arg1: f32):
      %0 = "gpu.subgroup_reduce"(%arg0) <{cluster_stride = 1 : i32, op = #gpu<all_reduce_op add>}> : (i32) -> i32
      %1 = "gpu.subgroup_reduce"(%arg0) <{cluster_stride = 1 : i32, op = #gpu<all_reduce_op mul>}> : (i32) -> i32
      %2 = "gpu.subgroup_reduce"(%arg0) <{cluster_stride = 1 : i32, op = #gpu<all_reduce_op minui>}> : (i32) -> i32
      %3 = "gpu.subgroup_reduce"(%arg0) <{cluster_stride = 1 : i32, op = #gpu<all_reduce_op minsi>}> : (i32) -> i32
      %4 = "gpu.subgroup_reduce"(%arg0) <{cluster_stride = 1 : i32, op = #gpu<all_reduce_op maxui>}> : (i32) -> i32
      %5 = "gpu.subgroup_reduce"(%arg0) <{cluster_stride = 1 : i32, op = #gpu<all_reduce_op maxsi>}> : (i32) -> i32
      %6 = "gpu.subgroup_reduce"(%arg0) <{cluster_stride = 1 : i32, op = #gpu<all_reduce_op and>}> : (i32) -> i32
      %7 = "gpu.subgroup_reduce"(%arg0) <{cluster_stride = 1 : i32, op = #gpu<all_reduce_op or>}> : (i32) -> i32
      %8 = "gpu.subgroup_reduce"(%arg0) <{cluster_stride = 1 : i32, op = #gpu<all_reduce_op xor>}> : (i32) -> i32
      %9 = "gpu.subgroup_reduce"(%arg1) <{cluster_stride = 1 : i32, op = #gpu<all_reduce_op add>}> : (f32) -> f32
      %10 = "gpu.subgroup_reduce"(%arg1) <{cluster_stride = 1 : i32, op = #gpu<all_reduce_op mul>}> : (f32) -> f32
      %11 = "gpu.subgroup_reduce"(%arg1) <{cluster_stride = 1 : i32, op = #gpu<all_reduce_op minnumf>}> : (f32) -> f32
      %12 = "gpu.subgroup_reduce"(%arg1) <{cluster_stride = 1 : i32, op = #gpu<all_reduce_op maxnumf>}> : (f32) -> f32
      %13 = "gpu.subgroup_reduce"(%arg1) <{cluster_stride = 1 : i32, op = #gpu<all_reduce_op minimumf>}> : (f32) -> f32
      %14 = "gpu.subgroup_reduce"(%arg1) <{cluster_stride = 1 : i32, op = #gpu<all_reduce_op maximumf>}> : (f32) -> f32
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
