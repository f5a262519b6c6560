// Waits for counters.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "amdgpu.memory_counter_wait"() : () -> ()
    "amdgpu.memory_counter_wait"() <{load = 3 : i32}> : () -> ()
    "amdgpu.memory_counter_wait"() <{store = 0 : i32}> : () -> ()
    "amdgpu.memory_counter_wait"() <{ds = 1 : i32}> : () -> ()
    "amdgpu.memory_counter_wait"() <{exp = 2 : i32}> : () -> ()
    "amdgpu.memory_counter_wait"() <{ds = 0 : i32, exp = 100 : i32, load = 1 : i32, store = 2 : i32}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
