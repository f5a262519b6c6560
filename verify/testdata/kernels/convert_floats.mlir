// kernel:    f32 to f16, bf16 and back, sums of the results
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in f32 2048 real -70000 70000
// arg:       out f16 2048
// arg:       out bf16 2048
// arg:       out f32 2048

gpu.module @kernels {
  gpu.func @convert_floats(%x: memref<2048xf32, #gpu.address_space<global>>,
      %h: memref<2048xf16, #gpu.address_space<global>>,
      %b: memref<2048xbf16, #gpu.address_space<global>>,
      %y: memref<2048xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1 * 4)>(%bx, %tx)
    %v = vector.load %x[%i] : memref<2048xf32, #gpu.address_space<global>>, vector<4xf32>
    %h4 = arith.truncf %v : vector<4xf32> to vector<4xf16>
    %b4 = arith.truncf %v : vector<4xf32> to vector<4xbf16>
    vector.store %h4, %h[%i] : memref<2048xf16, #gpu.address_space<global>>, vector<4xf16>
    vector.store %b4, %b[%i] : memref<2048xbf16, #gpu.address_space<global>>, vector<4xbf16>
    %hf = arith.extf %h4 : vector<4xf16> to vector<4xf32>
    %bf = arith.extf %b4 : vector<4xbf16> to vector<4xf32>
    %s = arith.subf %hf, %bf : vector<4xf32>
    vector.store %s, %y[%i] : memref<2048xf32, #gpu.address_space<global>>, vector<4xf32>
    gpu.return
  }
}
