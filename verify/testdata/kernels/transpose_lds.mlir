// kernel:    transpose of 128x96 through padded LDS, tiles of 32x32
// chips:     gfx942 gfx950
// grid:      3 4 1
// block:     32 8 1
// arg:       in f32 12288 real -1 1
// arg:       out f32 12288

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<128x96xf32, #gpu.address_space<global>>, memref<96x128xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 32, 8, 1>}> ({
    ^bb0(%x: memref<128x96xf32, #gpu.address_space<global>>, %y: memref<96x128xf32, #gpu.address_space<global>>, %tile: memref<32x33xf32, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %by = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %c8 = "arith.constant"() <{value = 8 : index}> : () -> index
      %c32 = "arith.constant"() <{value = 32 : index}> : () -> index
      "scf.for"(%ty, %c32, %c8) ({
      ^bb0(%r: index):
        %row = "affine.apply"(%by, %r) <{map = affine_map<(d0, d1) -> (d0 * 32 + d1)>}> : (index, index) -> index
        %col = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + d1)>}> : (index, index) -> index
        %v = "memref.load"(%x, %row, %col) : (memref<128x96xf32, #gpu.address_space<global>>, index, index) -> f32
        "memref.store"(%v, %tile, %r, %tx) : (f32, memref<32x33xf32, #gpu.address_space<workgroup>>, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.barrier"() : () -> ()
      "scf.for"(%ty, %c32, %c8) ({
      ^bb0(%r: index):
        %row = "affine.apply"(%bx, %r) <{map = affine_map<(d0, d1) -> (d0 * 32 + d1)>}> : (index, index) -> index
        %col = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + d1)>}> : (index, index) -> index
        %v = "memref.load"(%tile, %tx, %r) : (memref<32x33xf32, #gpu.address_space<workgroup>>, index, index) -> f32
        "memref.store"(%v, %y, %row, %col) : (f32, memref<96x128xf32, #gpu.address_space<global>>, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transpose_lds", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
