// kernel:    GEMM 128x128x192 f16, g2s, 3 buffers (Wave)
// chips:     gfx942 gfx950
// grid:      2 2 1
// block:     256 1 1
// arg:       in f16 24576 real -1 1
// arg:       in f16 24576 real -1 1
// arg:       out f32 16384

#map = affine_map<()[s0, s1] -> (s1 * 64 + s0 floordiv 4)>
#map1 = affine_map<()[s0] -> (s0 floordiv 4)>
#map2 = affine_map<()[s0] -> ((s0 mod 4) * 8)>
#map3 = affine_map<()[s0, s1] -> (s0 mod 16 + s1 * 32)>
#map4 = affine_map<()[s0, s1] -> (s0 mod 16 + s1 * 32 + 16)>
#map5 = affine_map<()[s0, s1] -> (s0 mod 16 + (s0 floordiv 64) * 32 - ((s0 floordiv 64) floordiv 2) * 64)>
#map6 = affine_map<()[s0, s1] -> (s0 mod 16 + ((s0 floordiv 64) mod 2) * 32 + 16)>
#map7 = affine_map<()[s0] -> (((s0 mod 64) floordiv 16) * 4)>
#map8 = affine_map<()[s0] -> (((s0 mod 64) floordiv 16) * 4 + 16)>
#map9 = affine_map<()[s0] -> ((s0 floordiv 64) * 4)>
#map10 = affine_map<()[s0, s1] -> (s0 floordiv 16 + s1 * 64)>
#map11 = affine_map<()[s0, s1] -> (s1 + (s0 mod 16) * 2)>
#map12 = affine_map<()[s0] -> ((s0 floordiv 64) * 4 + 16)>
#map13 = affine_map<()[s0, s1] -> (s0 floordiv 16 + s1 * 64 + 16)>
#map14 = affine_map<()[s0] -> ((s0 floordiv 64) * 4 + 32)>
#map15 = affine_map<()[s0, s1] -> (s0 floordiv 16 + s1 * 64 + 32)>
#map16 = affine_map<()[s0] -> ((s0 floordiv 64) * 4 + 48)>
#map17 = affine_map<()[s0, s1] -> (s0 floordiv 16 + s1 * 64 + 48)>
#map18 = affine_map<()[s0, s1] -> (s1 * 64 + ((s0 floordiv 64) floordiv 2) * 32 + ((s0 mod 64) floordiv 16) * 4)>
#map19 = affine_map<()[s0, s1] -> (s1 * 64 + s0 mod 16 + ((s0 floordiv 64) mod 2) * 32)>
#map20 = affine_map<()[s0, s1] -> (s1 * 64 + ((s0 floordiv 64) floordiv 2) * 32 + ((s0 mod 64) floordiv 16) * 4 + 1)>
#map21 = affine_map<()[s0, s1] -> (s1 * 64 + ((s0 floordiv 64) floordiv 2) * 32 + ((s0 mod 64) floordiv 16) * 4 + 2)>
#map22 = affine_map<()[s0, s1] -> (s1 * 64 + ((s0 floordiv 64) floordiv 2) * 32 + ((s0 mod 64) floordiv 16) * 4 + 3)>
#map23 = affine_map<()[s0, s1] -> (s1 * 64 + s0 mod 16 + ((s0 floordiv 64) mod 2) * 32 + 16)>
#map24 = affine_map<()[s0, s1] -> (s1 * 64 + ((s0 floordiv 64) floordiv 2) * 32 + ((s0 mod 64) floordiv 16) * 4 + 16)>
#map25 = affine_map<()[s0, s1] -> (s1 * 64 + ((s0 floordiv 64) floordiv 2) * 32 + ((s0 mod 64) floordiv 16) * 4 + 17)>
#map26 = affine_map<()[s0, s1] -> (s1 * 64 + ((s0 floordiv 64) floordiv 2) * 32 + ((s0 mod 64) floordiv 16) * 4 + 18)>
#map27 = affine_map<()[s0, s1] -> (s1 * 64 + ((s0 floordiv 64) floordiv 2) * 32 + ((s0 mod 64) floordiv 16) * 4 + 19)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "wave_gemm_g2s_triple"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: !stream.binding):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 2 : index}> : () -> index
    %3 = "arith.constant"() <{value = 4 : index}> : () -> index
    %4 = "arith.constant"() <{value = 16 : index}> : () -> index
    %5 = "arith.constant"() <{value = 32 : index}> : () -> index
    %6 = "arith.constant"() <{value = 64 : index}> : () -> index
    %7 = "arith.constant"() <{value = 128 : index}> : () -> index
    %8 = "arith.constant"() <{value = 192 : index}> : () -> index
    %9 = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
    %10 = "gpu.block_id"() <{dimension = #gpu<dim x>, upper_bound = 64 : index}> : () -> index
    %11 = "gpu.block_id"() <{dimension = #gpu<dim y>, upper_bound = 64 : index}> : () -> index
    %12 = "gpu.thread_id"() <{dimension = #gpu<dim x>, upper_bound = 256 : index}> : () -> index
    %13 = "gpu.thread_id"() <{dimension = #gpu<dim y>, upper_bound = 4 : index}> : () -> index
    %14 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<f16>
    %15 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<f16>
    %16 = "stream.binding.subspan"(%arg2, %0) : (!stream.binding, index) -> memref<f32>
    %17 = "memref.reinterpret_cast"(%14) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 128, 192>, static_strides = array<i64: 192, 1>}> : (memref<f16>) -> memref<128x192xf16, strided<[192, 1]>>
    %18 = "arith.constant"() <{value = 2147483645 : i64}> : () -> i64
    %19 = "arith.constant"() <{value = 192 : i14}> : () -> i14
    %20 = "amdgpu.fat_raw_buffer_cast"(%17, %18, %19) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1>, resetOffset}> : (memref<128x192xf16, strided<[192, 1]>>, i64, i14) -> memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>
    %21 = "memref.reinterpret_cast"(%15) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 128, 192>, static_strides = array<i64: 192, 1>}> : (memref<f16>) -> memref<128x192xf16, strided<[192, 1]>>
    %22 = "arith.constant"() <{value = 2147483645 : i64}> : () -> i64
    %23 = "arith.constant"() <{value = 192 : i14}> : () -> i14
    %24 = "amdgpu.fat_raw_buffer_cast"(%21, %22, %23) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1>, resetOffset}> : (memref<128x192xf16, strided<[192, 1]>>, i64, i14) -> memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>
    %25 = "memref.reinterpret_cast"(%16) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 128, 128>, static_strides = array<i64: 128, 1>}> : (memref<f32>) -> memref<128x128xf32, strided<[128, 1]>>
    %26 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64x32xf16, #gpu.address_space<workgroup>>
    %27 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64x32xf16, #gpu.address_space<workgroup>>
    %28 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64x32xf16, #gpu.address_space<workgroup>>
    %29 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64x32xf16, #gpu.address_space<workgroup>>
    %30 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64x32xf16, #gpu.address_space<workgroup>>
    %31 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64x32xf16, #gpu.address_space<workgroup>>
    %32 = "affine.apply"(%12, %10) <{map = #map}> : (index, index) -> index
    %33 = "affine.apply"(%12, %11) <{map = #map}> : (index, index) -> index
    %34 = "affine.apply"(%12) <{map = #map1}> : (index) -> index
    %35 = "affine.apply"(%12) <{map = #map2}> : (index) -> index
    %36 = "arith.divui"(%12, %6) : (index, index) -> index
    %37 = "arith.divui"(%36, %2) : (index, index) -> index
    %38 = "affine.apply"(%12, %37) <{map = #map3}> : (index, index) -> index
    %39 = "affine.apply"(%12, %37) <{map = #map4}> : (index, index) -> index
    %40 = "affine.apply"(%12, %37) <{map = #map5}> : (index, index) -> index
    %41 = "affine.apply"(%12, %37) <{map = #map6}> : (index, index) -> index
    %42 = "affine.apply"(%12) <{map = #map7}> : (index) -> index
    %43 = "affine.apply"(%12) <{map = #map8}> : (index) -> index
    %44 = "arith.constant"() <{value = 0 : index}> : () -> index
    %45 = "affine.apply"(%12) <{map = #map9}> : (index) -> index
    %46 = "gpu.subgroup_broadcast"(%45) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %47 = "affine.apply"(%12, %10) <{map = #map10}> : (index, index) -> index
    %48 = "affine.apply"(%12, %11) <{map = #map10}> : (index, index) -> index
    %49 = "affine.apply"(%12, %44) <{map = #map11}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%20, %47, %49, %26, %46, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%24, %48, %49, %27, %46, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %50 = "affine.apply"(%12) <{map = #map12}> : (index) -> index
    %51 = "gpu.subgroup_broadcast"(%50) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %52 = "affine.apply"(%12, %10) <{map = #map13}> : (index, index) -> index
    %53 = "affine.apply"(%12, %11) <{map = #map13}> : (index, index) -> index
    %54 = "affine.apply"(%12, %44) <{map = #map11}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%20, %52, %54, %26, %51, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%24, %53, %54, %27, %51, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %55 = "affine.apply"(%12) <{map = #map14}> : (index) -> index
    %56 = "gpu.subgroup_broadcast"(%55) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %57 = "affine.apply"(%12, %10) <{map = #map15}> : (index, index) -> index
    %58 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %59 = "affine.apply"(%12, %44) <{map = #map11}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%20, %57, %59, %26, %56, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%24, %58, %59, %27, %56, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %60 = "affine.apply"(%12) <{map = #map16}> : (index) -> index
    %61 = "gpu.subgroup_broadcast"(%60) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %62 = "affine.apply"(%12, %10) <{map = #map17}> : (index, index) -> index
    %63 = "affine.apply"(%12, %11) <{map = #map17}> : (index, index) -> index
    %64 = "affine.apply"(%12, %44) <{map = #map11}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%20, %62, %64, %26, %61, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%24, %63, %64, %27, %61, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %65 = "arith.constant"() <{value = 32 : index}> : () -> index
    %66 = "affine.apply"(%12) <{map = #map9}> : (index) -> index
    %67 = "gpu.subgroup_broadcast"(%66) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %68 = "affine.apply"(%12, %10) <{map = #map10}> : (index, index) -> index
    %69 = "affine.apply"(%12, %11) <{map = #map10}> : (index, index) -> index
    %70 = "affine.apply"(%12, %65) <{map = #map11}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%20, %68, %70, %28, %67, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%24, %69, %70, %29, %67, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %71 = "affine.apply"(%12) <{map = #map12}> : (index) -> index
    %72 = "gpu.subgroup_broadcast"(%71) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %73 = "affine.apply"(%12, %10) <{map = #map13}> : (index, index) -> index
    %74 = "affine.apply"(%12, %11) <{map = #map13}> : (index, index) -> index
    %75 = "affine.apply"(%12, %65) <{map = #map11}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%20, %73, %75, %28, %72, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%24, %74, %75, %29, %72, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %76 = "affine.apply"(%12) <{map = #map14}> : (index) -> index
    %77 = "gpu.subgroup_broadcast"(%76) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %78 = "affine.apply"(%12, %10) <{map = #map15}> : (index, index) -> index
    %79 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %80 = "affine.apply"(%12, %65) <{map = #map11}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%20, %78, %80, %28, %77, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%24, %79, %80, %29, %77, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %81 = "affine.apply"(%12) <{map = #map16}> : (index) -> index
    %82 = "gpu.subgroup_broadcast"(%81) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %83 = "affine.apply"(%12, %10) <{map = #map17}> : (index, index) -> index
    %84 = "affine.apply"(%12, %11) <{map = #map17}> : (index, index) -> index
    %85 = "affine.apply"(%12, %65) <{map = #map11}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%20, %83, %85, %28, %82, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%24, %84, %85, %29, %82, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %86 = "arith.constant"() <{value = 128 : index}> : () -> index
    %87:10 = "scf.for"(%0, %86, %5, %9, %9, %9, %9, %26, %27, %28, %29, %30, %31) ({
    ^bb0(%arg3: index, %arg4: vector<4xf32>, %arg5: vector<4xf32>, %arg6: vector<4xf32>, %arg7: vector<4xf32>, %arg8: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg9: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg10: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg11: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg12: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg13: memref<64x32xf16, #gpu.address_space<workgroup>>):
      %168 = "arith.constant"() <{value = 64 : index}> : () -> index
      %169 = "arith.addi"(%arg3, %168) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
      "amdgpu.memory_counter_wait"() <{load = 8 : i32}> : () -> ()
      "amdgpu.lds_barrier"() : () -> ()
      %170 = "affine.apply"(%12) <{map = #map9}> : (index) -> index
      %171 = "gpu.subgroup_broadcast"(%170) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
      %172 = "affine.apply"(%12, %10) <{map = #map10}> : (index, index) -> index
      %173 = "affine.apply"(%12, %11) <{map = #map10}> : (index, index) -> index
      %174 = "affine.apply"(%12, %169) <{map = #map11}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%20, %172, %174, %arg12, %171, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "amdgpu.gather_to_lds"(%24, %173, %174, %arg13, %171, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %175 = "affine.apply"(%12) <{map = #map12}> : (index) -> index
      %176 = "gpu.subgroup_broadcast"(%175) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
      %177 = "affine.apply"(%12, %10) <{map = #map13}> : (index, index) -> index
      %178 = "affine.apply"(%12, %11) <{map = #map13}> : (index, index) -> index
      %179 = "affine.apply"(%12, %169) <{map = #map11}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%20, %177, %179, %arg12, %176, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "amdgpu.gather_to_lds"(%24, %178, %179, %arg13, %176, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %180 = "affine.apply"(%12) <{map = #map14}> : (index) -> index
      %181 = "gpu.subgroup_broadcast"(%180) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
      %182 = "affine.apply"(%12, %10) <{map = #map15}> : (index, index) -> index
      %183 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
      %184 = "affine.apply"(%12, %169) <{map = #map11}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%20, %182, %184, %arg12, %181, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "amdgpu.gather_to_lds"(%24, %183, %184, %arg13, %181, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %185 = "affine.apply"(%12) <{map = #map16}> : (index) -> index
      %186 = "gpu.subgroup_broadcast"(%185) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
      %187 = "affine.apply"(%12, %10) <{map = #map17}> : (index, index) -> index
      %188 = "affine.apply"(%12, %11) <{map = #map17}> : (index, index) -> index
      %189 = "affine.apply"(%12, %169) <{map = #map11}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%20, %187, %189, %arg12, %186, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "amdgpu.gather_to_lds"(%24, %188, %189, %arg13, %186, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %190 = "vector.load"(%arg8, %38, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %191 = "vector.load"(%arg8, %39, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %192 = "vector.load"(%arg9, %40, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %193 = "vector.load"(%arg9, %41, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
      %194 = "amdgpu.mfma"(%190, %192, %arg4) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %195 = "amdgpu.mfma"(%190, %193, %arg5) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %196 = "amdgpu.mfma"(%191, %192, %arg6) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %197 = "amdgpu.mfma"(%191, %193, %arg7) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %198 = "vector.load"(%arg8, %38, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %199 = "vector.load"(%arg8, %39, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %200 = "vector.load"(%arg9, %40, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %201 = "vector.load"(%arg9, %41, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
      %202 = "amdgpu.mfma"(%198, %200, %194) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %203 = "amdgpu.mfma"(%198, %201, %195) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %204 = "amdgpu.mfma"(%199, %200, %196) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %205 = "amdgpu.mfma"(%199, %201, %197) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      "scf.yield"(%202, %203, %204, %205, %arg10, %arg11, %arg12, %arg13, %arg8, %arg9) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>) -> ()
    }) : (index, index, index, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>)
    "amdgpu.memory_counter_wait"() <{load = 8 : i32}> : () -> ()
    "amdgpu.lds_barrier"() : () -> ()
    %88 = "vector.load"(%87#4, %38, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %89 = "vector.load"(%87#4, %39, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %90 = "vector.load"(%87#5, %40, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %91 = "vector.load"(%87#5, %41, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
    %92 = "amdgpu.mfma"(%88, %90, %87#0) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %93 = "amdgpu.mfma"(%88, %91, %87#1) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %94 = "amdgpu.mfma"(%89, %90, %87#2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %95 = "amdgpu.mfma"(%89, %91, %87#3) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %96 = "vector.load"(%87#4, %38, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %97 = "vector.load"(%87#4, %39, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %98 = "vector.load"(%87#5, %40, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %99 = "vector.load"(%87#5, %41, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
    %100 = "amdgpu.mfma"(%96, %98, %92) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %101 = "amdgpu.mfma"(%96, %99, %93) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %102 = "amdgpu.mfma"(%97, %98, %94) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %103 = "amdgpu.mfma"(%97, %99, %95) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
    "amdgpu.lds_barrier"() : () -> ()
    %104 = "vector.load"(%87#6, %38, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %105 = "vector.load"(%87#6, %39, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %106 = "vector.load"(%87#7, %40, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %107 = "vector.load"(%87#7, %41, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
    %108 = "amdgpu.mfma"(%104, %106, %100) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %109 = "amdgpu.mfma"(%104, %107, %101) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %110 = "amdgpu.mfma"(%105, %106, %102) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %111 = "amdgpu.mfma"(%105, %107, %103) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %112 = "vector.load"(%87#6, %38, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %113 = "vector.load"(%87#6, %39, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %114 = "vector.load"(%87#7, %40, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %115 = "vector.load"(%87#7, %41, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
    %116 = "amdgpu.mfma"(%112, %114, %108) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %117 = "amdgpu.mfma"(%112, %115, %109) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %118 = "amdgpu.mfma"(%113, %114, %110) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %119 = "amdgpu.mfma"(%113, %115, %111) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %120 = "affine.apply"(%12, %10) <{map = #map18}> : (index, index) -> index
    %121 = "affine.apply"(%12, %11) <{map = #map19}> : (index, index) -> index
    %122 = "vector.extract_strided_slice"(%116) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%122, %25, %120, %121) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %123 = "affine.apply"(%12, %10) <{map = #map20}> : (index, index) -> index
    %124 = "affine.apply"(%12, %11) <{map = #map19}> : (index, index) -> index
    %125 = "vector.extract_strided_slice"(%116) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%125, %25, %123, %124) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %126 = "affine.apply"(%12, %10) <{map = #map21}> : (index, index) -> index
    %127 = "affine.apply"(%12, %11) <{map = #map19}> : (index, index) -> index
    %128 = "vector.extract_strided_slice"(%116) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%128, %25, %126, %127) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %129 = "affine.apply"(%12, %10) <{map = #map22}> : (index, index) -> index
    %130 = "affine.apply"(%12, %11) <{map = #map19}> : (index, index) -> index
    %131 = "vector.extract_strided_slice"(%116) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%131, %25, %129, %130) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %132 = "affine.apply"(%12, %10) <{map = #map18}> : (index, index) -> index
    %133 = "affine.apply"(%12, %11) <{map = #map23}> : (index, index) -> index
    %134 = "vector.extract_strided_slice"(%117) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%134, %25, %132, %133) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %135 = "affine.apply"(%12, %10) <{map = #map20}> : (index, index) -> index
    %136 = "affine.apply"(%12, %11) <{map = #map23}> : (index, index) -> index
    %137 = "vector.extract_strided_slice"(%117) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%137, %25, %135, %136) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %138 = "affine.apply"(%12, %10) <{map = #map21}> : (index, index) -> index
    %139 = "affine.apply"(%12, %11) <{map = #map23}> : (index, index) -> index
    %140 = "vector.extract_strided_slice"(%117) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%140, %25, %138, %139) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %141 = "affine.apply"(%12, %10) <{map = #map22}> : (index, index) -> index
    %142 = "affine.apply"(%12, %11) <{map = #map23}> : (index, index) -> index
    %143 = "vector.extract_strided_slice"(%117) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%143, %25, %141, %142) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %144 = "affine.apply"(%12, %10) <{map = #map24}> : (index, index) -> index
    %145 = "affine.apply"(%12, %11) <{map = #map19}> : (index, index) -> index
    %146 = "vector.extract_strided_slice"(%118) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%146, %25, %144, %145) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %147 = "affine.apply"(%12, %10) <{map = #map25}> : (index, index) -> index
    %148 = "affine.apply"(%12, %11) <{map = #map19}> : (index, index) -> index
    %149 = "vector.extract_strided_slice"(%118) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%149, %25, %147, %148) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %150 = "affine.apply"(%12, %10) <{map = #map26}> : (index, index) -> index
    %151 = "affine.apply"(%12, %11) <{map = #map19}> : (index, index) -> index
    %152 = "vector.extract_strided_slice"(%118) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%152, %25, %150, %151) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %153 = "affine.apply"(%12, %10) <{map = #map27}> : (index, index) -> index
    %154 = "affine.apply"(%12, %11) <{map = #map19}> : (index, index) -> index
    %155 = "vector.extract_strided_slice"(%118) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%155, %25, %153, %154) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %156 = "affine.apply"(%12, %10) <{map = #map24}> : (index, index) -> index
    %157 = "affine.apply"(%12, %11) <{map = #map23}> : (index, index) -> index
    %158 = "vector.extract_strided_slice"(%119) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%158, %25, %156, %157) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %159 = "affine.apply"(%12, %10) <{map = #map25}> : (index, index) -> index
    %160 = "affine.apply"(%12, %11) <{map = #map23}> : (index, index) -> index
    %161 = "vector.extract_strided_slice"(%119) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%161, %25, %159, %160) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %162 = "affine.apply"(%12, %10) <{map = #map26}> : (index, index) -> index
    %163 = "affine.apply"(%12, %11) <{map = #map23}> : (index, index) -> index
    %164 = "vector.extract_strided_slice"(%119) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%164, %25, %162, %163) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %165 = "affine.apply"(%12, %10) <{map = #map27}> : (index, index) -> index
    %166 = "affine.apply"(%12, %11) <{map = #map23}> : (index, index) -> index
    %167 = "vector.extract_strided_slice"(%119) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%167, %25, %165, %166) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [256, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

