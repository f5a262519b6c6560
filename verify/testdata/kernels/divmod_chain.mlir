// kernel:    3-d coordinates of a linear index and back with other sizes, by division and modulo of indices
// chips:     gfx942 gfx950
// grid:      16 1 1
// block:     256 1 1
// arg:       in i32 4096 bits
// arg:       out i32 4096

gpu.module @kernels {
  gpu.func @divmod_chain(%x: memref<4096xi32, #gpu.address_space<global>>,
      %y: memref<4096xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c7 = arith.constant 7 : index
    %c13 = arith.constant 13 : index
    %c46 = arith.constant 46 : index
    %c91 = arith.constant 91 : index
    %c4096 = arith.constant 4096 : index
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    %z = arith.divui %i, %c91 : index
    %r = arith.remui %i, %c91 : index
    %yy = arith.divui %r, %c13 : index
    %xx = arith.remui %r, %c13 : index
    %p0 = arith.muli %xx, %c7 : index
    %p1 = arith.addi %p0, %yy : index
    %p2 = arith.muli %p1, %c46 : index
    %p3 = arith.addi %p2, %z : index
    %j = arith.remui %p3, %c4096 : index
    %v = memref.load %x[%j] : memref<4096xi32, #gpu.address_space<global>>
    %k = arith.index_cast %p3 : index to i32
    %s = arith.xori %v, %k : i32
    memref.store %s, %y[%i] : memref<4096xi32, #gpu.address_space<global>>
    gpu.return
  }
}
