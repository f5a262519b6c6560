// kernel:    luminance of 64x96 pixels of three bytes, a large 2-d grid of small blocks
// chips:     gfx942 gfx950
// grid:      12 16 1
// block:     8 4 1
// arg:       in i8 18432 bits
// arg:       out i8 6144

gpu.module @kernels {
  gpu.func @grey_image(%x: memref<64x96x3xi8, #gpu.address_space<global>>,
      %y: memref<64x96xi8, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 8, 4, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %kr = arith.constant 77 : i32
    %kg = arith.constant 150 : i32
    %kb = arith.constant 29 : i32
    %k8 = arith.constant 8 : i32
    %r = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%by, %ty)
    %c = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%bx, %tx)
    %v0 = memref.load %x[%r, %c, %c0] : memref<64x96x3xi8, #gpu.address_space<global>>
    %v1 = memref.load %x[%r, %c, %c1] : memref<64x96x3xi8, #gpu.address_space<global>>
    %v2 = memref.load %x[%r, %c, %c2] : memref<64x96x3xi8, #gpu.address_space<global>>
    %w0 = arith.extui %v0 : i8 to i32
    %w1 = arith.extui %v1 : i8 to i32
    %w2 = arith.extui %v2 : i8 to i32
    %m0 = arith.muli %w0, %kr : i32
    %m1 = arith.muli %w1, %kg : i32
    %m2 = arith.muli %w2, %kb : i32
    %s0 = arith.addi %m0, %m1 : i32
    %s1 = arith.addi %s0, %m2 : i32
    %s2 = arith.shrui %s1, %k8 : i32
    %b = arith.trunci %s2 : i32 to i8
    memref.store %b, %y[%r, %c] : memref<64x96xi8, #gpu.address_space<global>>
    gpu.return
  }
}
