// kernel:    copy of vectors of 4 f32
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f32 8192 real -100 100
// arg:       out f32 8192

gpu.module @kernels {
  gpu.func @copy_vec4_f32(%x: memref<8192xf32, #gpu.address_space<global>>,
      %y: memref<8192xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c1024 = arith.constant 1024 : index
    %first = affine.apply affine_map<(d0, d1) -> (d0 * 2048 + d1 * 4)>(%bx, %tx)
    %second = arith.addi %first, %c1024 : index
    %v = vector.load %x[%first] : memref<8192xf32, #gpu.address_space<global>>, vector<4xf32>
    %w = vector.load %x[%second] : memref<8192xf32, #gpu.address_space<global>>, vector<4xf32>
    vector.store %v, %y[%first] : memref<8192xf32, #gpu.address_space<global>>, vector<4xf32>
    vector.store %w, %y[%second] : memref<8192xf32, #gpu.address_space<global>>, vector<4xf32>
    gpu.return
  }
}
