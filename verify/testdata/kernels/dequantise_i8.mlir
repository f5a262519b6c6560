// kernel:    x = (q - zero) * scale of the row, 16 a lane, to f16
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     64 4 1
// arg:       in i8 8192 bits
// arg:       in f32 8 real 0.01 0.02
// arg:       in i32 8 int -10 10
// arg:       out f16 8192

gpu.module @kernels {
  gpu.func @dequantise_i8(%q: memref<8x1024xi8, #gpu.address_space<global>>,
      %scale: memref<8xf32, #gpu.address_space<global>>,
      %zero: memref<8xi32, #gpu.address_space<global>>,
      %x: memref<8x1024xf16, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 4, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %row = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%bx, %ty)
    %col = affine.apply affine_map<(d0) -> (d0 * 16)>(%tx)
    %s = memref.load %scale[%row] : memref<8xf32, #gpu.address_space<global>>
    %z = memref.load %zero[%row] : memref<8xi32, #gpu.address_space<global>>
    %ss = vector.broadcast %s : f32 to vector<16xf32>
    %zs = vector.broadcast %z : i32 to vector<16xi32>
    %v = vector.load %q[%row, %col] : memref<8x1024xi8, #gpu.address_space<global>>, vector<16xi8>
    %w = arith.extsi %v : vector<16xi8> to vector<16xi32>
    %d = arith.subi %w, %zs : vector<16xi32>
    %f = arith.sitofp %d : vector<16xi32> to vector<16xf32>
    %m = arith.mulf %f, %ss : vector<16xf32>
    %h = arith.truncf %m : vector<16xf32> to vector<16xf16>
    vector.store %h, %x[%row, %col] : memref<8x1024xf16, #gpu.address_space<global>>, vector<16xf16>
    gpu.return
  }
}
