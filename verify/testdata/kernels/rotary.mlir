// kernel:    rotary position embedding of f16 by tables of cosines and sines, pairs of halves
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     32 4 1
// arg:       in f16 1024 real -1 1
// arg:       in f32 512 real -1 1
// arg:       in f32 512 real -1 1
// arg:       out f16 1024

gpu.module @kernels {
  gpu.func @rotary(%x: memref<16x64xf16, #gpu.address_space<global>>,
      %cos: memref<16x32xf32, #gpu.address_space<global>>,
      %sin: memref<16x32xf32, #gpu.address_space<global>>,
      %y: memref<16x64xf16, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %c32 = arith.constant 32 : index
    %row = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%bx, %ty)
    %hi = arith.addi %tx, %c32 : index
    %ah = memref.load %x[%row, %tx] : memref<16x64xf16, #gpu.address_space<global>>
    %bh = memref.load %x[%row, %hi] : memref<16x64xf16, #gpu.address_space<global>>
    %a = arith.extf %ah : f16 to f32
    %b = arith.extf %bh : f16 to f32
    %c = memref.load %cos[%row, %tx] : memref<16x32xf32, #gpu.address_space<global>>
    %s = memref.load %sin[%row, %tx] : memref<16x32xf32, #gpu.address_space<global>>
    %ac = arith.mulf %a, %c : f32
    %bs = arith.mulf %b, %s : f32
    %as = arith.mulf %a, %s : f32
    %bc = arith.mulf %b, %c : f32
    %p = arith.subf %ac, %bs : f32
    %q = arith.addf %as, %bc : f32
    %ph = arith.truncf %p : f32 to f16
    %qh = arith.truncf %q : f32 to f16
    memref.store %ph, %y[%row, %tx] : memref<16x64xf16, #gpu.address_space<global>>
    memref.store %qh, %y[%row, %hi] : memref<16x64xf16, #gpu.address_space<global>>
    gpu.return
  }
}
