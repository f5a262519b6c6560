// kernel:    q = clamp(round(x / scale of the row)) to int8, 16 a lane
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     64 4 1
// arg:       in f32 8192 real -3 3
// arg:       in f32 8 real 0.01 0.02
// arg:       out i8 8192

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<8x1024xf32, #gpu.address_space<global>>, memref<8xf32, #gpu.address_space<global>>, memref<8x1024xi8, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 4, 1>}> ({
    ^bb0(%x: memref<8x1024xf32, #gpu.address_space<global>>, %scale: memref<8xf32, #gpu.address_space<global>>, %q: memref<8x1024xi8, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %lo = "arith.constant"() <{value = dense<-1.280000e+02> : vector<16xf32>}> : () -> vector<16xf32>
      %hi = "arith.constant"() <{value = dense<1.270000e+02> : vector<16xf32>}> : () -> vector<16xf32>
      %one = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
      %half = "arith.constant"() <{value = dense<5.000000e-01> : vector<16xf32>}> : () -> vector<16xf32>
      %row = "affine.apply"(%bx, %ty) <{map = affine_map<(d0, d1) -> (d0 * 4 + d1)>}> : (index, index) -> index
      %col = "affine.apply"(%tx) <{map = affine_map<(d0) -> (d0 * 16)>}> : (index) -> index
      %s = "memref.load"(%scale, %row) : (memref<8xf32, #gpu.address_space<global>>, index) -> f32
      %inv = "arith.divf"(%one, %s) : (f32, f32) -> f32
      %invs = "vector.broadcast"(%inv) : (f32) -> vector<16xf32>
      %v = "vector.load"(%x, %row, %col) : (memref<8x1024xf32, #gpu.address_space<global>>, index, index) -> vector<16xf32>
      %m = "arith.mulf"(%v, %invs) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
      %c0f = "arith.maxnumf"(%m, %lo) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
      %c1f = "arith.minnumf"(%c0f, %hi) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
      %signed = "math.copysign"(%half, %c1f) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
      %r = "arith.addf"(%c1f, %signed) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
      %r1 = "arith.minnumf"(%r, %hi) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
      %r2 = "arith.maxnumf"(%r1, %lo) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
      %n = "arith.fptosi"(%r2) : (vector<16xf32>) -> vector<16xi8>
      "vector.store"(%n, %q, %row, %col) : (vector<16xi8>, memref<8x1024xi8, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "quantise_i8", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
