// kernel:    every seventh element, a column a lane, written densely
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     64 1 1
// arg:       in f32 12544 real -1 1
// arg:       out f32 1792

gpu.module @kernels {
  gpu.func @strided(%x: memref<7x1792xf32, #gpu.address_space<global>>,
      %y: memref<256x7xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%bx, %tx)
    %j = arith.muli %i, %c7 : index
    scf.for %k = %c0 to %c7 step %c1 {
      %jk = arith.addi %j, %k : index
      %v = memref.load %x[%k, %jk] : memref<7x1792xf32, #gpu.address_space<global>>
      %n = arith.negf %v : f32
      memref.store %n, %y[%i, %k] : memref<256x7xf32, #gpu.address_space<global>>
    }
    gpu.return
  }
}
