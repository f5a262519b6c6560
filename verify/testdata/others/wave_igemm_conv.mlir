// kernel:    3x3 convolution of i8 as a product, indices by floordiv and mod (Wave)
// chips:     gfx942 gfx950
// grid:      16 1 1
// block:     64 1 1
// arg:       in i8 10368 int -128 127
// arg:       in i8 4608 int -128 127
// arg:       out i32 4096

#map = affine_map<()[s0] -> ((s0 floordiv 16) * 8)>
#map1 = affine_map<()[s0, s1] -> (s0 mod 16 + s1 * 16)>
#map2 = affine_map<()[s0] -> (s0 mod 16)>
#map3 = affine_map<()[s0, s1] -> (s0 floordiv 16 + s1 floordiv 96)>
#map4 = affine_map<()[s0, s1] -> (s0 mod 16 + (s1 mod 96) floordiv 32)>
#map5 = affine_map<()[s0] -> (s0 mod 32)>
#map6 = affine_map<()[s0, s1] -> ((s0 floordiv 16) * 4 + s1 * 16)>
#map7 = affine_map<()[s0, s1] -> ((s0 floordiv 16) * 4 + s1 * 16 + 1)>
#map8 = affine_map<()[s0, s1] -> ((s0 floordiv 16) * 4 + s1 * 16 + 2)>
#map9 = affine_map<()[s0, s1] -> ((s0 floordiv 16) * 4 + s1 * 16 + 3)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "wave_igemm_conv"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: !stream.binding):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 32 : index}> : () -> index
    %3 = "arith.constant"() <{value = 72 : index}> : () -> index
    %4 = "arith.constant"() <{value = 64 : index}> : () -> index
    %5 = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %6 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %7 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %8 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %9 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
    %10 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<i8>
    %11 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<i8>
    %12 = "stream.binding.subspan"(%arg2, %0) : (!stream.binding, index) -> memref<i32>
    %13 = "memref.reinterpret_cast"(%10) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 18, 18, 32>, static_strides = array<i64: 576, 32, 1>}> : (memref<i8>) -> memref<18x18x32xi8, strided<[576, 32, 1]>>
    %14 = "memref.reinterpret_cast"(%11) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 16, 288>, static_strides = array<i64: 288, 1>}> : (memref<i8>) -> memref<16x288xi8, strided<[288, 1]>>
    %15 = "memref.reinterpret_cast"(%12) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 256, 16>, static_strides = array<i64: 16, 1>}> : (memref<i32>) -> memref<256x16xi32, strided<[16, 1]>>
    %16 = "affine.apply"(%8) <{map = #map}> : (index) -> index
    %17 = "affine.apply"(%8, %6) <{map = #map1}> : (index, index) -> index
    %18 = "arith.constant"() <{value = 288 : index}> : () -> index
    %19 = "affine.apply"(%8) <{map = #map2}> : (index) -> index
    %20 = "scf.for"(%0, %18, %2, %5) ({
    ^bb0(%arg3: index, %arg4: vector<4xi32>):
      %29 = "arith.addi"(%arg3, %16) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
      %30 = "affine.apply"(%17, %29) <{map = #map3}> : (index, index) -> index
      %31 = "affine.apply"(%17, %29) <{map = #map4}> : (index, index) -> index
      %32 = "affine.apply"(%29) <{map = #map5}> : (index) -> index
      %33 = "vector.load"(%13, %30, %31, %32) : (memref<18x18x32xi8, strided<[576, 32, 1]>>, index, index, index) -> vector<8xi8>
      %34 = "vector.load"(%14, %19, %29) : (memref<16x288xi8, strided<[288, 1]>>, index, index) -> vector<8xi8>
      %35 = "amdgpu.mfma"(%33, %34, %arg4) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 32 : i32, m = 16 : i32, n = 16 : i32}> : (vector<8xi8>, vector<8xi8>, vector<4xi32>) -> vector<4xi32>
      "scf.yield"(%35) : (vector<4xi32>) -> ()
    }) : (index, index, index, vector<4xi32>) -> vector<4xi32>
    %21 = "affine.apply"(%8, %6) <{map = #map6}> : (index, index) -> index
    %22 = "vector.extract_strided_slice"(%20) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xi32>) -> vector<1xi32>
    "vector.store"(%22, %15, %21, %19) : (vector<1xi32>, memref<256x16xi32, strided<[16, 1]>>, index, index) -> ()
    %23 = "affine.apply"(%8, %6) <{map = #map7}> : (index, index) -> index
    %24 = "vector.extract_strided_slice"(%20) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xi32>) -> vector<1xi32>
    "vector.store"(%24, %15, %23, %19) : (vector<1xi32>, memref<256x16xi32, strided<[16, 1]>>, index, index) -> ()
    %25 = "affine.apply"(%8, %6) <{map = #map8}> : (index, index) -> index
    %26 = "vector.extract_strided_slice"(%20) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xi32>) -> vector<1xi32>
    "vector.store"(%26, %15, %25, %19) : (vector<1xi32>, memref<256x16xi32, strided<[16, 1]>>, index, index) -> ()
    %27 = "affine.apply"(%8, %6) <{map = #map9}> : (index, index) -> index
    %28 = "vector.extract_strided_slice"(%20) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xi32>) -> vector<1xi32>
    "vector.store"(%28, %15, %27, %19) : (vector<1xi32>, memref<256x16xi32, strided<[16, 1]>>, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

