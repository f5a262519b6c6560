// kernel:    y = max(x, 0.125 x) * g + b, with comparisons and selects, bf16, 4 a lane
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in bf16 2048 real -1 1
// arg:       in bf16 2048 real -1 1
// arg:       in bf16 2048 real -1 1
// arg:       out bf16 2048

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<2048xbf16, #gpu.address_space<global>>, memref<2048xbf16, #gpu.address_space<global>>, memref<2048xbf16, #gpu.address_space<global>>, memref<2048xbf16, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<2048xbf16, #gpu.address_space<global>>, %g: memref<2048xbf16, #gpu.address_space<global>>, %b: memref<2048xbf16, #gpu.address_space<global>>, %y: memref<2048xbf16, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %slope = "arith.constant"() <{value = dense<1.250000e-01> : vector<4xf32>}> : () -> vector<4xf32>
      %zero = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 1024 + d1 * 4)>}> : (index, index) -> index
      %xb = "vector.load"(%x, %i) : (memref<2048xbf16, #gpu.address_space<global>>, index) -> vector<4xbf16>
      %gb = "vector.load"(%g, %i) : (memref<2048xbf16, #gpu.address_space<global>>, index) -> vector<4xbf16>
      %bb = "vector.load"(%b, %i) : (memref<2048xbf16, #gpu.address_space<global>>, index) -> vector<4xbf16>
      %v = "arith.extf"(%xb) : (vector<4xbf16>) -> vector<4xf32>
      %gf = "arith.extf"(%gb) : (vector<4xbf16>) -> vector<4xf32>
      %bf = "arith.extf"(%bb) : (vector<4xbf16>) -> vector<4xf32>
      %low = "arith.mulf"(%v, %slope) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %pos = "arith.cmpf"(%v, %zero) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (vector<4xf32>, vector<4xf32>) -> vector<4xi1>
      %act = "arith.select"(%pos, %v, %low) : (vector<4xi1>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %r = "math.fma"(%act, %gf, %bf) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %t = "arith.truncf"(%r) : (vector<4xf32>) -> vector<4xbf16>
      "vector.store"(%t, %y, %i) : (vector<4xbf16>, memref<2048xbf16, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gated_relu", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
