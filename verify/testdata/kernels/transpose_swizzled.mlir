// kernel:    transpose of 64x64 f16 tiles through LDS swizzled by exclusive or
// chips:     gfx942 gfx950
// grid:      2 2 1
// block:     256 1 1
// arg:       in i16 16384 bits
// arg:       out i16 16384

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<128x128xi16, #gpu.address_space<global>>, memref<128x128xi16, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<128x128xi16, #gpu.address_space<global>>, %y: memref<128x128xi16, #gpu.address_space<global>>, %tile: memref<64x64xi16, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %by = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
      %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
      %c64 = "arith.constant"() <{value = 64 : index}> : () -> index
      %row = "arith.divui"(%tx, %c16) : (index, index) -> index
      %q = "arith.remui"(%tx, %c16) : (index, index) -> index
      "scf.for"(%c0, %c4, %c1) ({
      ^bb0(%p: index):
        %r = "affine.apply"(%p, %row) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1)>}> : (index, index) -> index
        %gr = "affine.apply"(%by, %r) <{map = affine_map<(d0, d1) -> (d0 * 64 + d1)>}> : (index, index) -> index
        %gc = "affine.apply"(%bx, %q) <{map = affine_map<(d0, d1) -> (d0 * 64 + d1 * 4)>}> : (index, index) -> index
        %v = "vector.load"(%x, %gr, %gc) : (memref<128x128xi16, #gpu.address_space<global>>, index, index) -> vector<4xi16>
        %m = "arith.remui"(%r, %c16) : (index, index) -> index
        %sq = "arith.xori"(%q, %m) : (index, index) -> index
        %sc = "arith.muli"(%sq, %c4) : (index, index) -> index
        "vector.store"(%v, %tile, %r, %sc) : (vector<4xi16>, memref<64x64xi16, #gpu.address_space<workgroup>>, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.barrier"() : () -> ()
      "scf.for"(%c0, %c16, %c1) ({
      ^bb0(%p: index):
        %col = "affine.apply"(%p, %tx) <{map = affine_map<(d0, d1) -> (d0 * 4 + d1 floordiv 64)>}> : (index, index) -> index
        %r = "arith.remui"(%tx, %c64) : (index, index) -> index
        %m = "arith.remui"(%r, %c16) : (index, index) -> index
        %cq = "arith.divui"(%col, %c4) : (index, index) -> index
        %sq = "arith.xori"(%cq, %m) : (index, index) -> index
        %sc = "affine.apply"(%sq, %col) <{map = affine_map<(d0, d1) -> (d0 * 4 + d1 mod 4)>}> : (index, index) -> index
        %v = "memref.load"(%tile, %r, %sc) : (memref<64x64xi16, #gpu.address_space<workgroup>>, index, index) -> i16
        %gr = "affine.apply"(%bx, %col) <{map = affine_map<(d0, d1) -> (d0 * 64 + d1)>}> : (index, index) -> index
        %gc = "affine.apply"(%by, %r) <{map = affine_map<(d0, d1) -> (d0 * 64 + d1)>}> : (index, index) -> index
        "memref.store"(%v, %y, %gr, %gc) : (i16, memref<128x128xi16, #gpu.address_space<global>>, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transpose_swizzled", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
