// kernel:    iterations of z = z*z + c for 32x32 points, at most 48
// chips:     gfx942 gfx950
// grid:      2 4 1
// block:     16 8 1
// arg:       out i32 1024

gpu.module @kernels {
  gpu.func @mandelbrot(%y: memref<32x32xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 16, 8, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %zero = arith.constant 0.0 : f32
    %two = arith.constant 2.0 : f32
    %four = arith.constant 4.0 : f32
    %sx = arith.constant 0.09375 : f32
    %sy = arith.constant 0.078125 : f32
    %ox = arith.constant -2.25 : f32
    %oy = arith.constant -1.25 : f32
    %n0 = arith.constant 0 : i32
    %n1 = arith.constant 1 : i32
    %limit = arith.constant 48 : i32
    %r = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%by, %ty)
    %c = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%bx, %tx)
    %ri = arith.index_cast %r : index to i32
    %ci = arith.index_cast %c : index to i32
    %rf = arith.sitofp %ri : i32 to f32
    %cf = arith.sitofp %ci : i32 to f32
    %cx0 = arith.mulf %cf, %sx : f32
    %cx = arith.addf %cx0, %ox : f32
    %cy0 = arith.mulf %rf, %sy : f32
    %cy = arith.addf %cy0, %oy : f32
    %res:3 = scf.while (%zx = %zero, %zy = %zero, %n = %n0) : (f32, f32, i32) -> (f32, f32, i32) {
      %xx = arith.mulf %zx, %zx : f32
      %yy = arith.mulf %zy, %zy : f32
      %m = arith.addf %xx, %yy : f32
      %in = arith.cmpf ole, %m, %four : f32
      %few = arith.cmpi slt, %n, %limit : i32
      %more = arith.andi %in, %few : i1
      scf.condition(%more) %zx, %zy, %n : f32, f32, i32
    } do {
    ^bb0(%zx: f32, %zy: f32, %n: i32):
      %xx = arith.mulf %zx, %zx : f32
      %yy = arith.mulf %zy, %zy : f32
      %d = arith.subf %xx, %yy : f32
      %nx = arith.addf %d, %cx : f32
      %xy = arith.mulf %zx, %zy : f32
      %xy2 = arith.mulf %xy, %two : f32
      %ny = arith.addf %xy2, %cy : f32
      %k = arith.addi %n, %n1 : i32
      scf.yield %nx, %ny, %k : f32, f32, i32
    }
    memref.store %res#2, %y[%r, %c] : memref<32x32xi32, #gpu.address_space<global>>
    gpu.return
  }
}
