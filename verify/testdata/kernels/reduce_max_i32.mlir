// kernel:    maxima of 4096 i32 each, tree in LDS
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in i32 8192 bits
// arg:       out i32 2

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<8192xi32, #gpu.address_space<global>>, memref<2xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<8192xi32, #gpu.address_space<global>>, %y: memref<2xi32, #gpu.address_space<global>>, %part: memref<256xi32, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c128 = "arith.constant"() <{value = 128 : index}> : () -> index
      %c256 = "arith.constant"() <{value = 256 : index}> : () -> index
      %c4096 = "arith.constant"() <{value = 4096 : index}> : () -> index
      %zero = "arith.constant"() <{value = -2147483648 : i32}> : () -> i32
      %base = "arith.muli"(%bx, %c4096) : (index, index) -> index
      %sum = "scf.for"(%tx, %c4096, %c256, %zero) ({
      ^bb0(%k: index, %acc: i32):
        %i = "arith.addi"(%base, %k) : (index, index) -> index
        %v = "memref.load"(%x, %i) : (memref<8192xi32, #gpu.address_space<global>>, index) -> i32
        %s = "arith.maxsi"(%acc, %v) : (i32, i32) -> i32
        "scf.yield"(%s) : (i32) -> ()
      }) : (index, index, index, i32) -> i32
      "memref.store"(%sum, %part, %tx) : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %last = "scf.while"(%c128) ({
      ^bb0(%half: index):
        %more = "arith.cmpi"(%half, %c0) <{predicate = 8 : i64}> : (index, index) -> i1
        "scf.condition"(%more, %half) : (i1, index) -> ()
      }, {
      ^bb0(%half: index):
        %low = "arith.cmpi"(%tx, %half) <{predicate = 6 : i64}> : (index, index) -> i1
        "scf.if"(%low) ({
          %j = "arith.addi"(%tx, %half) : (index, index) -> index
          %a = "memref.load"(%part, %tx) : (memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32
          %b = "memref.load"(%part, %j) : (memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32
          %s = "arith.maxsi"(%a, %b) : (i32, i32) -> i32
          "memref.store"(%s, %part, %tx) : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()
          "scf.yield"() : () -> ()
        }, {
        }) : (i1) -> ()
        "gpu.barrier"() : () -> ()
        %next = "arith.shrui"(%half, %c1) : (index, index) -> index
        "scf.yield"(%next) : (index) -> ()
      }) : (index) -> index
      %leader = "arith.cmpi"(%tx, %c0) <{predicate = 0 : i64}> : (index, index) -> i1
      "scf.if"(%leader) ({
        %s = "memref.load"(%part, %c0) : (memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32
        "memref.store"(%s, %y, %bx) : (i32, memref<2xi32, #gpu.address_space<global>>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "reduce_max_i32", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
