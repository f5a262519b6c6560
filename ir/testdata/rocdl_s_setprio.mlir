// Priorities of the wave.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "rocdl.s.setprio"() <{priority = 0 : i16}> : () -> ()
    "rocdl.s.setprio"() <{priority = 1 : i16}> : () -> ()
    "rocdl.s.setprio"() <{priority = 2 : i16}> : () -> ()
    "rocdl.s.setprio"() <{priority = 3 : i16}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
