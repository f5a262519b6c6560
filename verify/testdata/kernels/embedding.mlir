// kernel:    rows of 256 f16 from a table by token number, 8 elements a lane
// chips:     gfx942 gfx950
// grid:      8 1 1
// block:     64 4 1
// arg:       in f16 131072 real -1 1
// arg:       in i32 64 int 0 511
// arg:       out f16 16384

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<512x256xf16, #gpu.address_space<global>>, memref<64xi32, #gpu.address_space<global>>, memref<64x256xf16, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 4, 1>}> ({
    ^bb0(%table: memref<512x256xf16, #gpu.address_space<global>>, %tokens: memref<64xi32, #gpu.address_space<global>>, %y: memref<64x256xf16, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c32 = "arith.constant"() <{value = 32 : index}> : () -> index
      %row0 = "affine.apply"(%bx, %ty) <{map = affine_map<(d0, d1) -> (d0 * 8 + d1 * 2)>}> : (index, index) -> index
      %half = "arith.divui"(%tx, %c32) : (index, index) -> index
      %row = "arith.addi"(%row0, %half) : (index, index) -> index
      %col = "affine.apply"(%tx) <{map = affine_map<(d0) -> ((d0 mod 32) * 8)>}> : (index) -> index
      %token = "memref.load"(%tokens, %row) : (memref<64xi32, #gpu.address_space<global>>, index) -> i32
      %k = "arith.index_cast"(%token) : (i32) -> index
      %v = "vector.load"(%table, %k, %col) : (memref<512x256xf16, #gpu.address_space<global>>, index, index) -> vector<8xf16>
      "vector.store"(%v, %y, %row, %col) : (vector<8xf16>, memref<64x256xf16, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "embedding", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
