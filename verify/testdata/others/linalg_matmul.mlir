// kernel:    linalg.matmul, one product a workgroup (upstream)
// chips:     gfx942 gfx950
// grid:      8 40 1
// block:     1 1 1
// arg:       in f32 256 real -1 1
// arg:       in f32 1280 real -1 1
// arg:       inout f32 320 real -1 1

"builtin.module"() ({
  "gpu.module"() <{sym_name = "f_kernel"}> ({
    "gpu.func"() <{function_type = (memref<8x32xf32>, memref<32x40xf32>, memref<8x40xf32>) -> (), known_block_size = array<i32: 1, 1, 1>}> ({
    ^bb0(%arg0: memref<8x32xf32>, %arg1: memref<32x40xf32>, %arg2: memref<8x40xf32>):
      %0 = "arith.constant"() <{value = 32 : index}> : () -> index
      %1 = "arith.constant"() <{value = 0 : index}> : () -> index
      %2 = "arith.constant"() <{value = 1 : index}> : () -> index
      %3 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %4 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      "scf.for"(%1, %0, %2) ({
      ^bb0(%arg3: index):
        %5 = "memref.load"(%arg0, %3, %arg3) <{nontemporal = false}> : (memref<8x32xf32>, index, index) -> f32
        %6 = "memref.load"(%arg1, %arg3, %4) <{nontemporal = false}> : (memref<32x40xf32>, index, index) -> f32
        %7 = "memref.load"(%arg2, %3, %4) <{nontemporal = false}> : (memref<8x40xf32>, index, index) -> f32
        %8 = "arith.mulf"(%5, %6) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        %9 = "arith.addf"(%7, %8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "memref.store"(%9, %arg2, %3, %4) <{nontemporal = false}> : (f32, memref<8x40xf32>, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f_kernel", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
