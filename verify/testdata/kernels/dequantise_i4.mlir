// kernel:    weights of 4 bits, two in a byte, times scales of groups of 32, to f16
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     256 1 1
// arg:       in i8 2048 bits
// arg:       in f16 128 real 0.01 0.02
// arg:       out f16 4096

gpu.module @kernels {
  gpu.func @dequantise_i4(%q: memref<2048xi8, #gpu.address_space<global>>,
      %scale: memref<128xf16, #gpu.address_space<global>>,
      %x: memref<4096xf16, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %eight = arith.constant dense<8> : vector<16xi32>
    %mask = arith.constant dense<15> : vector<8xi8>
    %four = arith.constant dense<4> : vector<8xi8>
    %at = arith.muli %tx, %c8 : index
    %g = arith.divui %tx, %c2 : index
    %to = arith.muli %tx, %c16 : index
    %v = vector.load %q[%at] : memref<2048xi8, #gpu.address_space<global>>, vector<8xi8>
    %lo = arith.andi %v, %mask : vector<8xi8>
    %hi = arith.shrui %v, %four : vector<8xi8>
    %both = vector.interleave %lo, %hi : vector<8xi8> -> vector<16xi8>
    %w = arith.extui %both : vector<16xi8> to vector<16xi32>
    %d = arith.subi %w, %eight : vector<16xi32>
    %f = arith.sitofp %d : vector<16xi32> to vector<16xf16>
    %s = memref.load %scale[%g] : memref<128xf16, #gpu.address_space<global>>
    %ss = vector.broadcast %s : f16 to vector<16xf16>
    %m = arith.mulf %f, %ss : vector<16xf16>
    vector.store %m, %x[%to] : memref<4096xf16, #gpu.address_space<global>>, vector<16xf16>
    gpu.return
  }
}
