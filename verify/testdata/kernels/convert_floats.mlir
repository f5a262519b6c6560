// kernel:    f32 to f16, bf16 and back, sums of the results
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in f32 2048 real -70000 70000
// arg:       out f16 2048
// arg:       out bf16 2048
// arg:       out f32 2048

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<2048xf32, #gpu.address_space<global>>, memref<2048xf16, #gpu.address_space<global>>, memref<2048xbf16, #gpu.address_space<global>>, memref<2048xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<2048xf32, #gpu.address_space<global>>, %h: memref<2048xf16, #gpu.address_space<global>>, %b: memref<2048xbf16, #gpu.address_space<global>>, %y: memref<2048xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 1024 + d1 * 4)>}> : (index, index) -> index
      %v = "vector.load"(%x, %i) : (memref<2048xf32, #gpu.address_space<global>>, index) -> vector<4xf32>
      %h4 = "arith.truncf"(%v) : (vector<4xf32>) -> vector<4xf16>
      %b4 = "arith.truncf"(%v) : (vector<4xf32>) -> vector<4xbf16>
      "vector.store"(%h4, %h, %i) : (vector<4xf16>, memref<2048xf16, #gpu.address_space<global>>, index) -> ()
      "vector.store"(%b4, %b, %i) : (vector<4xbf16>, memref<2048xbf16, #gpu.address_space<global>>, index) -> ()
      %hf = "arith.extf"(%h4) : (vector<4xf16>) -> vector<4xf32>
      %bf = "arith.extf"(%b4) : (vector<4xbf16>) -> vector<4xf32>
      %s = "arith.subf"(%hf, %bf) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      "vector.store"(%s, %y, %i) : (vector<4xf32>, memref<2048xf32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "convert_floats", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
