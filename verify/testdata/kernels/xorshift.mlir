// kernel:    xorshift32, 64 steps a lane, and a count of points in a quarter circle
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     64 1 1
// arg:       in i32 256 int 1 2000000000
// arg:       out i32 256

gpu.module @kernels {
  gpu.func @xorshift(%x: memref<256xi32, #gpu.address_space<global>>,
      %y: memref<256xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %k13 = arith.constant 13 : i32
    %k17 = arith.constant 17 : i32
    %k5 = arith.constant 5 : i32
    %k16 = arith.constant 16 : i32
    %mask = arith.constant 65535 : i32
    %limit = arith.constant -131072 : i32
    %zero = arith.constant 0 : i32
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%bx, %tx)
    %v = memref.load %x[%i] : memref<256xi32, #gpu.address_space<global>>
    %r:2 = scf.for %k = %c0 to %c64 step %c1 iter_args(%s = %v, %n = %zero) -> (i32, i32) {
      %a = arith.shli %s, %k13 : i32
      %b = arith.xori %s, %a : i32
      %c = arith.shrui %b, %k17 : i32
      %d = arith.xori %b, %c : i32
      %e = arith.shli %d, %k5 : i32
      %f = arith.xori %d, %e : i32
      %px = arith.andi %f, %mask : i32
      %py = arith.shrui %f, %k16 : i32
      %xx = arith.muli %px, %px : i32
      %yy = arith.muli %py, %py : i32
      %sum, %over = arith.addui_extended %xx, %yy : i32, i1
      %in = arith.cmpi ult, %sum, %limit : i32
      %true = arith.constant true
      %fits = arith.xori %over, %true : i1
      %hit = arith.andi %in, %fits : i1
      %one = arith.extui %hit : i1 to i32
      %m = arith.addi %n, %one : i32
      scf.yield %f, %m : i32, i32
    }
    memref.store %r#1, %y[%i] : memref<256xi32, #gpu.address_space<global>>
    gpu.return
  }
}
