// kernel:    x to the nearest multiple of a scale and back, to nearest even, clamped, f32
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in f32 2048 real -2 2
// arg:       out f32 2048

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<2048xf32, #gpu.address_space<global>>, memref<2048xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<2048xf32, #gpu.address_space<global>>, %y: memref<2048xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %scale = "arith.constant"() <{value = dense<7.812500e-03> : vector<4xf32>}> : () -> vector<4xf32>
      %inv = "arith.constant"() <{value = dense<1.280000e+02> : vector<4xf32>}> : () -> vector<4xf32>
      %lo = "arith.constant"() <{value = dense<-1.280000e+02> : vector<4xf32>}> : () -> vector<4xf32>
      %hi = "arith.constant"() <{value = dense<1.270000e+02> : vector<4xf32>}> : () -> vector<4xf32>
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 1024 + d1 * 4)>}> : (index, index) -> index
      %v = "vector.load"(%x, %i) : (memref<2048xf32, #gpu.address_space<global>>, index) -> vector<4xf32>
      %m = "arith.mulf"(%v, %inv) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %r = "math.roundeven"(%m) : (vector<4xf32>) -> vector<4xf32>
      %l = "arith.maxnumf"(%r, %lo) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %h = "arith.minnumf"(%l, %hi) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %q = "arith.mulf"(%h, %scale) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      "vector.store"(%q, %y, %i) : (vector<4xf32>, memref<2048xf32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "fake_quantise", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
