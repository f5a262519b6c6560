// kernel:    a permutation within waves by shuffles to lanes of memory, f32
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in f32 512 real -1 1
// arg:       in i32 512 int 0 63
// arg:       out f32 512

gpu.module @kernels {
  gpu.func @shuffle_idx(%x: memref<512xf32, #gpu.address_space<global>>,
      %n: memref<512xi32, #gpu.address_space<global>>,
      %y: memref<512xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %w = arith.constant 64 : i32
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    %v = memref.load %x[%i] : memref<512xf32, #gpu.address_space<global>>
    %k = memref.load %n[%i] : memref<512xi32, #gpu.address_space<global>>
    %a, %ok = gpu.shuffle idx %v, %k, %w : f32
    %s = arith.subf %a, %v : f32
    memref.store %s, %y[%i] : memref<512xf32, #gpu.address_space<global>>
    gpu.return
  }
}
