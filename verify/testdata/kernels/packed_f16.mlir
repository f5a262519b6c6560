// kernel:    packed f16: polynomial by Horner with fma, clamped, 8 a lane
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f16 8192 real -2 2
// arg:       out f16 8192

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<8192xf16, #gpu.address_space<global>>, memref<8192xf16, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<8192xf16, #gpu.address_space<global>>, %y: memref<8192xf16, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %a = "arith.constant"() <{value = dense<4.165650e-02> : vector<8xf16>}> : () -> vector<8xf16>
      %b = "arith.constant"() <{value = dense<-5.000000e-01> : vector<8xf16>}> : () -> vector<8xf16>
      %one = "arith.constant"() <{value = dense<1.000000e+00> : vector<8xf16>}> : () -> vector<8xf16>
      %lo = "arith.constant"() <{value = dense<-7.500000e-01> : vector<8xf16>}> : () -> vector<8xf16>
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 2048 + d1 * 8)>}> : (index, index) -> index
      %v = "vector.load"(%x, %i) : (memref<8192xf16, #gpu.address_space<global>>, index) -> vector<8xf16>
      %q = "arith.mulf"(%v, %v) : (vector<8xf16>, vector<8xf16>) -> vector<8xf16>
      %p = "math.fma"(%q, %a, %b) : (vector<8xf16>, vector<8xf16>, vector<8xf16>) -> vector<8xf16>
      %r = "math.fma"(%q, %p, %one) : (vector<8xf16>, vector<8xf16>, vector<8xf16>) -> vector<8xf16>
      %s = "arith.addf"(%r, %v) : (vector<8xf16>, vector<8xf16>) -> vector<8xf16>
      %m0 = "arith.maxnumf"(%s, %lo) : (vector<8xf16>, vector<8xf16>) -> vector<8xf16>
      %m1 = "arith.minnumf"(%m0, %one) : (vector<8xf16>, vector<8xf16>) -> vector<8xf16>
      "vector.store"(%m1, %y, %i) : (vector<8xf16>, memref<8192xf16, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "packed_f16", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
