// kernel:    seven-point stencil over 16x16x32 f64, inside only, loop over z
// chips:     gfx942 gfx950
// grid:      2 2 1
// block:     16 8 1
// arg:       in f64 8192 int -100 100
// arg:       inout f64 8192 zero

gpu.module @kernels {
  gpu.func @stencil_3d(%x: memref<16x16x32xf64, #gpu.address_space<global>>,
      %y: memref<16x16x32xf64, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 16, 8, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c15 = arith.constant 15 : index
    %c31 = arith.constant 31 : index
    %six = arith.constant 6.0 : f64
    %r = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%by, %ty)
    %c = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%bx, %tx)
    %r0 = arith.cmpi uge, %r, %c1 : index
    %r1 = arith.cmpi ult, %r, %c15 : index
    %k0 = arith.cmpi uge, %c, %c1 : index
    %k1 = arith.cmpi ult, %c, %c31 : index
    %ra = arith.andi %r0, %r1 : i1
    %ka = arith.andi %k0, %k1 : i1
    %in = arith.andi %ra, %ka : i1
    scf.if %in {
      %first = memref.load %x[%c0, %r, %c] : memref<16x16x32xf64, #gpu.address_space<global>>
      %second = memref.load %x[%c1, %r, %c] : memref<16x16x32xf64, #gpu.address_space<global>>
      %last:2 = scf.for %z = %c1 to %c15 step %c1 iter_args(%below = %first, %here = %second) -> (f64, f64) {
        %z1 = arith.addi %z, %c1 : index
        %above = memref.load %x[%z1, %r, %c] : memref<16x16x32xf64, #gpu.address_space<global>>
        %rm = arith.subi %r, %c1 : index
        %rp = arith.addi %r, %c1 : index
        %cm = arith.subi %c, %c1 : index
        %cp = arith.addi %c, %c1 : index
        %n = memref.load %x[%z, %rm, %c] : memref<16x16x32xf64, #gpu.address_space<global>>
        %s = memref.load %x[%z, %rp, %c] : memref<16x16x32xf64, #gpu.address_space<global>>
        %w = memref.load %x[%z, %r, %cm] : memref<16x16x32xf64, #gpu.address_space<global>>
        %e = memref.load %x[%z, %r, %cp] : memref<16x16x32xf64, #gpu.address_space<global>>
        %a = arith.addf %n, %s : f64
        %b = arith.addf %w, %e : f64
        %d = arith.addf %below, %above : f64
        %f = arith.addf %a, %b : f64
        %g = arith.addf %f, %d : f64
        %h = arith.mulf %here, %six : f64
        %v = arith.subf %g, %h : f64
        memref.store %v, %y[%z, %r, %c] : memref<16x16x32xf64, #gpu.address_space<global>>
        scf.yield %here, %above : f64, f64
      }
    }
    gpu.return
  }
}
