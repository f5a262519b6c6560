// kernel:    steps of the Collatz sequence, a number a lane
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     64 1 1
// arg:       in i32 128 int 1 2000
// arg:       out i32 128

gpu.module @kernels {
  gpu.func @collatz(%x: memref<128xi32, #gpu.address_space<global>>,
      %y: memref<128xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %k3 = arith.constant 3 : i32
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%bx, %tx)
    %v = memref.load %x[%i] : memref<128xi32, #gpu.address_space<global>>
    %r:2 = scf.while (%n = %v, %k = %zero) : (i32, i32) -> (i32, i32) {
      %more = arith.cmpi ne, %n, %one : i32
      scf.condition(%more) %n, %k : i32, i32
    } do {
    ^bb0(%n: i32, %k: i32):
      %low = arith.andi %n, %one : i32
      %odd = arith.cmpi eq, %low, %one : i32
      %next = scf.if %odd -> (i32) {
        %a = arith.muli %n, %k3 : i32
        %b = arith.addi %a, %one : i32
        scf.yield %b : i32
      } else {
        %b = arith.shrui %n, %one : i32
        scf.yield %b : i32
      }
      %k1 = arith.addi %k, %one : i32
      scf.yield %next, %k1 : i32, i32
    }
    memref.store %r#1, %y[%i] : memref<128xi32, #gpu.address_space<global>>
    gpu.return
  }
}
