// kernel:    edit distances of pairs of 12 bytes, a pair a lane, one row of the table in LDS
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     64 1 1
// arg:       in i8 768 int 0 3
// arg:       in i8 768 int 0 3
// arg:       out i32 64

gpu.module @kernels {
  gpu.func @levenshtein(%x: memref<64x12xi8, #gpu.address_space<global>>,
      %z: memref<64x12xi8, #gpu.address_space<global>>,
      %y: memref<64xi32, #gpu.address_space<global>>)
      workgroup(%row: memref<13x64xi32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tx = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c12 = arith.constant 12 : index
    %c13 = arith.constant 13 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    scf.for %j = %c0 to %c13 step %c1 {
      %n = arith.index_cast %j : index to i32
      memref.store %n, %row[%j, %tx] : memref<13x64xi32, #gpu.address_space<workgroup>>
    }
    scf.for %i = %c0 to %c12 step %c1 {
      %a = memref.load %x[%tx, %i] : memref<64x12xi8, #gpu.address_space<global>>
      %i1 = arith.addi %i, %c1 : index
      %first = arith.index_cast %i1 : index to i32
      %diag0 = memref.load %row[%c0, %tx] : memref<13x64xi32, #gpu.address_space<workgroup>>
      memref.store %first, %row[%c0, %tx] : memref<13x64xi32, #gpu.address_space<workgroup>>
      %end:2 = scf.for %j = %c0 to %c12 step %c1 iter_args(%diag = %diag0, %left = %first) -> (i32, i32) {
        %b = memref.load %z[%tx, %j] : memref<64x12xi8, #gpu.address_space<global>>
        %j1 = arith.addi %j, %c1 : index
        %up = memref.load %row[%j1, %tx] : memref<13x64xi32, #gpu.address_space<workgroup>>
        %ne = arith.cmpi ne, %a, %b : i8
        %cost = arith.extui %ne : i1 to i32
        %s = arith.addi %diag, %cost : i32
        %l = arith.addi %left, %one : i32
        %u = arith.addi %up, %one : i32
        %m0 = arith.minsi %s, %l : i32
        %m = arith.minsi %m0, %u : i32
        memref.store %m, %row[%j1, %tx] : memref<13x64xi32, #gpu.address_space<workgroup>>
        scf.yield %up, %m : i32, i32
      }
    }
    %r = memref.load %row[%c12, %tx] : memref<13x64xi32, #gpu.address_space<workgroup>>
    memref.store %r, %y[%tx] : memref<64xi32, #gpu.address_space<global>>
    gpu.return
  }
}
