// kernel:    every seventh element, a column a lane, written densely
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     64 1 1
// arg:       in f32 12544 real -1 1
// arg:       out f32 1792

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<7x1792xf32, #gpu.address_space<global>>, memref<256x7xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%x: memref<7x1792xf32, #gpu.address_space<global>>, %y: memref<256x7xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c7 = "arith.constant"() <{value = 7 : index}> : () -> index
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 64 + d1)>}> : (index, index) -> index
      %j = "arith.muli"(%i, %c7) : (index, index) -> index
      "scf.for"(%c0, %c7, %c1) ({
      ^bb0(%k: index):
        %jk = "arith.addi"(%j, %k) : (index, index) -> index
        %v = "memref.load"(%x, %k, %jk) : (memref<7x1792xf32, #gpu.address_space<global>>, index, index) -> f32
        %n = "arith.negf"(%v) : (f32) -> f32
        "memref.store"(%n, %y, %i, %k) : (f32, memref<256x7xf32, #gpu.address_space<global>>, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "strided", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
