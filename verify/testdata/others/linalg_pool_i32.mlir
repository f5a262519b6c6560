// kernel:    linalg.pooling_nhwc_max of i32 with strides (upstream)
// chips:     gfx942 gfx950
// grid:      1 4 4
// block:     1 1 1
// arg:       in i32 324 bits
// arg:       inout i32 64 int -2000000000 2000000000

"builtin.module"() ({
  "gpu.module"() <{sym_name = "f_kernel"}> ({
    "gpu.func"() <{function_type = (memref<1x9x9x4xi32>, memref<1x4x4x4xi32>) -> (), known_block_size = array<i32: 1, 1, 1>}> ({
    ^bb0(%arg0: memref<1x9x9x4xi32>, %arg1: memref<1x4x4x4xi32>):
      %0 = "arith.constant"() <{value = 2 : index}> : () -> index
      %1 = "arith.constant"() <{value = 4 : index}> : () -> index
      %2 = "arith.constant"() <{value = 3 : index}> : () -> index
      %3 = "arith.constant"() <{value = 0 : index}> : () -> index
      %4 = "arith.constant"() <{value = 1 : index}> : () -> index
      %5 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %6 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %7 = "gpu.block_id"() <{dimension = #gpu<dim z>}> : () -> index
      "scf.for"(%3, %1, %4) ({
      ^bb0(%arg2: index):
        "scf.for"(%3, %2, %4) ({
        ^bb0(%arg3: index):
          "scf.for"(%3, %2, %4) ({
          ^bb0(%arg4: index):
            %8 = "arith.muli"(%6, %0) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
            %9 = "arith.addi"(%8, %arg3) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            %10 = "arith.muli"(%7, %0) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
            %11 = "arith.addi"(%10, %arg4) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            %12 = "memref.load"(%arg0, %5, %9, %11, %arg2) <{nontemporal = false}> : (memref<1x9x9x4xi32>, index, index, index, index) -> i32
            %13 = "memref.load"(%arg1, %5, %6, %7, %arg2) <{nontemporal = false}> : (memref<1x4x4x4xi32>, index, index, index, index) -> i32
            %14 = "arith.maxsi"(%13, %12) : (i32, i32) -> i32
            "memref.store"(%14, %arg1, %5, %6, %7, %arg2) <{nontemporal = false}> : (i32, memref<1x4x4x4xi32>, index, index, index, index) -> ()
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
