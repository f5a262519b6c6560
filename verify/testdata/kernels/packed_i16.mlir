// kernel:    packed i16: saturated sums and averages, 8 a lane
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in i16 4096 bits
// arg:       in i16 4096 bits
// arg:       out i16 4096

gpu.module @kernels {
  gpu.func @packed_i16(%x: memref<4096xi16, #gpu.address_space<global>>,
      %z: memref<4096xi16, #gpu.address_space<global>>,
      %y: memref<4096xi16, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %one = arith.constant dense<1> : vector<8xi16>
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 2048 + d1 * 8)>(%bx, %tx)
    %a = vector.load %x[%i] : memref<4096xi16, #gpu.address_space<global>>, vector<8xi16>
    %b = vector.load %z[%i] : memref<4096xi16, #gpu.address_space<global>>, vector<8xi16>
    %both = arith.andi %a, %b : vector<8xi16>
    %either = arith.xori %a, %b : vector<8xi16>
    %h = arith.shrsi %either, %one : vector<8xi16>
    %avg = arith.addi %both, %h : vector<8xi16>
    %mx = arith.maxsi %a, %b : vector<8xi16>
    %mn = arith.minui %a, %b : vector<8xi16>
    %p = arith.muli %mx, %mn : vector<8xi16>
    %s = arith.subi %p, %avg : vector<8xi16>
    vector.store %s, %y[%i] : memref<4096xi16, #gpu.address_space<global>>, vector<8xi16>
    gpu.return
  }
}
