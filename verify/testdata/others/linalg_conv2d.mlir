// kernel:    linalg.conv_2d_nhwc_hwcf (upstream)
// chips:     gfx942 gfx950
// grid:      1 8 8
// block:     1 1 1
// arg:       in f32 300 real -1 1
// arg:       in f32 108 real -1 1
// arg:       inout f32 256 zero

"builtin.module"() ({
  "gpu.module"() <{sym_name = "f_kernel"}> ({
    "gpu.func"() <{function_type = (memref<1x10x10x3xf32>, memref<3x3x3x4xf32>, memref<1x8x8x4xf32>) -> (), known_block_size = array<i32: 1, 1, 1>}> ({
    ^bb0(%arg0: memref<1x10x10x3xf32>, %arg1: memref<3x3x3x4xf32>, %arg2: memref<1x8x8x4xf32>):
      %0 = "arith.constant"() <{value = 4 : index}> : () -> index
      %1 = "arith.constant"() <{value = 3 : index}> : () -> index
      %2 = "arith.constant"() <{value = 0 : index}> : () -> index
      %3 = "arith.constant"() <{value = 1 : index}> : () -> index
      %4 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %5 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %6 = "gpu.block_id"() <{dimension = #gpu<dim z>}> : () -> index
      "scf.for"(%2, %0, %3) ({
      ^bb0(%arg3: index):
        "scf.for"(%2, %1, %3) ({
        ^bb0(%arg4: index):
          "scf.for"(%2, %1, %3) ({
          ^bb0(%arg5: index):
            "scf.for"(%2, %1, %3) ({
            ^bb0(%arg6: index):
              %7 = "arith.addi"(%5, %arg4) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
              %8 = "arith.addi"(%6, %arg5) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
              %9 = "memref.load"(%arg0, %4, %7, %8, %arg6) <{nontemporal = false}> : (memref<1x10x10x3xf32>, index, index, index, index) -> f32
              %10 = "memref.load"(%arg1, %arg4, %arg5, %arg6, %arg3) <{nontemporal = false}> : (memref<3x3x3x4xf32>, index, index, index, index) -> f32
              %11 = "memref.load"(%arg2, %4, %5, %6, %arg3) <{nontemporal = false}> : (memref<1x8x8x4xf32>, index, index, index, index) -> f32
              %12 = "arith.mulf"(%9, %10) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
              %13 = "arith.addf"(%11, %12) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
              "memref.store"(%13, %arg2, %4, %5, %6, %arg3) <{nontemporal = false}> : (f32, memref<1x8x8x4xf32>, index, index, index, index) -> ()
              "scf.yield"() : () -> ()
            }) : (index, index, index) -> ()
            "scf.yield"() : () -> ()
          }) : (index, index, index) -> ()
          "scf.yield"() : () -> ()
        }) : (index, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f_kernel", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
