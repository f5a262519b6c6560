// kernel:    copy, an element a lane, loop over the grid
// chips:     gfx942 gfx950
// grid:      8 1 1
// block:     256 1 1
// arg:       in i32 16384 bits
// arg:       out i32 16384

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<16384xi32, #gpu.address_space<global>>, memref<16384xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<16384xi32, #gpu.address_space<global>>, %y: memref<16384xi32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c2048 = "arith.constant"() <{value = 2048 : index}> : () -> index
      %c16384 = "arith.constant"() <{value = 16384 : index}> : () -> index
      %first = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      "scf.for"(%first, %c16384, %c2048) ({
      ^bb0(%i: index):
        %v = "memref.load"(%x, %i) : (memref<16384xi32, #gpu.address_space<global>>, index) -> i32
        "memref.store"(%v, %y, %i) : (i32, memref<16384xi32, #gpu.address_space<global>>, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "copy_scalar", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
