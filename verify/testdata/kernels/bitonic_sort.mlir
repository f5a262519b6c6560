// kernel:    256 i32 a workgroup, bitonic in LDS
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in i32 512 bits
// arg:       out i32 512

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<512xi32, #gpu.address_space<global>>, memref<512xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<512xi32, #gpu.address_space<global>>, %y: memref<512xi32, #gpu.address_space<global>>, %s: memref<256xi32, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c2 = "arith.constant"() <{value = 2 : index}> : () -> index
      %c256 = "arith.constant"() <{value = 256 : index}> : () -> index
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %v = "memref.load"(%x, %i) : (memref<512xi32, #gpu.address_space<global>>, index) -> i32
      "memref.store"(%v, %s, %tx) : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %outer = "scf.while"(%c2) ({
      ^bb0(%k: index):
        %more = "arith.cmpi"(%k, %c256) <{predicate = 7 : i64}> : (index, index) -> i1
        "scf.condition"(%more, %k) : (i1, index) -> ()
      }, {
      ^bb0(%k: index):
        %j0 = "arith.shrui"(%k, %c1) : (index, index) -> index
        %inner = "scf.while"(%j0) ({
        ^bb0(%j: index):
          %more = "arith.cmpi"(%j, %c0) <{predicate = 8 : i64}> : (index, index) -> i1
          "scf.condition"(%more, %j) : (i1, index) -> ()
        }, {
        ^bb0(%j: index):
          %p = "arith.xori"(%tx, %j) : (index, index) -> index
          %mine = "arith.cmpi"(%p, %tx) <{predicate = 8 : i64}> : (index, index) -> i1
          "scf.if"(%mine) ({
            %a = "memref.load"(%s, %tx) : (memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32
            %b = "memref.load"(%s, %p) : (memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32
            %dir = "arith.andi"(%tx, %k) : (index, index) -> index
            %up = "arith.cmpi"(%dir, %c0) <{predicate = 0 : i64}> : (index, index) -> i1
            %gt = "arith.cmpi"(%a, %b) <{predicate = 4 : i64}> : (i32, i32) -> i1
            %swap = "arith.cmpi"(%gt, %up) <{predicate = 0 : i64}> : (i1, i1) -> i1
            "scf.if"(%swap) ({
              "memref.store"(%b, %s, %tx) : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()
              "memref.store"(%a, %s, %p) : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()
              "scf.yield"() : () -> ()
            }, {
            }) : (i1) -> ()
            "scf.yield"() : () -> ()
          }, {
          }) : (i1) -> ()
          "gpu.barrier"() : () -> ()
          %jn = "arith.shrui"(%j, %c1) : (index, index) -> index
          "scf.yield"(%jn) : (index) -> ()
        }) : (index) -> index
        %kn = "arith.shli"(%k, %c1) : (index, index) -> index
        "scf.yield"(%kn) : (index) -> ()
      }) : (index) -> index
      %r = "memref.load"(%s, %tx) : (memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%r, %y, %i) : (i32, memref<512xi32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "bitonic_sort", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
