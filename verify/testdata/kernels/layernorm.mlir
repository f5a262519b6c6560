// kernel:    (x - mean) / sqrt(variance + eps) * gamma + beta for rows of 512 f32, a row a wave
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     64 4 1
// arg:       in f32 8192 real -2 2
// arg:       in f32 512 real 0.5 1.5
// arg:       in f32 512 real -1 1
// arg:       out f32 8192

gpu.module @kernels {
  gpu.func @layernorm(%x: memref<16x512xf32, #gpu.address_space<global>>,
      %gamma: memref<512xf32, #gpu.address_space<global>>,
      %beta: memref<512xf32, #gpu.address_space<global>>,
      %y: memref<16x512xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 4, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    %w = arith.constant 64 : i32
    %inv = arith.constant 0.001953125 : f32
    %eps = arith.constant 1.0e-5 : f32
    %one = arith.constant 1.0 : f32
    %row = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%bx, %ty)
    %col = arith.muli %tx, %c8 : index
    %v = vector.load %x[%row, %col] : memref<16x512xf32, #gpu.address_space<global>>, vector<8xf32>
    %sum = vector.reduction <add>, %v, %zero : vector<8xf32> into f32
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
    %mean = arith.mulf %as32, %inv : f32
    %means = vector.broadcast %mean : f32 to vector<8xf32>
    %d = arith.subf %v, %means : vector<8xf32>
    %dd = arith.mulf %d, %d : vector<8xf32>
    %vsum = vector.reduction <add>, %dd, %zero : vector<8xf32> into f32
    %bo1 = arith.constant 1 : i32
    %bv1, %bp1 = gpu.shuffle xor %vsum, %bo1, %w : f32
    %bs1 = arith.addf %vsum, %bv1 : f32
    %bo2 = arith.constant 2 : i32
    %bv2, %bp2 = gpu.shuffle xor %bs1, %bo2, %w : f32
    %bs2 = arith.addf %bs1, %bv2 : f32
    %bo4 = arith.constant 4 : i32
    %bv4, %bp4 = gpu.shuffle xor %bs2, %bo4, %w : f32
    %bs4 = arith.addf %bs2, %bv4 : f32
    %bo8 = arith.constant 8 : i32
    %bv8, %bp8 = gpu.shuffle xor %bs4, %bo8, %w : f32
    %bs8 = arith.addf %bs4, %bv8 : f32
    %bo16 = arith.constant 16 : i32
    %bv16, %bp16 = gpu.shuffle xor %bs8, %bo16, %w : f32
    %bs16 = arith.addf %bs8, %bv16 : f32
    %bo32 = arith.constant 32 : i32
    %bv32, %bp32 = gpu.shuffle xor %bs16, %bo32, %w : f32
    %bs32 = arith.addf %bs16, %bv32 : f32
    %var = arith.mulf %bs32, %inv : f32
    %vare = arith.addf %var, %eps : f32
    %sd = math.sqrt %vare : f32
    %rs = arith.divf %one, %sd : f32
    %rss = vector.broadcast %rs : f32 to vector<8xf32>
    %g = vector.load %gamma[%col] : memref<512xf32, #gpu.address_space<global>>, vector<8xf32>
    %b = vector.load %beta[%col] : memref<512xf32, #gpu.address_space<global>>, vector<8xf32>
    %n = arith.mulf %d, %rss : vector<8xf32>
    %r = math.fma %n, %g, %b : vector<8xf32>
    vector.store %r, %y[%row, %col] : memref<16x512xf32, #gpu.address_space<global>>, vector<8xf32>
    gpu.return
  }
}
