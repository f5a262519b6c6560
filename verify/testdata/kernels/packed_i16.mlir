// kernel:    packed i16: saturated sums and averages, 8 a lane
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in i16 4096 bits
// arg:       in i16 4096 bits
// arg:       out i16 4096

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<4096xi16, #gpu.address_space<global>>, memref<4096xi16, #gpu.address_space<global>>, memref<4096xi16, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<4096xi16, #gpu.address_space<global>>, %z: memref<4096xi16, #gpu.address_space<global>>, %y: memref<4096xi16, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %one = "arith.constant"() <{value = dense<1> : vector<8xi16>}> : () -> vector<8xi16>
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 2048 + d1 * 8)>}> : (index, index) -> index
      %a = "vector.load"(%x, %i) : (memref<4096xi16, #gpu.address_space<global>>, index) -> vector<8xi16>
      %b = "vector.load"(%z, %i) : (memref<4096xi16, #gpu.address_space<global>>, index) -> vector<8xi16>
      %both = "arith.andi"(%a, %b) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
      %either = "arith.xori"(%a, %b) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
      %h = "arith.shrsi"(%either, %one) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
      %avg = "arith.addi"(%both, %h) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
      %mx = "arith.maxsi"(%a, %b) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
      %mn = "arith.minui"(%a, %b) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
      %p = "arith.muli"(%mx, %mn) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
      %s = "arith.subi"(%p, %avg) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
      "vector.store"(%s, %y, %i) : (vector<8xi16>, memref<4096xi16, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "packed_i16", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
