// kernel:    copy of vectors of 16 i8
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in i8 32768 bits
// arg:       out i8 32768

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<32768xi8, #gpu.address_space<global>>, memref<32768xi8, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<32768xi8, #gpu.address_space<global>>, %y: memref<32768xi8, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c4096 = "arith.constant"() <{value = 4096 : index}> : () -> index
      %first = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 8192 + d1 * 16)>}> : (index, index) -> index
      %second = "arith.addi"(%first, %c4096) : (index, index) -> index
      %v = "vector.load"(%x, %first) : (memref<32768xi8, #gpu.address_space<global>>, index) -> vector<16xi8>
      %w = "vector.load"(%x, %second) : (memref<32768xi8, #gpu.address_space<global>>, index) -> vector<16xi8>
      "vector.store"(%v, %y, %first) : (vector<16xi8>, memref<32768xi8, #gpu.address_space<global>>, index) -> ()
      "vector.store"(%w, %y, %second) : (vector<16xi8>, memref<32768xi8, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "copy_vec16_i8", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
