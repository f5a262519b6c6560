// Waits for counters, encoded.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "rocdl.s.waitcnt"() <{bitfield = 0 : i32}> : () -> ()
    "rocdl.s.waitcnt"() <{bitfield = -7937 : i32}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
