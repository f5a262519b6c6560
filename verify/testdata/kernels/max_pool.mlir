// kernel:    2x2 maxima with stride 2 of 32x64x4 f16, four channels a lane
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     32 8 1
// arg:       in f16 8192 real -1 1
// arg:       out f16 2048

gpu.module @kernels {
  gpu.func @max_pool(%x: memref<32x64x4xf16, #gpu.address_space<global>>,
      %y: memref<16x32x4xf16, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %r = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%bx, %ty)
    %r0 = affine.apply affine_map<(d0) -> (d0 * 2)>(%r)
    %r1 = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%r)
    %q0 = affine.apply affine_map<(d0) -> (d0 * 2)>(%tx)
    %q1 = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%tx)
    %a = vector.load %x[%r0, %q0, %c0] : memref<32x64x4xf16, #gpu.address_space<global>>, vector<4xf16>
    %b = vector.load %x[%r0, %q1, %c0] : memref<32x64x4xf16, #gpu.address_space<global>>, vector<4xf16>
    %c = vector.load %x[%r1, %q0, %c0] : memref<32x64x4xf16, #gpu.address_space<global>>, vector<4xf16>
    %d = vector.load %x[%r1, %q1, %c0] : memref<32x64x4xf16, #gpu.address_space<global>>, vector<4xf16>
    %m0 = arith.maxnumf %a, %b : vector<4xf16>
    %m1 = arith.maxnumf %c, %d : vector<4xf16>
    %m = arith.maxnumf %m0, %m1 : vector<4xf16>
    vector.store %m, %y[%r, %tx, %c0] : memref<16x32x4xf16, #gpu.address_space<global>>, vector<4xf16>
    gpu.return
  }
}
