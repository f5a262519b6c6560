// kernel:    quotients and remainders of i32 by divisors of memory, signed and not
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in i32 1024 bits
// arg:       in i32 1024 int 1 100000
// arg:       out i32 4096

gpu.module @kernels {
  gpu.func @divmod_runtime(%x: memref<1024xi32, #gpu.address_space<global>>,
      %d: memref<1024xi32, #gpu.address_space<global>>,
      %y: memref<4x1024xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    %v = memref.load %x[%i] : memref<1024xi32, #gpu.address_space<global>>
    %w = memref.load %d[%i] : memref<1024xi32, #gpu.address_space<global>>
    %q = arith.divui %v, %w : i32
    %r = arith.remui %v, %w : i32
    %sq = arith.divsi %v, %w : i32
    %sr = arith.remsi %v, %w : i32
    memref.store %q, %y[%c0, %i] : memref<4x1024xi32, #gpu.address_space<global>>
    memref.store %r, %y[%c1, %i] : memref<4x1024xi32, #gpu.address_space<global>>
    memref.store %sq, %y[%c2, %i] : memref<4x1024xi32, #gpu.address_space<global>>
    memref.store %sr, %y[%c3, %i] : memref<4x1024xi32, #gpu.address_space<global>>
    gpu.return
  }
}
