// kernel:    transpose of 64x64 f16 tiles through LDS swizzled by exclusive or
// chips:     gfx942 gfx950
// grid:      2 2 1
// block:     256 1 1
// arg:       in i16 16384 bits
// arg:       out i16 16384

gpu.module @kernels {
  gpu.func @transpose_swizzled(%x: memref<128x128xi16, #gpu.address_space<global>>,
      %y: memref<128x128xi16, #gpu.address_space<global>>)
      workgroup(%tile: memref<64x64xi16, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %row = arith.divui %tx, %c16 : index
    %q = arith.remui %tx, %c16 : index
    scf.for %p = %c0 to %c4 step %c1 {
      %r = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%p, %row)
      %gr = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%by, %r)
      %gc = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1 * 4)>(%bx, %q)
      %v = vector.load %x[%gr, %gc] : memref<128x128xi16, #gpu.address_space<global>>, vector<4xi16>
      %m = arith.remui %r, %c16 : index
      %sq = arith.xori %q, %m : index
      %sc = arith.muli %sq, %c4 : index
      vector.store %v, %tile[%r, %sc] : memref<64x64xi16, #gpu.address_space<workgroup>>, vector<4xi16>
    }
    gpu.barrier
    scf.for %p = %c0 to %c16 step %c1 {
      %col = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1 floordiv 64)>(%p, %tx)
      %r = arith.remui %tx, %c64 : index
      %m = arith.remui %r, %c16 : index
      %cq = arith.divui %col, %c4 : index
      %sq = arith.xori %cq, %m : index
      %sc = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1 mod 4)>(%sq, %col)
      %v = memref.load %tile[%r, %sc] : memref<64x64xi16, #gpu.address_space<workgroup>>
      %gr = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%bx, %col)
      %gc = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%by, %r)
      memref.store %v, %y[%gr, %gc] : memref<128x128xi16, #gpu.address_space<global>>
    }
    gpu.return
  }
}
