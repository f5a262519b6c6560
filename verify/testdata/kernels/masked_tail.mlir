// kernel:    y = x + 1 for 1000 elements by blocks of 256, the tail by a condition
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f32 1000 real -1 1
// arg:       out f32 1000

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<1000xf32, #gpu.address_space<global>>, memref<1000xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<1000xf32, #gpu.address_space<global>>, %y: memref<1000xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c1000 = "arith.constant"() <{value = 1000 : index}> : () -> index
      %one = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %in = "arith.cmpi"(%i, %c1000) <{predicate = 6 : i64}> : (index, index) -> i1
      "scf.if"(%in) ({
        %v = "memref.load"(%x, %i) : (memref<1000xf32, #gpu.address_space<global>>, index) -> f32
        %w = "arith.addf"(%v, %one) : (f32, f32) -> f32
        "memref.store"(%w, %y, %i) : (f32, memref<1000xf32, #gpu.address_space<global>>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "masked_tail", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
