// kernel:    32x32x16 products of f8E4M3FNUZ, rows by readfirstlane and subview, stored as bf16 (Wave)
// chips:     gfx942
// grid:      1 1 1
// block:     128 1 1
// arg:       in i8 8192 int 0 120
// arg:       in i8 4096 int 0 120
// arg:       out bf16 2048

#map = affine_map<()[s0] -> (s0 floordiv 64)>
#map1 = affine_map<()[s0] -> (s0 mod 32)>
#map2 = affine_map<()[s0] -> (((s0 mod 64) floordiv 32) * 8)>
#map3 = affine_map<()[s0, s1] -> (s0 + s1)>
#map4 = affine_map<()[s0, s1] -> (((s0 mod 64) floordiv 32) * 4 + s1)>
#map5 = affine_map<()[s0, s1] -> (((s0 mod 64) floordiv 32) * 4 + s1 + 1)>
#map6 = affine_map<()[s0, s1] -> (((s0 mod 64) floordiv 32) * 4 + s1 + 2)>
#map7 = affine_map<()[s0, s1] -> (((s0 mod 64) floordiv 32) * 4 + s1 + 3)>
#map8 = affine_map<()[s0, s1] -> (((s0 mod 64) floordiv 32) * 4 + s1 + 8)>
#map9 = affine_map<()[s0, s1] -> (((s0 mod 64) floordiv 32) * 4 + s1 + 9)>
#map10 = affine_map<()[s0, s1] -> (((s0 mod 64) floordiv 32) * 4 + s1 + 10)>
#map11 = affine_map<()[s0, s1] -> (((s0 mod 64) floordiv 32) * 4 + s1 + 11)>
#map12 = affine_map<()[s0, s1] -> (((s0 mod 64) floordiv 32) * 4 + s1 + 16)>
#map13 = affine_map<()[s0, s1] -> (((s0 mod 64) floordiv 32) * 4 + s1 + 17)>
#map14 = affine_map<()[s0, s1] -> (((s0 mod 64) floordiv 32) * 4 + s1 + 18)>
#map15 = affine_map<()[s0, s1] -> (((s0 mod 64) floordiv 32) * 4 + s1 + 19)>
#map16 = affine_map<()[s0, s1] -> (((s0 mod 64) floordiv 32) * 4 + s1 + 24)>
#map17 = affine_map<()[s0, s1] -> (((s0 mod 64) floordiv 32) * 4 + s1 + 25)>
#map18 = affine_map<()[s0, s1] -> (((s0 mod 64) floordiv 32) * 4 + s1 + 26)>
#map19 = affine_map<()[s0, s1] -> (((s0 mod 64) floordiv 32) * 4 + s1 + 27)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "wave_fp8_fnuz"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: !stream.binding):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 2 : index}> : () -> index
    %3 = "arith.constant"() <{value = 32 : index}> : () -> index
    %4 = "arith.constant"() <{value = 128 : index}> : () -> index
    %5 = "arith.constant"() <{value = dense<0.000000e+00> : vector<16xf32>}> : () -> vector<16xf32>
    %6 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %7 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %8 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %9 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
    %10 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<i8>
    %11 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<i8>
    %12 = "stream.binding.subspan"(%arg2, %0) : (!stream.binding, index) -> memref<bf16>
    %13 = "memref.reinterpret_cast"(%10) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 64, 128>, static_strides = array<i64: 128, 1>}> : (memref<i8>) -> memref<64x128xi8, strided<[128, 1]>>
    %14 = "memref.reinterpret_cast"(%11) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 32, 128>, static_strides = array<i64: 128, 1>}> : (memref<i8>) -> memref<32x128xi8, strided<[128, 1]>>
    %15 = "memref.reinterpret_cast"(%12) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 64, 32>, static_strides = array<i64: 32, 1>}> : (memref<bf16>) -> memref<64x32xbf16, strided<[32, 1]>>
    %16 = "affine.apply"(%8) <{map = #map}> : (index) -> index
    %17 = "arith.index_cast"(%16) : (index) -> i32
    %18 = "rocdl.readfirstlane"(%17) : (i32) -> i32
    %19 = "arith.index_cast"(%18) : (i32) -> index
    %20 = "arith.muli"(%19, %3) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    %21 = "memref.subview"(%13, %20) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 32, 128>, static_strides = array<i64: 1, 1>}> : (memref<64x128xi8, strided<[128, 1]>>, index) -> memref<32x128xi8, strided<[128, 1], offset: ?>>
    %22 = "affine.apply"(%8) <{map = #map1}> : (index) -> index
    %23 = "affine.apply"(%8) <{map = #map2}> : (index) -> index
    %24 = "arith.constant"() <{value = 16 : index}> : () -> index
    %25 = "scf.for"(%0, %4, %24, %5) ({
    ^bb0(%arg3: index, %arg4: vector<16xf32>):
      %59 = "affine.apply"(%arg3, %23) <{map = #map3}> : (index, index) -> index
      %60 = "vector.load"(%21, %22, %59) : (memref<32x128xi8, strided<[128, 1], offset: ?>>, index, index) -> vector<8xi8>
      %61 = "vector.load"(%14, %22, %59) : (memref<32x128xi8, strided<[128, 1]>>, index, index) -> vector<8xi8>
      %62 = "vector.bitcast"(%60) : (vector<8xi8>) -> vector<8xf8E4M3FNUZ>
      %63 = "vector.bitcast"(%61) : (vector<8xi8>) -> vector<8xf8E4M3FNUZ>
      %64 = "amdgpu.mfma"(%62, %63, %arg4) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xf8E4M3FNUZ>, vector<8xf8E4M3FNUZ>, vector<16xf32>) -> vector<16xf32>
      "scf.yield"(%64) : (vector<16xf32>) -> ()
    }) : (index, index, index, vector<16xf32>) -> vector<16xf32>
    %26 = "arith.truncf"(%25) : (vector<16xf32>) -> vector<16xbf16>
    %27 = "affine.apply"(%8, %20) <{map = #map4}> : (index, index) -> index
    %28 = "vector.extract_strided_slice"(%26) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<16xbf16>) -> vector<1xbf16>
    "vector.store"(%28, %15, %27, %22) : (vector<1xbf16>, memref<64x32xbf16, strided<[32, 1]>>, index, index) -> ()
    %29 = "affine.apply"(%8, %20) <{map = #map5}> : (index, index) -> index
    %30 = "vector.extract_strided_slice"(%26) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<16xbf16>) -> vector<1xbf16>
    "vector.store"(%30, %15, %29, %22) : (vector<1xbf16>, memref<64x32xbf16, strided<[32, 1]>>, index, index) -> ()
    %31 = "affine.apply"(%8, %20) <{map = #map6}> : (index, index) -> index
    %32 = "vector.extract_strided_slice"(%26) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<16xbf16>) -> vector<1xbf16>
    "vector.store"(%32, %15, %31, %22) : (vector<1xbf16>, memref<64x32xbf16, strided<[32, 1]>>, index, index) -> ()
    %33 = "affine.apply"(%8, %20) <{map = #map7}> : (index, index) -> index
    %34 = "vector.extract_strided_slice"(%26) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<16xbf16>) -> vector<1xbf16>
    "vector.store"(%34, %15, %33, %22) : (vector<1xbf16>, memref<64x32xbf16, strided<[32, 1]>>, index, index) -> ()
    %35 = "affine.apply"(%8, %20) <{map = #map8}> : (index, index) -> index
    %36 = "vector.extract_strided_slice"(%26) <{offsets = [4], sizes = [1], strides = [1]}> : (vector<16xbf16>) -> vector<1xbf16>
    "vector.store"(%36, %15, %35, %22) : (vector<1xbf16>, memref<64x32xbf16, strided<[32, 1]>>, index, index) -> ()
    %37 = "affine.apply"(%8, %20) <{map = #map9}> : (index, index) -> index
    %38 = "vector.extract_strided_slice"(%26) <{offsets = [5], sizes = [1], strides = [1]}> : (vector<16xbf16>) -> vector<1xbf16>
    "vector.store"(%38, %15, %37, %22) : (vector<1xbf16>, memref<64x32xbf16, strided<[32, 1]>>, index, index) -> ()
    %39 = "affine.apply"(%8, %20) <{map = #map10}> : (index, index) -> index
    %40 = "vector.extract_strided_slice"(%26) <{offsets = [6], sizes = [1], strides = [1]}> : (vector<16xbf16>) -> vector<1xbf16>
    "vector.store"(%40, %15, %39, %22) : (vector<1xbf16>, memref<64x32xbf16, strided<[32, 1]>>, index, index) -> ()
    %41 = "affine.apply"(%8, %20) <{map = #map11}> : (index, index) -> index
    %42 = "vector.extract_strided_slice"(%26) <{offsets = [7], sizes = [1], strides = [1]}> : (vector<16xbf16>) -> vector<1xbf16>
    "vector.store"(%42, %15, %41, %22) : (vector<1xbf16>, memref<64x32xbf16, strided<[32, 1]>>, index, index) -> ()
    %43 = "affine.apply"(%8, %20) <{map = #map12}> : (index, index) -> index
    %44 = "vector.extract_strided_slice"(%26) <{offsets = [8], sizes = [1], strides = [1]}> : (vector<16xbf16>) -> vector<1xbf16>
    "vector.store"(%44, %15, %43, %22) : (vector<1xbf16>, memref<64x32xbf16, strided<[32, 1]>>, index, index) -> ()
    %45 = "affine.apply"(%8, %20) <{map = #map13}> : (index, index) -> index
    %46 = "vector.extract_strided_slice"(%26) <{offsets = [9], sizes = [1], strides = [1]}> : (vector<16xbf16>) -> vector<1xbf16>
    "vector.store"(%46, %15, %45, %22) : (vector<1xbf16>, memref<64x32xbf16, strided<[32, 1]>>, index, index) -> ()
    %47 = "affine.apply"(%8, %20) <{map = #map14}> : (index, index) -> index
    %48 = "vector.extract_strided_slice"(%26) <{offsets = [10], sizes = [1], strides = [1]}> : (vector<16xbf16>) -> vector<1xbf16>
    "vector.store"(%48, %15, %47, %22) : (vector<1xbf16>, memref<64x32xbf16, strided<[32, 1]>>, index, index) -> ()
    %49 = "affine.apply"(%8, %20) <{map = #map15}> : (index, index) -> index
    %50 = "vector.extract_strided_slice"(%26) <{offsets = [11], sizes = [1], strides = [1]}> : (vector<16xbf16>) -> vector<1xbf16>
    "vector.store"(%50, %15, %49, %22) : (vector<1xbf16>, memref<64x32xbf16, strided<[32, 1]>>, index, index) -> ()
    %51 = "affine.apply"(%8, %20) <{map = #map16}> : (index, index) -> index
    %52 = "vector.extract_strided_slice"(%26) <{offsets = [12], sizes = [1], strides = [1]}> : (vector<16xbf16>) -> vector<1xbf16>
    "vector.store"(%52, %15, %51, %22) : (vector<1xbf16>, memref<64x32xbf16, strided<[32, 1]>>, index, index) -> ()
    %53 = "affine.apply"(%8, %20) <{map = #map17}> : (index, index) -> index
    %54 = "vector.extract_strided_slice"(%26) <{offsets = [13], sizes = [1], strides = [1]}> : (vector<16xbf16>) -> vector<1xbf16>
    "vector.store"(%54, %15, %53, %22) : (vector<1xbf16>, memref<64x32xbf16, strided<[32, 1]>>, index, index) -> ()
    %55 = "affine.apply"(%8, %20) <{map = #map18}> : (index, index) -> index
    %56 = "vector.extract_strided_slice"(%26) <{offsets = [14], sizes = [1], strides = [1]}> : (vector<16xbf16>) -> vector<1xbf16>
    "vector.store"(%56, %15, %55, %22) : (vector<1xbf16>, memref<64x32xbf16, strided<[32, 1]>>, index, index) -> ()
    %57 = "affine.apply"(%8, %20) <{map = #map19}> : (index, index) -> index
    %58 = "vector.extract_strided_slice"(%26) <{offsets = [15], sizes = [1], strides = [1]}> : (vector<16xbf16>) -> vector<1xbf16>
    "vector.store"(%58, %15, %57, %22) : (vector<1xbf16>, memref<64x32xbf16, strided<[32, 1]>>, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [128, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

