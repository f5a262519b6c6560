// What LLVM 22 does not have: barriers of a scope and of address spaces, rocdl's
// attributes of other dialects' operations and of its own, loads of what nobody
// writes.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<64xf32>, index, vector<4xf16>, vector<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<64xf32>, %arg1: index, %arg2: vector<4xf16>, %arg3: vector<4xf32>):
    "gpu.barrier"() <{scope = #gpu.barrier_scope<workgroup>}> : () -> ()
    "gpu.barrier"() <{address_spaces = [], scope = #gpu.barrier_scope<subgroup>}> : () -> ()
    "gpu.barrier"() <{address_spaces = [#gpu.address_space<workgroup>, #gpu.address_space<global>]}> : () -> ()
    %0 = "amdgpu.mfma"(%arg2, %arg2, %arg3) <{abid = 0 : i32, blgp = #rocdl.mfma_perm_b<rotate_16_right>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    "amdgpu.sched_barrier"() <{opts = #rocdl.sched_group_mask<none>}> : () -> ()
    "amdgpu.sched_barrier"() <{opts = #rocdl.sched_group_mask<non_mem_non_sideeffect|valu|ldsdma>}> : () -> ()
    "rocdl.sched.barrier"() <{mask = #rocdl.sched_group_mask<all>}> : () -> ()
    "rocdl.sched.group.barrier"() <{groupId = 0 : i32, mask = #rocdl.sched_group_mask<mfma_wmma>, size = 1 : i32}> : () -> ()
    %1 = "memref.load"(%arg0, %arg1) <{invariant = true, nontemporal = false}> : (memref<64xf32>, index) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
