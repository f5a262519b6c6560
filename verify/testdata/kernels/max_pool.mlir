// kernel:    2x2 maxima with stride 2 of 32x64x4 f16, four channels a lane
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     32 8 1
// arg:       in f16 8192 real -1 1
// arg:       out f16 2048

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<32x64x4xf16, #gpu.address_space<global>>, memref<16x32x4xf16, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 32, 8, 1>}> ({
    ^bb0(%x: memref<32x64x4xf16, #gpu.address_space<global>>, %y: memref<16x32x4xf16, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %r = "affine.apply"(%bx, %ty) <{map = affine_map<(d0, d1) -> (d0 * 8 + d1)>}> : (index, index) -> index
      %r0 = "affine.apply"(%r) <{map = affine_map<(d0) -> (d0 * 2)>}> : (index) -> index
      %r1 = "affine.apply"(%r) <{map = affine_map<(d0) -> (d0 * 2 + 1)>}> : (index) -> index
      %q0 = "affine.apply"(%tx) <{map = affine_map<(d0) -> (d0 * 2)>}> : (index) -> index
      %q1 = "affine.apply"(%tx) <{map = affine_map<(d0) -> (d0 * 2 + 1)>}> : (index) -> index
      %a = "vector.load"(%x, %r0, %q0, %c0) : (memref<32x64x4xf16, #gpu.address_space<global>>, index, index, index) -> vector<4xf16>
      %b = "vector.load"(%x, %r0, %q1, %c0) : (memref<32x64x4xf16, #gpu.address_space<global>>, index, index, index) -> vector<4xf16>
      %c = "vector.load"(%x, %r1, %q0, %c0) : (memref<32x64x4xf16, #gpu.address_space<global>>, index, index, index) -> vector<4xf16>
      %d = "vector.load"(%x, %r1, %q1, %c0) : (memref<32x64x4xf16, #gpu.address_space<global>>, index, index, index) -> vector<4xf16>
      %m0 = "arith.maxnumf"(%a, %b) : (vector<4xf16>, vector<4xf16>) -> vector<4xf16>
      %m1 = "arith.maxnumf"(%c, %d) : (vector<4xf16>, vector<4xf16>) -> vector<4xf16>
      %m = "arith.maxnumf"(%m0, %m1) : (vector<4xf16>, vector<4xf16>) -> vector<4xf16>
      "vector.store"(%m, %y, %r, %tx, %c0) : (vector<4xf16>, memref<16x32x4xf16, #gpu.address_space<global>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "max_pool", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
