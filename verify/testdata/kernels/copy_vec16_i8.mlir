// kernel:    copy of vectors of 16 i8
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in i8 32768 bits
// arg:       out i8 32768

gpu.module @kernels {
  gpu.func @copy_vec16_i8(%x: memref<32768xi8, #gpu.address_space<global>>,
      %y: memref<32768xi8, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c4096 = arith.constant 4096 : index
    %first = affine.apply affine_map<(d0, d1) -> (d0 * 8192 + d1 * 16)>(%bx, %tx)
    %second = arith.addi %first, %c4096 : index
    %v = vector.load %x[%first] : memref<32768xi8, #gpu.address_space<global>>, vector<16xi8>
    %w = vector.load %x[%second] : memref<32768xi8, #gpu.address_space<global>>, vector<16xi8>
    vector.store %v, %y[%first] : memref<32768xi8, #gpu.address_space<global>>, vector<16xi8>
    vector.store %w, %y[%second] : memref<32768xi8, #gpu.address_space<global>>, vector<16xi8>
    gpu.return
  }
}
