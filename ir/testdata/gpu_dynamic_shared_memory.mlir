// LDS whose size is given at launch, with views of it.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = () -> ()}> ({
      %0 = "gpu.dynamic_shared_memory"() : () -> memref<?xi8, #gpu.address_space<workgroup>>
      %1 = "arith.constant"() <{value = 256 : index}> : () -> index
      %2 = "memref.view"(%0, %1) : (memref<?xi8, #gpu.address_space<workgroup>>, index) -> memref<16x4xf32, #gpu.address_space<workgroup>>
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
