// kernel:    exclusive prefix sum of 512 i32 in LDS, up and down a tree
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in i32 1024 int 0 1000
// arg:       out i32 1024

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<1024xi32, #gpu.address_space<global>>, memref<1024xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<1024xi32, #gpu.address_space<global>>, %y: memref<1024xi32, #gpu.address_space<global>>, %s: memref<512xi32, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c9 = "arith.constant"() <{value = 9 : index}> : () -> index
      %c256 = "arith.constant"() <{value = 256 : index}> : () -> index
      %c511 = "arith.constant"() <{value = 511 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %i0 = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 512 + d1 * 2)>}> : (index, index) -> index
      %e0 = "affine.apply"(%tx) <{map = affine_map<(d0) -> (d0 * 2)>}> : (index) -> index
      %v = "vector.load"(%x, %i0) : (memref<1024xi32, #gpu.address_space<global>>, index) -> vector<2xi32>
      "vector.store"(%v, %s, %e0) : (vector<2xi32>, memref<512xi32, #gpu.address_space<workgroup>>, index) -> ()
      %up = "scf.for"(%c0, %c9, %c1, %c1) ({
      ^bb0(%k: index, %stride: index):
        "gpu.barrier"() : () -> ()
        %active = "arith.shrui"(%c256, %k) : (index, index) -> index
        %on = "arith.cmpi"(%tx, %active) <{predicate = 6 : i64}> : (index, index) -> i1
        "scf.if"(%on) ({
          %p = "affine.apply"(%tx) <{map = affine_map<(d0) -> (d0 * 2 + 1)>}> : (index) -> index
          %q = "affine.apply"(%tx) <{map = affine_map<(d0) -> (d0 * 2 + 2)>}> : (index) -> index
          %pa = "arith.muli"(%p, %stride) : (index, index) -> index
          %qa = "arith.muli"(%q, %stride) : (index, index) -> index
          %pi = "arith.subi"(%pa, %c1) : (index, index) -> index
          %qi = "arith.subi"(%qa, %c1) : (index, index) -> index
          %a = "memref.load"(%s, %pi) : (memref<512xi32, #gpu.address_space<workgroup>>, index) -> i32
          %b = "memref.load"(%s, %qi) : (memref<512xi32, #gpu.address_space<workgroup>>, index) -> i32
          %c = "arith.addi"(%a, %b) : (i32, i32) -> i32
          "memref.store"(%c, %s, %qi) : (i32, memref<512xi32, #gpu.address_space<workgroup>>, index) -> ()
          "scf.yield"() : () -> ()
        }, {
        }) : (i1) -> ()
        %n = "arith.shli"(%stride, %c1) : (index, index) -> index
        "scf.yield"(%n) : (index) -> ()
      }) : (index, index, index, index) -> index
      "gpu.barrier"() : () -> ()
      %leader = "arith.cmpi"(%tx, %c0) <{predicate = 0 : i64}> : (index, index) -> i1
      "scf.if"(%leader) ({
        "memref.store"(%zero, %s, %c511) : (i32, memref<512xi32, #gpu.address_space<workgroup>>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      %down = "scf.for"(%c0, %c9, %c1, %c256) ({
      ^bb0(%k: index, %stride: index):
        "gpu.barrier"() : () -> ()
        %active = "arith.shli"(%c1, %k) : (index, index) -> index
        %on = "arith.cmpi"(%tx, %active) <{predicate = 6 : i64}> : (index, index) -> i1
        "scf.if"(%on) ({
          %p = "affine.apply"(%tx) <{map = affine_map<(d0) -> (d0 * 2 + 1)>}> : (index) -> index
          %q = "affine.apply"(%tx) <{map = affine_map<(d0) -> (d0 * 2 + 2)>}> : (index) -> index
          %pa = "arith.muli"(%p, %stride) : (index, index) -> index
          %qa = "arith.muli"(%q, %stride) : (index, index) -> index
          %pi = "arith.subi"(%pa, %c1) : (index, index) -> index
          %qi = "arith.subi"(%qa, %c1) : (index, index) -> index
          %a = "memref.load"(%s, %pi) : (memref<512xi32, #gpu.address_space<workgroup>>, index) -> i32
          %b = "memref.load"(%s, %qi) : (memref<512xi32, #gpu.address_space<workgroup>>, index) -> i32
          "memref.store"(%b, %s, %pi) : (i32, memref<512xi32, #gpu.address_space<workgroup>>, index) -> ()
          %c = "arith.addi"(%a, %b) : (i32, i32) -> i32
          "memref.store"(%c, %s, %qi) : (i32, memref<512xi32, #gpu.address_space<workgroup>>, index) -> ()
          "scf.yield"() : () -> ()
        }, {
        }) : (i1) -> ()
        %n = "arith.shrui"(%stride, %c1) : (index, index) -> index
        "scf.yield"(%n) : (index) -> ()
      }) : (index, index, index, index) -> index
      "gpu.barrier"() : () -> ()
      %r = "vector.load"(%s, %e0) : (memref<512xi32, #gpu.address_space<workgroup>>, index) -> vector<2xi32>
      "vector.store"(%r, %y, %i0) : (vector<2xi32>, memref<1024xi32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "blelloch_scan", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
