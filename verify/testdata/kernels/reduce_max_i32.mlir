// kernel:    maxima of 4096 i32 each, tree in LDS
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in i32 8192 bits
// arg:       out i32 2

gpu.module @kernels {
  gpu.func @reduce_max_i32(%x: memref<8192xi32, #gpu.address_space<global>>,
      %y: memref<2xi32, #gpu.address_space<global>>)
      workgroup(%part: memref<256xi32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c256 = arith.constant 256 : index
    %c4096 = arith.constant 4096 : index
    %zero = arith.constant -2147483648 : i32
    %base = arith.muli %bx, %c4096 : index
    %sum = scf.for %k = %tx to %c4096 step %c256 iter_args(%acc = %zero) -> (i32) {
      %i = arith.addi %base, %k : index
      %v = memref.load %x[%i] : memref<8192xi32, #gpu.address_space<global>>
      %s = arith.maxsi %acc, %v : i32
      scf.yield %s : i32
    }
    memref.store %sum, %part[%tx] : memref<256xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %last = scf.while (%half = %c128) : (index) -> index {
      %more = arith.cmpi ugt, %half, %c0 : index
      scf.condition(%more) %half : index
    } do {
    ^bb0(%half: index):
      %low = arith.cmpi ult, %tx, %half : index
      scf.if %low {
        %j = arith.addi %tx, %half : index
        %a = memref.load %part[%tx] : memref<256xi32, #gpu.address_space<workgroup>>
        %b = memref.load %part[%j] : memref<256xi32, #gpu.address_space<workgroup>>
        %s = arith.maxsi %a, %b : i32
        memref.store %s, %part[%tx] : memref<256xi32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %next = arith.shrui %half, %c1 : index
      scf.yield %next : index
    }
    %leader = arith.cmpi eq, %tx, %c0 : index
    scf.if %leader {
      %s = memref.load %part[%c0] : memref<256xi32, #gpu.address_space<workgroup>>
      memref.store %s, %y[%bx] : memref<2xi32, #gpu.address_space<global>>
    }
    gpu.return
  }
}
