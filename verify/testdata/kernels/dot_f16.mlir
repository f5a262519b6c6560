// kernel:    dot products of rows of 256 f16 with f32 sums
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     64 1 1
// arg:       in f16 16384 real -1 1
// arg:       in f16 16384 real -1 1
// arg:       out f32 64

gpu.module @kernels {
  gpu.func @dot_f16(%x: memref<64x256xf16, #gpu.address_space<global>>,
      %z: memref<64x256xf16, #gpu.address_space<global>>,
      %y: memref<64xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tx = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c256 = arith.constant 256 : index
    %zero = arith.constant dense<0.0> : vector<8xf32>
    %z0 = arith.constant 0.0 : f32
    %s = scf.for %k = %c0 to %c256 step %c8 iter_args(%acc = %zero) -> (vector<8xf32>) {
      %a = vector.load %x[%tx, %k] : memref<64x256xf16, #gpu.address_space<global>>, vector<8xf16>
      %b = vector.load %z[%tx, %k] : memref<64x256xf16, #gpu.address_space<global>>, vector<8xf16>
      %aw = arith.extf %a : vector<8xf16> to vector<8xf32>
      %bw = arith.extf %b : vector<8xf16> to vector<8xf32>
      %n = vector.fma %aw, %bw, %acc : vector<8xf32>
      scf.yield %n : vector<8xf32>
    }
    %r = vector.reduction <add>, %s, %z0 : vector<8xf32> into f32
    memref.store %r, %y[%tx] : memref<64xf32, #gpu.address_space<global>>
    gpu.return
  }
}
