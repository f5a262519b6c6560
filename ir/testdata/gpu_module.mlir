// Modules for the device inside a module for the host, one with targets.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "empty"}> ({
  ^bb0:
  }) : () -> ()
  "gpu.module"() <{sym_name = "both", targets = [#rocdl.target<chip = "gfx942">, #rocdl.target<chip = "gfx950">]}> ({
    "gpu.func"() <{function_type = () -> ()}> ({
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
  "gpu.module"() <{offloadingHandler = #gpu.select_object<1 : i64>, sym_name = "handled", targets = [#rocdl.target<O = 3, chip = "gfx950">]}> ({
  ^bb0:
  }) {note = "x"} : () -> ()
}) {gpu.container_module} : () -> ()
