// kernel:    five-point Laplacian over 96x128 f32 with clamped borders
// chips:     gfx942 gfx950
// grid:      8 12 1
// block:     16 8 1
// arg:       in f32 12288 real -1 1
// arg:       out f32 12288

gpu.module @kernels {
  gpu.func @stencil_2d(%x: memref<96x128xf32, #gpu.address_space<global>>,
      %y: memref<96x128xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 16, 8, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c95 = arith.constant 95 : index
    %c127 = arith.constant 127 : index
    %four = arith.constant 4.0 : f32
    %r = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%by, %ty)
    %c = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%bx, %tx)
    %up0 = arith.subi %r, %c1 : index
    %up = arith.maxsi %up0, %c0 : index
    %dn0 = arith.addi %r, %c1 : index
    %dn = arith.minsi %dn0, %c95 : index
    %lf0 = arith.subi %c, %c1 : index
    %lf = arith.maxsi %lf0, %c0 : index
    %rt0 = arith.addi %c, %c1 : index
    %rt = arith.minsi %rt0, %c127 : index
    %v = memref.load %x[%r, %c] : memref<96x128xf32, #gpu.address_space<global>>
    %n = memref.load %x[%up, %c] : memref<96x128xf32, #gpu.address_space<global>>
    %s = memref.load %x[%dn, %c] : memref<96x128xf32, #gpu.address_space<global>>
    %w = memref.load %x[%r, %lf] : memref<96x128xf32, #gpu.address_space<global>>
    %e = memref.load %x[%r, %rt] : memref<96x128xf32, #gpu.address_space<global>>
    %ns = arith.addf %n, %s : f32
    %we = arith.addf %w, %e : f32
    %sum = arith.addf %ns, %we : f32
    %v4 = arith.mulf %v, %four : f32
    %d = arith.subf %sum, %v4 : f32
    memref.store %d, %y[%r, %c] : memref<96x128xf32, #gpu.address_space<global>>
    gpu.return
  }
}
