// kernel:    weights of 4 bits, two in a byte, times scales of groups of 32, to f16
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     256 1 1
// arg:       in i8 2048 bits
// arg:       in f16 128 real 0.01 0.02
// arg:       out f16 4096

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<2048xi8, #gpu.address_space<global>>, memref<128xf16, #gpu.address_space<global>>, memref<4096xf16, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%q: memref<2048xi8, #gpu.address_space<global>>, %scale: memref<128xf16, #gpu.address_space<global>>, %x: memref<4096xf16, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c2 = "arith.constant"() <{value = 2 : index}> : () -> index
      %c8 = "arith.constant"() <{value = 8 : index}> : () -> index
      %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
      %eight = "arith.constant"() <{value = dense<8> : vector<16xi32>}> : () -> vector<16xi32>
      %mask = "arith.constant"() <{value = dense<15> : vector<8xi8>}> : () -> vector<8xi8>
      %four = "arith.constant"() <{value = dense<4> : vector<8xi8>}> : () -> vector<8xi8>
      %at = "arith.muli"(%tx, %c8) : (index, index) -> index
      %g = "arith.divui"(%tx, %c2) : (index, index) -> index
      %to = "arith.muli"(%tx, %c16) : (index, index) -> index
      %v = "vector.load"(%q, %at) : (memref<2048xi8, #gpu.address_space<global>>, index) -> vector<8xi8>
      %lo = "arith.andi"(%v, %mask) : (vector<8xi8>, vector<8xi8>) -> vector<8xi8>
      %hi = "arith.shrui"(%v, %four) : (vector<8xi8>, vector<8xi8>) -> vector<8xi8>
      %both = "vector.interleave"(%lo, %hi) : (vector<8xi8>, vector<8xi8>) -> vector<16xi8>
      %w = "arith.extui"(%both) : (vector<16xi8>) -> vector<16xi32>
      %d = "arith.subi"(%w, %eight) : (vector<16xi32>, vector<16xi32>) -> vector<16xi32>
      %f = "arith.sitofp"(%d) : (vector<16xi32>) -> vector<16xf16>
      %s = "memref.load"(%scale, %g) : (memref<128xf16, #gpu.address_space<global>>, index) -> f16
      %ss = "vector.broadcast"(%s) : (f16) -> vector<16xf16>
      %m = "arith.mulf"(%f, %ss) : (vector<16xf16>, vector<16xf16>) -> vector<16xf16>
      "vector.store"(%m, %x, %to) : (vector<16xf16>, memref<4096xf16, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "dequantise_i4", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
