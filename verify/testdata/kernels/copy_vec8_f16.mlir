// kernel:    copy of vectors of 8 f16
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f16 16384 real -100 100
// arg:       out f16 16384

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<16384xf16, #gpu.address_space<global>>, memref<16384xf16, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<16384xf16, #gpu.address_space<global>>, %y: memref<16384xf16, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c2048 = "arith.constant"() <{value = 2048 : index}> : () -> index
      %first = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 4096 + d1 * 8)>}> : (index, index) -> index
      %second = "arith.addi"(%first, %c2048) : (index, index) -> index
      %v = "vector.load"(%x, %first) : (memref<16384xf16, #gpu.address_space<global>>, index) -> vector<8xf16>
      %w = "vector.load"(%x, %second) : (memref<16384xf16, #gpu.address_space<global>>, index) -> vector<8xf16>
      "vector.store"(%v, %y, %first) : (vector<8xf16>, memref<16384xf16, #gpu.address_space<global>>, index) -> ()
      "vector.store"(%w, %y, %second) : (vector<8xf16>, memref<16384xf16, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "copy_vec8_f16", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
