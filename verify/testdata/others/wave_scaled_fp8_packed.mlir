// kernel:    scaled products of f8E4M3FN, 32x32x64, two LDS buffers, scales in dwords (Wave)
// chips:     gfx950
// grid:      2 2 1
// block:     64 1 1
// arg:       in i8 32768 int 0 126
// arg:       in i8 32768 int 0 126
// arg:       in i8 1024 int 120 130
// arg:       in i8 1024 int 120 130
// arg:       out f32 4096

#map = affine_map<()[s0] -> (s0 mod 32)>
#map1 = affine_map<()[s0] -> ((s0 floordiv 32) * 32)>
#map2 = affine_map<()[s0, s1] -> (s0 mod 32 + s1 * 32)>
#map3 = affine_map<()[s0, s1] -> ((s0 * 16) floordiv 64 + s1 * 32)>
#map4 = affine_map<()[s0, s1] -> ((s0 * 16) mod 64 + s1 * 64)>
#map5 = affine_map<()[s0, s1] -> ((s0 * 16) floordiv 64 + s1 * 32 + 16)>
#map6 = affine_map<()[s0] -> (s0 + 1)>
#map7 = affine_map<()[s0] -> ((s0 * 2) floordiv 4)>
#map8 = affine_map<()[s0, s1] -> ((s0 floordiv 32 + s1 * 2) mod 4)>
#map9 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4)>
#map10 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 1)>
#map11 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 2)>
#map12 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 3)>
#map13 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 8)>
#map14 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 9)>
#map15 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 10)>
#map16 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 11)>
#map17 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 16)>
#map18 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 17)>
#map19 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 18)>
#map20 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 19)>
#map21 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 24)>
#map22 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 25)>
#map23 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 26)>
#map24 = affine_map<()[s0, s1] -> (s1 * 32 + (s0 floordiv 32) * 4 + 27)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "wave_scaled_fp8_packed"}> ({
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
    %14 = "memref.reinterpret_cast"(%13) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 64, 512>, static_strides = array<i64: 512, 1>}> : (memref<?xi8>) -> memref<64x512xi8, strided<[512, 1]>>
    %15 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<?xi8>
    %16 = "memref.reinterpret_cast"(%15) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 64, 512>, static_strides = array<i64: 512, 1>}> : (memref<?xi8>) -> memref<64x512xi8, strided<[512, 1]>>
    %17 = "stream.binding.subspan"(%arg2, %0) : (!stream.binding, index) -> memref<?xi32>
    %18 = "memref.reinterpret_cast"(%17) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 64, 4>, static_strides = array<i64: 4, 1>}> : (memref<?xi32>) -> memref<64x4xi32, strided<[4, 1]>>
    %19 = "stream.binding.subspan"(%arg3, %0) : (!stream.binding, index) -> memref<?xi32>
    %20 = "memref.reinterpret_cast"(%19) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 64, 4>, static_strides = array<i64: 4, 1>}> : (memref<?xi32>) -> memref<64x4xi32, strided<[4, 1]>>
    %21 = "stream.binding.subspan"(%arg4, %0) : (!stream.binding, index) -> memref<f32>
    %22 = "memref.reinterpret_cast"(%21) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 64, 64>, static_strides = array<i64: 64, 1>}> : (memref<f32>) -> memref<64x64xf32, strided<[64, 1]>>
    %23 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<32x64xi8, #gpu.address_space<workgroup>>
    %24 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<32x64xi8, #gpu.address_space<workgroup>>
    %25 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<32x64xi8, #gpu.address_space<workgroup>>
    %26 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<32x64xi8, #gpu.address_space<workgroup>>
    %27 = "affine.apply"(%11) <{map = #map}> : (index) -> index
    %28 = "affine.apply"(%11) <{map = #map1}> : (index) -> index
    %29 = "affine.apply"(%11, %10) <{map = #map2}> : (index, index) -> index
    %30 = "affine.apply"(%11, %9) <{map = #map2}> : (index, index) -> index
    %31 = "affine.apply"(%11, %10) <{map = #map3}> : (index, index) -> index
    %32 = "affine.apply"(%11, %0) <{map = #map4}> : (index, index) -> index
    %33 = "arith.constant"() <{value = 0 : index}> : () -> index
    "amdgpu.gather_to_lds"(%14, %31, %32, %23, %33, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<64x512xi8, strided<[512, 1]>>, index, index, memref<32x64xi8, #gpu.address_space<workgroup>>, index, index) -> ()
    %34 = "affine.apply"(%11, %10) <{map = #map5}> : (index, index) -> index
    %35 = "affine.apply"(%11, %0) <{map = #map4}> : (index, index) -> index
    %36 = "arith.constant"() <{value = 16 : index}> : () -> index
    "amdgpu.gather_to_lds"(%14, %34, %35, %23, %36, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<64x512xi8, strided<[512, 1]>>, index, index, memref<32x64xi8, #gpu.address_space<workgroup>>, index, index) -> ()
    %37 = "affine.apply"(%11, %9) <{map = #map3}> : (index, index) -> index
    %38 = "affine.apply"(%11, %0) <{map = #map4}> : (index, index) -> index
    %39 = "arith.constant"() <{value = 0 : index}> : () -> index
    "amdgpu.gather_to_lds"(%16, %37, %38, %25, %39, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<64x512xi8, strided<[512, 1]>>, index, index, memref<32x64xi8, #gpu.address_space<workgroup>>, index, index) -> ()
    %40 = "affine.apply"(%11, %9) <{map = #map5}> : (index, index) -> index
    %41 = "affine.apply"(%11, %0) <{map = #map4}> : (index, index) -> index
    %42 = "arith.constant"() <{value = 16 : index}> : () -> index
    "amdgpu.gather_to_lds"(%16, %40, %41, %25, %42, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<64x512xi8, strided<[512, 1]>>, index, index, memref<32x64xi8, #gpu.address_space<workgroup>>, index, index) -> ()
    %43 = "arith.constant"() <{value = 7 : index}> : () -> index
    %44:5 = "scf.for"(%0, %43, %1, %8, %23, %25, %24, %26) ({
    ^bb0(%arg5: index, %arg6: vector<16xf32>, %arg7: memref<32x64xi8, #gpu.address_space<workgroup>>, %arg8: memref<32x64xi8, #gpu.address_space<workgroup>>, %arg9: memref<32x64xi8, #gpu.address_space<workgroup>>, %arg10: memref<32x64xi8, #gpu.address_space<workgroup>>):
      %98 = "affine.apply"(%arg5) <{map = #map6}> : (index) -> index
      "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
      "amdgpu.lds_barrier"() : () -> ()
      %99 = "affine.apply"(%11, %10) <{map = #map3}> : (index, index) -> index
      %100 = "affine.apply"(%11, %98) <{map = #map4}> : (index, index) -> index
      %101 = "arith.constant"() <{value = 0 : index}> : () -> index
      "amdgpu.gather_to_lds"(%14, %99, %100, %arg9, %101, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<64x512xi8, strided<[512, 1]>>, index, index, memref<32x64xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %102 = "affine.apply"(%11, %10) <{map = #map5}> : (index, index) -> index
      %103 = "affine.apply"(%11, %98) <{map = #map4}> : (index, index) -> index
      %104 = "arith.constant"() <{value = 16 : index}> : () -> index
      "amdgpu.gather_to_lds"(%14, %102, %103, %arg9, %104, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<64x512xi8, strided<[512, 1]>>, index, index, memref<32x64xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %105 = "affine.apply"(%11, %9) <{map = #map3}> : (index, index) -> index
      %106 = "affine.apply"(%11, %98) <{map = #map4}> : (index, index) -> index
      %107 = "arith.constant"() <{value = 0 : index}> : () -> index
      "amdgpu.gather_to_lds"(%16, %105, %106, %arg10, %107, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<64x512xi8, strided<[512, 1]>>, index, index, memref<32x64xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %108 = "affine.apply"(%11, %9) <{map = #map5}> : (index, index) -> index
      %109 = "affine.apply"(%11, %98) <{map = #map4}> : (index, index) -> index
      %110 = "arith.constant"() <{value = 16 : index}> : () -> index
      "amdgpu.gather_to_lds"(%16, %108, %109, %arg10, %110, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<64x512xi8, strided<[512, 1]>>, index, index, memref<32x64xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      "rocdl.s.setprio"() <{priority = 1 : i16}> : () -> ()
      %111 = "vector.load"(%arg7, %27, %28) : (memref<32x64xi8, #gpu.address_space<workgroup>>, index, index) -> vector<32xi8>
      %112 = "vector.bitcast"(%111) : (vector<32xi8>) -> vector<32xf8E4M3FN>
      %113 = "vector.load"(%arg8, %27, %28) : (memref<32x64xi8, #gpu.address_space<workgroup>>, index, index) -> vector<32xi8>
      %114 = "vector.bitcast"(%113) : (vector<32xi8>) -> vector<32xf8E4M3FN>
      %115 = "affine.apply"(%arg5) <{map = #map7}> : (index) -> index
      %116 = "vector.load"(%18, %29, %115) : (memref<64x4xi32, strided<[4, 1]>>, index, index) -> vector<1xi32>
      %117 = "vector.bitcast"(%116) : (vector<1xi32>) -> vector<4xi8>
      %118 = "vector.bitcast"(%116) : (vector<1xi32>) -> vector<4xf8E8M0FNU>
      %119 = "vector.load"(%20, %30, %115) : (memref<64x4xi32, strided<[4, 1]>>, index, index) -> vector<1xi32>
      %120 = "vector.bitcast"(%119) : (vector<1xi32>) -> vector<4xi8>
      %121 = "vector.bitcast"(%119) : (vector<1xi32>) -> vector<4xf8E8M0FNU>
      %122 = "affine.apply"(%11, %arg5) <{map = #map8}> : (index, index) -> index
      %123 = "vector.extract"(%117, %122) <{static_position = array<i64: -9223372036854775808>}> : (vector<4xi8>, index) -> i8
      %124 = "vector.broadcast"(%123) : (i8) -> vector<1xi8>
      %125 = "vector.bitcast"(%124) : (vector<1xi8>) -> vector<1xf8E8M0FNU>
      %126 = "vector.extract"(%125) <{static_position = array<i64: 0>}> : (vector<1xf8E8M0FNU>) -> f8E8M0FNU
      %127 = "vector.extract"(%120, %122) <{static_position = array<i64: -9223372036854775808>}> : (vector<4xi8>, index) -> i8
      %128 = "vector.broadcast"(%127) : (i8) -> vector<1xi8>
      %129 = "vector.bitcast"(%128) : (vector<1xi8>) -> vector<1xf8E8M0FNU>
      %130 = "vector.extract"(%129) <{static_position = array<i64: 0>}> : (vector<1xf8E8M0FNU>) -> f8E8M0FNU
      %131 = "amdgpu.scaled_mfma"(%112, %114, %arg6, %126, %130) <{k = 64 : i32, m = 32 : i32, n = 32 : i32, scalesIdxA = 0 : i32, scalesIdxB = 0 : i32}> : (vector<32xf8E4M3FN>, vector<32xf8E4M3FN>, vector<16xf32>, f8E8M0FNU, f8E8M0FNU) -> vector<16xf32>
      "rocdl.s.setprio"() <{priority = 0 : i16}> : () -> ()
      "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
      "scf.yield"(%131, %arg9, %arg10, %arg7, %arg8) : (vector<16xf32>, memref<32x64xi8, #gpu.address_space<workgroup>>, memref<32x64xi8, #gpu.address_space<workgroup>>, memref<32x64xi8, #gpu.address_space<workgroup>>, memref<32x64xi8, #gpu.address_space<workgroup>>) -> ()
    }) : (index, index, index, vector<16xf32>, memref<32x64xi8, #gpu.address_space<workgroup>>, memref<32x64xi8, #gpu.address_space<workgroup>>, memref<32x64xi8, #gpu.address_space<workgroup>>, memref<32x64xi8, #gpu.address_space<workgroup>>) -> (vector<16xf32>, memref<32x64xi8, #gpu.address_space<workgroup>>, memref<32x64xi8, #gpu.address_space<workgroup>>, memref<32x64xi8, #gpu.address_space<workgroup>>, memref<32x64xi8, #gpu.address_space<workgroup>>)
    "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
    "amdgpu.lds_barrier"() : () -> ()
    %45 = "vector.load"(%44#1, %27, %28) : (memref<32x64xi8, #gpu.address_space<workgroup>>, index, index) -> vector<32xi8>
    %46 = "vector.bitcast"(%45) : (vector<32xi8>) -> vector<32xf8E4M3FN>
    %47 = "vector.load"(%44#2, %27, %28) : (memref<32x64xi8, #gpu.address_space<workgroup>>, index, index) -> vector<32xi8>
    %48 = "vector.bitcast"(%47) : (vector<32xi8>) -> vector<32xf8E4M3FN>
    %49 = "affine.apply"(%43) <{map = #map7}> : (index) -> index
    %50 = "vector.load"(%18, %29, %49) : (memref<64x4xi32, strided<[4, 1]>>, index, index) -> vector<1xi32>
    %51 = "vector.bitcast"(%50) : (vector<1xi32>) -> vector<4xi8>
    %52 = "vector.bitcast"(%50) : (vector<1xi32>) -> vector<4xf8E8M0FNU>
    %53 = "vector.load"(%20, %30, %49) : (memref<64x4xi32, strided<[4, 1]>>, index, index) -> vector<1xi32>
    %54 = "vector.bitcast"(%53) : (vector<1xi32>) -> vector<4xi8>
    %55 = "vector.bitcast"(%53) : (vector<1xi32>) -> vector<4xf8E8M0FNU>
    %56 = "affine.apply"(%11, %43) <{map = #map8}> : (index, index) -> index
    %57 = "vector.extract"(%51, %56) <{static_position = array<i64: -9223372036854775808>}> : (vector<4xi8>, index) -> i8
    %58 = "vector.broadcast"(%57) : (i8) -> vector<1xi8>
    %59 = "vector.bitcast"(%58) : (vector<1xi8>) -> vector<1xf8E8M0FNU>
    %60 = "vector.extract"(%59) <{static_position = array<i64: 0>}> : (vector<1xf8E8M0FNU>) -> f8E8M0FNU
    %61 = "vector.extract"(%54, %56) <{static_position = array<i64: -9223372036854775808>}> : (vector<4xi8>, index) -> i8
    %62 = "vector.broadcast"(%61) : (i8) -> vector<1xi8>
    %63 = "vector.bitcast"(%62) : (vector<1xi8>) -> vector<1xf8E8M0FNU>
    %64 = "vector.extract"(%63) <{static_position = array<i64: 0>}> : (vector<1xf8E8M0FNU>) -> f8E8M0FNU
    %65 = "amdgpu.scaled_mfma"(%46, %48, %44#0, %60, %64) <{k = 64 : i32, m = 32 : i32, n = 32 : i32, scalesIdxA = 0 : i32, scalesIdxB = 0 : i32}> : (vector<32xf8E4M3FN>, vector<32xf8E4M3FN>, vector<16xf32>, f8E8M0FNU, f8E8M0FNU) -> vector<16xf32>
    %66 = "affine.apply"(%11, %10) <{map = #map9}> : (index, index) -> index
    %67 = "vector.extract_strided_slice"(%65) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%67, %22, %66, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %68 = "affine.apply"(%11, %10) <{map = #map10}> : (index, index) -> index
    %69 = "vector.extract_strided_slice"(%65) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%69, %22, %68, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %70 = "affine.apply"(%11, %10) <{map = #map11}> : (index, index) -> index
    %71 = "vector.extract_strided_slice"(%65) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%71, %22, %70, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %72 = "affine.apply"(%11, %10) <{map = #map12}> : (index, index) -> index
    %73 = "vector.extract_strided_slice"(%65) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%73, %22, %72, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %74 = "affine.apply"(%11, %10) <{map = #map13}> : (index, index) -> index
    %75 = "vector.extract_strided_slice"(%65) <{offsets = [4], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%75, %22, %74, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %76 = "affine.apply"(%11, %10) <{map = #map14}> : (index, index) -> index
    %77 = "vector.extract_strided_slice"(%65) <{offsets = [5], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%77, %22, %76, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %78 = "affine.apply"(%11, %10) <{map = #map15}> : (index, index) -> index
    %79 = "vector.extract_strided_slice"(%65) <{offsets = [6], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%79, %22, %78, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %80 = "affine.apply"(%11, %10) <{map = #map16}> : (index, index) -> index
    %81 = "vector.extract_strided_slice"(%65) <{offsets = [7], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%81, %22, %80, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %82 = "affine.apply"(%11, %10) <{map = #map17}> : (index, index) -> index
    %83 = "vector.extract_strided_slice"(%65) <{offsets = [8], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%83, %22, %82, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %84 = "affine.apply"(%11, %10) <{map = #map18}> : (index, index) -> index
    %85 = "vector.extract_strided_slice"(%65) <{offsets = [9], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%85, %22, %84, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %86 = "affine.apply"(%11, %10) <{map = #map19}> : (index, index) -> index
    %87 = "vector.extract_strided_slice"(%65) <{offsets = [10], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%87, %22, %86, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %88 = "affine.apply"(%11, %10) <{map = #map20}> : (index, index) -> index
    %89 = "vector.extract_strided_slice"(%65) <{offsets = [11], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%89, %22, %88, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %90 = "affine.apply"(%11, %10) <{map = #map21}> : (index, index) -> index
    %91 = "vector.extract_strided_slice"(%65) <{offsets = [12], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%91, %22, %90, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %92 = "affine.apply"(%11, %10) <{map = #map22}> : (index, index) -> index
    %93 = "vector.extract_strided_slice"(%65) <{offsets = [13], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%93, %22, %92, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %94 = "affine.apply"(%11, %10) <{map = #map23}> : (index, index) -> index
    %95 = "vector.extract_strided_slice"(%65) <{offsets = [14], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%95, %22, %94, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    %96 = "affine.apply"(%11, %10) <{map = #map24}> : (index, index) -> index
    %97 = "vector.extract_strided_slice"(%65) <{offsets = [15], sizes = [1], strides = [1]}> : (vector<16xf32>) -> vector<1xf32>
    "vector.store"(%97, %22, %96, %30) : (vector<1xf32>, memref<64x64xf32, strided<[64, 1]>>, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

