// kernel:    linalg.matmul in tiles, a lane a product (upstream)
// chips:     gfx942 gfx950
// grid:      3 5 1
// block:     8 8 1
// value: index 8
// value: index 0
// value: index 8
// value: index 1
// value: index 0
// arg:       in f32 768 real -1 1
// arg:       in f32 1280 real -1 1
// arg:       inout f32 960 real -1 1
// value: index 32

"builtin.module"() ({
  "gpu.module"() <{sym_name = "f_kernel"}> ({
    "gpu.func"() <{function_type = (index, index, index, index, index, memref<24x32xf32>, memref<32x40xf32>, memref<24x40xf32>, index) -> ()}> ({
    ^bb0(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: memref<24x32xf32>, %arg6: memref<32x40xf32>, %arg7: memref<24x40xf32>, %arg8: index):
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
      %12 = "arith.muli"(%0, %arg0) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
      %13 = "arith.addi"(%12, %arg1) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %14 = "arith.muli"(%1, %arg2) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
      %15 = "arith.addi"(%14, %arg1) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %16 = "arith.muli"(%3, %arg3) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
      %17 = "arith.addi"(%16, %arg4) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %18 = "arith.muli"(%4, %arg3) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
      %19 = "arith.addi"(%18, %arg4) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %20 = "arith.addi"(%17, %13) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %21 = "arith.addi"(%19, %15) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "scf.for"(%arg1, %arg8, %arg3) ({
      ^bb0(%arg9: index):
        %22 = "memref.load"(%arg5, %20, %arg9) <{nontemporal = false}> : (memref<24x32xf32>, index, index) -> f32
        %23 = "memref.load"(%arg6, %arg9, %21) <{nontemporal = false}> : (memref<32x40xf32>, index, index) -> f32
        %24 = "memref.load"(%arg7, %20, %21) <{nontemporal = false}> : (memref<24x40xf32>, index, index) -> f32
        %25 = "arith.mulf"(%22, %23) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        %26 = "arith.addf"(%24, %25) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "memref.store"(%26, %arg7, %20, %21) <{nontemporal = false}> : (f32, memref<24x40xf32>, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f_kernel", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
