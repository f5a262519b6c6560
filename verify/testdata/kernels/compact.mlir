// kernel:    numbers that pass a test, packed together in order, by a scan in LDS
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     256 1 1
// arg:       in i32 256 bits
// arg:       inout i32 256 zero
// arg:       out i32 1

gpu.module @kernels {
  gpu.func @compact(%x: memref<256xi32, #gpu.address_space<global>>,
      %y: memref<256xi32, #gpu.address_space<global>>,
      %n: memref<1xi32, #gpu.address_space<global>>)
      workgroup(%s: memref<256xi32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c255 = arith.constant 255 : index
    %zero = arith.constant 0 : i32
    %v = memref.load %x[%tx] : memref<256xi32, #gpu.address_space<global>>
    %keep = arith.cmpi sgt, %v, %zero : i32
    %one = arith.extui %keep : i1 to i32
    memref.store %one, %s[%tx] : memref<256xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %r:2 = scf.for %k = %c0 to %c8 step %c1 iter_args(%d = %c1, %acc = %one) -> (index, i32) {
      %has = arith.cmpi uge, %tx, %d : index
      %left = scf.if %has -> (i32) {
        %j = arith.subi %tx, %d : index
        %l = memref.load %s[%j] : memref<256xi32, #gpu.address_space<workgroup>>
        scf.yield %l : i32
      } else {
        scf.yield %zero : i32
      }
      gpu.barrier
      %n2 = arith.addi %acc, %left : i32
      memref.store %n2, %s[%tx] : memref<256xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %d2 = arith.shli %d, %c1 : index
      scf.yield %d2, %n2 : index, i32
    }
    scf.if %keep {
      %at = arith.index_cast %r#1 : i32 to index
      %p = arith.subi %at, %c1 : index
      memref.store %v, %y[%p] : memref<256xi32, #gpu.address_space<global>>
    }
    %last = arith.cmpi eq, %tx, %c255 : index
    scf.if %last {
      memref.store %r#1, %n[%c0] : memref<1xi32, #gpu.address_space<global>>
    }
    gpu.return
  }
}
