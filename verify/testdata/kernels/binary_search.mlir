// kernel:    positions of keys in 1024 sorted numbers
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in i32 1024 sorted -50000 50000
// arg:       in i32 512 int -50000 50000
// arg:       out i32 512

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<1024xi32, #gpu.address_space<global>>, memref<512xi32, #gpu.address_space<global>>, memref<512xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<1024xi32, #gpu.address_space<global>>, %k: memref<512xi32, #gpu.address_space<global>>, %y: memref<512xi32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c1024 = "arith.constant"() <{value = 1024 : index}> : () -> index
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %key = "memref.load"(%k, %i) : (memref<512xi32, #gpu.address_space<global>>, index) -> i32
      %r:2 = "scf.while"(%c0, %c1024) ({
      ^bb0(%lo: index, %hi: index):
        %more = "arith.cmpi"(%lo, %hi) <{predicate = 6 : i64}> : (index, index) -> i1
        "scf.condition"(%more, %lo, %hi) : (i1, index, index) -> ()
      }, {
      ^bb0(%lo: index, %hi: index):
        %s = "arith.addi"(%lo, %hi) : (index, index) -> index
        %mid = "arith.shrui"(%s, %c1) : (index, index) -> index
        %v = "memref.load"(%x, %mid) : (memref<1024xi32, #gpu.address_space<global>>, index) -> i32
        %less = "arith.cmpi"(%v, %key) <{predicate = 2 : i64}> : (i32, i32) -> i1
        %m1 = "arith.addi"(%mid, %c1) : (index, index) -> index
        %nlo = "arith.select"(%less, %m1, %lo) : (i1, index, index) -> index
        %nhi = "arith.select"(%less, %hi, %mid) : (i1, index, index) -> index
        "scf.yield"(%nlo, %nhi) : (index, index) -> ()
      }) : (index, index) -> (index, index)
      %p = "arith.index_cast"(%r#0) : (index) -> i32
      "memref.store"(%p, %y, %i) : (i32, memref<512xi32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "binary_search", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
