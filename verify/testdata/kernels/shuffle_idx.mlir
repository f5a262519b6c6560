// kernel:    a permutation within waves by shuffles to lanes of memory, f32
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in f32 512 real -1 1
// arg:       in i32 512 int 0 63
// arg:       out f32 512

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<512xf32, #gpu.address_space<global>>, memref<512xi32, #gpu.address_space<global>>, memref<512xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<512xf32, #gpu.address_space<global>>, %n: memref<512xi32, #gpu.address_space<global>>, %y: memref<512xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %w = "arith.constant"() <{value = 64 : i32}> : () -> i32
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %v = "memref.load"(%x, %i) : (memref<512xf32, #gpu.address_space<global>>, index) -> f32
      %k = "memref.load"(%n, %i) : (memref<512xi32, #gpu.address_space<global>>, index) -> i32
      %a:2 = "gpu.shuffle"(%v, %k, %w) <{mode = #gpu<shuffle_mode idx>}> : (f32, i32, i32) -> (f32, i1)
      %s = "arith.subf"(%a#0, %v) : (f32, f32) -> f32
      "memref.store"(%s, %y, %i) : (f32, memref<512xf32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "shuffle_idx", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
