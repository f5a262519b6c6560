// kernel:    one 16x16x16 product of f16 through LDS, stored as f32 (Wave)
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     64 1 1
// arg:       in f16 256 real -1 1
// arg:       in f16 256 real -1 1
// arg:       out f32 256

#map = affine_map<()[s0] -> (s0 mod 16 + (s0 floordiv 64) * 16)>
#map1 = affine_map<()[s0] -> (((s0 mod 64) floordiv 16) * 4)>
#map2 = affine_map<()[s0] -> (((s0 mod 64) floordiv 16) * 4 + 1)>
#map3 = affine_map<()[s0] -> (((s0 mod 64) floordiv 16) * 4 + 2)>
#map4 = affine_map<()[s0] -> (((s0 mod 64) floordiv 16) * 4 + 3)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "wave_mma_f16"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: !stream.binding):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 640 : index}> : () -> index
    %2 = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
    %3 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<f16>
    %4 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<f16>
    %5 = "stream.binding.subspan"(%arg2, %0) : (!stream.binding, index) -> memref<f32>
    %6 = "gpu.thread_id"() <{dimension = #gpu<dim x>, upper_bound = 64 : index}> : () -> index
    %7 = "memref.reinterpret_cast"(%3) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 16, 16>, static_strides = array<i64: 16, 1>}> : (memref<f16>) -> memref<16x16xf16, strided<[16, 1]>>
    %8 = "memref.reinterpret_cast"(%4) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 16, 16>, static_strides = array<i64: 16, 1>}> : (memref<f16>) -> memref<16x16xf16, strided<[16, 1]>>
    %9 = "memref.reinterpret_cast"(%5) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 16, 16>, static_strides = array<i64: 16, 1>}> : (memref<f32>) -> memref<16x16xf32, strided<[16, 1]>>
    %10 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<1280xi8, #gpu.address_space<workgroup>>
    %11 = "memref.view"(%10, %0) : (memref<1280xi8, #gpu.address_space<workgroup>>, index) -> memref<16x20xf16, #gpu.address_space<workgroup>>
    %12 = "memref.view"(%10, %1) : (memref<1280xi8, #gpu.address_space<workgroup>>, index) -> memref<16x20xf16, #gpu.address_space<workgroup>>
    %13 = "affine.apply"(%6) <{map = #map}> : (index) -> index
    %14 = "affine.apply"(%6) <{map = #map1}> : (index) -> index
    %15 = "vector.load"(%7, %13, %14) : (memref<16x16xf16, strided<[16, 1]>>, index, index) -> vector<4xf16>
    "vector.store"(%15, %11, %13, %14) : (vector<4xf16>, memref<16x20xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %16 = "vector.load"(%8, %13, %14) : (memref<16x16xf16, strided<[16, 1]>>, index, index) -> vector<4xf16>
    "vector.store"(%16, %12, %13, %14) : (vector<4xf16>, memref<16x20xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.lds_barrier"() : () -> ()
    %17 = "vector.load"(%11, %13, %14) : (memref<16x20xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %18 = "vector.load"(%12, %13, %14) : (memref<16x20xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %19 = "amdgpu.mfma"(%17, %18, %2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %20 = "affine.apply"(%6) <{map = #map1}> : (index) -> index
    %21 = "vector.extract_strided_slice"(%19) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%21, %9, %20, %13) : (vector<1xf32>, memref<16x16xf32, strided<[16, 1]>>, index, index) -> ()
    %22 = "affine.apply"(%6) <{map = #map2}> : (index) -> index
    %23 = "vector.extract_strided_slice"(%19) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%23, %9, %22, %13) : (vector<1xf32>, memref<16x16xf32, strided<[16, 1]>>, index, index) -> ()
    %24 = "affine.apply"(%6) <{map = #map3}> : (index) -> index
    %25 = "vector.extract_strided_slice"(%19) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%25, %9, %24, %13) : (vector<1xf32>, memref<16x16xf32, strided<[16, 1]>>, index, index) -> ()
    %26 = "affine.apply"(%6) <{map = #map4}> : (index) -> index
    %27 = "vector.extract_strided_slice"(%19) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%27, %9, %26, %13) : (vector<1xf32>, memref<16x16xf32, strided<[16, 1]>>, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

