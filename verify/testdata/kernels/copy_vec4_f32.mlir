// kernel:    copy of vectors of 4 f32
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f32 8192 real -100 100
// arg:       out f32 8192

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<8192xf32, #gpu.address_space<global>>, memref<8192xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<8192xf32, #gpu.address_space<global>>, %y: memref<8192xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c1024 = "arith.constant"() <{value = 1024 : index}> : () -> index
      %first = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 2048 + d1 * 4)>}> : (index, index) -> index
      %second = "arith.addi"(%first, %c1024) : (index, index) -> index
      %v = "vector.load"(%x, %first) : (memref<8192xf32, #gpu.address_space<global>>, index) -> vector<4xf32>
      %w = "vector.load"(%x, %second) : (memref<8192xf32, #gpu.address_space<global>>, index) -> vector<4xf32>
      "vector.store"(%v, %y, %first) : (vector<4xf32>, memref<8192xf32, #gpu.address_space<global>>, index) -> ()
      "vector.store"(%w, %y, %second) : (vector<4xf32>, memref<8192xf32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "copy_vec4_f32", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
