// A kernel that says how it is launched.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = () -> (), known_block_size = array<i32: 64, 2, 1>, known_cluster_size = array<i32: 2, 1, 1>, known_grid_size = array<i32: 8, 1, 1>}> ({
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
