// kernel:    y = A*x for 256x128 f32, a row a lane
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     64 1 1
// arg:       in f32 32768 real -1 1
// arg:       in f32 128 real -1 1
// arg:       out f32 256

gpu.module @kernels {
  gpu.func @matvec_naive(%a: memref<256x128xf32, #gpu.address_space<global>>,
      %x: memref<128xf32, #gpu.address_space<global>>,
      %y: memref<256xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant 0.0 : f32
    %row = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%bx, %tx)
    %sum = scf.for %k = %c0 to %c128 step %c1 iter_args(%acc = %zero) -> (f32) {
      %av = memref.load %a[%row, %k] : memref<256x128xf32, #gpu.address_space<global>>
      %xv = memref.load %x[%k] : memref<128xf32, #gpu.address_space<global>>
      %p = arith.mulf %av, %xv : f32
      %s = arith.addf %acc, %p : f32
      scf.yield %s : f32
    }
    memref.store %sum, %y[%row] : memref<256xf32, #gpu.address_space<global>>
    gpu.return
  }
}
