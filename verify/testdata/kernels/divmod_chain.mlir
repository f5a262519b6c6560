// kernel:    3-d coordinates of a linear index and back with other sizes, by division and modulo of indices
// chips:     gfx942 gfx950
// grid:      16 1 1
// block:     256 1 1
// arg:       in i32 4096 bits
// arg:       out i32 4096

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<4096xi32, #gpu.address_space<global>>, memref<4096xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<4096xi32, #gpu.address_space<global>>, %y: memref<4096xi32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c7 = "arith.constant"() <{value = 7 : index}> : () -> index
      %c13 = "arith.constant"() <{value = 13 : index}> : () -> index
      %c46 = "arith.constant"() <{value = 46 : index}> : () -> index
      %c91 = "arith.constant"() <{value = 91 : index}> : () -> index
      %c4096 = "arith.constant"() <{value = 4096 : index}> : () -> index
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %z = "arith.divui"(%i, %c91) : (index, index) -> index
      %r = "arith.remui"(%i, %c91) : (index, index) -> index
      %yy = "arith.divui"(%r, %c13) : (index, index) -> index
      %xx = "arith.remui"(%r, %c13) : (index, index) -> index
      %p0 = "arith.muli"(%xx, %c7) : (index, index) -> index
      %p1 = "arith.addi"(%p0, %yy) : (index, index) -> index
      %p2 = "arith.muli"(%p1, %c46) : (index, index) -> index
      %p3 = "arith.addi"(%p2, %z) : (index, index) -> index
      %j = "arith.remui"(%p3, %c4096) : (index, index) -> index
      %v = "memref.load"(%x, %j) : (memref<4096xi32, #gpu.address_space<global>>, index) -> i32
      %k = "arith.index_cast"(%p3) : (index) -> i32
      %s = "arith.xori"(%v, %k) : (i32, i32) -> i32
      "memref.store"(%s, %y, %i) : (i32, memref<4096xi32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "divmod_chain", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
