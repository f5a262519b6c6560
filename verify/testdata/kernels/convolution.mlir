// kernel:    3x3 convolution of 34x66 f32 with weights of memory, a pixel a lane
// chips:     gfx942 gfx950
// grid:      4 8 1
// block:     16 4 1
// arg:       in f32 2244 real -1 1
// arg:       in f32 9 real -1 1
// arg:       out f32 2048

gpu.module @kernels {
  gpu.func @convolution(%x: memref<34x66xf32, #gpu.address_space<global>>,
      %w: memref<3x3xf32, #gpu.address_space<global>>,
      %y: memref<32x64xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 16, 4, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %zero = arith.constant 0.0 : f32
    %r = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%by, %ty)
    %c = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%bx, %tx)
    %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %zero) -> (f32) {
      %n = scf.for %j = %c0 to %c3 step %c1 iter_args(%t = %s) -> (f32) {
        %ri = arith.addi %r, %i : index
        %cj = arith.addi %c, %j : index
        %v = memref.load %x[%ri, %cj] : memref<34x66xf32, #gpu.address_space<global>>
        %k = memref.load %w[%i, %j] : memref<3x3xf32, #gpu.address_space<global>>
        %f = math.fma %v, %k, %t : f32
        scf.yield %f : f32
      }
      scf.yield %n : f32
    }
    memref.store %sum, %y[%r, %c] : memref<32x64xf32, #gpu.address_space<global>>
    gpu.return
  }
}
