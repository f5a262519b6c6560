// kernel:    linalg.generic: relu(x*y+z) of broadcast rows (upstream)
// chips:     gfx942 gfx950
// grid:      16 1 1
// block:     1 32 1
// value: index 1
// value: index 0
// value: index 32
// value: index 1
// value: index 0
// arg:       in f16 512 real -1 1
// arg:       in f16 32 real -1 1
// value: f16 0
// arg:       out f16 512

"builtin.module"() ({
  "gpu.module"() <{sym_name = "f_kernel"}> ({
    "gpu.func"() <{function_type = (index, index, index, index, index, memref<16x32xf16>, memref<32xf16>, f16, memref<16x32xf16>) -> ()}> ({
    ^bb0(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: memref<16x32xf16>, %arg6: memref<32xf16>, %arg7: f16, %arg8: memref<16x32xf16>):
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
      %22 = "memref.load"(%arg5, %20, %21) <{nontemporal = false}> : (memref<16x32xf16>, index, index) -> f16
      %23 = "memref.load"(%arg6, %21) <{nontemporal = false}> : (memref<32xf16>, index) -> f16
      %24 = "arith.mulf"(%22, %23) <{fastmath = #arith.fastmath<none>}> : (f16, f16) -> f16
      %25 = "arith.addf"(%24, %22) <{fastmath = #arith.fastmath<none>}> : (f16, f16) -> f16
      %26 = "arith.maximumf"(%25, %arg7) <{fastmath = #arith.fastmath<none>}> : (f16, f16) -> f16
      "memref.store"(%26, %arg8, %20, %21) <{nontemporal = false}> : (f16, memref<16x32xf16>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f_kernel", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
