// kernel:    64-bit division by a constant and by numbers of memory
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in i64 512 bits
// arg:       in i64 512 int 1 1000000000000
// arg:       out i64 1536

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<512xi64, #gpu.address_space<global>>, memref<512xi64, #gpu.address_space<global>>, memref<3x512xi64, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<512xi64, #gpu.address_space<global>>, %d: memref<512xi64, #gpu.address_space<global>>, %y: memref<3x512xi64, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c2 = "arith.constant"() <{value = 2 : index}> : () -> index
      %k = "arith.constant"() <{value = 1000003 : i64}> : () -> i64
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %v = "memref.load"(%x, %i) : (memref<512xi64, #gpu.address_space<global>>, index) -> i64
      %w = "memref.load"(%d, %i) : (memref<512xi64, #gpu.address_space<global>>, index) -> i64
      %a = "arith.divui"(%v, %k) : (i64, i64) -> i64
      %b = "arith.divui"(%v, %w) : (i64, i64) -> i64
      %c = "arith.remsi"(%v, %w) : (i64, i64) -> i64
      "memref.store"(%a, %y, %c0, %i) : (i64, memref<3x512xi64, #gpu.address_space<global>>, index, index) -> ()
      "memref.store"(%b, %y, %c1, %i) : (i64, memref<3x512xi64, #gpu.address_space<global>>, index, index) -> ()
      "memref.store"(%c, %y, %c2, %i) : (i64, memref<3x512xi64, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "divmod_i64", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
