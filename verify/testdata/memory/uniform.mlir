"builtin.module"() ({
  "gpu.module"() <{sym_name = "uniform"}> ({
    "gpu.func"() <{function_type = (memref<8x64xi32>, memref<64x5xf32>, memref<3x64xi32>, index, memref<3x64xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg8: memref<8x64xi32>, %arg9: memref<64x5xf32>, %arg10: memref<3x64xi32>, %arg11: index, %arg12: memref<3x64xf32>):
      %17 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %18 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %19 = "arith.constant"() <{value = 0 : index}> : () -> index
      %20 = "arith.constant"() <{value = 1 : index}> : () -> index
      %21 = "arith.constant"() <{value = 3 : index}> : () -> index
      %22 = "memref.load"(%arg8, %18, %21) : (memref<8x64xi32>, index, index) -> i32
      %23 = "memref.load"(%arg8, %arg11, %18) : (memref<8x64xi32>, index, index) -> i32
      %24 = "memref.load"(%arg8, %20, %21) : (memref<8x64xi32>, index, index) -> i32
      %25 = "arith.addi"(%22, %23) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %26 = "arith.addi"(%25, %24) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %27 = "vector.load"(%arg9, %18, %19) : (memref<64x5xf32>, index, index) -> vector<3xf32>
      %28 = "vector.extract"(%27) <{static_position = array<i64: 1>}> : (vector<3xf32>) -> f32
      %29 = "vector.extract"(%27) <{static_position = array<i64: 2>}> : (vector<3xf32>) -> f32
      %30 = "arith.addf"(%28, %29) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "memref.store"(%30, %arg12, %18, %17) : (f32, memref<3x64xf32>, index, index) -> ()
      "memref.store"(%26, %arg10, %18, %17) : (i32, memref<3x64xi32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "scalars", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xi32>, memref<64xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg6: memref<64xi32>, %arg7: memref<64xi32>):
      %10 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %11 = "arith.constant"() <{value = 3 : index}> : () -> index
      %12 = "arith.constant"() <{value = 99999999 : index}> : () -> index
      %13 = "arith.cmpi"(%10, %11) <{predicate = 6 : i64}> : (index, index) -> i1
      %14 = "arith.cmpi"(%10, %12) <{predicate = 0 : i64}> : (index, index) -> i1
      "scf.if"(%13) ({
        %16 = "memref.load"(%arg6, %11) : (memref<64xi32>, index) -> i32
        "memref.store"(%16, %arg7, %10) : (i32, memref<64xi32>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "scf.if"(%14) ({
        %15 = "memref.load"(%arg6, %12) : (memref<64xi32>, index) -> i32
        "memref.store"(%15, %arg7, %10) : (i32, memref<64xi32>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "divergent", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x64xf32>, memref<64x64xf32>, memref<64x64xf32>, index) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg0: memref<64x64xf32>, %arg1: memref<64x64xf32>, %arg2: memref<64x64xf32>, %arg3: index):
      %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %1 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %2 = "arith.constant"() <{value = 0 : index}> : () -> index
      %3 = "arith.constant"() <{value = 1 : index}> : () -> index
      %4 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %5 = "scf.for"(%2, %arg3, %3, %4) ({
      ^bb0(%arg4: index, %arg5: f32):
        %6 = "memref.load"(%arg0, %1, %arg4) : (memref<64x64xf32>, index, index) -> f32
        %7 = "memref.load"(%arg1, %arg4, %0) : (memref<64x64xf32>, index, index) -> f32
        %8 = "arith.mulf"(%6, %7) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        %9 = "arith.addf"(%arg5, %8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "scf.yield"(%9) : (f32) -> ()
      }) : (index, index, index, f32) -> f32
      "memref.store"(%5, %arg2, %1, %0) : (f32, memref<64x64xf32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "loop", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()

