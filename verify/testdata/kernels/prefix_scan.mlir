// kernel:    inclusive prefix sum of 256 i32 in LDS, by doubling
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in i32 1024 bits
// arg:       out i32 1024

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<1024xi32, #gpu.address_space<global>>, memref<1024xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<1024xi32, #gpu.address_space<global>>, %y: memref<1024xi32, #gpu.address_space<global>>, %s: memref<256xi32, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %v = "memref.load"(%x, %i) : (memref<1024xi32, #gpu.address_space<global>>, index) -> i32
      "memref.store"(%v, %s, %tx) : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %steps = "arith.constant"() <{value = 8 : index}> : () -> index
      %r:2 = "scf.for"(%c0, %steps, %c1, %c1, %v) ({
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
        %n = "arith.addi"(%acc, %left) : (i32, i32) -> i32
        "memref.store"(%n, %s, %tx) : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()
        "gpu.barrier"() : () -> ()
        %d2 = "arith.shli"(%d, %c1) : (index, index) -> index
        "scf.yield"(%d2, %n) : (index, i32) -> ()
      }) : (index, index, index, index, i32) -> (index, i32)
      "memref.store"(%r#1, %y, %i) : (i32, memref<1024xi32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "prefix_scan", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
