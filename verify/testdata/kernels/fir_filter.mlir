// kernel:    a filter of 16 taps over 1024 f32, the tile and its halo in LDS
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f32 1040 real -1 1
// arg:       in f32 16 real -1 1
// arg:       out f32 1024

gpu.module @kernels {
  gpu.func @fir_filter(%x: memref<1040xf32, #gpu.address_space<global>>,
      %w: memref<16xf32, #gpu.address_space<global>>,
      %y: memref<1024xf32, #gpu.address_space<global>>)
      workgroup(%s: memref<272xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c256 = arith.constant 256 : index
    %c272 = arith.constant 272 : index
    %zero = arith.constant 0.0 : f32
    %base = arith.muli %bx, %c256 : index
    scf.for %k = %tx to %c272 step %c256 {
      %i = arith.addi %base, %k : index
      %v = memref.load %x[%i] : memref<1040xf32, #gpu.address_space<global>>
      memref.store %v, %s[%k] : memref<272xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%acc = %zero) -> (f32) {
      %j = arith.addi %tx, %k : index
      %v = memref.load %s[%j] : memref<272xf32, #gpu.address_space<workgroup>>
      %c = memref.load %w[%k] : memref<16xf32, #gpu.address_space<global>>
      %n = math.fma %v, %c, %acc : f32
      scf.yield %n : f32
    }
    %o = arith.addi %base, %tx : index
    memref.store %sum, %y[%o] : memref<1024xf32, #gpu.address_space<global>>
    gpu.return
  }
}
