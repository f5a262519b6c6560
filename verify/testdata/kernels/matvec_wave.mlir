// kernel:    y = A*x for 32x1024 f32, a row a wave, sums by shuffles
// chips:     gfx942 gfx950
// grid:      8 1 1
// block:     64 4 1
// arg:       in f32 32768 real -1 1
// arg:       in f32 1024 real -1 1
// arg:       out f32 32

gpu.module @kernels {
  gpu.func @matvec_wave(%a: memref<32x1024xf32, #gpu.address_space<global>>,
      %x: memref<1024xf32, #gpu.address_space<global>>,
      %y: memref<32xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 4, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c256 = arith.constant 256 : index
    %c1024 = arith.constant 1024 : index
    %zero = arith.constant 0.0 : f32
    %w = arith.constant 64 : i32
    %row = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%bx, %ty)
    %col = arith.muli %tx, %c4 : index
    %sum = scf.for %k = %col to %c1024 step %c256 iter_args(%acc = %zero) -> (f32) {
      %av = vector.load %a[%row, %k] : memref<32x1024xf32, #gpu.address_space<global>>, vector<4xf32>
      %xv = vector.load %x[%k] : memref<1024xf32, #gpu.address_space<global>>, vector<4xf32>
      %p = arith.mulf %av, %xv : vector<4xf32>
      %s = vector.reduction <add>, %p, %acc : vector<4xf32> into f32
      scf.yield %s : f32
    }
    %o1 = arith.constant 1 : i32
    %o2 = arith.constant 2 : i32
    %o4 = arith.constant 4 : i32
    %o8 = arith.constant 8 : i32
    %o16 = arith.constant 16 : i32
    %o32 = arith.constant 32 : i32
    %v1, %p1 = gpu.shuffle xor %sum, %o1, %w : f32
    %s1 = arith.addf %sum, %v1 : f32
    %v2, %p2 = gpu.shuffle xor %s1, %o2, %w : f32
    %s2 = arith.addf %s1, %v2 : f32
    %v4, %p4 = gpu.shuffle xor %s2, %o4, %w : f32
    %s4 = arith.addf %s2, %v4 : f32
    %v8, %p8 = gpu.shuffle xor %s4, %o8, %w : f32
    %s8 = arith.addf %s4, %v8 : f32
    %v16, %p16 = gpu.shuffle xor %s8, %o16, %w : f32
    %s16 = arith.addf %s8, %v16 : f32
    %v32, %p32 = gpu.shuffle xor %s16, %o32, %w : f32
    %s32 = arith.addf %s16, %v32 : f32
    %leader = arith.cmpi eq, %tx, %c0 : index
    scf.if %leader {
      memref.store %s32, %y[%row] : memref<32xf32, #gpu.address_space<global>>
    }
    gpu.return
  }
}
