// What may pass a scheduling barrier, encoded.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
    "rocdl.sched.barrier"() <{mask = 2047 : i32}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
