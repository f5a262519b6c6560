// kernel:    sums, minima and inclusive scans of waves by shuffles
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in i32 1024 bits
// arg:       out i32 3072

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<1024xi32, #gpu.address_space<global>>, memref<3x1024xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<1024xi32, #gpu.address_space<global>>, %y: memref<3x1024xi32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c2 = "arith.constant"() <{value = 2 : index}> : () -> index
      %c6 = "arith.constant"() <{value = 6 : index}> : () -> index
      %c64 = "arith.constant"() <{value = 64 : index}> : () -> index
      %w = "arith.constant"() <{value = 64 : i32}> : () -> i32
      %one = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %v = "memref.load"(%x, %i) : (memref<1024xi32, #gpu.address_space<global>>, index) -> i32
      %l = "arith.remui"(%tx, %c64) : (index, index) -> index
      %r:4 = "scf.for"(%c0, %c6, %c1, %one, %v, %v, %v) ({
      ^bb0(%k: index, %d: i32, %s: i32, %m: i32, %p: i32):
        %a:2 = "gpu.shuffle"(%s, %d, %w) <{mode = #gpu<shuffle_mode xor>}> : (i32, i32, i32) -> (i32, i1)
        %s1 = "arith.addi"(%s, %a#0) : (i32, i32) -> i32
        %b:2 = "gpu.shuffle"(%m, %d, %w) <{mode = #gpu<shuffle_mode xor>}> : (i32, i32, i32) -> (i32, i1)
        %m1 = "arith.minsi"(%m, %b#0) : (i32, i32) -> i32
        %u:2 = "gpu.shuffle"(%p, %d, %w) <{mode = #gpu<shuffle_mode up>}> : (i32, i32, i32) -> (i32, i1)
        %sum = "arith.addi"(%p, %u#0) : (i32, i32) -> i32
        %di = "arith.index_cast"(%d) : (i32) -> index
        %has = "arith.cmpi"(%l, %di) <{predicate = 9 : i64}> : (index, index) -> i1
        %p1 = "arith.select"(%has, %sum, %p) : (i1, i32, i32) -> i32
        %d1 = "arith.shli"(%d, %one) : (i32, i32) -> i32
        "scf.yield"(%d1, %s1, %m1, %p1) : (i32, i32, i32, i32) -> ()
      }) : (index, index, index, i32, i32, i32, i32) -> (i32, i32, i32, i32)
      "memref.store"(%r#1, %y, %c0, %i) : (i32, memref<3x1024xi32, #gpu.address_space<global>>, index, index) -> ()
      "memref.store"(%r#2, %y, %c1, %i) : (i32, memref<3x1024xi32, #gpu.address_space<global>>, index, index) -> ()
      "memref.store"(%r#3, %y, %c2, %i) : (i32, memref<3x1024xi32, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "shuffle_reduce", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
