// kernel:    x / sqrt(mean of squares + eps) for rows of 512 f16, sums in f32, a row a wave
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     64 4 1
// arg:       in f16 8192 real -2 2
// arg:       in f16 512 real 0.5 1.5
// arg:       out f16 8192

gpu.module @kernels {
  gpu.func @rmsnorm_f16(%x: memref<16x512xf16, #gpu.address_space<global>>,
      %gamma: memref<512xf16, #gpu.address_space<global>>,
      %y: memref<16x512xf16, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 4, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    %w = arith.constant 64 : i32
    %inv = arith.constant 0.001953125 : f32
    %eps = arith.constant 1.0e-5 : f32
    %row = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%bx, %ty)
    %col = arith.muli %tx, %c8 : index
    %h = vector.load %x[%row, %col] : memref<16x512xf16, #gpu.address_space<global>>, vector<8xf16>
    %v = arith.extf %h : vector<8xf16> to vector<8xf32>
    %q = arith.mulf %v, %v : vector<8xf32>
    %sum = vector.reduction <add>, %q, %zero : vector<8xf32> into f32
    %ao1 = arith.constant 1 : i32
    %av1, %ap1 = gpu.shuffle xor %sum, %ao1, %w : f32
    %as1 = arith.addf %sum, %av1 : f32
    %ao2 = arith.constant 2 : i32
    %av2, %ap2 = gpu.shuffle xor %as1, %ao2, %w : f32
    %as2 = arith.addf %as1, %av2 : f32
    %ao4 = arith.constant 4 : i32
    %av4, %ap4 = gpu.shuffle xor %as2, %ao4, %w : f32
    %as4 = arith.addf %as2, %av4 : f32
    %ao8 = arith.constant 8 : i32
    %av8, %ap8 = gpu.shuffle xor %as4, %ao8, %w : f32
    %as8 = arith.addf %as4, %av8 : f32
    %ao16 = arith.constant 16 : i32
    %av16, %ap16 = gpu.shuffle xor %as8, %ao16, %w : f32
    %as16 = arith.addf %as8, %av16 : f32
    %ao32 = arith.constant 32 : i32
    %av32, %ap32 = gpu.shuffle xor %as16, %ao32, %w : f32
    %as32 = arith.addf %as16, %av32 : f32
    %ms = arith.mulf %as32, %inv : f32
    %mse = arith.addf %ms, %eps : f32
    %rms = math.sqrt %mse : f32
    %rmss = vector.broadcast %rms : f32 to vector<8xf32>
    %n = arith.divf %v, %rmss : vector<8xf32>
    %gh = vector.load %gamma[%col] : memref<512xf16, #gpu.address_space<global>>, vector<8xf16>
    %g = arith.extf %gh : vector<8xf16> to vector<8xf32>
    %r = arith.mulf %n, %g : vector<8xf32>
    %t = arith.truncf %r : vector<8xf32> to vector<8xf16>
    vector.store %t, %y[%row, %col] : memref<16x512xf16, #gpu.address_space<global>>, vector<8xf16>
    gpu.return
  }
}
