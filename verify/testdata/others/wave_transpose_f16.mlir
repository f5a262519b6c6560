// kernel:    transpose of f16 through LDS (Wave)
// chips:     gfx942 gfx950
// grid:      2 3 1
// block:     256 1 1
// arg:       in f16 6144 real -1 1
// arg:       out f16 6144

#map = affine_map<()[s0] -> (s0 floordiv 8)>
#map1 = affine_map<()[s0] -> ((s0 mod 8) * 4)>
#map2 = affine_map<()[s0, s1] -> (s0 + s1 * 32)>
#map3 = affine_map<()[s0] -> (s0)>
#map4 = affine_map<()[s0] -> (s0 + 1)>
#map5 = affine_map<()[s0] -> (s0 + 2)>
#map6 = affine_map<()[s0] -> (s0 + 3)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding) -> (), sym_name = "wave_transpose_f16"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 2 : index}> : () -> index
    %3 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %4 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %5 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %6 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
    %7 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<f16>
    %8 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<f16>
    %9 = "memref.reinterpret_cast"(%7) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 96, 64>, static_strides = array<i64: 64, 1>}> : (memref<f16>) -> memref<96x64xf16, strided<[64, 1]>>
    %10 = "memref.reinterpret_cast"(%8) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 64, 96>, static_strides = array<i64: 96, 1>}> : (memref<f16>) -> memref<64x96xf16, strided<[96, 1]>>
    %11 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4608xi8, #gpu.address_space<workgroup>>
    %12 = "memref.view"(%11, %0) : (memref<4608xi8, #gpu.address_space<workgroup>>, index) -> memref<32x36xf16, #gpu.address_space<workgroup>>
    %13 = "affine.apply"(%5) <{map = #map}> : (index) -> index
    %14 = "affine.apply"(%5) <{map = #map1}> : (index) -> index
    %15 = "affine.apply"(%13, %4) <{map = #map2}> : (index, index) -> index
    %16 = "affine.apply"(%14, %3) <{map = #map2}> : (index, index) -> index
    %17 = "vector.load"(%9, %15, %16) : (memref<96x64xf16, strided<[64, 1]>>, index, index) -> vector<4xf16>
    %18 = "affine.apply"(%14) <{map = #map3}> : (index) -> index
    %19 = "vector.extract_strided_slice"(%17) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf16>) -> vector<1xf16>
    "vector.store"(%19, %12, %18, %13) : (vector<1xf16>, memref<32x36xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %20 = "affine.apply"(%14) <{map = #map4}> : (index) -> index
    %21 = "vector.extract_strided_slice"(%17) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf16>) -> vector<1xf16>
    "vector.store"(%21, %12, %20, %13) : (vector<1xf16>, memref<32x36xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %22 = "affine.apply"(%14) <{map = #map5}> : (index) -> index
    %23 = "vector.extract_strided_slice"(%17) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf16>) -> vector<1xf16>
    "vector.store"(%23, %12, %22, %13) : (vector<1xf16>, memref<32x36xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %24 = "affine.apply"(%14) <{map = #map6}> : (index) -> index
    %25 = "vector.extract_strided_slice"(%17) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf16>) -> vector<1xf16>
    "vector.store"(%25, %12, %24, %13) : (vector<1xf16>, memref<32x36xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.lds_barrier"() : () -> ()
    %26 = "vector.load"(%12, %13, %14) : (memref<32x36xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %27 = "affine.apply"(%13, %3) <{map = #map2}> : (index, index) -> index
    %28 = "affine.apply"(%14, %4) <{map = #map2}> : (index, index) -> index
    "vector.store"(%26, %10, %27, %28) : (vector<4xf16>, memref<64x96xf16, strided<[96, 1]>>, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [256, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

