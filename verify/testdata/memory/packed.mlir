"builtin.module"() ({
  "gpu.module"() <{sym_name = "packed"}> ({
    "gpu.func"() <{function_type = (memref<3x64xi4>, memref<3x64xi8>, memref<3x64xi4>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg10: memref<3x64xi4>, %arg11: memref<3x64xi8>, %arg12: memref<3x64xi4>, %arg13: memref<64xi4, #gpu.address_space<workgroup>>, %arg14: memref<8xi4, #gpu.address_space<private>>):
      %22 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %23 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %24 = "arith.constant"() <{value = 0 : index}> : () -> index
      %25 = "arith.constant"() <{value = dense<0> : vector<64xi4>}> : () -> vector<64xi4>
      "vector.store"(%25, %arg13, %24) : (vector<64xi4>, memref<64xi4, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %26 = "memref.load"(%arg10, %23, %22) : (memref<3x64xi4>, index, index) -> i4
      "memref.store"(%26, %arg13, %22) : (i4, memref<64xi4, #gpu.address_space<workgroup>>, index) -> ()
      %27 = "memref.load"(%arg13, %22) : (memref<64xi4, #gpu.address_space<workgroup>>, index) -> i4
      "memref.store"(%27, %arg12, %23, %22) : (i4, memref<3x64xi4>, index, index) -> ()
      %28 = "arith.extui"(%27) : (i4) -> i8
      "memref.store"(%28, %arg11, %23, %22) : (i8, memref<3x64xi8>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i4", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64xf6E2M3FN>, memref<3x64xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg8: memref<3x64xf6E2M3FN>, %arg9: memref<3x64xi8>):
      %17 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %18 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %19 = "memref.load"(%arg8, %18, %17) : (memref<3x64xf6E2M3FN>, index, index) -> f6E2M3FN
      %20 = "arith.bitcast"(%19) : (f6E2M3FN) -> i6
      %21 = "arith.extui"(%20) : (i6) -> i8
      "memref.store"(%21, %arg9, %18, %17) : (i8, memref<3x64xi8>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f6", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x32xf4E2M1FN>, memref<64x32xf4E2M1FN>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg6: memref<64x32xf4E2M1FN>, %arg7: memref<64x32xf4E2M1FN>):
      %9 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %10 = "arith.constant"() <{value = 8 : index}> : () -> index
      %11 = "arith.constant"() <{value = 7 : index}> : () -> index
      %12 = "arith.andi"(%9, %11) : (index, index) -> index
      %13 = "arith.constant"() <{value = 4 : index}> : () -> index
      %14 = "arith.muli"(%12, %13) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %15 = "arith.divui"(%9, %10) : (index, index) -> index
      %16 = "vector.load"(%arg6, %15, %14) : (memref<64x32xf4E2M1FN>, index, index) -> vector<4xf4E2M1FN>
      "vector.store"(%16, %arg7, %15, %14) : (vector<4xf4E2M1FN>, memref<64x32xf4E2M1FN>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f4_vectors", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x32xf6E3M2FN>, memref<64x32xf6E3M2FN>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg4: memref<64x32xf6E3M2FN>, %arg5: memref<64x32xf6E3M2FN>):
      %6 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %7 = "arith.constant"() <{value = 0 : index}> : () -> index
      %8 = "vector.load"(%arg4, %6, %7) : (memref<64x32xf6E3M2FN>, index, index) -> vector<32xf6E3M2FN>
      "vector.store"(%8, %arg5, %6, %7) : (vector<32xf6E3M2FN>, memref<64x32xf6E3M2FN>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f6_vectors", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x5x4xf16, strided<[21, 4, 1]>>, memref<3x5x4xf16>) -> (), known_block_size = array<i32: 1, 1, 1>}> ({
    ^bb0(%arg2: memref<3x5x4xf16, strided<[21, 4, 1]>>, %arg3: memref<3x5x4xf16>):
      %5 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      "memref.copy"(%arg2, %arg3) : (memref<3x5x4xf16, strided<[21, 4, 1]>>, memref<3x5x4xf16>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "copy", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xi4>, memref<64xi4>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg0: memref<64xi4>, %arg1: memref<64xi4>):
      %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %1 = "arith.constant"() <{value = 0 : index}> : () -> index
      %2 = "arith.constant"() <{value = 1 : index}> : () -> index
      %3 = "arith.andi"(%0, %2) : (index, index) -> index
      %4 = "vector.load"(%arg0, %3) : (memref<64xi4>, index) -> vector<4xi4>
      "vector.store"(%4, %arg1, %1) : (vector<4xi4>, memref<64xi4>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "odd_vector", test.refused = "inside a byte", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()

