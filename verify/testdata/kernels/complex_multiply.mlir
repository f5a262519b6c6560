// kernel:    products of complex f32, pairs, with contraction allowed
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f32 2048 int -50 50
// arg:       in f32 2048 int -50 50
// arg:       out f32 2048

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<1024x2xf32, #gpu.address_space<global>>, memref<1024x2xf32, #gpu.address_space<global>>, memref<1024x2xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<1024x2xf32, #gpu.address_space<global>>, %z: memref<1024x2xf32, #gpu.address_space<global>>, %y: memref<1024x2xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %a = "vector.load"(%x, %i, %c0) : (memref<1024x2xf32, #gpu.address_space<global>>, index, index) -> vector<2xf32>
      %b = "vector.load"(%z, %i, %c0) : (memref<1024x2xf32, #gpu.address_space<global>>, index, index) -> vector<2xf32>
      %ar = "vector.extract"(%a) <{static_position = array<i64: 0>}> : (vector<2xf32>) -> f32
      %ai = "vector.extract"(%a) <{static_position = array<i64: 1>}> : (vector<2xf32>) -> f32
      %br = "vector.extract"(%b) <{static_position = array<i64: 0>}> : (vector<2xf32>) -> f32
      %bi = "vector.extract"(%b) <{static_position = array<i64: 1>}> : (vector<2xf32>) -> f32
      %p0 = "arith.mulf"(%ar, %br) <{fastmath = #arith.fastmath<contract>}> : (f32, f32) -> f32
      %p1 = "arith.mulf"(%ai, %bi) <{fastmath = #arith.fastmath<contract>}> : (f32, f32) -> f32
      %p2 = "arith.mulf"(%ar, %bi) <{fastmath = #arith.fastmath<contract>}> : (f32, f32) -> f32
      %p3 = "arith.mulf"(%ai, %br) <{fastmath = #arith.fastmath<contract>}> : (f32, f32) -> f32
      %re = "arith.subf"(%p0, %p1) <{fastmath = #arith.fastmath<contract>}> : (f32, f32) -> f32
      %im = "arith.addf"(%p2, %p3) <{fastmath = #arith.fastmath<contract>}> : (f32, f32) -> f32
      %r = "vector.from_elements"(%re, %im) : (f32, f32) -> vector<2xf32>
      "vector.store"(%r, %y, %i, %c0) : (vector<2xf32>, memref<1024x2xf32, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "complex_multiply", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
