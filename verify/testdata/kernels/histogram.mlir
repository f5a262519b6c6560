// kernel:    256 bins of bytes, counted in LDS with atomics, added to memory with atomics
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in i8 8192 bits
// arg:       inout i32 256 zero

gpu.module @kernels {
  gpu.func @histogram(%x: memref<8192xi8, #gpu.address_space<global>>,
      %h: memref<256xi32, #gpu.address_space<global>>)
      workgroup(%bins: memref<256xi32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c256 = arith.constant 256 : index
    %c2048 = arith.constant 2048 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    memref.store %zero, %bins[%tx] : memref<256xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %base = arith.muli %bx, %c2048 : index
    scf.for %k = %tx to %c2048 step %c256 {
      %i = arith.addi %base, %k : index
      %v = memref.load %x[%i] : memref<8192xi8, #gpu.address_space<global>>
      %u = arith.index_castui %v : i8 to index
      %old = memref.atomic_rmw addi %one, %bins[%u] : (i32, memref<256xi32, #gpu.address_space<workgroup>>) -> i32
    }
    gpu.barrier
    %n = memref.load %bins[%tx] : memref<256xi32, #gpu.address_space<workgroup>>
    %old = memref.atomic_rmw addi %n, %h[%tx] : (i32, memref<256xi32, #gpu.address_space<global>>) -> i32
    gpu.return
  }
}
