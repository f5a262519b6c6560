// kernel:    five-point stencil over 4096 f32, the ends kept
// chips:     gfx942 gfx950
// grid:      16 1 1
// block:     256 1 1
// arg:       in f32 4096 real -1 1
// arg:       out f32 4096

gpu.module @kernels {
  gpu.func @stencil_1d(%x: memref<4096xf32, #gpu.address_space<global>>,
      %y: memref<4096xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4094 = arith.constant 4094 : index
    %a = arith.constant 0.0625 : f32
    %b = arith.constant 0.25 : f32
    %c = arith.constant 0.375 : f32
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    %lo = arith.cmpi uge, %i, %c2 : index
    %hi = arith.cmpi ult, %i, %c4094 : index
    %in = arith.andi %lo, %hi : i1
    %v2 = memref.load %x[%i] : memref<4096xf32, #gpu.address_space<global>>
    %r = scf.if %in -> (f32) {
      %i0 = arith.subi %i, %c2 : index
      %i1 = arith.subi %i, %c1 : index
      %i3 = arith.addi %i, %c1 : index
      %i4 = arith.addi %i, %c2 : index
      %v0 = memref.load %x[%i0] : memref<4096xf32, #gpu.address_space<global>>
      %v1 = memref.load %x[%i1] : memref<4096xf32, #gpu.address_space<global>>
      %v3 = memref.load %x[%i3] : memref<4096xf32, #gpu.address_space<global>>
      %v4 = memref.load %x[%i4] : memref<4096xf32, #gpu.address_space<global>>
      %s0 = arith.addf %v0, %v4 : f32
      %s1 = arith.addf %v1, %v3 : f32
      %m0 = arith.mulf %s0, %a : f32
      %m1 = arith.mulf %s1, %b : f32
      %m2 = arith.mulf %v2, %c : f32
      %t0 = arith.addf %m0, %m1 : f32
      %t1 = arith.addf %t0, %m2 : f32
      scf.yield %t1 : f32
    } else {
      scf.yield %v2 : f32
    }
    memref.store %r, %y[%i] : memref<4096xf32, #gpu.address_space<global>>
    gpu.return
  }
}
