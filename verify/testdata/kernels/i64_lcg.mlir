// kernel:    64-bit linear congruential numbers, 32 steps a lane
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in i64 1024 bits
// arg:       out i64 1024

gpu.module @kernels {
  gpu.func @i64_lcg(%x: memref<1024xi64, #gpu.address_space<global>>,
      %y: memref<1024xi64, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %a = arith.constant 6364136223846793005 : i64
    %c = arith.constant 1442695040888963407 : i64
    %s33 = arith.constant 33 : i64
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    %v = memref.load %x[%i] : memref<1024xi64, #gpu.address_space<global>>
    %zero = arith.constant 0 : i64
    %r:2 = scf.for %k = %c0 to %c32 step %c1 iter_args(%s = %v, %h = %zero) -> (i64, i64) {
      %m = arith.muli %s, %a : i64
      %n = arith.addi %m, %c : i64
      %t = arith.shrui %n, %s33 : i64
      %u = arith.xori %n, %t : i64
      %g = arith.addi %h, %u : i64
      scf.yield %n, %g : i64, i64
    }
    memref.store %r#1, %y[%i] : memref<1024xi64, #gpu.address_space<global>>
    gpu.return
  }
}
