// kernel:    C = A*B for 32x48x64 i32, an element a lane
// chips:     gfx942 gfx950
// grid:      3 4 1
// block:     16 8 1
// arg:       in i32 2048 bits
// arg:       in i32 3072 bits
// arg:       out i32 1536

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<32x64xi32, #gpu.address_space<global>>, memref<64x48xi32, #gpu.address_space<global>>, memref<32x48xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 16, 8, 1>}> ({
    ^bb0(%a: memref<32x64xi32, #gpu.address_space<global>>, %b: memref<64x48xi32, #gpu.address_space<global>>, %c: memref<32x48xi32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %by = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c64 = "arith.constant"() <{value = 64 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %row = "affine.apply"(%by, %ty) <{map = affine_map<(d0, d1) -> (d0 * 8 + d1)>}> : (index, index) -> index
      %col = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1)>}> : (index, index) -> index
      %sum = "scf.for"(%c0, %c64, %c1, %zero) ({
      ^bb0(%k: index, %acc: i32):
        %av = "memref.load"(%a, %row, %k) : (memref<32x64xi32, #gpu.address_space<global>>, index, index) -> i32
        %bv = "memref.load"(%b, %k, %col) : (memref<64x48xi32, #gpu.address_space<global>>, index, index) -> i32
        %p = "arith.muli"(%av, %bv) : (i32, i32) -> i32
        %s = "arith.addi"(%acc, %p) : (i32, i32) -> i32
        "scf.yield"(%s) : (i32) -> ()
      }) : (index, index, index, i32) -> i32
      "memref.store"(%sum, %c, %row, %col) : (i32, memref<32x48xi32, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gemm_naive_i32", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
