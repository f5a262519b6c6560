// What a lane knows of its wave.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = () -> ()}> ({
      %0 = "gpu.lane_id"() : () -> index
      %1 = "gpu.subgroup_id"() : () -> index
      %2 = "gpu.num_subgroups"() : () -> index
      %3 = "gpu.subgroup_size"() : () -> index
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
