// kernel:    tiles of f16 straight from memory to LDS, 16 bytes a lane, from a buffer resource
// chips:     gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in f16 8192 real -1 1
// arg:       out f16 8192

gpu.module @kernels {
  gpu.func @gather_to_lds_wide(%x: memref<8192xf16, #gpu.address_space<global>>,
      %y: memref<8192xf16, #gpu.address_space<global>>)
      workgroup(%tile: memref<4096xf16, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c64 = arith.constant 64 : index
    %c4096 = arith.constant 4096 : index
    %fx = amdgpu.fat_raw_buffer_cast %x : memref<8192xf16, #gpu.address_space<global>> to memref<8192xf16, #amdgpu.address_space<fat_raw_buffer>>
    %wave = arith.divui %tx, %c64 : index
    %base = arith.muli %bx, %c4096 : index
    scf.for %p = %c0 to %c2 step %c1 {
      %row = affine.apply affine_map<(d0, d1) -> (d0 * 2048 + d1 * 512)>(%p, %wave)
      %off = affine.apply affine_map<(d0, d1) -> (d0 * 2048 + d1 * 8)>(%p, %tx)
      %src = arith.addi %base, %off : index
      amdgpu.gather_to_lds %fx[%src], %tile[%row] : vector<8xf16>, memref<8192xf16, #amdgpu.address_space<fat_raw_buffer>>, memref<4096xf16, #gpu.address_space<workgroup>>
    }
    amdgpu.memory_counter_wait load(0)
    gpu.barrier
    scf.for %p = %c0 to %c2 step %c1 {
      %from = affine.apply affine_map<(d0, d1) -> ((d1 * 16 + d0 * 8 + 64) mod 4096)>(%p, %tx)
      %v = vector.load %tile[%from] : memref<4096xf16, #gpu.address_space<workgroup>>, vector<8xf16>
      %to = affine.apply affine_map<(d0, d1, d2) -> (d2 + d0 * 2048 + d1 * 8)>(%p, %tx, %base)
      vector.store %v, %y[%to] : memref<8192xf16, #gpu.address_space<global>>, vector<8xf16>
    }
    gpu.return
  }
}
