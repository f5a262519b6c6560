// kernel:    sums of 2048 i64 each, tree in LDS
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in i64 4096 bits
// arg:       out i64 2

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<4096xi64, #gpu.address_space<global>>, memref<2xi64, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<4096xi64, #gpu.address_space<global>>, %y: memref<2xi64, #gpu.address_space<global>>, %part: memref<256xi64, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c128 = "arith.constant"() <{value = 128 : index}> : () -> index
      %c256 = "arith.constant"() <{value = 256 : index}> : () -> index
      %c2048 = "arith.constant"() <{value = 2048 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0 : i64}> : () -> i64
      %base = "arith.muli"(%bx, %c2048) : (index, index) -> index
      %sum = "scf.for"(%tx, %c2048, %c256, %zero) ({
      ^bb0(%k: index, %acc: i64):
        %i = "arith.addi"(%base, %k) : (index, index) -> index
        %v = "memref.load"(%x, %i) : (memref<4096xi64, #gpu.address_space<global>>, index) -> i64
        %s = "arith.addi"(%acc, %v) : (i64, i64) -> i64
        "scf.yield"(%s) : (i64) -> ()
      }) : (index, index, index, i64) -> i64
      "memref.store"(%sum, %part, %tx) : (i64, memref<256xi64, #gpu.address_space<workgroup>>, index) -> ()
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
          %a = "memref.load"(%part, %tx) : (memref<256xi64, #gpu.address_space<workgroup>>, index) -> i64
          %b = "memref.load"(%part, %j) : (memref<256xi64, #gpu.address_space<workgroup>>, index) -> i64
          %s = "arith.addi"(%a, %b) : (i64, i64) -> i64
          "memref.store"(%s, %part, %tx) : (i64, memref<256xi64, #gpu.address_space<workgroup>>, index) -> ()
          "scf.yield"() : () -> ()
        }, {
        }) : (i1) -> ()
        "gpu.barrier"() : () -> ()
        %next = "arith.shrui"(%half, %c1) : (index, index) -> index
        "scf.yield"(%next) : (index) -> ()
      }) : (index) -> index
      %leader = "arith.cmpi"(%tx, %c0) <{predicate = 0 : i64}> : (index, index) -> i1
      "scf.if"(%leader) ({
        %s = "memref.load"(%part, %c0) : (memref<256xi64, #gpu.address_space<workgroup>>, index) -> i64
        "memref.store"(%s, %y, %bx) : (i64, memref<2xi64, #gpu.address_space<global>>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "reduce_sum_i64", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
