"builtin.module"() ({
  "gpu.module"() <{sym_name = "far"}> ({
    "gpu.func"() <{function_type = (memref<8x1073741824xf32>, index, memref<64xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg17: memref<8x1073741824xf32>, %arg18: index, %arg19: memref<64xf32>):
      %36 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %37 = "memref.load"(%arg17, %arg18, %36) : (memref<8x1073741824xf32>, index, index) -> f32
      "memref.store"(%37, %arg19, %36) : (f32, memref<64xf32>, index) -> ()
      %38 = "arith.addf"(%37, %37) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "memref.store"(%38, %arg17, %arg18, %36) : (f32, memref<8x1073741824xf32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "rows", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<8x1073741824xf32>, index, memref<64xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg14: memref<8x1073741824xf32>, %arg15: index, %arg16: memref<64xf32>):
      %33 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %34 = "arith.constant"() <{value = 5 : index}> : () -> index
      %35 = "memref.load"(%arg14, %34, %33) : (memref<8x1073741824xf32>, index, index) -> f32
      "memref.store"(%35, %arg16, %33) : (f32, memref<64xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "constant_row", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<128x1073741824xf32>, index, memref<64xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg11: memref<128x1073741824xf32>, %arg12: index, %arg13: memref<64xf32>):
      %23 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %24 = "arith.constant"() <{value = 1 : index}> : () -> index
      %25 = "arith.constant"() <{value = 63 : index}> : () -> index
      %26 = "arith.constant"() <{value = 1073741824 : index}> : () -> index
      %27 = "arith.constant"() <{value = 5 : index}> : () -> index
      %28 = "arith.shrui"(%23, %27) : (index, index) -> index
      %29 = "arith.addi"(%arg12, %28) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %30 = "arith.muli"(%28, %26) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %31 = "arith.subi"(%23, %30) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %32 = "memref.load"(%arg11, %29, %31) : (memref<128x1073741824xf32>, index, index) -> f32
      "memref.store"(%32, %arg13, %23) : (f32, memref<64xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "lane_row", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<?x?xf32, strided<[?, 1], offset: ?>>, index, memref<64xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg8: memref<?x?xf32, strided<[?, 1], offset: ?>>, %arg9: index, %arg10: memref<64xf32>):
      %21 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %22 = "memref.load"(%arg8, %arg9, %21) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, index, index) -> f32
      "memref.store"(%22, %arg10, %21) : (f32, memref<64xf32>, index) -> ()
      "memref.store"(%22, %arg8, %arg9, %21) : (f32, memref<?x?xf32, strided<[?, 1], offset: ?>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "dynamic", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<8x1073741824xf32>, index, memref<64xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg5: memref<8x1073741824xf32>, %arg6: index, %arg7: memref<64xf32>):
      %12 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %13 = "arith.constant"() <{value = 0 : index}> : () -> index
      %14 = "memref.subview"(%arg5, %arg6) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 64>, static_strides = array<i64: 1, 1>}> : (memref<8x1073741824xf32>, index) -> memref<64xf32, strided<[1], offset: ?>>
      %15 = "memref.load"(%14, %12) : (memref<64xf32, strided<[1], offset: ?>>, index) -> f32
      %16 = "amdgpu.fat_raw_buffer_cast"(%14) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>, resetOffset}> : (memref<64xf32, strided<[1], offset: ?>>) -> memref<64xf32, #amdgpu.address_space<fat_raw_buffer>>
      %17 = "memref.load"(%16, %12) : (memref<64xf32, #amdgpu.address_space<fat_raw_buffer>>, index) -> f32
      %18 = "memref.load"(%14, %13) : (memref<64xf32, strided<[1], offset: ?>>, index) -> f32
      %19 = "arith.addf"(%15, %17) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %20 = "arith.addf"(%19, %18) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "memref.store"(%20, %arg7, %12) : (f32, memref<64xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "view", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<?x?xf32, strided<[?, 1], offset: ?>>, index, memref<64xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg0: memref<?x?xf32, strided<[?, 1], offset: ?>>, %arg1: index, %arg2: memref<64xf32>):
      %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %2 = "arith.constant"() <{value = 1073741824 : index}> : () -> index
      %3 = "arith.constant"() <{value = 4 : index}> : () -> index
      %4 = "arith.addi"(%arg1, %3) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %5 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %6 = "scf.for"(%arg1, %4, %1, %5) ({
      ^bb0(%arg3: index, %arg4: f32):
        %7 = "arith.subi"(%arg3, %arg1) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        %8 = "arith.muli"(%7, %2) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        %9 = "arith.subi"(%0, %8) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        %10 = "memref.load"(%arg0, %arg3, %9) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, index, index) -> f32
        %11 = "arith.addf"(%arg4, %10) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "scf.yield"(%11) : (f32) -> ()
      }) : (index, index, index, f32) -> f32
      "memref.store"(%6, %arg2, %0) : (f32, memref<64xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "loop", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()

