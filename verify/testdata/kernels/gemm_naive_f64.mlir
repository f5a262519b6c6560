// kernel:    C = A*B for 32x48x64 f64, an element a lane
// chips:     gfx942 gfx950
// grid:      3 4 1
// block:     16 8 1
// arg:       in f64 2048 real -1 1
// arg:       in f64 3072 real -1 1
// arg:       out f64 1536

gpu.module @kernels {
  gpu.func @gemm_naive_f64(%a: memref<32x64xf64, #gpu.address_space<global>>,
      %b: memref<64x48xf64, #gpu.address_space<global>>,
      %c: memref<32x48xf64, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 16, 8, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f64
    %row = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%by, %ty)
    %col = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%bx, %tx)
    %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%acc = %zero) -> (f64) {
      %av = memref.load %a[%row, %k] : memref<32x64xf64, #gpu.address_space<global>>
      %bv = memref.load %b[%k, %col] : memref<64x48xf64, #gpu.address_space<global>>
      %p = arith.mulf %av, %bv : f64
      %s = arith.addf %acc, %p : f64
      scf.yield %s : f64
    }
    memref.store %sum, %c[%row, %col] : memref<32x48xf64, #gpu.address_space<global>>
    gpu.return
  }
}
