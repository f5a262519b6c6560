// kernel:    packed f16: polynomial by Horner with fma, clamped, 8 a lane
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f16 8192 real -2 2
// arg:       out f16 8192

gpu.module @kernels {
  gpu.func @packed_f16(%x: memref<8192xf16, #gpu.address_space<global>>,
      %y: memref<8192xf16, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %a = arith.constant dense<0.0416564941> : vector<8xf16>
    %b = arith.constant dense<-0.5> : vector<8xf16>
    %one = arith.constant dense<1.0> : vector<8xf16>
    %lo = arith.constant dense<-0.75> : vector<8xf16>
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 2048 + d1 * 8)>(%bx, %tx)
    %v = vector.load %x[%i] : memref<8192xf16, #gpu.address_space<global>>, vector<8xf16>
    %q = arith.mulf %v, %v : vector<8xf16>
    %p = math.fma %q, %a, %b : vector<8xf16>
    %r = math.fma %q, %p, %one : vector<8xf16>
    %s = arith.addf %r, %v : vector<8xf16>
    %m0 = arith.maxnumf %s, %lo : vector<8xf16>
    %m1 = arith.minnumf %m0, %one : vector<8xf16>
    vector.store %m1, %y[%i] : memref<8192xf16, #gpu.address_space<global>>, vector<8xf16>
    gpu.return
  }
}
