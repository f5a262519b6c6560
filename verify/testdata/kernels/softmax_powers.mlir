// kernel:    softmax to the base 2 of rows of 64 whole numbers, powers made from bits, a row a wave
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     64 4 1
// arg:       in i32 1024 int -20 20
// arg:       out f32 1024

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<16x64xi32, #gpu.address_space<global>>, memref<16x64xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 4, 1>}> ({
    ^bb0(%x: memref<16x64xi32, #gpu.address_space<global>>, %y: memref<16x64xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %w = "arith.constant"() <{value = 64 : i32}> : () -> i32
      %c127i = "arith.constant"() <{value = 127 : i32}> : () -> i32
      %c23i = "arith.constant"() <{value = 23 : i32}> : () -> i32
      %row = "affine.apply"(%bx, %ty) <{map = affine_map<(d0, d1) -> (d0 * 4 + d1)>}> : (index, index) -> index
      %v = "memref.load"(%x, %row, %tx) : (memref<16x64xi32, #gpu.address_space<global>>, index, index) -> i32
      %d1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %d64 = "arith.constant"() <{value = 64 : i32}> : () -> i32
      %max:2 = "scf.while"(%d1, %v) ({
      ^bb0(%d: i32, %m: i32):
        %more = "arith.cmpi"(%d, %d64) <{predicate = 2 : i64}> : (i32, i32) -> i1
        "scf.condition"(%more, %d, %m) : (i1, i32, i32) -> ()
      }, {
      ^bb0(%d: i32, %m: i32):
        %o:2 = "gpu.shuffle"(%m, %d, %w) <{mode = #gpu<shuffle_mode xor>}> : (i32, i32, i32) -> (i32, i1)
        %n = "arith.maxsi"(%m, %o#0) : (i32, i32) -> i32
        %d2 = "arith.shli"(%d, %d1) : (i32, i32) -> i32
        "scf.yield"(%d2, %n) : (i32, i32) -> ()
      }) : (i32, i32) -> (i32, i32)
      %e = "arith.subi"(%v, %max#1) : (i32, i32) -> i32
      %b = "arith.addi"(%e, %c127i) : (i32, i32) -> i32
      %bits = "arith.shli"(%b, %c23i) : (i32, i32) -> i32
      %p = "arith.bitcast"(%bits) : (i32) -> f32
      %s:2 = "scf.while"(%d1, %p) ({
      ^bb0(%d: i32, %m: f32):
        %more = "arith.cmpi"(%d, %d64) <{predicate = 2 : i64}> : (i32, i32) -> i1
        "scf.condition"(%more, %d, %m) : (i1, i32, f32) -> ()
      }, {
      ^bb0(%d: i32, %m: f32):
        %o:2 = "gpu.shuffle"(%m, %d, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
        %n = "arith.addf"(%m, %o#0) : (f32, f32) -> f32
        %d2 = "arith.shli"(%d, %d1) : (i32, i32) -> i32
        "scf.yield"(%d2, %n) : (i32, f32) -> ()
      }) : (i32, f32) -> (i32, f32)
      %q = "arith.divf"(%p, %s#1) : (f32, f32) -> f32
      "memref.store"(%q, %y, %row, %tx) : (f32, memref<16x64xf32, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "softmax_powers", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
