// kernel:    y = x + 1 for 1000 elements by blocks of 256, the tail by a condition
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f32 1000 real -1 1
// arg:       out f32 1000

gpu.module @kernels {
  gpu.func @masked_tail(%x: memref<1000xf32, #gpu.address_space<global>>,
      %y: memref<1000xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c1000 = arith.constant 1000 : index
    %one = arith.constant 1.0 : f32
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    %in = arith.cmpi ult, %i, %c1000 : index
    scf.if %in {
      %v = memref.load %x[%i] : memref<1000xf32, #gpu.address_space<global>>
      %w = arith.addf %v, %one : f32
      memref.store %w, %y[%i] : memref<1000xf32, #gpu.address_space<global>>
    }
    gpu.return
  }
}
