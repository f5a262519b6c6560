// A barrier in a loop that all lanes run.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = () -> ()}> ({
      %0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %1 = "arith.constant"() <{value = 4 : index}> : () -> index
      %2 = "arith.constant"() <{value = 1 : index}> : () -> index
      "scf.for"(%0, %1, %2) ({
      ^bb0(%arg0: index):
        "gpu.barrier"() : () -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
