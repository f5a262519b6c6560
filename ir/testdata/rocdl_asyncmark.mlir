// Marks behind asynchronous loads, and the wait for all but the last of them.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "rocdl.asyncmark"() : () -> ()
    "rocdl.wait.asyncmark"() <{count = 1 : i16}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
