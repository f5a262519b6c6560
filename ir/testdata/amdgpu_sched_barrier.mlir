// What may pass a scheduling barrier.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "amdgpu.sched_barrier"() <{opts = #amdgpu.sched_barrier_opt<none>}> : () -> ()
    "amdgpu.sched_barrier"() <{opts = #amdgpu.sched_barrier_opt<valu>}> : () -> ()
    "amdgpu.sched_barrier"() <{opts = #amdgpu.sched_barrier_opt<valu|salu>}> : () -> ()
    "amdgpu.sched_barrier"() <{opts = #amdgpu.sched_barrier_opt<non_mem_non_sideffect|mfma_wmma|all_vmem|vmem_read|vmem_write|all_ds|ds_read|ds_write|transcendental>}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
