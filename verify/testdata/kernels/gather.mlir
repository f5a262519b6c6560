// kernel:    y[i] = x[index[i]]
// chips:     gfx942 gfx950
// grid:      8 1 1
// block:     256 1 1
// arg:       in f32 1024 real -1 1
// arg:       in i32 2048 int 0 1023
// arg:       out f32 2048

gpu.module @kernels {
  gpu.func @gather(%x: memref<1024xf32, #gpu.address_space<global>>,
      %n: memref<2048xi32, #gpu.address_space<global>>,
      %y: memref<2048xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    %k = memref.load %n[%i] : memref<2048xi32, #gpu.address_space<global>>
    %j = arith.index_cast %k : i32 to index
    %v = memref.load %x[%j] : memref<1024xf32, #gpu.address_space<global>>
    memref.store %v, %y[%i] : memref<2048xf32, #gpu.address_space<global>>
    gpu.return
  }
}
