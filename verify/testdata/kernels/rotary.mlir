// kernel:    rotary position embedding of f16 by tables of cosines and sines, pairs of halves
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     32 4 1
// arg:       in f16 1024 real -1 1
// arg:       in f32 512 real -1 1
// arg:       in f32 512 real -1 1
// arg:       out f16 1024

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<16x64xf16, #gpu.address_space<global>>, memref<16x32xf32, #gpu.address_space<global>>, memref<16x32xf32, #gpu.address_space<global>>, memref<16x64xf16, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 32, 4, 1>}> ({
    ^bb0(%x: memref<16x64xf16, #gpu.address_space<global>>, %cos: memref<16x32xf32, #gpu.address_space<global>>, %sin: memref<16x32xf32, #gpu.address_space<global>>, %y: memref<16x64xf16, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c32 = "arith.constant"() <{value = 32 : index}> : () -> index
      %row = "affine.apply"(%bx, %ty) <{map = affine_map<(d0, d1) -> (d0 * 4 + d1)>}> : (index, index) -> index
      %hi = "arith.addi"(%tx, %c32) : (index, index) -> index
      %ah = "memref.load"(%x, %row, %tx) : (memref<16x64xf16, #gpu.address_space<global>>, index, index) -> f16
      %bh = "memref.load"(%x, %row, %hi) : (memref<16x64xf16, #gpu.address_space<global>>, index, index) -> f16
      %a = "arith.extf"(%ah) : (f16) -> f32
      %b = "arith.extf"(%bh) : (f16) -> f32
      %c = "memref.load"(%cos, %row, %tx) : (memref<16x32xf32, #gpu.address_space<global>>, index, index) -> f32
      %s = "memref.load"(%sin, %row, %tx) : (memref<16x32xf32, #gpu.address_space<global>>, index, index) -> f32
      %ac = "arith.mulf"(%a, %c) : (f32, f32) -> f32
      %bs = "arith.mulf"(%b, %s) : (f32, f32) -> f32
      %as = "arith.mulf"(%a, %s) : (f32, f32) -> f32
      %bc = "arith.mulf"(%b, %c) : (f32, f32) -> f32
      %p = "arith.subf"(%ac, %bs) : (f32, f32) -> f32
      %q = "arith.addf"(%as, %bc) : (f32, f32) -> f32
      %ph = "arith.truncf"(%p) : (f32) -> f16
      %qh = "arith.truncf"(%q) : (f32) -> f16
      "memref.store"(%ph, %y, %row, %tx) : (f16, memref<16x64xf16, #gpu.address_space<global>>, index, index) -> ()
      "memref.store"(%qh, %y, %row, %hi) : (f16, memref<16x64xf16, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "rotary", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
