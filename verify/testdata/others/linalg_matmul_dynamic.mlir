// kernel:    linalg.matmul of sizes known at run time, in tiles with edges (upstream)
// chips:     gfx942 gfx950
// grid:      21 17 1
// block:     1 1 1
// value: i64 0
// arg:       in f32 483 real -1 1
// value: i64 0
// value: i64 21
// value: i64 23
// value: i64 23
// value: i64 1
// value: i64 0
// arg:       in f32 391 real -1 1
// value: i64 0
// value: i64 23
// value: i64 17
// value: i64 17
// value: i64 1
// value: i64 0
// arg:       inout f32 357 real -1 1
// value: i64 0
// value: i64 21
// value: i64 17
// value: i64 17
// value: i64 1

"builtin.module"() ({
  "gpu.module"() <{sym_name = "f_kernel"}> ({
    "gpu.func"() <{function_type = (memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>) -> (), known_block_size = array<i32: 1, 1, 1>}> ({
    ^bb0(%arg0: memref<?x?xf32>, %arg1: memref<?x?xf32>, %arg2: memref<?x?xf32>):
      %0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %2 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %3 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %4 = "memref.dim"(%arg0, %1) : (memref<?x?xf32>, index) -> index
      "scf.for"(%0, %4, %1) ({
      ^bb0(%arg3: index):
        %5 = "memref.load"(%arg0, %2, %arg3) <{nontemporal = false}> : (memref<?x?xf32>, index, index) -> f32
        %6 = "memref.load"(%arg1, %arg3, %3) <{nontemporal = false}> : (memref<?x?xf32>, index, index) -> f32
        %7 = "memref.load"(%arg2, %2, %3) <{nontemporal = false}> : (memref<?x?xf32>, index, index) -> f32
        %8 = "arith.mulf"(%5, %6) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        %9 = "arith.addf"(%7, %8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "memref.store"(%9, %arg2, %2, %3) <{nontemporal = false}> : (f32, memref<?x?xf32>, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f_kernel", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
