// kernel:    scaled products of f4E2M1FN, 32x32x64, two LDS buffers, scales in dwords (Wave)
// chips:     gfx950
// grid:      2 2 1
// block:     64 1 1
// arg:       in i8 16384 bits
// arg:       in i8 16384 bits
// arg:       in i8 1024 int 120 130
// arg:       in i8 1024 int 120 130
// arg:       out f32 4096

#map = affine_map<()[s0] -> (s0 mod 32)>
#map1 = affine_map<()[s0] -> ((s0 floordiv 32) * 16)>
#map2 = affine_map<()[s0, s1] -> (s0 mod 32 + s1 * 32)>
#map3 = affine_map<()[s0, s1] -> ((s0 * 16) floordiv 32 + s1 * 32)>
#map4 = affine_map<()[s0, s1] -> ((s0 * 16) mod 32 + s1 * 32)>
#map5 = affine_map<()[s0] -> (s0 + 1)>
#map6 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4)>
#map7 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 1)>
#map8 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 2)>
#map9 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 3)>
#map10 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 8)>
#map11 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 9)>
#map12 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 10)>
#map13 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 11)>
#map14 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 16)>
#map15 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 17)>
#map16 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 18)>
#map17 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 19)>
#map18 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 24)>
#map19 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 25)>
#map20 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 26)>
#map21 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 27)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "wave_scaled_fp4_idx"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: !stream.binding, %arg3: !stream.binding, %arg4: !stream.binding):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 2 : index}> : () -> index
    %3 = "arith.constant"() <{value = 4 : index}> : () -> index
    %4 = "arith.constant"() <{value = 16 : index}> : () -> index
    %5 = "arith.constant"() <{value = 32 : index}> : () -> index
    %6 = "arith.constant"() <{value = 64 : index}> : () -> index
    %7 = "arith.constant"() <{value = 8 : index}> : () -> index
    %8 = "arith.constant"() <{value = dense<0.000000e+00> : vector<16xf32>}> : () -> vector<16xf32>
    %9 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %10 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %11 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %12 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
    %13 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<?xi8>
    %14 = "memref.reinterpret_cast"(%13) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 64, 256>, static_strides = array<i64: 256, 1>}> : (memref<?xi8>) -> memref<64x256xi8, strided<[256, 1]>>
    %15 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<?xi8>
    %16 = "memref.reinterpret_cast"(%15) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 64, 256>, static_strides = array<i64: 256, 1>}> : (memref<?xi8>) -> memref<64x256xi8, strided<[256, 1]>>
    %17 = "stream.binding.subspan"(%arg2, %0) : (!stream.binding, index) -> memref<?xi32>
    %18 = "memref.reinterpret_cast"(%17) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 64, 4>, static_strides = array<i64: 4, 1>}> : (memref<?xi32>) -> memref<64x4xi32, strided<[4, 1]>>
    %19 = "stream.binding.subspan"(%arg3, %0) : (!stream.binding, index) -> memref<?xi32>
    %20 = "memref.reinterpret_cast"(%19) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 64, 4>, static_strides = array<i64: 4, 1>}> : (memref<?xi32>) -> memref<64x4xi32, strided<[4, 1]>>
    %21 = "stream.binding.subspan"(%arg4, %0) : (!stream.binding, index) -> memref<f32>
    %22 = "memref.reinterpret_cast"(%21) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 64, 64>, static_strides = array<i64: 64, 1>}> : (memref<f32>) -> memref<64x64xf32, strided<[64, 1]>>
    %23 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<32x32xi8, #gpu.address_space<workgroup>>
    %24 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<32x32xi8, #gpu.address_space<workgroup>>
    %25 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<32x32xi8, #gpu.address_space<workgroup>>
    %26 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<32x32xi8, #gpu.address_space<workgroup>>
    %27 = "affine.apply"(%11) <{map = #map}> : (index) -> index
    %28 = "affine.apply"(%11) <{map = #map1}> : (index) -> index
    %29 = "affine.apply"(%11, %10) <{map = #map2}> : (index, index) -> index
    %30 = "affine.apply"(%11, %9) <{map = #map2}> : (index, index) -> index
    %31 = "affine.apply"(%11, %10) <{map = #map3}> : (index, index) -> index
    %32 = "affine.apply"(%11, %0) <{map = #map4}> : (index, index) -> index
    %33 = "arith.constant"() <{value = 0 : index}> : () -> index
    "amdgpu.gather_to_lds"(%14, %31, %32, %23, %33, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<64x256xi8, strided<[256, 1]>>, index, index, memref<32x32xi8, #gpu.address_space<workgroup>>, index, index) -> ()
    %34 = "affine.apply"(%11, %9) <{map = #map3}> : (index, index) -> index
    %35 = "affine.apply"(%11, %0) <{map = #map4}> : (index, index) -> index
    %36 = "arith.constant"() <{value = 0 : index}> : () -> index
    "amdgpu.gather_to_lds"(%16, %34, %35, %25, %36, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<64x256xi8, strided<[256, 1]>>, index, index, memref<32x32xi8, #gpu.address_space<workgroup>>, index, index) -> ()
    %37 = "arith.constant"() <{value = 7 : index}> : () -> index
    %38:5 = "scf.for"(%0, %37, %1, %8, %23, %25, %24, %26) ({
    ^bb0(%arg5: index, %arg6: vector<16xf32>, %arg7: memref<32x32xi8, #gpu.address_space<workgroup>>, %arg8: memref<32x32xi8, #gpu.address_space<workgroup>>, %arg9: memref<32x32xi8, #gpu.address_space<workgroup>>, %arg10: memref<32x32xi8, #gpu.address_space<workgroup>>):
      %81 = "affine.apply"(%arg5) <{map = #map5}> : (index) -> index
      "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
      "amdgpu.lds_barrier"() : () -> ()
      %82 = "affine.apply"(%11, %10) <{map = #map3}> : (index, index) -> index
      %83 = "affine.apply"(%11, %81) <{map = #map4}> : (index, index) -> index
      %84 = "arith.constant"() <{value = 0 : index}> : () -> index
      "amdgpu.gather_to_lds"(%14, %82, %83, %arg9, %84, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<64x256xi8, strided<[256, 1]>>, index, index, memref<32x32xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %85 = "affine.apply"(%11, %9) <{map = #map3}> : (index, index) -> index
      %86 = "affine.apply"(%11, %81) <{map = #map4}> : (index, index) -> index
      %87 = "arith.constant"() <{value = 0 : index}> : () -> index
      "amdgpu.gather_to_lds"(%16, %85, %86, %arg10, %87, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<64x256xi8, strided<[256, 1]>>, index, index, memref<32x32xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      "rocdl.s.setprio"() <{priority = 1 : i16}> : () -> ()
      %88 = "vector.load"(%arg7, %27, %28) : (memref<32x32xi8, #gpu.address_space<workgroup>>, index, index) -> vector<16xi8>
      %89 = "vector.bitcast"(%88) : (vector<16xi8>) -> vector<32xf4E2M1FN>
      %90 = "vector.load"(%arg8, %27, %28) : (memref<32x32xi8, #gpu.address_space<workgroup>>, index, index) -> vector<16xi8>
      %91 = "vector.bitcast"(%90) : (vector<16xi8>) -> vector<32xf4E2M1FN>
      %92 = "vector.load"(%18, %29, %0) : (memref<64x4xi32, strided<[4, 1]>>, index, index) -> vector<1xi32>
      %93 = "vector.bitcast"(%92) : (vector<1xi32>) -> vector<4xf8E8M0FNU>
      %94 = "vector.load"(%20, %30, %0) : (memref<64x4xi32, strided<[4, 1]>>, index, index) -> vector<1xi32>
      %95 = "vector.bitcast"(%94) : (vector<1xi32>) -> vector<4xf8E8M0FNU>
      %96 = "amdgpu.scaled_mfma"(%89, %91, %arg6, %93, %95) <{k = 64 : i32, m = 32 : i32, n = 32 : i32, scalesIdxA = 1 : i32, scalesIdxB = 3 : i32}> : (vector<32xf4E2M1FN>, vector<32xf4E2M1FN>, vector<16xf32>, vector<4xf8E8M0FNU>, vector<4xf8E8M0FNU>) -> vector<16xf32>
      %97 = "amdgpu.scaled_mfma"(%89, %91, %96, %93, %95) <{k = 64 : i32, m = 32 : i32, n = 32 : i32, scalesIdxA = 2 : i32, scalesIdxB = 0 : i32}> : (vector<32xf4E2M1FN>, vector<32xf4E2M1FN>, vector<16xf32>, vector<4xf8E8M0FNU>, vector<4xf8E8M0FNU>) -> vector<16xf32>
      "rocdl.s.setprio"() <{priority = 0 : i16}> : () -> ()
      "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
      "scf.yield"(%97, %arg9, %arg10, %arg7, %arg8) : (vector<16xf32>, memref<32x32xi8, #gpu.address_space<workgroup>>, memref<32x32xi8, #gpu.address_space<workgroup>>, memref<32x32xi8, #gpu.address_space<workgroup>>, memref<32x32xi8, #gpu.address_space<workgroup>>) -> ()
    }) : (index, index, index, vector<16xf32>, memref<32x32xi8, #gpu.address_space<workgroup>>, memref<32x32xi8, #gpu.address_space<workgroup>>, memref<32x32xi8, #gpu.address_space<workgroup>>, memref<32x32xi8, #gpu.address_space<workgroup>>) -> (vector<16xf32>, memref<32x32xi8, #gpu.address_space<workgroup>>, memref<32x32xi8, #gpu.address_space<workgroup>>, memref<32x32xi8, #gpu.address_space<workgroup>>, memref<32x32xi8, #gpu.address_space<workgroup>>)
    "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
    "amdgpu.lds_barrier"() : () -> ()
    %39 = "vector.load"(%38#1, %27, %28) : (memref<32x32xi8, #gpu.address_space<workgroup>>, index, index) -> vector<16xi8>
    %40 = "vector.bitcast"(%39) : (vector<16xi8>) -> vector<32xf4E2M1FN>
    %41 = "vector.load"(%38#2, %27, %28) : (memref<32x32xi8, #gpu.address_space<workgroup>>, index, index) -> vector<16xi8>
    %42 = "vector.bitcast"(%41) : (vector<16xi8>) -> vector<32xf4E2M1FN>
    %43 = "vector.load"(%18, %29, %0) : (memref<64x4xi32, strided<[4, 1]>>, index, index) -> vector<1xi32>
    %44 = "vector.bitcast"(%43) : (vector<1xi32>) -> vector<4xf8E8M0FNU>
    %45 = "vector.load"(%20, %30, %0) : (memref<64x4xi32, strided<[4, 1]>>, index, index) -> vector<1xi32>
    %46 = "vector.bitcast"(%45) : (vector<1xi32>) -> vector<4xf8E8M0FNU>
    %47 = "amdgpu.scaled_mfma"(%40, %42, %38#0, %44, %46) <{k = 64 : i32, m = 32 : i32, n = 32 : i32, scalesIdxA = 1 : i32, scalesIdxB = 3 : i32}> : (vector<32xf4E2M1FN>, vector<32xf4E2M1FN>, vector<16xf32>, vector<4xf8E8M0FNU>, vector<4xf8E8M0FNU>) -> vector<16xf32>
    %48 = "amdgpu.scaled_mfma"(%40, %42, %47, %44, %46) <{k = 64 : i32, m = 32 : i32, n = 32 : i32, scalesIdxA = 2 : i32, scalesIdxB = 0 : i32}> : (vector<32xf4E2M1FN>, vector<32xf4E2M1FN>, vector<16xf32>, vector<4xf8E8M0FNU>, vector<4xf8E8M0FNU>) -> vector<16xf32>
    %49 = "affine.apply"(%11, %10) <{map = #map6}> : (index, index) -> index
    %50 = "vector.extract_strided_slice"(%48) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%50, %22, %49, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %51 = "affine.apply"(%11, %10) <{map = #map7}> : (index, index) -> index
    %52 = "vector.extract_strided_slice"(%48) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%52, %22, %51, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %53 = "affine.apply"(%11, %10) <{map = #map8}> : (index, index) -> index
    %54 = "vector.extract_strided_slice"(%48) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%54, %22, %53, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %55 = "affine.apply"(%11, %10) <{map = #map9}> : (index, index) -> index
    %56 = "vector.extract_strided_slice"(%48) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%56, %22, %55, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %57 = "affine.apply"(%11, %10) <{map = #map10}> : (index, index) -> index
    %58 = "vector.extract_strided_slice"(%48) <{offsets = [4], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%58, %22, %57, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %59 = "affine.apply"(%11, %10) <{map = #map11}> : (index, index) -> index
    %60 = "vector.extract_strided_slice"(%48) <{offsets = [5], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%60, %22, %59, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %61 = "affine.apply"(%11, %10) <{map = #map12}> : (index, index) -> index
    %62 = "vector.extract_strided_slice"(%48) <{offsets = [6], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%62, %22, %61, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %63 = "affine.apply"(%11, %10) <{map = #map13}> : (index, index) -> index
    %64 = "vector.extract_strided_slice"(%48) <{offsets = [7], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%64, %22, %63, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %65 = "affine.apply"(%11, %10) <{map = #map14}> : (index, index) -> index
    %66 = "vector.extract_strided_slice"(%48) <{offsets = [8], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%66, %22, %65, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %67 = "affine.apply"(%11, %10) <{map = #map15}> : (index, index) -> index
    %68 = "vector.extract_strided_slice"(%48) <{offsets = [9], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%68, %22, %67, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %69 = "affine.apply"(%11, %10) <{map = #map16}> : (index, index) -> index
    %70 = "vector.extract_strided_slice"(%48) <{offsets = [10], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%70, %22, %69, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %71 = "affine.apply"(%11, %10) <{map = #map17}> : (index, index) -> index
    %72 = "vector.extract_strided_slice"(%48) <{offsets = [11], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%72, %22, %71, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %73 = "affine.apply"(%11, %10) <{map = #map18}> : (index, index) -> index
    %74 = "vector.extract_strided_slice"(%48) <{offsets = [12], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%74, %22, %73, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %75 = "affine.apply"(%11, %10) <{map = #map19}> : (index, index) -> index
    %76 = "vector.extract_strided_slice"(%48) <{offsets = [13], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%76, %22, %75, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %77 = "affine.apply"(%11, %10) <{map = #map20}> : (index, index) -> index
    %78 = "vector.extract_strided_slice"(%48) <{offsets = [14], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%78, %22, %77, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %79 = "affine.apply"(%11, %10) <{map = #map21}> : (index, index) -> index
    %80 = "vector.extract_strided_slice"(%48) <{offsets = [15], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%80, %22, %79, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

