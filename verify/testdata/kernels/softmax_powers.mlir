// kernel:    softmax to the base 2 of rows of 64 whole numbers, powers made from bits, a row a wave
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     64 4 1
// arg:       in i32 1024 int -20 20
// arg:       out f32 1024

gpu.module @kernels {
  gpu.func @softmax_powers(%x: memref<16x64xi32, #gpu.address_space<global>>,
      %y: memref<16x64xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 4, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %w = arith.constant 64 : i32
    %c127i = arith.constant 127 : i32
    %c23i = arith.constant 23 : i32
    %row = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%bx, %ty)
    %v = memref.load %x[%row, %tx] : memref<16x64xi32, #gpu.address_space<global>>
    %d1 = arith.constant 1 : i32
    %d64 = arith.constant 64 : i32
    %max:2 = scf.while (%d = %d1, %m = %v) : (i32, i32) -> (i32, i32) {
      %more = arith.cmpi slt, %d, %d64 : i32
      scf.condition(%more) %d, %m : i32, i32
    } do {
    ^bb0(%d: i32, %m: i32):
      %o, %ok = gpu.shuffle xor %m, %d, %w : i32
      %n = arith.maxsi %m, %o : i32
      %d2 = arith.shli %d, %d1 : i32
      scf.yield %d2, %n : i32, i32
    }
    %e = arith.subi %v, %max#1 : i32
    %b = arith.addi %e, %c127i : i32
    %bits = arith.shli %b, %c23i : i32
    %p = arith.bitcast %bits : i32 to f32
    %s:2 = scf.while (%d = %d1, %m = %p) : (i32, f32) -> (i32, f32) {
      %more = arith.cmpi slt, %d, %d64 : i32
      scf.condition(%more) %d, %m : i32, f32
    } do {
    ^bb0(%d: i32, %m: f32):
      %o, %ok = gpu.shuffle xor %m, %d, %w : f32
      %n = arith.addf %m, %o : f32
      %d2 = arith.shli %d, %d1 : i32
      scf.yield %d2, %n : i32, f32
    }
    %q = arith.divf %p, %s#1 : f32
    memref.store %q, %y[%row, %tx] : memref<16x64xf32, #gpu.address_space<global>>
    gpu.return
  }
}
