// kernel:    y = a*x + y, an element a lane
// chips:     gfx942 gfx950
// grid:      16 1 1
// block:     256 1 1
// arg:       in f32 4096 real -4 4
// arg:       inout f32 4096 real -4 4

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<4096xf32, #gpu.address_space<global>>, memref<4096xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<4096xf32, #gpu.address_space<global>>, %y: memref<4096xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c256 = "arith.constant"() <{value = 256 : index}> : () -> index
      %a = "arith.constant"() <{value = 2.500000e+00 : f32}> : () -> f32
      %o = "arith.muli"(%bx, %c256) : (index, index) -> index
      %i = "arith.addi"(%o, %tx) : (index, index) -> index
      %xv = "memref.load"(%x, %i) : (memref<4096xf32, #gpu.address_space<global>>, index) -> f32
      %yv = "memref.load"(%y, %i) : (memref<4096xf32, #gpu.address_space<global>>, index) -> f32
      %m = "arith.mulf"(%a, %xv) : (f32, f32) -> f32
      %s = "arith.addf"(%m, %yv) : (f32, f32) -> f32
      "memref.store"(%s, %y, %i) : (f32, memref<4096xf32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "saxpy", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
