// kernel:    A^16 of 16x16 matrices of i32 by squaring in LDS
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     16 16 1
// arg:       in i32 1024 int -3 3
// arg:       out i32 1024

gpu.module @kernels {
  gpu.func @matrix_power(%a: memref<4x16x16xi32, #gpu.address_space<global>>,
      %y: memref<4x16x16xi32, #gpu.address_space<global>>)
      workgroup(%l: memref<16x16xi32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0 : i32
    %v = memref.load %a[%bx, %ty, %tx] : memref<4x16x16xi32, #gpu.address_space<global>>
    %r = scf.for %p = %c0 to %c4 step %c1 iter_args(%m = %v) -> (i32) {
      memref.store %m, %l[%ty, %tx] : memref<16x16xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %s = scf.for %k = %c0 to %c16 step %c1 iter_args(%acc = %zero) -> (i32) {
        %x = memref.load %l[%ty, %k] : memref<16x16xi32, #gpu.address_space<workgroup>>
        %y0 = memref.load %l[%k, %tx] : memref<16x16xi32, #gpu.address_space<workgroup>>
        %xy = arith.muli %x, %y0 : i32
        %n = arith.addi %acc, %xy : i32
        scf.yield %n : i32
      }
      gpu.barrier
      scf.yield %s : i32
    }
    memref.store %r, %y[%bx, %ty, %tx] : memref<4x16x16xi32, #gpu.address_space<global>>
    gpu.return
  }
}
