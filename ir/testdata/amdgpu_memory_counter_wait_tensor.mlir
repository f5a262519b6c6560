// A counter that no CDNA chip has.
// mcpu: none
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "amdgpu.memory_counter_wait"() <{tensor = 0 : i32}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
