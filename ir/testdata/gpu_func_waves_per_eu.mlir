// A demand for waves on a SIMD, as rocdl has it.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = () -> ()}> ({
      "gpu.return"() : () -> ()
    }) {gpu.kernel, rocdl.waves_per_eu = 2 : i32, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
