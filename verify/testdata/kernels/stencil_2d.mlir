// kernel:    five-point Laplacian over 96x128 f32 with clamped borders
// chips:     gfx942 gfx950
// grid:      8 12 1
// block:     16 8 1
// arg:       in f32 12288 real -1 1
// arg:       out f32 12288

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<96x128xf32, #gpu.address_space<global>>, memref<96x128xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 16, 8, 1>}> ({
    ^bb0(%x: memref<96x128xf32, #gpu.address_space<global>>, %y: memref<96x128xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %by = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c95 = "arith.constant"() <{value = 95 : index}> : () -> index
      %c127 = "arith.constant"() <{value = 127 : index}> : () -> index
      %four = "arith.constant"() <{value = 4.000000e+00 : f32}> : () -> f32
      %r = "affine.apply"(%by, %ty) <{map = affine_map<(d0, d1) -> (d0 * 8 + d1)>}> : (index, index) -> index
      %c = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1)>}> : (index, index) -> index
      %up0 = "arith.subi"(%r, %c1) : (index, index) -> index
      %up = "arith.maxsi"(%up0, %c0) : (index, index) -> index
      %dn0 = "arith.addi"(%r, %c1) : (index, index) -> index
      %dn = "arith.minsi"(%dn0, %c95) : (index, index) -> index
      %lf0 = "arith.subi"(%c, %c1) : (index, index) -> index
      %lf = "arith.maxsi"(%lf0, %c0) : (index, index) -> index
      %rt0 = "arith.addi"(%c, %c1) : (index, index) -> index
      %rt = "arith.minsi"(%rt0, %c127) : (index, index) -> index
      %v = "memref.load"(%x, %r, %c) : (memref<96x128xf32, #gpu.address_space<global>>, index, index) -> f32
      %n = "memref.load"(%x, %up, %c) : (memref<96x128xf32, #gpu.address_space<global>>, index, index) -> f32
      %s = "memref.load"(%x, %dn, %c) : (memref<96x128xf32, #gpu.address_space<global>>, index, index) -> f32
      %w = "memref.load"(%x, %r, %lf) : (memref<96x128xf32, #gpu.address_space<global>>, index, index) -> f32
      %e = "memref.load"(%x, %r, %rt) : (memref<96x128xf32, #gpu.address_space<global>>, index, index) -> f32
      %ns = "arith.addf"(%n, %s) : (f32, f32) -> f32
      %we = "arith.addf"(%w, %e) : (f32, f32) -> f32
      %sum = "arith.addf"(%ns, %we) : (f32, f32) -> f32
      %v4 = "arith.mulf"(%v, %four) : (f32, f32) -> f32
      %d = "arith.subf"(%sum, %v4) : (f32, f32) -> f32
      "memref.store"(%d, %y, %r, %c) : (f32, memref<96x128xf32, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "stencil_2d", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
