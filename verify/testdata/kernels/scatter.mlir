// kernel:    y[permutation[i]] = 2*x[i] + 1
// chips:     gfx942 gfx950
// grid:      8 1 1
// block:     256 1 1
// arg:       in i32 2048 bits
// arg:       in i64 2048 perm
// arg:       out i32 2048

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<2048xi32, #gpu.address_space<global>>, memref<2048xi64, #gpu.address_space<global>>, memref<2048xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<2048xi32, #gpu.address_space<global>>, %n: memref<2048xi64, #gpu.address_space<global>>, %y: memref<2048xi32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %one = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %k = "memref.load"(%n, %i) : (memref<2048xi64, #gpu.address_space<global>>, index) -> i64
      %j = "arith.index_cast"(%k) : (i64) -> index
      %v = "memref.load"(%x, %i) : (memref<2048xi32, #gpu.address_space<global>>, index) -> i32
      %v2 = "arith.shli"(%v, %one) : (i32, i32) -> i32
      %v3 = "arith.addi"(%v2, %one) : (i32, i32) -> i32
      "memref.store"(%v3, %y, %j) : (i32, memref<2048xi32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "scatter", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
