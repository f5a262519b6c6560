// kernel:    scaled products of f8E5M2, 16x16x128, two LDS buffers, scales in dwords (Wave)
// chips:     gfx950
// grid:      2 2 1
// block:     64 1 1
// arg:       in i8 16384 int 0 126
// arg:       in i8 16384 int 0 126
// arg:       in i8 512 int 120 130
// arg:       in i8 512 int 120 130
// arg:       out f32 1024

#map = affine_map<()[s0] -> (s0 mod 16)>
#map1 = affine_map<()[s0] -> ((s0 floordiv 16) * 32)>
#map2 = affine_map<()[s0, s1] -> (s0 mod 16 + s1 * 16)>
#map3 = affine_map<()[s0, s1] -> ((s0 * 16) floordiv 128 + s1 * 16)>
#map4 = affine_map<()[s0, s1] -> ((s0 * 16) mod 128 + s1 * 128)>
#map5 = affine_map<()[s0, s1] -> ((s0 * 16) floordiv 128 + s1 * 16 + 8)>
#map6 = affine_map<()[s0] -> (s0 + 1)>
#map7 = affine_map<()[s0, s1] -> (s1 * 16 + (s0 floordiv 16) * 4)>
#map8 = affine_map<()[s0, s1] -> (s1 * 16 + (s0 floordiv 16) * 4 + 1)>
#map9 = affine_map<()[s0, s1] -> (s1 * 16 + (s0 floordiv 16) * 4 + 2)>
#map10 = affine_map<()[s0, s1] -> (s1 * 16 + (s0 floordiv 16) * 4 + 3)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "wave_scaled_fp8_idx"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: !stream.binding, %arg3: !stream.binding, %arg4: !stream.binding):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 2 : index}> : () -> index
    %3 = "arith.constant"() <{value = 4 : index}> : () -> index
    %4 = "arith.constant"() <{value = 16 : index}> : () -> index
    %5 = "arith.constant"() <{value = 32 : index}> : () -> index
    %6 = "arith.constant"() <{value = 64 : index}> : () -> index
    %7 = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
    %8 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %9 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %10 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %11 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
    %12 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<?xi8>
    %13 = "memref.reinterpret_cast"(%12) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 32, 512>, static_strides = array<i64: 512, 1>}> : (memref<?xi8>) -> memref<32x512xi8, strided<[512, 1]>>
    %14 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<?xi8>
    %15 = "memref.reinterpret_cast"(%14) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 32, 512>, static_strides = array<i64: 512, 1>}> : (memref<?xi8>) -> memref<32x512xi8, strided<[512, 1]>>
    %16 = "stream.binding.subspan"(%arg2, %0) : (!stream.binding, index) -> memref<?xi32>
    %17 = "memref.reinterpret_cast"(%16) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 32, 4>, static_strides = array<i64: 4, 1>}> : (memref<?xi32>) -> memref<32x4xi32, strided<[4, 1]>>
    %18 = "stream.binding.subspan"(%arg3, %0) : (!stream.binding, index) -> memref<?xi32>
    %19 = "memref.reinterpret_cast"(%18) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 32, 4>, static_strides = array<i64: 4, 1>}> : (memref<?xi32>) -> memref<32x4xi32, strided<[4, 1]>>
    %20 = "stream.binding.subspan"(%arg4, %0) : (!stream.binding, index) -> memref<f32>
    %21 = "memref.reinterpret_cast"(%20) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 32, 32>, static_strides = array<i64: 32, 1>}> : (memref<f32>) -> memref<32x32xf32, strided<[32, 1]>>
    %22 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<16x128xi8, #gpu.address_space<workgroup>>
    %23 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<16x128xi8, #gpu.address_space<workgroup>>
    %24 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<16x128xi8, #gpu.address_space<workgroup>>
    %25 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<16x128xi8, #gpu.address_space<workgroup>>
    %26 = "affine.apply"(%10) <{map = #map}> : (index) -> index
    %27 = "affine.apply"(%10) <{map = #map1}> : (index) -> index
    %28 = "affine.apply"(%10, %9) <{map = #map2}> : (index, index) -> index
    %29 = "affine.apply"(%10, %8) <{map = #map2}> : (index, index) -> index
    %30 = "affine.apply"(%10, %9) <{map = #map3}> : (index, index) -> index
    %31 = "affine.apply"(%10, %0) <{map = #map4}> : (index, index) -> index
    %32 = "arith.constant"() <{value = 0 : index}> : () -> index
    "amdgpu.gather_to_lds"(%13, %30, %31, %22, %32, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<32x512xi8, strided<[512, 1]>>, index, index, memref<16x128xi8, #gpu.address_space<workgroup>>, index, index) -> ()
    %33 = "affine.apply"(%10, %9) <{map = #map5}> : (index, index) -> index
    %34 = "affine.apply"(%10, %0) <{map = #map4}> : (index, index) -> index
    %35 = "arith.constant"() <{value = 8 : index}> : () -> index
    "amdgpu.gather_to_lds"(%13, %33, %34, %22, %35, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<32x512xi8, strided<[512, 1]>>, index, index, memref<16x128xi8, #gpu.address_space<workgroup>>, index, index) -> ()
    %36 = "affine.apply"(%10, %8) <{map = #map3}> : (index, index) -> index
    %37 = "affine.apply"(%10, %0) <{map = #map4}> : (index, index) -> index
    %38 = "arith.constant"() <{value = 0 : index}> : () -> index
    "amdgpu.gather_to_lds"(%15, %36, %37, %24, %38, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<32x512xi8, strided<[512, 1]>>, index, index, memref<16x128xi8, #gpu.address_space<workgroup>>, index, index) -> ()
    %39 = "affine.apply"(%10, %8) <{map = #map5}> : (index, index) -> index
    %40 = "affine.apply"(%10, %0) <{map = #map4}> : (index, index) -> index
    %41 = "arith.constant"() <{value = 8 : index}> : () -> index
    "amdgpu.gather_to_lds"(%15, %39, %40, %24, %41, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<32x512xi8, strided<[512, 1]>>, index, index, memref<16x128xi8, #gpu.address_space<workgroup>>, index, index) -> ()
    %42 = "arith.constant"() <{value = 3 : index}> : () -> index
    %43:5 = "scf.for"(%0, %42, %1, %7, %22, %24, %23, %25) ({
    ^bb0(%arg5: index, %arg6: vector<4xf32>, %arg7: memref<16x128xi8, #gpu.address_space<workgroup>>, %arg8: memref<16x128xi8, #gpu.address_space<workgroup>>, %arg9: memref<16x128xi8, #gpu.address_space<workgroup>>, %arg10: memref<16x128xi8, #gpu.address_space<workgroup>>):
      %62 = "affine.apply"(%arg5) <{map = #map6}> : (index) -> index
      "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
      "amdgpu.lds_barrier"() : () -> ()
      %63 = "affine.apply"(%10, %9) <{map = #map3}> : (index, index) -> index
      %64 = "affine.apply"(%10, %62) <{map = #map4}> : (index, index) -> index
      %65 = "arith.constant"() <{value = 0 : index}> : () -> index
      "amdgpu.gather_to_lds"(%13, %63, %64, %arg9, %65, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<32x512xi8, strided<[512, 1]>>, index, index, memref<16x128xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %66 = "affine.apply"(%10, %9) <{map = #map5}> : (index, index) -> index
      %67 = "affine.apply"(%10, %62) <{map = #map4}> : (index, index) -> index
      %68 = "arith.constant"() <{value = 8 : index}> : () -> index
      "amdgpu.gather_to_lds"(%13, %66, %67, %arg9, %68, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<32x512xi8, strided<[512, 1]>>, index, index, memref<16x128xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %69 = "affine.apply"(%10, %8) <{map = #map3}> : (index, index) -> index
      %70 = "affine.apply"(%10, %62) <{map = #map4}> : (index, index) -> index
      %71 = "arith.constant"() <{value = 0 : index}> : () -> index
      "amdgpu.gather_to_lds"(%15, %69, %70, %arg10, %71, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<32x512xi8, strided<[512, 1]>>, index, index, memref<16x128xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %72 = "affine.apply"(%10, %8) <{map = #map5}> : (index, index) -> index
      %73 = "affine.apply"(%10, %62) <{map = #map4}> : (index, index) -> index
      %74 = "arith.constant"() <{value = 8 : index}> : () -> index
      "amdgpu.gather_to_lds"(%15, %72, %73, %arg10, %74, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<32x512xi8, strided<[512, 1]>>, index, index, memref<16x128xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      "rocdl.s.setprio"() <{priority = 1 : i16}> : () -> ()
      %75 = "vector.load"(%arg7, %26, %27) : (memref<16x128xi8, #gpu.address_space<workgroup>>, index, index) -> vector<32xi8>
      %76 = "vector.bitcast"(%75) : (vector<32xi8>) -> vector<32xf8E5M2>
      %77 = "vector.load"(%arg8, %26, %27) : (memref<16x128xi8, #gpu.address_space<workgroup>>, index, index) -> vector<32xi8>
      %78 = "vector.bitcast"(%77) : (vector<32xi8>) -> vector<32xf8E5M2>
      %79 = "vector.load"(%17, %28, %0) : (memref<32x4xi32, strided<[4, 1]>>, index, index) -> vector<1xi32>
      %80 = "vector.bitcast"(%79) : (vector<1xi32>) -> vector<4xf8E8M0FNU>
      %81 = "vector.load"(%19, %29, %0) : (memref<32x4xi32, strided<[4, 1]>>, index, index) -> vector<1xi32>
      %82 = "vector.bitcast"(%81) : (vector<1xi32>) -> vector<4xf8E8M0FNU>
      %83 = "amdgpu.scaled_mfma"(%76, %78, %arg6, %80, %82) <{k = 128 : i32, m = 16 : i32, n = 16 : i32, scalesIdxA = 1 : i32, scalesIdxB = 3 : i32}> : (vector<32xf8E5M2>, vector<32xf8E5M2>, vector<4xf32>, vector<4xf8E8M0FNU>, vector<4xf8E8M0FNU>) -> vector<4xf32>
      %84 = "amdgpu.scaled_mfma"(%76, %78, %83, %80, %82) <{k = 128 : i32, m = 16 : i32, n = 16 : i32, scalesIdxA = 2 : i32, scalesIdxB = 0 : i32}> : (vector<32xf8E5M2>, vector<32xf8E5M2>, vector<4xf32>, vector<4xf8E8M0FNU>, vector<4xf8E8M0FNU>) -> vector<4xf32>
      "rocdl.s.setprio"() <{priority = 0 : i16}> : () -> ()
      "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
      "scf.yield"(%84, %arg9, %arg10, %arg7, %arg8) : (vector<4xf32>, memref<16x128xi8, #gpu.address_space<workgroup>>, memref<16x128xi8, #gpu.address_space<workgroup>>, memref<16x128xi8, #gpu.address_space<workgroup>>, memref<16x128xi8, #gpu.address_space<workgroup>>) -> ()
    }) : (index, index, index, vector<4xf32>, memref<16x128xi8, #gpu.address_space<workgroup>>, memref<16x128xi8, #gpu.address_space<workgroup>>, memref<16x128xi8, #gpu.address_space<workgroup>>, memref<16x128xi8, #gpu.address_space<workgroup>>) -> (vector<4xf32>, memref<16x128xi8, #gpu.address_space<workgroup>>, memref<16x128xi8, #gpu.address_space<workgroup>>, memref<16x128xi8, #gpu.address_space<workgroup>>, memref<16x128xi8, #gpu.address_space<workgroup>>)
    "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
    "amdgpu.lds_barrier"() : () -> ()
    %44 = "vector.load"(%43#1, %26, %27) : (memref<16x128xi8, #gpu.address_space<workgroup>>, index, index) -> vector<32xi8>
    %45 = "vector.bitcast"(%44) : (vector<32xi8>) -> vector<32xf8E5M2>
    %46 = "vector.load"(%43#2, %26, %27) : (memref<16x128xi8, #gpu.address_space<workgroup>>, index, index) -> vector<32xi8>
    %47 = "vector.bitcast"(%46) : (vector<32xi8>) -> vector<32xf8E5M2>
    %48 = "vector.load"(%17, %28, %0) : (memref<32x4xi32, strided<[4, 1]>>, index, index) -> vector<1xi32>
    %49 = "vector.bitcast"(%48) : (vector<1xi32>) -> vector<4xf8E8M0FNU>
    %50 = "vector.load"(%19, %29, %0) : (memref<32x4xi32, strided<[4, 1]>>, index, index) -> vector<1xi32>
    %51 = "vector.bitcast"(%50) : (vector<1xi32>) -> vector<4xf8E8M0FNU>
    %52 = "amdgpu.scaled_mfma"(%45, %47, %43#0, %49, %51) <{k = 128 : i32, m = 16 : i32, n = 16 : i32, scalesIdxA = 1 : i32, scalesIdxB = 3 : i32}> : (vector<32xf8E5M2>, vector<32xf8E5M2>, vector<4xf32>, vector<4xf8E8M0FNU>, vector<4xf8E8M0FNU>) -> vector<4xf32>
    %53 = "amdgpu.scaled_mfma"(%45, %47, %52, %49, %51) <{k = 128 : i32, m = 16 : i32, n = 16 : i32, scalesIdxA = 2 : i32, scalesIdxB = 0 : i32}> : (vector<32xf8E5M2>, vector<32xf8E5M2>, vector<4xf32>, vector<4xf8E8M0FNU>, vector<4xf8E8M0FNU>) -> vector<4xf32>
    %54 = "affine.apply"(%10, %9) <{map = #map7}> : (index, index) -> index
    %55 = "vector.extract_strided_slice"(%53) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%55, %21, %54, %29) : (vector<1xf32>, memref<32x32xf32, strided<[32, 1]>>, index, index) -> ()
    %56 = "affine.apply"(%10, %9) <{map = #map8}> : (index, index) -> index
    %57 = "vector.extract_strided_slice"(%53) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%57, %21, %56, %29) : (vector<1xf32>, memref<32x32xf32, strided<[32, 1]>>, index, index) -> ()
    %58 = "affine.apply"(%10, %9) <{map = #map9}> : (index, index) -> index
    %59 = "vector.extract_strided_slice"(%53) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%59, %21, %58, %29) : (vector<1xf32>, memref<32x32xf32, strided<[32, 1]>>, index, index) -> ()
    %60 = "affine.apply"(%10, %9) <{map = #map10}> : (index, index) -> index
    %61 = "vector.extract_strided_slice"(%53) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%61, %21, %60, %29) : (vector<1xf32>, memref<32x32xf32, strided<[32, 1]>>, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

