// kernel:    transpose of 128x96 through padded LDS, tiles of 32x32
// chips:     gfx942 gfx950
// grid:      3 4 1
// block:     32 8 1
// arg:       in f32 12288 real -1 1
// arg:       out f32 12288

gpu.module @kernels {
  gpu.func @transpose_lds(%x: memref<128x96xf32, #gpu.address_space<global>>,
      %y: memref<96x128xf32, #gpu.address_space<global>>)
      workgroup(%tile: memref<32x33xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    scf.for %r = %ty to %c32 step %c8 {
      %row = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%by, %r)
      %col = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%bx, %tx)
      %v = memref.load %x[%row, %col] : memref<128x96xf32, #gpu.address_space<global>>
      memref.store %v, %tile[%r, %tx] : memref<32x33xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    scf.for %r = %ty to %c32 step %c8 {
      %row = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%bx, %r)
      %col = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%by, %tx)
      %v = memref.load %tile[%tx, %r] : memref<32x33xf32, #gpu.address_space<workgroup>>
      memref.store %v, %y[%row, %col] : memref<96x128xf32, #gpu.address_space<global>>
    }
    gpu.return
  }
}
