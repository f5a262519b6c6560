// kernel:    y = max(x, 0.125 x) * g + b, with comparisons and selects, bf16, 4 a lane
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in bf16 2048 real -1 1
// arg:       in bf16 2048 real -1 1
// arg:       in bf16 2048 real -1 1
// arg:       out bf16 2048

gpu.module @kernels {
  gpu.func @gated_relu(%x: memref<2048xbf16, #gpu.address_space<global>>,
      %g: memref<2048xbf16, #gpu.address_space<global>>,
      %b: memref<2048xbf16, #gpu.address_space<global>>,
      %y: memref<2048xbf16, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %slope = arith.constant dense<0.125> : vector<4xf32>
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1 * 4)>(%bx, %tx)
    %xb = vector.load %x[%i] : memref<2048xbf16, #gpu.address_space<global>>, vector<4xbf16>
    %gb = vector.load %g[%i] : memref<2048xbf16, #gpu.address_space<global>>, vector<4xbf16>
    %bb = vector.load %b[%i] : memref<2048xbf16, #gpu.address_space<global>>, vector<4xbf16>
    %v = arith.extf %xb : vector<4xbf16> to vector<4xf32>
    %gf = arith.extf %gb : vector<4xbf16> to vector<4xf32>
    %bf = arith.extf %bb : vector<4xbf16> to vector<4xf32>
    %low = arith.mulf %v, %slope : vector<4xf32>
    %pos = arith.cmpf ogt, %v, %zero : vector<4xf32>
    %act = arith.select %pos, %v, %low : vector<4xi1>, vector<4xf32>
    %r = math.fma %act, %gf, %bf : vector<4xf32>
    %t = arith.truncf %r : vector<4xf32> to vector<4xbf16>
    vector.store %t, %y[%i] : memref<2048xbf16, #gpu.address_space<global>>, vector<4xbf16>
    gpu.return
  }
}
