"builtin.module"() ({
  "gpu.module"() <{sym_name = "views"}> ({
    "gpu.func"() <{function_type = (memref<32x16xf32>, memref<3x64x4xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg31: memref<32x16xf32>, %arg32: memref<3x64x4xf32>):
      %73 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %74 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %75 = "arith.constant"() <{value = 0 : index}> : () -> index
      %76 = "arith.constant"() <{value = 1 : index}> : () -> index
      %77 = "memref.subview"(%arg31, %74) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 2>, static_sizes = array<i64: 16, 8>, static_strides = array<i64: 1, 1>}> : (memref<32x16xf32>, index) -> memref<16x8xf32, strided<[16, 1], offset: ?>>
      %78 = "memref.subview"(%77) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 4, 0>, static_sizes = array<i64: 8, 4>, static_strides = array<i64: 1, 2>}> : (memref<16x8xf32, strided<[16, 1], offset: ?>>) -> memref<8x4xf32, strided<[16, 2], offset: ?>>
      %79 = "memref.load"(%78, %76, %76) : (memref<8x4xf32, strided<[16, 2], offset: ?>>, index, index) -> f32
      "memref.store"(%79, %arg32, %74, %73, %75) : (f32, memref<3x64x4xf32>, index, index, index) -> ()
      %80 = "memref.subview"(%arg31) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 3>, static_sizes = array<i64: 32, 1>, static_strides = array<i64: 1, 1>}> : (memref<32x16xf32>) -> memref<32xf32, strided<[16], offset: 3>>
      %81 = "memref.load"(%80, %74) : (memref<32xf32, strided<[16], offset: 3>>, index) -> f32
      "memref.store"(%81, %arg32, %74, %73, %76) : (f32, memref<3x64x4xf32>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "subview", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<4096xf32>, index, memref<3x64xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg28: memref<4096xf32>, %arg29: index, %arg30: memref<3x64xf32>):
      %68 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %69 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %70 = "arith.constant"() <{value = 7 : index}> : () -> index
      %71 = "memref.reinterpret_cast"(%arg28, %arg29, %70, %70) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 8, -9223372036854775808>, static_strides = array<i64: -9223372036854775808, 1>}> : (memref<4096xf32>, index, index, index) -> memref<8x?xf32, strided<[?, 1], offset: ?>>
      %72 = "memref.load"(%71, %69, %68) : (memref<8x?xf32, strided<[?, 1], offset: ?>>, index, index) -> f32
      "memref.store"(%72, %arg30, %69, %68) : (f32, memref<3x64xf32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "reinterpret", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<4096xi8>, index, memref<3x64xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg24: memref<4096xi8>, %arg25: index, %arg26: memref<3x64xi32>, %arg27: memref<1024xi8, #gpu.address_space<workgroup>>):
      %59 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %60 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %61 = "arith.constant"() <{value = 12 : index}> : () -> index
      %62 = "memref.view"(%arg24, %arg25) : (memref<4096xi8>, index) -> memref<16x16xi32>
      %63 = "memref.load"(%62, %60, %59) : (memref<16x16xi32>, index, index) -> i32
      %64 = "memref.view"(%arg27, %61, %arg25) : (memref<1024xi8, #gpu.address_space<workgroup>>, index, index) -> memref<?x64xi16, #gpu.address_space<workgroup>>
      %65 = "arith.constant"() <{value = 3 : index}> : () -> index
      %66 = "memref.view"(%arg27, %61) : (memref<1024xi8, #gpu.address_space<workgroup>>, index) -> memref<64xi32, #gpu.address_space<workgroup>>
      "memref.store"(%63, %66, %59) : (i32, memref<64xi32, #gpu.address_space<workgroup>>, index) -> ()
      %67 = "memref.load"(%66, %59) : (memref<64xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%67, %arg26, %60, %59) : (i32, memref<3x64xi32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "view", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x8x8xf16>, memref<192xf16>) -> (), known_block_size = array<i32: 8, 8, 1>}> ({
    ^bb0(%arg22: memref<3x8x8xf16>, %arg23: memref<192xf16>):
      %53 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %54 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %55 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %56 = "memref.collapse_shape"(%arg22) <{reassociation = [[0, 1], [2]]}> : (memref<3x8x8xf16>) -> memref<24x8xf16>
      %57 = "memref.expand_shape"(%arg23) <{reassociation = [[0, 1, 2]], static_output_shape = array<i64: 3, 8, 8>}> : (memref<192xf16>) -> memref<3x8x8xf16>
      %58 = "memref.load"(%56, %55, %53) : (memref<24x8xf16>, index, index) -> f16
      "memref.store"(%58, %57, %55, %54, %53) : (f16, memref<3x8x8xf16>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "shapes", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<8xindex>) -> (), known_block_size = array<i32: 8, 1, 1>}> ({
    ^bb0(%arg19: memref<?x?xf32, strided<[?, 1], offset: ?>>, %arg20: memref<?x?xf32, strided<[?, 1], offset: ?>>, %arg21: memref<8xindex>):
      %44 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %45 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %46 = "arith.constant"() <{value = 0 : index}> : () -> index
      %47 = "arith.constant"() <{value = 1 : index}> : () -> index
      %48 = "memref.load"(%arg19, %45, %44) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, index, index) -> f32
      "memref.store"(%48, %arg20, %45, %44) : (f32, memref<?x?xf32, strided<[?, 1], offset: ?>>, index, index) -> ()
      %49 = "memref.dim"(%arg19, %47) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, index) -> index
      "memref.store"(%49, %arg21, %46) : (index, memref<8xindex>, index) -> ()
      %50:6 = "memref.extract_strided_metadata"(%arg19) : (memref<?x?xf32, strided<[?, 1], offset: ?>>) -> (memref<f32>, index, index, index, index, index)
      "memref.store"(%50#1, %arg21, %47) : (index, memref<8xindex>, index) -> ()
      %51 = "memref.reinterpret_cast"(%50#0, %50#1, %50#2, %50#3, %50#4) <{operandSegmentSizes = array<i32: 1, 1, 2, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: -9223372036854775808, -9223372036854775808>, static_strides = array<i64: -9223372036854775808, 1>}> : (memref<f32>, index, index, index, index) -> memref<?x?xf32, strided<[?, 1], offset: ?>>
      %52 = "vector.load"(%51, %45, %46) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, index, index) -> vector<4xf32>
      "vector.store"(%52, %arg20, %45, %46) : (vector<4xf32>, memref<?x?xf32, strided<[?, 1], offset: ?>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "dynamic", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<4x4xf32, strided<[5, 1], offset: 2>>, memref<64xindex>) -> (), known_block_size = array<i32: 1, 1, 1>}> ({
    ^bb0(%arg17: memref<4x4xf32, strided<[5, 1], offset: 2>>, %arg18: memref<64xindex>):
      %41 = "arith.constant"() <{value = 0 : index}> : () -> index
      %42 = "arith.constant"() <{value = 1 : index}> : () -> index
      %43:6 = "memref.extract_strided_metadata"(%arg17) : (memref<4x4xf32, strided<[5, 1], offset: 2>>) -> (memref<f32>, index, index, index, index, index)
      "memref.store"(%43#1, %arg18, %41) : (index, memref<64xindex>, index) -> ()
      "memref.store"(%43#4, %arg18, %42) : (index, memref<64xindex>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "metadata_static", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<8x8xf32>, memref<3x8xf32>) -> (), known_block_size = array<i32: 8, 1, 1>}> ({
    ^bb0(%arg15: memref<8x8xf32>, %arg16: memref<3x8xf32>):
      %36 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %37 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %38 = "memref.cast"(%arg15) : (memref<8x8xf32>) -> memref<?x8xf32>
      %39 = "memref.assume_alignment"(%38) <{alignment = 16 : i32}> : (memref<?x8xf32>) -> memref<?x8xf32>
      %40 = "memref.load"(%39, %37, %36) : (memref<?x8xf32>, index, index) -> f32
      "memref.store"(%40, %arg16, %37, %36) : (f32, memref<3x8xf32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cast", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<8x10xi8>, memref<8x10xf16>, memref<3x10x10xi8>, memref<3x8x8xf16>) -> (), known_block_size = array<i32: 1, 1, 1>}> ({
    ^bb0(%arg11: memref<8x10xi8>, %arg12: memref<8x10xf16>, %arg13: memref<3x10x10xi8>, %arg14: memref<3x8x8xf16>):
      %30 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %31 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %32 = "arith.constant"() <{value = 0 : index}> : () -> index
      %33 = "vector.load"(%arg11, %31, %30) : (memref<8x10xi8>, index, index) -> vector<3x5xi8>
      "vector.store"(%33, %arg13, %31, %30, %32) : (vector<3x5xi8>, memref<3x10x10xi8>, index, index, index) -> ()
      %34 = "vector.load"(%arg12, %31, %30) : (memref<8x10xf16>, index, index) -> vector<2x3xf16>
      %35 = "arith.constant"() <{value = 2 : index}> : () -> index
      "vector.store"(%34, %arg14, %31, %30, %35) : (vector<2x3xf16>, memref<3x8x8xf16>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "rows", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<8x4xvector<3xi8>>, memref<8x4xvector<2x3xi16>>, memref<3x4xvector<3xi8>>, memref<3x4xvector<2x3xi16>>) -> (), known_block_size = array<i32: 4, 1, 1>}> ({
    ^bb0(%arg7: memref<8x4xvector<3xi8>>, %arg8: memref<8x4xvector<2x3xi16>>, %arg9: memref<3x4xvector<3xi8>>, %arg10: memref<3x4xvector<2x3xi16>>):
      %26 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %27 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %28 = "memref.load"(%arg7, %27, %26) : (memref<8x4xvector<3xi8>>, index, index) -> vector<3xi8>
      "memref.store"(%28, %arg9, %27, %26) : (vector<3xi8>, memref<3x4xvector<3xi8>>, index, index) -> ()
      %29 = "vector.load"(%arg8, %27, %26) : (memref<8x4xvector<2x3xi16>>, index, index) -> vector<2x3xi16>
      "vector.store"(%29, %arg10, %27, %26) : (vector<2x3xi16>, memref<3x4xvector<2x3xi16>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "vector_elements", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x8xi32>, memref<3x64x8xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg4: memref<3x64x8xi32>, %arg5: memref<3x64x8xi32>, %arg6: memref<8xi32, #gpu.address_space<private>>):
      %17 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %18 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %19 = "arith.constant"() <{value = 0 : index}> : () -> index
      %20 = "arith.constant"() <{value = 1 : index}> : () -> index
      %21 = "arith.constant"() <{value = 4 : index}> : () -> index
      %22 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4x4xi32>
      %23 = "vector.load"(%arg4, %18, %17, %19) : (memref<3x64x8xi32>, index, index, index) -> vector<4xi32>
      "vector.store"(%23, %arg6, %18) : (vector<4xi32>, memref<8xi32, #gpu.address_space<private>>, index) -> ()
      "vector.store"(%23, %22, %18, %19) : (vector<4xi32>, memref<4x4xi32>, index, index) -> ()
      %24 = "memref.load"(%arg6, %18) : (memref<8xi32, #gpu.address_space<private>>, index) -> i32
      "memref.store"(%24, %arg5, %18, %17, %19) : (i32, memref<3x64x8xi32>, index, index, index) -> ()
      %25 = "vector.load"(%22, %18, %19) : (memref<4x4xi32>, index, index) -> vector<4xi32>
      "vector.store"(%25, %arg5, %18, %17, %21) : (vector<4xi32>, memref<3x64x8xi32>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "private", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (!stream.binding, memref<3x64xf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg2: !stream.binding, %arg3: memref<3x64xf16>):
      %8 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %9 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %10 = "arith.constant"() <{value = 0 : index}> : () -> index
      %11 = "arith.constant"() <{value = 6 : index}> : () -> index
      %12 = "stream.binding.subspan"(%arg2, %10) : (!stream.binding, index) -> memref<f16>
      %13 = "memref.reinterpret_cast"(%12) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 64, 64>, static_strides = array<i64: 64, 1>}> : (memref<f16>) -> memref<64x64xf16, strided<[64, 1]>>
      %14 = "memref.load"(%13, %9, %8) : (memref<64x64xf16, strided<[64, 1]>>, index, index) -> f16
      "memref.store"(%14, %arg3, %9, %8) : (f16, memref<3x64xf16>, index, index) -> ()
      %15 = "stream.binding.subspan"(%arg2, %11) : (!stream.binding, index) -> memref<?xf16>
      %16 = "memref.load"(%15, %10) : (memref<?xf16>, index) -> f16
      "memref.store"(%16, %arg3, %9, %10) : (f16, memref<3x64xf16>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "subspan", workgroup_attributions = 0 : i64} : () -> ()
    "memref.global"() <{sym_name = "shared", sym_visibility = "private", type = memref<64x4xf32, #gpu.address_space<workgroup>>}> : () -> ()
    "gpu.func"() <{function_type = (memref<3x64xf32>, memref<3x64xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg0: memref<3x64xf32>, %arg1: memref<3x64xf32>):
      %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %1 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %2 = "arith.constant"() <{value = 1 : index}> : () -> index
      %3 = "memref.get_global"() <{name = @shared}> : () -> memref<64x4xf32, #gpu.address_space<workgroup>>
      %4 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64xf32, #gpu.address_space<workgroup>>
      %5 = "memref.load"(%arg0, %1, %0) : (memref<3x64xf32>, index, index) -> f32
      "memref.store"(%5, %3, %0, %2) : (f32, memref<64x4xf32, #gpu.address_space<workgroup>>, index, index) -> ()
      "memref.store"(%5, %4, %0) : (f32, memref<64xf32, #gpu.address_space<workgroup>>, index) -> ()
      %6 = "memref.get_global"() <{name = @shared}> : () -> memref<64x4xf32, #gpu.address_space<workgroup>>
      %7 = "memref.load"(%6, %0, %2) : (memref<64x4xf32, #gpu.address_space<workgroup>>, index, index) -> f32
      "memref.store"(%7, %arg1, %1, %0) : (f32, memref<3x64xf32>, index, index) -> ()
      "memref.dealloc"(%4) : (memref<64xf32, #gpu.address_space<workgroup>>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "globals", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()

