// kernel:    sums of 2048 f32 each, tree in LDS
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f32 8192 real -1 1
// arg:       out f32 4

gpu.module @kernels {
  gpu.func @reduce_sum_f32(%x: memref<8192xf32, #gpu.address_space<global>>,
      %y: memref<4xf32, #gpu.address_space<global>>)
      workgroup(%part: memref<256xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c256 = arith.constant 256 : index
    %c2048 = arith.constant 2048 : index
    %zero = arith.constant 0.0 : f32
    %base = arith.muli %bx, %c2048 : index
    %sum = scf.for %k = %tx to %c2048 step %c256 iter_args(%acc = %zero) -> (f32) {
      %i = arith.addi %base, %k : index
      %v = memref.load %x[%i] : memref<8192xf32, #gpu.address_space<global>>
      %s = arith.addf %acc, %v : f32
      scf.yield %s : f32
    }
    memref.store %sum, %part[%tx] : memref<256xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %last = scf.while (%half = %c128) : (index) -> index {
      %more = arith.cmpi ugt, %half, %c0 : index
      scf.condition(%more) %half : index
    } do {
    ^bb0(%half: index):
      %low = arith.cmpi ult, %tx, %half : index
      scf.if %low {
        %j = arith.addi %tx, %half : index
        %a = memref.load %part[%tx] : memref<256xf32, #gpu.address_space<workgroup>>
        %b = memref.load %part[%j] : memref<256xf32, #gpu.address_space<workgroup>>
        %s = arith.addf %a, %b : f32
        memref.store %s, %part[%tx] : memref<256xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %next = arith.shrui %half, %c1 : index
      scf.yield %next : index
    }
    %leader = arith.cmpi eq, %tx, %c0 : index
    scf.if %leader {
      %s = memref.load %part[%c0] : memref<256xf32, #gpu.address_space<workgroup>>
      memref.store %s, %y[%bx] : memref<4xf32, #gpu.address_space<global>>
    }
    gpu.return
  }
}
