// kernel:    gpu.launch outlined: captured numbers, constants sunk, attributions (upstream)
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     64 1 1
// arg:       inout f32 128 real -4 4
// value: f32 1075838976
// value: f32 1077936128
// value: index 9

"builtin.module"() ({
  "gpu.module"() <{sym_name = "f_kernel"}> ({
    "gpu.func"() <{function_type = (memref<128xf32>, f32, f32, index) -> (), known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 2, 1, 1>}> ({
    ^bb0(%arg0: memref<128xf32>, %arg1: f32, %arg2: f32, %arg3: index, %arg4: memref<64xf32, #gpu.address_space<workgroup>>, %arg5: memref<2xf32, #gpu.address_space<private>>):
      %0 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %1 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %2 = "gpu.block_id"() <{dimension = #gpu<dim z>}> : () -> index
      %3 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %4 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %5 = "gpu.thread_id"() <{dimension = #gpu<dim z>}> : () -> index
      %6 = "gpu.grid_dim"() <{dimension = #gpu<dim x>}> : () -> index
      %7 = "gpu.grid_dim"() <{dimension = #gpu<dim y>}> : () -> index
      %8 = "gpu.grid_dim"() <{dimension = #gpu<dim z>}> : () -> index
      %9 = "gpu.block_dim"() <{dimension = #gpu<dim x>}> : () -> index
      %10 = "gpu.block_dim"() <{dimension = #gpu<dim y>}> : () -> index
      %11 = "gpu.block_dim"() <{dimension = #gpu<dim z>}> : () -> index
      %12 = "arith.muli"(%0, %9) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %13 = "arith.addi"(%12, %3) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %14 = "memref.load"(%arg0, %13) : (memref<128xf32>, index) -> f32
      %15 = "arith.constant"() <{value = 0 : index}> : () -> index
      %16 = "arith.constant"() <{value = 1 : index}> : () -> index
      "memref.store"(%14, %arg5, %15) : (f32, memref<2xf32, #gpu.address_space<private>>, index) -> ()
      "memref.store"(%arg1, %arg5, %16) : (f32, memref<2xf32, #gpu.address_space<private>>, index) -> ()
      "memref.store"(%14, %arg4, %3) : (f32, memref<64xf32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %17 = "arith.constant"() <{value = 63 : index}> : () -> index
      %18 = "arith.subi"(%17, %3) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %19 = "memref.load"(%arg4, %18) : (memref<64xf32, #gpu.address_space<workgroup>>, index) -> f32
      %20 = "arith.andi"(%3, %16) : (index, index) -> index
      %21 = "memref.load"(%arg5, %20) : (memref<2xf32, #gpu.address_space<private>>, index) -> f32
      %22 = "arith.mulf"(%19, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %23 = "arith.addf"(%22, %21) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %24 = "gpu.grid_dim"() <{dimension = #gpu<dim x>}> : () -> index
      %25 = "arith.addi"(%24, %arg3) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %26 = "arith.index_cast"(%25) : (index) -> i32
      %27 = "arith.sitofp"(%26) : (i32) -> f32
      %28 = "arith.addf"(%23, %27) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "memref.store"(%28, %arg0, %13) : (f32, memref<128xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f_kernel", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
