// Every index that a lane can ask for, in every dimension.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = () -> ()}> ({
      %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %1 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %2 = "gpu.thread_id"() <{dimension = #gpu<dim z>}> : () -> index
      %3 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %4 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %5 = "gpu.block_id"() <{dimension = #gpu<dim z>}> : () -> index
      %6 = "gpu.block_dim"() <{dimension = #gpu<dim x>}> : () -> index
      %7 = "gpu.block_dim"() <{dimension = #gpu<dim y>}> : () -> index
      %8 = "gpu.block_dim"() <{dimension = #gpu<dim z>}> : () -> index
      %9 = "gpu.grid_dim"() <{dimension = #gpu<dim x>}> : () -> index
      %10 = "gpu.grid_dim"() <{dimension = #gpu<dim y>}> : () -> index
      %11 = "gpu.grid_dim"() <{dimension = #gpu<dim z>}> : () -> index
      %12 = "gpu.global_id"() <{dimension = #gpu<dim x>}> : () -> index
      %13 = "gpu.global_id"() <{dimension = #gpu<dim y>}> : () -> index
      %14 = "gpu.global_id"() <{dimension = #gpu<dim z>}> : () -> index
      %15 = "gpu.cluster_id"() <{dimension = #gpu<dim x>}> : () -> index
      %16 = "gpu.cluster_id"() <{dimension = #gpu<dim y>}> : () -> index
      %17 = "gpu.cluster_id"() <{dimension = #gpu<dim z>}> : () -> index
      %18 = "gpu.cluster_dim"() <{dimension = #gpu<dim x>}> : () -> index
      %19 = "gpu.cluster_dim"() <{dimension = #gpu<dim y>}> : () -> index
      %20 = "gpu.cluster_dim"() <{dimension = #gpu<dim z>}> : () -> index
      %21 = "gpu.cluster_block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %22 = "gpu.cluster_block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %23 = "gpu.cluster_block_id"() <{dimension = #gpu<dim z>}> : () -> index
      %24 = "gpu.cluster_dim_blocks"() <{dimension = #gpu<dim x>}> : () -> index
      %25 = "gpu.cluster_dim_blocks"() <{dimension = #gpu<dim y>}> : () -> index
      %26 = "gpu.cluster_dim_blocks"() <{dimension = #gpu<dim z>}> : () -> index
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
