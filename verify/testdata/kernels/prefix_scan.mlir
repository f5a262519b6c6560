// kernel:    inclusive prefix sum of 256 i32 in LDS, by doubling
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in i32 1024 bits
// arg:       out i32 1024

gpu.module @kernels {
  gpu.func @prefix_scan(%x: memref<1024xi32, #gpu.address_space<global>>,
      %y: memref<1024xi32, #gpu.address_space<global>>)
      workgroup(%s: memref<256xi32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    %zero = arith.constant 0 : i32
    %v = memref.load %x[%i] : memref<1024xi32, #gpu.address_space<global>>
    memref.store %v, %s[%tx] : memref<256xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %steps = arith.constant 8 : index
    %r:2 = scf.for %k = %c0 to %steps step %c1 iter_args(%d = %c1, %acc = %v) -> (index, i32) {
      %has = arith.cmpi uge, %tx, %d : index
      %left = scf.if %has -> (i32) {
        %j = arith.subi %tx, %d : index
        %l = memref.load %s[%j] : memref<256xi32, #gpu.address_space<workgroup>>
        scf.yield %l : i32
      } else {
        scf.yield %zero : i32
      }
      gpu.barrier
      %n = arith.addi %acc, %left : i32
      memref.store %n, %s[%tx] : memref<256xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %d2 = arith.shli %d, %c1 : index
      scf.yield %d2, %n : index, i32
    }
    memref.store %r#1, %y[%i] : memref<1024xi32, #gpu.address_space<global>>
    gpu.return
  }
}
