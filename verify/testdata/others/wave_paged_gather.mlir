// kernel:    rows of pages by a table, sequences of their own lengths (Wave, paged attention)
// chips:     gfx942 gfx950
// grid:      3 1 1
// block:     64 1 1
// arg:       in f32 768 real -1 1
// arg:       in i32 12 perm
// arg:       in i32 3 ramp 29 5 64
// arg:       inout f32 768 zero
// value: index 12
// value: index 3

#map = affine_map<()[s0, s1] -> (s1 * 4 + s0 floordiv 16)>
#map1 = affine_map<()[s0] -> (s0 mod 16)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding, !stream.binding, index, index) -> (), sym_name = "wave_paged_gather"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: !stream.binding, %arg3: !stream.binding, %arg4: index, %arg5: index):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 16 : index}> : () -> index
    %3 = "arith.constant"() <{value = 64 : index}> : () -> index
    %4 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %5 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %6 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %7 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
    %8 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<f32>
    %9 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<i32>
    %10 = "stream.binding.subspan"(%arg2, %0) : (!stream.binding, index) -> memref<i32>
    %11 = "stream.binding.subspan"(%arg3, %0) : (!stream.binding, index) -> memref<f32>
    %12 = "memref.reinterpret_cast"(%8, %arg4) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808, 16, 4>, static_strides = array<i64: 64, 4, 1>}> : (memref<f32>, index) -> memref<?x16x4xf32, strided<[64, 4, 1]>>
    %13 = "memref.reinterpret_cast"(%9) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1073741822>, static_strides = array<i64: 1>}> : (memref<i32>) -> memref<1073741822xi32, strided<[1]>>
    %14 = "memref.reinterpret_cast"(%10, %arg5) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: 1>}> : (memref<i32>, index) -> memref<?xi32, strided<[1]>>
    %15 = "memref.reinterpret_cast"(%11, %arg5) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808, 64, 4>, static_strides = array<i64: 256, 4, 1>}> : (memref<f32>, index) -> memref<?x64x4xf32, strided<[256, 4, 1]>>
    %16 = "memref.load"(%14, %4) : (memref<?xi32, strided<[1]>>, index) -> i32
    %17 = "arith.index_cast"(%16) : (i32) -> index
    %18 = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
    %19 = "arith.cmpi"(%6, %17) <{predicate = 2 : i64}> : (index, index) -> i1
    %20 = "scf.if"(%19) ({
      %22 = "affine.apply"(%6, %4) <{map = #map}> : (index, index) -> index
      %23 = "memref.load"(%13, %22) : (memref<1073741822xi32, strided<[1]>>, index) -> i32
      %24 = "arith.index_cast"(%23) : (i32) -> index
      %25 = "affine.apply"(%6) <{map = #map1}> : (index) -> index
      %26 = "vector.load"(%12, %24, %25, %0) : (memref<?x16x4xf32, strided<[64, 4, 1]>>, index, index, index) -> vector<4xf32>
      "scf.yield"(%26) : (vector<4xf32>) -> ()
    }, {
      "scf.yield"(%18) : (vector<4xf32>) -> ()
    }) : (i1) -> vector<4xf32>
    %21 = "arith.cmpi"(%17, %0) <{predicate = 4 : i64}> : (index, index) -> i1
    "scf.if"(%21) ({
      "vector.store"(%20, %15, %4, %6, %0) : (vector<4xf32>, memref<?x64x4xf32, strided<[256, 4, 1]>>, index, index, index) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

