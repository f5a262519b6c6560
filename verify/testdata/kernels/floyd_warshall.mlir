// kernel:    shortest paths between 32 nodes in LDS, two rows a wave
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     32 8 1
// arg:       in i32 1024 int 1 1000
// arg:       out i32 1024

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<32x32xi32, #gpu.address_space<global>>, memref<32x32xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 32, 8, 1>}> ({
    ^bb0(%x: memref<32x32xi32, #gpu.address_space<global>>, %y: memref<32x32xi32, #gpu.address_space<global>>, %d: memref<32x32xi32, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c8 = "arith.constant"() <{value = 8 : index}> : () -> index
      %c32 = "arith.constant"() <{value = 32 : index}> : () -> index
      "scf.for"(%ty, %c32, %c8) ({
      ^bb0(%r: index):
        %v = "memref.load"(%x, %r, %tx) : (memref<32x32xi32, #gpu.address_space<global>>, index, index) -> i32
        "memref.store"(%v, %d, %r, %tx) : (i32, memref<32x32xi32, #gpu.address_space<workgroup>>, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.barrier"() : () -> ()
      "scf.for"(%c0, %c32, %c1) ({
      ^bb0(%k: index):
        "scf.for"(%ty, %c32, %c8) ({
        ^bb0(%r: index):
          %a = "memref.load"(%d, %r, %tx) : (memref<32x32xi32, #gpu.address_space<workgroup>>, index, index) -> i32
          %b = "memref.load"(%d, %r, %k) : (memref<32x32xi32, #gpu.address_space<workgroup>>, index, index) -> i32
          %c = "memref.load"(%d, %k, %tx) : (memref<32x32xi32, #gpu.address_space<workgroup>>, index, index) -> i32
          %s = "arith.addi"(%b, %c) : (i32, i32) -> i32
          %skip = "arith.cmpi"(%r, %k) <{predicate = 1 : i64}> : (index, index) -> i1
          %other = "arith.cmpi"(%tx, %k) <{predicate = 1 : i64}> : (index, index) -> i1
          %both = "arith.andi"(%skip, %other) : (i1, i1) -> i1
          "scf.if"(%both) ({
            %m = "arith.minsi"(%a, %s) : (i32, i32) -> i32
            "memref.store"(%m, %d, %r, %tx) : (i32, memref<32x32xi32, #gpu.address_space<workgroup>>, index, index) -> ()
            "scf.yield"() : () -> ()
          }, {
          }) : (i1) -> ()
          "scf.yield"() : () -> ()
        }) : (index, index, index) -> ()
        "gpu.barrier"() : () -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "scf.for"(%ty, %c32, %c8) ({
      ^bb0(%r: index):
        %v = "memref.load"(%d, %r, %tx) : (memref<32x32xi32, #gpu.address_space<workgroup>>, index, index) -> i32
        "memref.store"(%v, %y, %r, %tx) : (i32, memref<32x32xi32, #gpu.address_space<global>>, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "floyd_warshall", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
