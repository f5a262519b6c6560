// kernel:    y[permutation[i]] = 2*x[i] + 1
// chips:     gfx942 gfx950
// grid:      8 1 1
// block:     256 1 1
// arg:       in i32 2048 bits
// arg:       in i64 2048 perm
// arg:       out i32 2048

gpu.module @kernels {
  gpu.func @scatter(%x: memref<2048xi32, #gpu.address_space<global>>,
      %n: memref<2048xi64, #gpu.address_space<global>>,
      %y: memref<2048xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %one = arith.constant 1 : i32
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    %k = memref.load %n[%i] : memref<2048xi64, #gpu.address_space<global>>
    %j = arith.index_cast %k : i64 to index
    %v = memref.load %x[%i] : memref<2048xi32, #gpu.address_space<global>>
    %v2 = arith.shli %v, %one : i32
    %v3 = arith.addi %v2, %one : i32
    memref.store %v3, %y[%j] : memref<2048xi32, #gpu.address_space<global>>
    gpu.return
  }
}
