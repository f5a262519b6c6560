// kernel:    x / (1 + exp(-x)) * gate, f16 in memory, f32 inside, 8 a lane
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in f16 4096 real -6 6
// arg:       in f16 4096 real -1 1
// arg:       out f16 4096
// tolerance: 2 ulp 1

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<4096xf16, #gpu.address_space<global>>, memref<4096xf16, #gpu.address_space<global>>, memref<4096xf16, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<4096xf16, #gpu.address_space<global>>, %g: memref<4096xf16, #gpu.address_space<global>>, %y: memref<4096xf16, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %one = "arith.constant"() <{value = dense<1.000000e+00> : vector<8xf32>}> : () -> vector<8xf32>
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 2048 + d1 * 8)>}> : (index, index) -> index
      %xh = "vector.load"(%x, %i) : (memref<4096xf16, #gpu.address_space<global>>, index) -> vector<8xf16>
      %gh = "vector.load"(%g, %i) : (memref<4096xf16, #gpu.address_space<global>>, index) -> vector<8xf16>
      %v = "arith.extf"(%xh) : (vector<8xf16>) -> vector<8xf32>
      %gf = "arith.extf"(%gh) : (vector<8xf16>) -> vector<8xf32>
      %n = "arith.negf"(%v) : (vector<8xf32>) -> vector<8xf32>
      %e = "math.exp"(%n) : (vector<8xf32>) -> vector<8xf32>
      %d = "arith.addf"(%e, %one) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
      %q = "arith.divf"(%v, %d) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
      %r = "arith.mulf"(%q, %gf) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
      %h = "arith.truncf"(%r) : (vector<8xf32>) -> vector<8xf16>
      "vector.store"(%h, %y, %i) : (vector<8xf16>, memref<4096xf16, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "silu_gate", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
