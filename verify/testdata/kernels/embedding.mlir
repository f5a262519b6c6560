// kernel:    rows of 256 f16 from a table by token number, 8 elements a lane
// chips:     gfx942 gfx950
// grid:      8 1 1
// block:     64 4 1
// arg:       in f16 131072 real -1 1
// arg:       in i32 64 int 0 511
// arg:       out f16 16384

gpu.module @kernels {
  gpu.func @embedding(%table: memref<512x256xf16, #gpu.address_space<global>>,
      %tokens: memref<64xi32, #gpu.address_space<global>>,
      %y: memref<64x256xf16, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 4, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %c32 = arith.constant 32 : index
    %row0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1 * 2)>(%bx, %ty)
    %half = arith.divui %tx, %c32 : index
    %row = arith.addi %row0, %half : index
    %col = affine.apply affine_map<(d0) -> ((d0 mod 32) * 8)>(%tx)
    %token = memref.load %tokens[%row] : memref<64xi32, #gpu.address_space<global>>
    %k = arith.index_cast %token : i32 to index
    %v = vector.load %table[%k, %col] : memref<512x256xf16, #gpu.address_space<global>>, vector<8xf16>
    vector.store %v, %y[%row, %col] : memref<64x256xf16, #gpu.address_space<global>>, vector<8xf16>
    gpu.return
  }
}
