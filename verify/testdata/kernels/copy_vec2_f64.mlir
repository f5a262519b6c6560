// kernel:    copy of vectors of 2 f64
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f64 4096 real -100 100
// arg:       out f64 4096

gpu.module @kernels {
  gpu.func @copy_vec2_f64(%x: memref<4096xf64, #gpu.address_space<global>>,
      %y: memref<4096xf64, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c512 = arith.constant 512 : index
    %first = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1 * 2)>(%bx, %tx)
    %second = arith.addi %first, %c512 : index
    %v = vector.load %x[%first] : memref<4096xf64, #gpu.address_space<global>>, vector<2xf64>
    %w = vector.load %x[%second] : memref<4096xf64, #gpu.address_space<global>>, vector<2xf64>
    vector.store %v, %y[%first] : memref<4096xf64, #gpu.address_space<global>>, vector<2xf64>
    vector.store %w, %y[%second] : memref<4096xf64, #gpu.address_space<global>>, vector<2xf64>
    gpu.return
  }
}
