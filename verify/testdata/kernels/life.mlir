// kernel:    the game of life on 64x64 bytes with wrapped borders
// chips:     gfx942 gfx950
// grid:      4 8 1
// block:     16 8 1
// arg:       in i8 4096 int 0 1
// arg:       out i8 4096

gpu.module @kernels {
  gpu.func @life(%x: memref<64x64xi8, #gpu.address_space<global>>,
      %y: memref<64x64xi8, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 16, 8, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %zero = arith.constant 0 : i32
    %k2 = arith.constant 2 : i32
    %k3 = arith.constant 3 : i32
    %r = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%by, %ty)
    %c = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%bx, %tx)
    %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %zero) -> (i32) {
      %n = scf.for %j = %c0 to %c3 step %c1 iter_args(%t = %s) -> (i32) {
        %ri = affine.apply affine_map<(d0, d1) -> ((d0 + d1 + 63) mod 64)>(%r, %i)
        %cj = affine.apply affine_map<(d0, d1) -> ((d0 + d1 + 63) mod 64)>(%c, %j)
        %v = memref.load %x[%ri, %cj] : memref<64x64xi8, #gpu.address_space<global>>
        %w = arith.extui %v : i8 to i32
        %u = arith.addi %t, %w : i32
        scf.yield %u : i32
      }
      scf.yield %n : i32
    }
    %me = memref.load %x[%r, %c] : memref<64x64xi8, #gpu.address_space<global>>
    %mew = arith.extui %me : i8 to i32
    %around = arith.subi %sum, %mew : i32
    %is3 = arith.cmpi eq, %around, %k3 : i32
    %is2 = arith.cmpi eq, %around, %k2 : i32
    %alive = arith.trunci %me : i8 to i1
    %stays = arith.andi %is2, %alive : i1
    %lives = arith.ori %is3, %stays : i1
    %b = arith.extui %lives : i1 to i8
    memref.store %b, %y[%r, %c] : memref<64x64xi8, #gpu.address_space<global>>
    gpu.return
  }
}
