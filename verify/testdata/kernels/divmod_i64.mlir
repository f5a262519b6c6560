// kernel:    64-bit division by a constant and by numbers of memory
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in i64 512 bits
// arg:       in i64 512 int 1 1000000000000
// arg:       out i64 1536

gpu.module @kernels {
  gpu.func @divmod_i64(%x: memref<512xi64, #gpu.address_space<global>>,
      %d: memref<512xi64, #gpu.address_space<global>>,
      %y: memref<3x512xi64, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %k = arith.constant 1000003 : i64
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    %v = memref.load %x[%i] : memref<512xi64, #gpu.address_space<global>>
    %w = memref.load %d[%i] : memref<512xi64, #gpu.address_space<global>>
    %a = arith.divui %v, %k : i64
    %b = arith.divui %v, %w : i64
    %c = arith.remsi %v, %w : i64
    memref.store %a, %y[%c0, %i] : memref<3x512xi64, #gpu.address_space<global>>
    memref.store %b, %y[%c1, %i] : memref<3x512xi64, #gpu.address_space<global>>
    memref.store %c, %y[%c2, %i] : memref<3x512xi64, #gpu.address_space<global>>
    gpu.return
  }
}
