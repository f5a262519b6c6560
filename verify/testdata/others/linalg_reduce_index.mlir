// kernel:    linalg.generic with linalg.index and a reduction loop of i64 (upstream)
// chips:     gfx942 gfx950
// grid:      16 1 1
// block:     1 1 1
// arg:       in i64 640 bits
// arg:       inout i64 16 zero

"builtin.module"() ({
  "gpu.module"() <{sym_name = "f_kernel"}> ({
    "gpu.func"() <{function_type = (memref<16x40xi64>, memref<16xi64>) -> (), known_block_size = array<i32: 1, 1, 1>}> ({
    ^bb0(%arg0: memref<16x40xi64>, %arg1: memref<16xi64>):
      %0 = "arith.constant"() <{value = 40 : index}> : () -> index
      %1 = "arith.constant"() <{value = 7 : i64}> : () -> i64
      %2 = "arith.constant"() <{value = 0 : index}> : () -> index
      %3 = "arith.constant"() <{value = 1 : index}> : () -> index
      %4 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      "scf.for"(%2, %0, %3) ({
      ^bb0(%arg2: index):
        %5 = "memref.load"(%arg0, %4, %arg2) <{nontemporal = false}> : (memref<16x40xi64>, index, index) -> i64
        %6 = "memref.load"(%arg1, %4) <{nontemporal = false}> : (memref<16xi64>, index) -> i64
        %7 = "arith.index_cast"(%arg2) : (index) -> i64
        %8 = "arith.addi"(%7, %1) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
        %9 = "arith.remsi"(%5, %8) : (i64, i64) -> i64
        %10 = "arith.divsi"(%5, %8) : (i64, i64) -> i64
        %11 = "arith.muli"(%9, %10) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
        %12 = "arith.addi"(%6, %11) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
        "memref.store"(%12, %arg1, %4) <{nontemporal = false}> : (i64, memref<16xi64>, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f_kernel", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
