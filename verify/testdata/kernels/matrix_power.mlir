// kernel:    A^16 of 16x16 matrices of i32 by squaring in LDS
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     16 16 1
// arg:       in i32 1024 int -3 3
// arg:       out i32 1024

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<4x16x16xi32, #gpu.address_space<global>>, memref<4x16x16xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 16, 16, 1>}> ({
    ^bb0(%a: memref<4x16x16xi32, #gpu.address_space<global>>, %y: memref<4x16x16xi32, #gpu.address_space<global>>, %l: memref<16x16xi32, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
      %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %v = "memref.load"(%a, %bx, %ty, %tx) : (memref<4x16x16xi32, #gpu.address_space<global>>, index, index, index) -> i32
      %r = "scf.for"(%c0, %c4, %c1, %v) ({
      ^bb0(%p: index, %m: i32):
        "memref.store"(%m, %l, %ty, %tx) : (i32, memref<16x16xi32, #gpu.address_space<workgroup>>, index, index) -> ()
        "gpu.barrier"() : () -> ()
        %s = "scf.for"(%c0, %c16, %c1, %zero) ({
        ^bb0(%k: index, %acc: i32):
          %x = "memref.load"(%l, %ty, %k) : (memref<16x16xi32, #gpu.address_space<workgroup>>, index, index) -> i32
          %y0 = "memref.load"(%l, %k, %tx) : (memref<16x16xi32, #gpu.address_space<workgroup>>, index, index) -> i32
          %xy = "arith.muli"(%x, %y0) : (i32, i32) -> i32
          %n = "arith.addi"(%acc, %xy) : (i32, i32) -> i32
          "scf.yield"(%n) : (i32) -> ()
        }) : (index, index, index, i32) -> i32
        "gpu.barrier"() : () -> ()
        "scf.yield"(%s) : (i32) -> ()
      }) : (index, index, index, i32) -> i32
      "memref.store"(%r, %y, %bx, %ty, %tx) : (i32, memref<4x16x16xi32, #gpu.address_space<global>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "matrix_power", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
