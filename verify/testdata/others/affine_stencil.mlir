// kernel:    affine.for loops to gpu: a stencil with affine.if (upstream)
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     64 1 1
// value: index 0
// value: index 0
// arg:       in f32 256 real -1 1
// arg:       out f32 256

"builtin.module"() ({
  "gpu.module"() <{sym_name = "f_kernel"}> ({
    "gpu.func"() <{function_type = (index, index, memref<4x64xf32>, memref<4x64xf32>) -> ()}> ({
    ^bb0(%arg0: index, %arg1: index, %arg2: memref<4x64xf32>, %arg3: memref<4x64xf32>):
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
      %12 = "arith.addi"(%arg0, %0) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %13 = "arith.addi"(%arg1, %3) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %14 = "memref.load"(%arg2, %12, %13) <{nontemporal = false}> : (memref<4x64xf32>, index, index) -> f32
      %15 = "arith.constant"() <{value = 0 : index}> : () -> index
      %16 = "arith.constant"() <{value = -1 : index}> : () -> index
      %17 = "arith.addi"(%13, %16) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %18 = "arith.cmpi"(%17, %15) <{predicate = 5 : i64}> : (index, index) -> i1
      %19 = "arith.constant"() <{value = -1 : index}> : () -> index
      %20 = "arith.muli"(%13, %19) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
      %21 = "arith.constant"() <{value = 62 : index}> : () -> index
      %22 = "arith.addi"(%20, %21) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %23 = "arith.cmpi"(%22, %15) <{predicate = 5 : i64}> : (index, index) -> i1
      %24 = "arith.andi"(%18, %23) : (i1, i1) -> i1
      "scf.if"(%24) ({
        %25 = "arith.constant"() <{value = -1 : index}> : () -> index
        %26 = "arith.addi"(%13, %25) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        %27 = "memref.load"(%arg2, %12, %26) <{nontemporal = false}> : (memref<4x64xf32>, index, index) -> f32
        %28 = "arith.constant"() <{value = 1 : index}> : () -> index
        %29 = "arith.addi"(%13, %28) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        %30 = "memref.load"(%arg2, %12, %29) <{nontemporal = false}> : (memref<4x64xf32>, index, index) -> f32
        %31 = "arith.addf"(%27, %30) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        %32 = "arith.subf"(%31, %14) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "memref.store"(%32, %arg3, %12, %13) <{nontemporal = false}> : (f32, memref<4x64xf32>, index, index) -> ()
        "scf.yield"() : () -> ()
      }, {
        "memref.store"(%14, %arg3, %12, %13) <{nontemporal = false}> : (f32, memref<4x64xf32>, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (i1) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f_kernel", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
