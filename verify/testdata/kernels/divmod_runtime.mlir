// kernel:    quotients and remainders of i32 by divisors of memory, signed and not
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in i32 1024 bits
// arg:       in i32 1024 int 1 100000
// arg:       out i32 4096

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<1024xi32, #gpu.address_space<global>>, memref<1024xi32, #gpu.address_space<global>>, memref<4x1024xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<1024xi32, #gpu.address_space<global>>, %d: memref<1024xi32, #gpu.address_space<global>>, %y: memref<4x1024xi32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c2 = "arith.constant"() <{value = 2 : index}> : () -> index
      %c3 = "arith.constant"() <{value = 3 : index}> : () -> index
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %v = "memref.load"(%x, %i) : (memref<1024xi32, #gpu.address_space<global>>, index) -> i32
      %w = "memref.load"(%d, %i) : (memref<1024xi32, #gpu.address_space<global>>, index) -> i32
      %q = "arith.divui"(%v, %w) : (i32, i32) -> i32
      %r = "arith.remui"(%v, %w) : (i32, i32) -> i32
      %sq = "arith.divsi"(%v, %w) : (i32, i32) -> i32
      %sr = "arith.remsi"(%v, %w) : (i32, i32) -> i32
      "memref.store"(%q, %y, %c0, %i) : (i32, memref<4x1024xi32, #gpu.address_space<global>>, index, index) -> ()
      "memref.store"(%r, %y, %c1, %i) : (i32, memref<4x1024xi32, #gpu.address_space<global>>, index, index) -> ()
      "memref.store"(%sq, %y, %c2, %i) : (i32, memref<4x1024xi32, #gpu.address_space<global>>, index, index) -> ()
      "memref.store"(%sr, %y, %c3, %i) : (i32, memref<4x1024xi32, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "divmod_runtime", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
