// Reductions of groups of lanes, near and apart.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (f32, vector<4xf16>) -> ()}> ({
    ^bb0(%arg0: f32, %arg1: vector<4xf16>):
      %0 = "gpu.subgroup_reduce"(%arg0) <{cluster_size = 4 : i32, cluster_stride = 1 : i32, op = #gpu<all_reduce_op add>}> : (f32) -> f32
      %1 = "gpu.subgroup_reduce"(%arg0) <{cluster_size = 16 : i32, cluster_stride = 4 : i32, op = #gpu<all_reduce_op add>, uniform}> : (f32) -> f32
      %2 = "gpu.subgroup_reduce"(%arg1) <{cluster_size = 1 : i32, cluster_stride = 1 : i32, op = #gpu<all_reduce_op maxnumf>}> : (vector<4xf16>) -> vector<4xf16>
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
