// Indices with an upper bound.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = () -> ()}> ({
      %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>, upper_bound = 64 : index}> : () -> index
      %1 = "gpu.block_id"() <{dimension = #gpu<dim y>, upper_bound = 1024 : index}> : () -> index
      %2 = "gpu.block_dim"() <{dimension = #gpu<dim z>, upper_bound = 4 : index}> : () -> index
      %3 = "gpu.lane_id"() <{upper_bound = 64 : index}> : () -> index
      %4 = "gpu.subgroup_id"() <{upper_bound = 16 : index}> : () -> index
      %5 = "gpu.num_subgroups"() <{upper_bound = 16 : index}> : () -> index
      %6 = "gpu.subgroup_size"() <{upper_bound = 128 : index}> : () -> index
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
