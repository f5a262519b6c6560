// kernel:    a tile of f32 straight from memory to LDS, then read in another order
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f32 4096 real -1 1
// arg:       out f32 4096

gpu.module @kernels {
  gpu.func @gather_to_lds(%x: memref<4096xf32, #gpu.address_space<global>>,
      %y: memref<4096xf32, #gpu.address_space<global>>)
      workgroup(%tile: memref<1024xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %c1024 = arith.constant 1024 : index
    %wave = arith.divui %tx, %c64 : index
    %base = arith.muli %bx, %c1024 : index
    scf.for %p = %c0 to %c4 step %c1 {
      %row = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1 * 64)>(%p, %wave)
      %off = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%p, %tx)
      %src = arith.addi %base, %off : index
      amdgpu.gather_to_lds %x[%src], %tile[%row] : f32, memref<4096xf32, #gpu.address_space<global>>, memref<1024xf32, #gpu.address_space<workgroup>>
    }
    amdgpu.memory_counter_wait load(0)
    gpu.barrier
    scf.for %p = %c0 to %c4 step %c1 {
      %from = affine.apply affine_map<(d0, d1) -> ((d1 * 4 + d0 + 1) mod 1024)>(%p, %tx)
      %v = memref.load %tile[%from] : memref<1024xf32, #gpu.address_space<workgroup>>
      %to = affine.apply affine_map<(d0, d1, d2) -> (d2 + d0 * 256 + d1)>(%p, %tx, %base)
      memref.store %v, %y[%to] : memref<4096xf32, #gpu.address_space<global>>
    }
    gpu.return
  }
}
