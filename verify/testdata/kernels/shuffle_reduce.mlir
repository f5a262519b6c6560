// kernel:    sums, minima and inclusive scans of waves by shuffles
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in i32 1024 bits
// arg:       out i32 3072

gpu.module @kernels {
  gpu.func @shuffle_reduce(%x: memref<1024xi32, #gpu.address_space<global>>,
      %y: memref<3x1024xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c6 = arith.constant 6 : index
    %c64 = arith.constant 64 : index
    %w = arith.constant 64 : i32
    %one = arith.constant 1 : i32
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    %v = memref.load %x[%i] : memref<1024xi32, #gpu.address_space<global>>
    %l = arith.remui %tx, %c64 : index
    %r:4 = scf.for %k = %c0 to %c6 step %c1 iter_args(%d = %one, %s = %v, %m = %v, %p = %v) -> (i32, i32, i32, i32) {
      %a, %aok = gpu.shuffle xor %s, %d, %w : i32
      %s1 = arith.addi %s, %a : i32
      %b, %bok = gpu.shuffle xor %m, %d, %w : i32
      %m1 = arith.minsi %m, %b : i32
      %u, %uok = gpu.shuffle up %p, %d, %w : i32
      %sum = arith.addi %p, %u : i32
      %di = arith.index_cast %d : i32 to index
      %has = arith.cmpi uge, %l, %di : index
      %p1 = arith.select %has, %sum, %p : i32
      %d1 = arith.shli %d, %one : i32
      scf.yield %d1, %s1, %m1, %p1 : i32, i32, i32, i32
    }
    memref.store %r#1, %y[%c0, %i] : memref<3x1024xi32, #gpu.address_space<global>>
    memref.store %r#2, %y[%c1, %i] : memref<3x1024xi32, #gpu.address_space<global>>
    memref.store %r#3, %y[%c2, %i] : memref<3x1024xi32, #gpu.address_space<global>>
    gpu.return
  }
}
