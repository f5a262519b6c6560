// kernel:    edit distances of pairs of 12 bytes, a pair a lane, one row of the table in LDS
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     64 1 1
// arg:       in i8 768 int 0 3
// arg:       in i8 768 int 0 3
// arg:       out i32 64

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<64x12xi8, #gpu.address_space<global>>, memref<64x12xi8, #gpu.address_space<global>>, memref<64xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%x: memref<64x12xi8, #gpu.address_space<global>>, %z: memref<64x12xi8, #gpu.address_space<global>>, %y: memref<64xi32, #gpu.address_space<global>>, %row: memref<13x64xi32, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c12 = "arith.constant"() <{value = 12 : index}> : () -> index
      %c13 = "arith.constant"() <{value = 13 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %one = "arith.constant"() <{value = 1 : i32}> : () -> i32
      "scf.for"(%c0, %c13, %c1) ({
      ^bb0(%j: index):
        %n = "arith.index_cast"(%j) : (index) -> i32
        "memref.store"(%n, %row, %j, %tx) : (i32, memref<13x64xi32, #gpu.address_space<workgroup>>, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "scf.for"(%c0, %c12, %c1) ({
      ^bb0(%i: index):
        %a = "memref.load"(%x, %tx, %i) : (memref<64x12xi8, #gpu.address_space<global>>, index, index) -> i8
        %i1 = "arith.addi"(%i, %c1) : (index, index) -> index
        %first = "arith.index_cast"(%i1) : (index) -> i32
        %diag0 = "memref.load"(%row, %c0, %tx) : (memref<13x64xi32, #gpu.address_space<workgroup>>, index, index) -> i32
        "memref.store"(%first, %row, %c0, %tx) : (i32, memref<13x64xi32, #gpu.address_space<workgroup>>, index, index) -> ()
        %end:2 = "scf.for"(%c0, %c12, %c1, %diag0, %first) ({
        ^bb0(%j: index, %diag: i32, %left: i32):
          %b = "memref.load"(%z, %tx, %j) : (memref<64x12xi8, #gpu.address_space<global>>, index, index) -> i8
          %j1 = "arith.addi"(%j, %c1) : (index, index) -> index
          %up = "memref.load"(%row, %j1, %tx) : (memref<13x64xi32, #gpu.address_space<workgroup>>, index, index) -> i32
          %ne = "arith.cmpi"(%a, %b) <{predicate = 1 : i64}> : (i8, i8) -> i1
          %cost = "arith.extui"(%ne) : (i1) -> i32
          %s = "arith.addi"(%diag, %cost) : (i32, i32) -> i32
          %l = "arith.addi"(%left, %one) : (i32, i32) -> i32
          %u = "arith.addi"(%up, %one) : (i32, i32) -> i32
          %m0 = "arith.minsi"(%s, %l) : (i32, i32) -> i32
          %m = "arith.minsi"(%m0, %u) : (i32, i32) -> i32
          "memref.store"(%m, %row, %j1, %tx) : (i32, memref<13x64xi32, #gpu.address_space<workgroup>>, index, index) -> ()
          "scf.yield"(%up, %m) : (i32, i32) -> ()
        }) : (index, index, index, i32, i32) -> (i32, i32)
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      %r = "memref.load"(%row, %c12, %tx) : (memref<13x64xi32, #gpu.address_space<workgroup>>, index, index) -> i32
      "memref.store"(%r, %y, %tx) : (i32, memref<64xi32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "levenshtein", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
