// kernel:    copy of vectors of 2 f64
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f64 4096 real -100 100
// arg:       out f64 4096

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<4096xf64, #gpu.address_space<global>>, memref<4096xf64, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<4096xf64, #gpu.address_space<global>>, %y: memref<4096xf64, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c512 = "arith.constant"() <{value = 512 : index}> : () -> index
      %first = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 1024 + d1 * 2)>}> : (index, index) -> index
      %second = "arith.addi"(%first, %c512) : (index, index) -> index
      %v = "vector.load"(%x, %first) : (memref<4096xf64, #gpu.address_space<global>>, index) -> vector<2xf64>
      %w = "vector.load"(%x, %second) : (memref<4096xf64, #gpu.address_space<global>>, index) -> vector<2xf64>
      "vector.store"(%v, %y, %first) : (vector<2xf64>, memref<4096xf64, #gpu.address_space<global>>, index) -> ()
      "vector.store"(%w, %y, %second) : (vector<2xf64>, memref<4096xf64, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "copy_vec2_f64", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
