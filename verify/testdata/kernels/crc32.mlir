// kernel:    CRC-32 of 16 bytes a lane, bit by bit
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     64 1 1
// arg:       in i8 2048 bits
// arg:       out i32 128

gpu.module @kernels {
  gpu.func @crc32(%x: memref<128x16xi8, #gpu.address_space<global>>,
      %y: memref<128xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %ones = arith.constant -1 : i32
    %poly = arith.constant -306674912 : i32
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%bx, %tx)
    %crc = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %ones) -> (i32) {
      %b = memref.load %x[%i, %k] : memref<128x16xi8, #gpu.address_space<global>>
      %w = arith.extui %b : i8 to i32
      %m = arith.xori %s, %w : i32
      %r = scf.for %j = %c0 to %c8 step %c1 iter_args(%c = %m) -> (i32) {
        %low = arith.andi %c, %one : i32
        %odd = arith.cmpi ne, %low, %zero : i32
        %h = arith.shrui %c, %one : i32
        %f = arith.xori %h, %poly : i32
        %n = arith.select %odd, %f, %h : i32
        scf.yield %n : i32
      }
      scf.yield %r : i32
    }
    %n = arith.xori %crc, %ones : i32
    memref.store %n, %y[%i] : memref<128xi32, #gpu.address_space<global>>
    gpu.return
  }
}
