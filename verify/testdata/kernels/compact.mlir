// kernel:    numbers that pass a test, packed together in order, by a scan in LDS
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     256 1 1
// arg:       in i32 256 bits
// arg:       inout i32 256 zero
// arg:       out i32 1

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<256xi32, #gpu.address_space<global>>, memref<256xi32, #gpu.address_space<global>>, memref<1xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<256xi32, #gpu.address_space<global>>, %y: memref<256xi32, #gpu.address_space<global>>, %n: memref<1xi32, #gpu.address_space<global>>, %s: memref<256xi32, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c8 = "arith.constant"() <{value = 8 : index}> : () -> index
      %c255 = "arith.constant"() <{value = 255 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %v = "memref.load"(%x, %tx) : (memref<256xi32, #gpu.address_space<global>>, index) -> i32
      %keep = "arith.cmpi"(%v, %zero) <{predicate = 4 : i64}> : (i32, i32) -> i1
      %one = "arith.extui"(%keep) : (i1) -> i32
      "memref.store"(%one, %s, %tx) : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %r:2 = "scf.for"(%c0, %c8, %c1, %c1, %one) ({
      ^bb0(%k: index, %d: index, %acc: i32):
        %has = "arith.cmpi"(%tx, %d) <{predicate = 9 : i64}> : (index, index) -> i1
        %left = "scf.if"(%has) ({
          %j = "arith.subi"(%tx, %d) : (index, index) -> index
          %l = "memref.load"(%s, %j) : (memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32
          "scf.yield"(%l) : (i32) -> ()
        }, {
          "scf.yield"(%zero) : (i32) -> ()
        }) : (i1) -> i32
        "gpu.barrier"() : () -> ()
        %n2 = "arith.addi"(%acc, %left) : (i32, i32) -> i32
        "memref.store"(%n2, %s, %tx) : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()
        "gpu.barrier"() : () -> ()
        %d2 = "arith.shli"(%d, %c1) : (index, index) -> index
        "scf.yield"(%d2, %n2) : (index, i32) -> ()
      }) : (index, index, index, index, i32) -> (index, i32)
      "scf.if"(%keep) ({
        %at = "arith.index_cast"(%r#1) : (i32) -> index
        %p = "arith.subi"(%at, %c1) : (index, index) -> index
        "memref.store"(%v, %y, %p) : (i32, memref<256xi32, #gpu.address_space<global>>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      %last = "arith.cmpi"(%tx, %c255) <{predicate = 0 : i64}> : (index, index) -> i1
      "scf.if"(%last) ({
        "memref.store"(%r#1, %n, %c0) : (i32, memref<1xi32, #gpu.address_space<global>>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "compact", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
