// kernel:    y = A*x for 32x1024 f32, a row a wave, sums by shuffles
// chips:     gfx942 gfx950
// grid:      8 1 1
// block:     64 4 1
// arg:       in f32 32768 real -1 1
// arg:       in f32 1024 real -1 1
// arg:       out f32 32

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<32x1024xf32, #gpu.address_space<global>>, memref<1024xf32, #gpu.address_space<global>>, memref<32xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 4, 1>}> ({
    ^bb0(%a: memref<32x1024xf32, #gpu.address_space<global>>, %x: memref<1024xf32, #gpu.address_space<global>>, %y: memref<32xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
      %c256 = "arith.constant"() <{value = 256 : index}> : () -> index
      %c1024 = "arith.constant"() <{value = 1024 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %w = "arith.constant"() <{value = 64 : i32}> : () -> i32
      %row = "affine.apply"(%bx, %ty) <{map = affine_map<(d0, d1) -> (d0 * 4 + d1)>}> : (index, index) -> index
      %col = "arith.muli"(%tx, %c4) : (index, index) -> index
      %sum = "scf.for"(%col, %c1024, %c256, %zero) ({
      ^bb0(%k: index, %acc: f32):
        %av = "vector.load"(%a, %row, %k) : (memref<32x1024xf32, #gpu.address_space<global>>, index, index) -> vector<4xf32>
        %xv = "vector.load"(%x, %k) : (memref<1024xf32, #gpu.address_space<global>>, index) -> vector<4xf32>
        %p = "arith.mulf"(%av, %xv) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
        %s = "vector.reduction"(%p, %acc) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<4xf32>, f32) -> f32
        "scf.yield"(%s) : (f32) -> ()
      }) : (index, index, index, f32) -> f32
      %o1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %o2 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %o4 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %o8 = "arith.constant"() <{value = 8 : i32}> : () -> i32
      %o16 = "arith.constant"() <{value = 16 : i32}> : () -> i32
      %o32 = "arith.constant"() <{value = 32 : i32}> : () -> i32
      %v1:2 = "gpu.shuffle"(%sum, %o1, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %s1 = "arith.addf"(%sum, %v1#0) : (f32, f32) -> f32
      %v2:2 = "gpu.shuffle"(%s1, %o2, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %s2 = "arith.addf"(%s1, %v2#0) : (f32, f32) -> f32
      %v4:2 = "gpu.shuffle"(%s2, %o4, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %s4 = "arith.addf"(%s2, %v4#0) : (f32, f32) -> f32
      %v8:2 = "gpu.shuffle"(%s4, %o8, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %s8 = "arith.addf"(%s4, %v8#0) : (f32, f32) -> f32
      %v16:2 = "gpu.shuffle"(%s8, %o16, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %s16 = "arith.addf"(%s8, %v16#0) : (f32, f32) -> f32
      %v32:2 = "gpu.shuffle"(%s16, %o32, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %s32 = "arith.addf"(%s16, %v32#0) : (f32, f32) -> f32
      %leader = "arith.cmpi"(%tx, %c0) <{predicate = 0 : i64}> : (index, index) -> i1
      "scf.if"(%leader) ({
        "memref.store"(%s32, %y, %row) : (f32, memref<32xf32, #gpu.address_space<global>>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "matvec_wave", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
