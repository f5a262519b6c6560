// Groups of instructions in an order.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "rocdl.sched.group.barrier"() <{groupId = 0 : i32, mask = 8 : i32, size = 1 : i32}> : () -> ()
    "rocdl.sched.group.barrier"() <{groupId = 2 : i32, mask = 256 : i32, size = 4 : i32}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
