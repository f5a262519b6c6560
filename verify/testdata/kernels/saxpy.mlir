// kernel:    y = a*x + y, an element a lane
// chips:     gfx942 gfx950
// grid:      16 1 1
// block:     256 1 1
// arg:       in f32 4096 real -4 4
// arg:       inout f32 4096 real -4 4

gpu.module @kernels {
  gpu.func @saxpy(%x: memref<4096xf32, #gpu.address_space<global>>,
      %y: memref<4096xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c256 = arith.constant 256 : index
    %a = arith.constant 2.5 : f32
    %o = arith.muli %bx, %c256 : index
    %i = arith.addi %o, %tx : index
    %xv = memref.load %x[%i] : memref<4096xf32, #gpu.address_space<global>>
    %yv = memref.load %y[%i] : memref<4096xf32, #gpu.address_space<global>>
    %m = arith.mulf %a, %xv : f32
    %s = arith.addf %m, %yv : f32
    memref.store %s, %y[%i] : memref<4096xf32, #gpu.address_space<global>>
    gpu.return
  }
}
