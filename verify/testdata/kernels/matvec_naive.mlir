// kernel:    y = A*x for 256x128 f32, a row a lane
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     64 1 1
// arg:       in f32 32768 real -1 1
// arg:       in f32 128 real -1 1
// arg:       out f32 256

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<256x128xf32, #gpu.address_space<global>>, memref<128xf32, #gpu.address_space<global>>, memref<256xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%a: memref<256x128xf32, #gpu.address_space<global>>, %x: memref<128xf32, #gpu.address_space<global>>, %y: memref<256xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c128 = "arith.constant"() <{value = 128 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %row = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 64 + d1)>}> : (index, index) -> index
      %sum = "scf.for"(%c0, %c128, %c1, %zero) ({
      ^bb0(%k: index, %acc: f32):
        %av = "memref.load"(%a, %row, %k) : (memref<256x128xf32, #gpu.address_space<global>>, index, index) -> f32
        %xv = "memref.load"(%x, %k) : (memref<128xf32, #gpu.address_space<global>>, index) -> f32
        %p = "arith.mulf"(%av, %xv) : (f32, f32) -> f32
        %s = "arith.addf"(%acc, %p) : (f32, f32) -> f32
        "scf.yield"(%s) : (f32) -> ()
      }) : (index, index, index, f32) -> f32
      "memref.store"(%sum, %y, %row) : (f32, memref<256xf32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "matvec_naive", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
