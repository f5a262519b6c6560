// kernel:    copy of vectors of 8 f16
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f16 16384 real -100 100
// arg:       out f16 16384

gpu.module @kernels {
  gpu.func @copy_vec8_f16(%x: memref<16384xf16, #gpu.address_space<global>>,
      %y: memref<16384xf16, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c2048 = arith.constant 2048 : index
    %first = affine.apply affine_map<(d0, d1) -> (d0 * 4096 + d1 * 8)>(%bx, %tx)
    %second = arith.addi %first, %c2048 : index
    %v = vector.load %x[%first] : memref<16384xf16, #gpu.address_space<global>>, vector<8xf16>
    %w = vector.load %x[%second] : memref<16384xf16, #gpu.address_space<global>>, vector<8xf16>
    vector.store %v, %y[%first] : memref<16384xf16, #gpu.address_space<global>>, vector<8xf16>
    vector.store %w, %y[%second] : memref<16384xf16, #gpu.address_space<global>>, vector<8xf16>
    gpu.return
  }
}
