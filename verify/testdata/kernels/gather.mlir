// kernel:    y[i] = x[index[i]]
// chips:     gfx942 gfx950
// grid:      8 1 1
// block:     256 1 1
// arg:       in f32 1024 real -1 1
// arg:       in i32 2048 int 0 1023
// arg:       out f32 2048

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<1024xf32, #gpu.address_space<global>>, memref<2048xi32, #gpu.address_space<global>>, memref<2048xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<1024xf32, #gpu.address_space<global>>, %n: memref<2048xi32, #gpu.address_space<global>>, %y: memref<2048xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %k = "memref.load"(%n, %i) : (memref<2048xi32, #gpu.address_space<global>>, index) -> i32
      %j = "arith.index_cast"(%k) : (i32) -> index
      %v = "memref.load"(%x, %j) : (memref<1024xf32, #gpu.address_space<global>>, index) -> f32
      "memref.store"(%v, %y, %i) : (f32, memref<2048xf32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
