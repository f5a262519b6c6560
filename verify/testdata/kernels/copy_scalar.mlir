// kernel:    copy, an element a lane, loop over the grid
// chips:     gfx942 gfx950
// grid:      8 1 1
// block:     256 1 1
// arg:       in i32 16384 bits
// arg:       out i32 16384

gpu.module @kernels {
  gpu.func @copy_scalar(%x: memref<16384xi32, #gpu.address_space<global>>,
      %y: memref<16384xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c2048 = arith.constant 2048 : index
    %c16384 = arith.constant 16384 : index
    %first = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    scf.for %i = %first to %c16384 step %c2048 {
      %v = memref.load %x[%i] : memref<16384xi32, #gpu.address_space<global>>
      memref.store %v, %y[%i] : memref<16384xi32, #gpu.address_space<global>>
    }
    gpu.return
  }
}
