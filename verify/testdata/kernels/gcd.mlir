// kernel:    greatest common divisors by Euclid, a pair a lane
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     128 1 1
// arg:       in i32 128 int 1 100000
// arg:       in i32 128 int 1 100000
// arg:       out i32 128

gpu.module @kernels {
  gpu.func @gcd(%x: memref<128xi32, #gpu.address_space<global>>,
      %z: memref<128xi32, #gpu.address_space<global>>,
      %y: memref<128xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %tx = gpu.thread_id x
    %zero = arith.constant 0 : i32
    %a0 = memref.load %x[%tx] : memref<128xi32, #gpu.address_space<global>>
    %b0 = memref.load %z[%tx] : memref<128xi32, #gpu.address_space<global>>
    %r:2 = scf.while (%a = %a0, %b = %b0) : (i32, i32) -> (i32, i32) {
      %more = arith.cmpi ne, %b, %zero : i32
      scf.condition(%more) %a, %b : i32, i32
    } do {
    ^bb0(%a: i32, %b: i32):
      %m = arith.remui %a, %b : i32
      scf.yield %b, %m : i32, i32
    }
    memref.store %r#0, %y[%tx] : memref<128xi32, #gpu.address_space<global>>
    gpu.return
  }
}
