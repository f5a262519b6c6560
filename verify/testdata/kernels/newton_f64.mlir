// kernel:    reciprocals and square roots in f64, and Newton steps of their own
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     256 1 1
// arg:       in f64 256 real 0.5 100
// arg:       out f64 768

gpu.module @kernels {
  gpu.func @newton_f64(%x: memref<256xf64, #gpu.address_space<global>>,
      %y: memref<3x256xf64, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c12 = arith.constant 12 : index
    %one = arith.constant 1.0 : f64
    %two = arith.constant 2.0 : f64
    %half = arith.constant 0.5 : f64
    %v = memref.load %x[%tx] : memref<256xf64, #gpu.address_space<global>>
    %q = arith.divf %one, %v : f64
    %r = math.sqrt %v : f64
    %n = scf.for %k = %c0 to %c12 step %c1 iter_args(%e = %v) -> (f64) {
      %d = arith.divf %v, %e : f64
      %s = arith.addf %d, %e : f64
      %m = arith.mulf %s, %half : f64
      scf.yield %m : f64
    }
    memref.store %q, %y[%c0, %tx] : memref<3x256xf64, #gpu.address_space<global>>
    memref.store %r, %y[%c1, %tx] : memref<3x256xf64, #gpu.address_space<global>>
    memref.store %n, %y[%c2, %tx] : memref<3x256xf64, #gpu.address_space<global>>
    gpu.return
  }
}
