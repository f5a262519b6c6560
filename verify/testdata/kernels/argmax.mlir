// kernel:    positions and values of the maxima of rows of 512 f32, tree in LDS
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f32 2048 real -1 1
// arg:       out f32 4
// arg:       out i32 4

gpu.module @kernels {
  gpu.func @argmax(%x: memref<4x512xf32, #gpu.address_space<global>>,
      %v: memref<4xf32, #gpu.address_space<global>>,
      %n: memref<4xi32, #gpu.address_space<global>>)
      workgroup(%lv: memref<256xf32, #gpu.address_space<workgroup>>, %ln: memref<256xi32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c128 = arith.constant 128 : index
    %c256 = arith.constant 256 : index
    %o0 = arith.addi %tx, %c256 : index
    %a0 = memref.load %x[%bx, %tx] : memref<4x512xf32, #gpu.address_space<global>>
    %b0 = memref.load %x[%bx, %o0] : memref<4x512xf32, #gpu.address_space<global>>
    %gt0 = arith.cmpf ogt, %b0, %a0 : f32
    %v0 = arith.select %gt0, %b0, %a0 : f32
    %p0 = arith.select %gt0, %o0, %tx : index
    %p0i = arith.index_cast %p0 : index to i32
    memref.store %v0, %lv[%tx] : memref<256xf32, #gpu.address_space<workgroup>>
    memref.store %p0i, %ln[%tx] : memref<256xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %end = scf.for %k = %c0 to %c8 step %c1 iter_args(%half = %c128) -> (index) {
      %on = arith.cmpi ult, %tx, %half : index
      scf.if %on {
        %j = arith.addi %tx, %half : index
        %a = memref.load %lv[%tx] : memref<256xf32, #gpu.address_space<workgroup>>
        %b = memref.load %lv[%j] : memref<256xf32, #gpu.address_space<workgroup>>
        %an = memref.load %ln[%tx] : memref<256xi32, #gpu.address_space<workgroup>>
        %bn = memref.load %ln[%j] : memref<256xi32, #gpu.address_space<workgroup>>
        %gt = arith.cmpf ogt, %b, %a : f32
        %eq = arith.cmpf oeq, %b, %a : f32
        %before = arith.cmpi slt, %bn, %an : i32
        %tie = arith.andi %eq, %before : i1
        %take = arith.ori %gt, %tie : i1
        %m = arith.select %take, %b, %a : f32
        %mn = arith.select %take, %bn, %an : i32
        memref.store %m, %lv[%tx] : memref<256xf32, #gpu.address_space<workgroup>>
        memref.store %mn, %ln[%tx] : memref<256xi32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %next = arith.shrui %half, %c1 : index
      scf.yield %next : index
    }
    %leader = arith.cmpi eq, %tx, %c0 : index
    scf.if %leader {
      %m = memref.load %lv[%c0] : memref<256xf32, #gpu.address_space<workgroup>>
      %mn = memref.load %ln[%c0] : memref<256xi32, #gpu.address_space<workgroup>>
      memref.store %m, %v[%bx] : memref<4xf32, #gpu.address_space<global>>
      memref.store %mn, %n[%bx] : memref<4xi32, #gpu.address_space<global>>
    }
    gpu.return
  }
}
