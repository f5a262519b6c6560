// kernel:    a table of 256 i16 in LDS as a memref.global, two look-ups in a row for each byte
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in i16 256 bits
// arg:       in i8 2048 bits
// arg:       out i16 2048

gpu.module @kernels {
  memref.global "private" @lut : memref<256xi16, #gpu.address_space<workgroup>>
  gpu.func @lookup_lds(%t: memref<256xi16, #gpu.address_space<global>>,
      %x: memref<2048xi8, #gpu.address_space<global>>,
      %y: memref<2048xi16, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %lut = memref.get_global @lut : memref<256xi16, #gpu.address_space<workgroup>>
    %mask = arith.constant 255 : i16
    %v = memref.load %t[%tx] : memref<256xi16, #gpu.address_space<global>>
    memref.store %v, %lut[%tx] : memref<256xi16, #gpu.address_space<workgroup>>
    gpu.barrier
    scf.for %k = %c0 to %c4 step %c1 {
      %i = affine.apply affine_map<(d0, d1, d2) -> (d0 * 1024 + d1 * 256 + d2)>(%bx, %k, %tx)
      %b = memref.load %x[%i] : memref<2048xi8, #gpu.address_space<global>>
      %j = arith.index_castui %b : i8 to index
      %a = memref.load %lut[%j] : memref<256xi16, #gpu.address_space<workgroup>>
      %l = arith.andi %a, %mask : i16
      %j2 = arith.index_castui %l : i16 to index
      %r = memref.load %lut[%j2] : memref<256xi16, #gpu.address_space<workgroup>>
      memref.store %r, %y[%i] : memref<2048xi16, #gpu.address_space<global>>
    }
    gpu.return
  }
}
