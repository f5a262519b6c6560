// kernel:    scaled products of f4E2M1FN, 16x16x128, two LDS buffers, scales in dwords (Wave)
// chips:     gfx950
// grid:      2 2 1
// block:     64 1 1
// arg:       in i8 16384 bits
// arg:       in i8 16384 bits
// arg:       in i8 1024 int 120 130
// arg:       in i8 1024 int 120 130
// arg:       out f32 1024

#map = affine_map<()[s0] -> (s0 mod 16)>
#map1 = affine_map<()[s0] -> ((s0 floordiv 16) * 16)>
#map2 = affine_map<()[s0, s1] -> (s0 mod 16 + s1 * 16)>
#map3 = affine_map<()[s0, s1] -> ((s0 * 16) floordiv 64 + s1 * 16)>
#map4 = affine_map<()[s0, s1] -> ((s0 * 16) mod 64 + s1 * 64)>
#map5 = affine_map<()[s0] -> (s0 + 1)>
#map6 = affine_map<()[s0] -> (s0)>
#map7 = affine_map<()[s0, s1] -> ((s0 floordiv 16) mod 4)>
#map8 = affine_map<()[s0, s1] -> (s1 * 16 + (s0 floordiv 16) * 4)>
#map9 = affine_map<()[s0, s1] -> (s1 * 16 + (s0 floordiv 16) * 4 + 1)>
#map10 = affine_map<()[s0, s1] -> (s1 * 16 + (s0 floordiv 16) * 4 + 2)>
#map11 = affine_map<()[s0, s1] -> (s1 * 16 + (s0 floordiv 16) * 4 + 3)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "wave_scaled_fp4_packed"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: !stream.binding, %arg3: !stream.binding, %arg4: !stream.binding):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 2 : index}> : () -> index
    %3 = "arith.constant"() <{value = 4 : index}> : () -> index
    %4 = "arith.constant"() <{value = 16 : index}> : () -> index
    %5 = "arith.constant"() <{value = 32 : index}> : () -> index
    %6 = "arith.constant"() <{value = 64 : index}> : () -> index
    %7 = "arith.constant"() <{value = 8 : index}> : () -> index
    %8 = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
    %9 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %10 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %11 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %12 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
    %13 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<?xi8>
    %14 = "memref.reinterpret_cast"(%13) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 32, 512>, static_strides = array<i64: 512, 1>}> : (memref<?xi8>) -> memref<32x512xi8, strided<[512, 1]>>
    %15 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<?xi8>
    %16 = "memref.reinterpret_cast"(%15) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 32, 512>, static_strides = array<i64: 512, 1>}> : (memref<?xi8>) -> memref<32x512xi8, strided<[512, 1]>>
    %17 = "stream.binding.subspan"(%arg2, %0) : (!stream.binding, index) -> memref<?xi32>
    %18 = "memref.reinterpret_cast"(%17) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 32, 8>, static_strides = array<i64: 8, 1>}> : (memref<?xi32>) -> memref<32x8xi32, strided<[8, 1]>>
    %19 = "stream.binding.subspan"(%arg3, %0) : (!stream.binding, index) -> memref<?xi32>
    %20 = "memref.reinterpret_cast"(%19) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 32, 8>, static_strides = array<i64: 8, 1>}> : (memref<?xi32>) -> memref<32x8xi32, strided<[8, 1]>>
    %21 = "stream.binding.subspan"(%arg4, %0) : (!stream.binding, index) -> memref<f32>
    %22 = "memref.reinterpret_cast"(%21) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 32, 32>, static_strides = array<i64: 32, 1>}> : (memref<f32>) -> memref<32x32xf32, strided<[32, 1]>>
    %23 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<16x64xi8, #gpu.address_space<workgroup>>
    %24 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<16x64xi8, #gpu.address_space<workgroup>>
    %25 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<16x64xi8, #gpu.address_space<workgroup>>
    %26 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<16x64xi8, #gpu.address_space<workgroup>>
    %27 = "affine.apply"(%11) <{map = #map}> : (index) -> index
    %28 = "affine.apply"(%11) <{map = #map1}> : (index) -> index
    %29 = "affine.apply"(%11, %10) <{map = #map2}> : (index, index) -> index
    %30 = "affine.apply"(%11, %9) <{map = #map2}> : (index, index) -> index
    %31 = "affine.apply"(%11, %10) <{map = #map3}> : (index, index) -> index
    %32 = "affine.apply"(%11, %0) <{map = #map4}> : (index, index) -> index
    %33 = "arith.constant"() <{value = 0 : index}> : () -> index
    "amdgpu.gather_to_lds"(%14, %31, %32, %23, %33, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<32x512xi8, strided<[512, 1]>>, index, index, memref<16x64xi8, #gpu.address_space<workgroup>>, index, index) -> ()
    %34 = "affine.apply"(%11, %9) <{map = #map3}> : (index, index) -> index
    %35 = "affine.apply"(%11, %0) <{map = #map4}> : (index, index) -> index
    %36 = "arith.constant"() <{value = 0 : index}> : () -> index
    "amdgpu.gather_to_lds"(%16, %34, %35, %25, %36, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<32x512xi8, strided<[512, 1]>>, index, index, memref<16x64xi8, #gpu.address_space<workgroup>>, index, index) -> ()
    %37 = "arith.constant"() <{value = 7 : index}> : () -> index
    %38:5 = "scf.for"(%0, %37, %1, %8, %23, %25, %24, %26) ({
    ^bb0(%arg5: index, %arg6: vector<4xf32>, %arg7: memref<16x64xi8, #gpu.address_space<workgroup>>, %arg8: memref<16x64xi8, #gpu.address_space<workgroup>>, %arg9: memref<16x64xi8, #gpu.address_space<workgroup>>, %arg10: memref<16x64xi8, #gpu.address_space<workgroup>>):
      %68 = "affine.apply"(%arg5) <{map = #map5}> : (index) -> index
      "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
      "amdgpu.lds_barrier"() : () -> ()
      %69 = "affine.apply"(%11, %10) <{map = #map3}> : (index, index) -> index
      %70 = "affine.apply"(%11, %68) <{map = #map4}> : (index, index) -> index
      %71 = "arith.constant"() <{value = 0 : index}> : () -> index
      "amdgpu.gather_to_lds"(%14, %69, %70, %arg9, %71, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<32x512xi8, strided<[512, 1]>>, index, index, memref<16x64xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %72 = "affine.apply"(%11, %9) <{map = #map3}> : (index, index) -> index
      %73 = "affine.apply"(%11, %68) <{map = #map4}> : (index, index) -> index
      %74 = "arith.constant"() <{value = 0 : index}> : () -> index
      "amdgpu.gather_to_lds"(%16, %72, %73, %arg10, %74, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<16xi8>}> : (memref<32x512xi8, strided<[512, 1]>>, index, index, memref<16x64xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      "rocdl.s.setprio"() <{priority = 1 : i16}> : () -> ()
      %75 = "vector.load"(%arg7, %27, %28) : (memref<16x64xi8, #gpu.address_space<workgroup>>, index, index) -> vector<16xi8>
      %76 = "vector.bitcast"(%75) : (vector<16xi8>) -> vector<32xf4E2M1FN>
      %77 = "vector.load"(%arg8, %27, %28) : (memref<16x64xi8, #gpu.address_space<workgroup>>, index, index) -> vector<16xi8>
      %78 = "vector.bitcast"(%77) : (vector<16xi8>) -> vector<32xf4E2M1FN>
      %79 = "affine.apply"(%arg5) <{map = #map6}> : (index) -> index
      %80 = "vector.load"(%18, %29, %79) : (memref<32x8xi32, strided<[8, 1]>>, index, index) -> vector<1xi32>
      %81 = "vector.bitcast"(%80) : (vector<1xi32>) -> vector<4xi8>
      %82 = "vector.bitcast"(%80) : (vector<1xi32>) -> vector<4xf8E8M0FNU>
      %83 = "vector.load"(%20, %30, %79) : (memref<32x8xi32, strided<[8, 1]>>, index, index) -> vector<1xi32>
      %84 = "vector.bitcast"(%83) : (vector<1xi32>) -> vector<4xi8>
      %85 = "vector.bitcast"(%83) : (vector<1xi32>) -> vector<4xf8E8M0FNU>
      %86 = "affine.apply"(%11, %arg5) <{map = #map7}> : (index, index) -> index
      %87 = "vector.extract"(%81, %86) <{static_position = array<i64: -9223372036854775808>}> : (vector<4xi8>, index) -> i8
      %88 = "vector.broadcast"(%87) : (i8) -> vector<1xi8>
      %89 = "vector.bitcast"(%88) : (vector<1xi8>) -> vector<1xf8E8M0FNU>
      %90 = "vector.extract"(%89) <{static_position = array<i64: 0>}> : (vector<1xf8E8M0FNU>) -> f8E8M0FNU
      %91 = "vector.extract"(%84, %86) <{static_position = array<i64: -9223372036854775808>}> : (vector<4xi8>, index) -> i8
      %92 = "vector.broadcast"(%91) : (i8) -> vector<1xi8>
      %93 = "vector.bitcast"(%92) : (vector<1xi8>) -> vector<1xf8E8M0FNU>
      %94 = "vector.extract"(%93) <{static_position = array<i64: 0>}> : (vector<1xf8E8M0FNU>) -> f8E8M0FNU
      %95 = "amdgpu.scaled_mfma"(%76, %78, %arg6, %90, %94) <{k = 128 : i32, m = 16 : i32, n = 16 : i32, scalesIdxA = 0 : i32, scalesIdxB = 0 : i32}> : (vector<32xf4E2M1FN>, vector<32xf4E2M1FN>, vector<4xf32>, f8E8M0FNU, f8E8M0FNU) -> vector<4xf32>
      "rocdl.s.setprio"() <{priority = 0 : i16}> : () -> ()
      "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
      "scf.yield"(%95, %arg9, %arg10, %arg7, %arg8) : (vector<4xf32>, memref<16x64xi8, #gpu.address_space<workgroup>>, memref<16x64xi8, #gpu.address_space<workgroup>>, memref<16x64xi8, #gpu.address_space<workgroup>>, memref<16x64xi8, #gpu.address_space<workgroup>>) -> ()
    }) : (index, index, index, vector<4xf32>, memref<16x64xi8, #gpu.address_space<workgroup>>, memref<16x64xi8, #gpu.address_space<workgroup>>, memref<16x64xi8, #gpu.address_space<workgroup>>, memref<16x64xi8, #gpu.address_space<workgroup>>) -> (vector<4xf32>, memref<16x64xi8, #gpu.address_space<workgroup>>, memref<16x64xi8, #gpu.address_space<workgroup>>, memref<16x64xi8, #gpu.address_space<workgroup>>, memref<16x64xi8, #gpu.address_space<workgroup>>)
    "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
    "amdgpu.lds_barrier"() : () -> ()
    %39 = "vector.load"(%38#1, %27, %28) : (memref<16x64xi8, #gpu.address_space<workgroup>>, index, index) -> vector<16xi8>
    %40 = "vector.bitcast"(%39) : (vector<16xi8>) -> vector<32xf4E2M1FN>
    %41 = "vector.load"(%38#2, %27, %28) : (memref<16x64xi8, #gpu.address_space<workgroup>>, index, index) -> vector<16xi8>
    %42 = "vector.bitcast"(%41) : (vector<16xi8>) -> vector<32xf4E2M1FN>
    %43 = "affine.apply"(%37) <{map = #map6}> : (index) -> index
    %44 = "vector.load"(%18, %29, %43) : (memref<32x8xi32, strided<[8, 1]>>, index, index) -> vector<1xi32>
    %45 = "vector.bitcast"(%44) : (vector<1xi32>) -> vector<4xi8>
    %46 = "vector.bitcast"(%44) : (vector<1xi32>) -> vector<4xf8E8M0FNU>
    %47 = "vector.load"(%20, %30, %43) : (memref<32x8xi32, strided<[8, 1]>>, index, index) -> vector<1xi32>
    %48 = "vector.bitcast"(%47) : (vector<1xi32>) -> vector<4xi8>
    %49 = "vector.bitcast"(%47) : (vector<1xi32>) -> vector<4xf8E8M0FNU>
    %50 = "affine.apply"(%11, %37) <{map = #map7}> : (index, index) -> index
    %51 = "vector.extract"(%45, %50) <{static_position = array<i64: -9223372036854775808>}> : (vector<4xi8>, index) -> i8
    %52 = "vector.broadcast"(%51) : (i8) -> vector<1xi8>
    %53 = "vector.bitcast"(%52) : (vector<1xi8>) -> vector<1xf8E8M0FNU>
    %54 = "vector.extract"(%53) <{static_position = array<i64: 0>}> : (vector<1xf8E8M0FNU>) -> f8E8M0FNU
    %55 = "vector.extract"(%48, %50) <{static_position = array<i64: -9223372036854775808>}> : (vector<4xi8>, index) -> i8
    %56 = "vector.broadcast"(%55) : (i8) -> vector<1xi8>
    %57 = "vector.bitcast"(%56) : (vector<1xi8>) -> vector<1xf8E8M0FNU>
    %58 = "vector.extract"(%57) <{static_position = array<i64: 0>}> : (vector<1xf8E8M0FNU>) -> f8E8M0FNU
    %59 = "amdgpu.scaled_mfma"(%40, %42, %38#0, %54, %58) <{k = 128 : i32, m = 16 : i32, n = 16 : i32, scalesIdxA = 0 : i32, scalesIdxB = 0 : i32}> : (vector<32xf4E2M1FN>, vector<32xf4E2M1FN>, vector<4xf32>, f8E8M0FNU, f8E8M0FNU) -> vector<4xf32>
    %60 = "affine.apply"(%11, %10) <{map = #map8}> : (index, index) -> index
    %61 = "vector.extract_strided_slice"(%59) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%61, %22, %60, %30) : (vector<1xf32>, memref<32x32xf32, strided<[32, 1]>>, index, index) -> ()
    %62 = "affine.apply"(%11, %10) <{map = #map9}> : (index, index) -> index
    %63 = "vector.extract_strided_slice"(%59) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%63, %22, %62, %30) : (vector<1xf32>, memref<32x32xf32, strided<[32, 1]>>, index, index) -> ()
    %64 = "affine.apply"(%11, %10) <{map = #map10}> : (index, index) -> index
    %65 = "vector.extract_strided_slice"(%59) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%65, %22, %64, %30) : (vector<1xf32>, memref<32x32xf32, strided<[32, 1]>>, index, index) -> ()
    %66 = "affine.apply"(%11, %10) <{map = #map11}> : (index, index) -> index
    %67 = "vector.extract_strided_slice"(%59) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%67, %22, %66, %30) : (vector<1xf32>, memref<32x32xf32, strided<[32, 1]>>, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

