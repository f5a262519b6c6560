// kernel:    GEMM 128x128x160 f16, g2s, 2 buffers (Wave)
// chips:     gfx942 gfx950
// grid:      2 2 1
// block:     256 1 1
// arg:       in f16 20480 real -1 1
// arg:       in f16 20480 real -1 1
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
  "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "wave_gemm_g2s_double_global"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: !stream.binding):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 2 : index}> : () -> index
    %3 = "arith.constant"() <{value = 4 : index}> : () -> index
    %4 = "arith.constant"() <{value = 16 : index}> : () -> index
    %5 = "arith.constant"() <{value = 32 : index}> : () -> index
    %6 = "arith.constant"() <{value = 64 : index}> : () -> index
    %7 = "arith.constant"() <{value = 128 : index}> : () -> index
    %8 = "arith.constant"() <{value = 160 : index}> : () -> index
    %9 = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
    %10 = "gpu.block_id"() <{dimension = #gpu<dim x>, upper_bound = 64 : index}> : () -> index
    %11 = "gpu.block_id"() <{dimension = #gpu<dim y>, upper_bound = 64 : index}> : () -> index
    %12 = "gpu.thread_id"() <{dimension = #gpu<dim x>, upper_bound = 256 : index}> : () -> index
    %13 = "gpu.thread_id"() <{dimension = #gpu<dim y>, upper_bound = 4 : index}> : () -> index
    %14 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<f16>
    %15 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<f16>
    %16 = "stream.binding.subspan"(%arg2, %0) : (!stream.binding, index) -> memref<f32>
    %17 = "memref.reinterpret_cast"(%14) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 128, 160>, static_strides = array<i64: 160, 1>}> : (memref<f16>) -> memref<128x160xf16, strided<[160, 1]>>
    %18 = "memref.reinterpret_cast"(%15) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 128, 160>, static_strides = array<i64: 160, 1>}> : (memref<f16>) -> memref<128x160xf16, strided<[160, 1]>>
    %19 = "memref.reinterpret_cast"(%16) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 128, 128>, static_strides = array<i64: 128, 1>}> : (memref<f32>) -> memref<128x128xf32, strided<[128, 1]>>
    %20 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64x32xf16, #gpu.address_space<workgroup>>
    %21 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64x32xf16, #gpu.address_space<workgroup>>
    %22 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64x32xf16, #gpu.address_space<workgroup>>
    %23 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64x32xf16, #gpu.address_space<workgroup>>
    %24 = "affine.apply"(%12, %10) <{map = #map}> : (index, index) -> index
    %25 = "affine.apply"(%12, %11) <{map = #map}> : (index, index) -> index
    %26 = "affine.apply"(%12) <{map = #map1}> : (index) -> index
    %27 = "affine.apply"(%12) <{map = #map2}> : (index) -> index
    %28 = "arith.divui"(%12, %6) : (index, index) -> index
    %29 = "arith.divui"(%28, %2) : (index, index) -> index
    %30 = "affine.apply"(%12, %29) <{map = #map3}> : (index, index) -> index
    %31 = "affine.apply"(%12, %29) <{map = #map4}> : (index, index) -> index
    %32 = "affine.apply"(%12, %29) <{map = #map5}> : (index, index) -> index
    %33 = "affine.apply"(%12, %29) <{map = #map6}> : (index, index) -> index
    %34 = "affine.apply"(%12) <{map = #map7}> : (index) -> index
    %35 = "affine.apply"(%12) <{map = #map8}> : (index) -> index
    %36 = "arith.constant"() <{value = 0 : index}> : () -> index
    %37 = "affine.apply"(%12) <{map = #map9}> : (index) -> index
    %38 = "gpu.subgroup_broadcast"(%37) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %39 = "affine.apply"(%12, %10) <{map = #map10}> : (index, index) -> index
    %40 = "affine.apply"(%12, %11) <{map = #map10}> : (index, index) -> index
    %41 = "affine.apply"(%12, %36) <{map = #map11}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%17, %39, %41, %20, %38, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x160xf16, strided<[160, 1]>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%18, %40, %41, %21, %38, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x160xf16, strided<[160, 1]>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %42 = "affine.apply"(%12) <{map = #map12}> : (index) -> index
    %43 = "gpu.subgroup_broadcast"(%42) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %44 = "affine.apply"(%12, %10) <{map = #map13}> : (index, index) -> index
    %45 = "affine.apply"(%12, %11) <{map = #map13}> : (index, index) -> index
    %46 = "affine.apply"(%12, %36) <{map = #map11}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%17, %44, %46, %20, %43, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x160xf16, strided<[160, 1]>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%18, %45, %46, %21, %43, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x160xf16, strided<[160, 1]>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %47 = "affine.apply"(%12) <{map = #map14}> : (index) -> index
    %48 = "gpu.subgroup_broadcast"(%47) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %49 = "affine.apply"(%12, %10) <{map = #map15}> : (index, index) -> index
    %50 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %51 = "affine.apply"(%12, %36) <{map = #map11}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%17, %49, %51, %20, %48, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x160xf16, strided<[160, 1]>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%18, %50, %51, %21, %48, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x160xf16, strided<[160, 1]>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %52 = "affine.apply"(%12) <{map = #map16}> : (index) -> index
    %53 = "gpu.subgroup_broadcast"(%52) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %54 = "affine.apply"(%12, %10) <{map = #map17}> : (index, index) -> index
    %55 = "affine.apply"(%12, %11) <{map = #map17}> : (index, index) -> index
    %56 = "affine.apply"(%12, %36) <{map = #map11}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%17, %54, %56, %20, %53, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x160xf16, strided<[160, 1]>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%18, %55, %56, %21, %53, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x160xf16, strided<[160, 1]>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %57 = "arith.constant"() <{value = 128 : index}> : () -> index
    %58:8 = "scf.for"(%0, %57, %5, %9, %9, %9, %9, %20, %21, %22, %23) ({
    ^bb0(%arg3: index, %arg4: vector<4xf32>, %arg5: vector<4xf32>, %arg6: vector<4xf32>, %arg7: vector<4xf32>, %arg8: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg9: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg10: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg11: memref<64x32xf16, #gpu.address_space<workgroup>>):
      %123 = "arith.constant"() <{value = 32 : index}> : () -> index
      %124 = "arith.addi"(%arg3, %123) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
      "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
      "amdgpu.lds_barrier"() : () -> ()
      %125 = "affine.apply"(%12) <{map = #map9}> : (index) -> index
      %126 = "gpu.subgroup_broadcast"(%125) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
      %127 = "affine.apply"(%12, %10) <{map = #map10}> : (index, index) -> index
      %128 = "affine.apply"(%12, %11) <{map = #map10}> : (index, index) -> index
      %129 = "affine.apply"(%12, %124) <{map = #map11}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%17, %127, %129, %arg10, %126, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x160xf16, strided<[160, 1]>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "amdgpu.gather_to_lds"(%18, %128, %129, %arg11, %126, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x160xf16, strided<[160, 1]>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %130 = "affine.apply"(%12) <{map = #map12}> : (index) -> index
      %131 = "gpu.subgroup_broadcast"(%130) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
      %132 = "affine.apply"(%12, %10) <{map = #map13}> : (index, index) -> index
      %133 = "affine.apply"(%12, %11) <{map = #map13}> : (index, index) -> index
      %134 = "affine.apply"(%12, %124) <{map = #map11}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%17, %132, %134, %arg10, %131, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x160xf16, strided<[160, 1]>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "amdgpu.gather_to_lds"(%18, %133, %134, %arg11, %131, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x160xf16, strided<[160, 1]>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %135 = "affine.apply"(%12) <{map = #map14}> : (index) -> index
      %136 = "gpu.subgroup_broadcast"(%135) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
      %137 = "affine.apply"(%12, %10) <{map = #map15}> : (index, index) -> index
      %138 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
      %139 = "affine.apply"(%12, %124) <{map = #map11}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%17, %137, %139, %arg10, %136, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x160xf16, strided<[160, 1]>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "amdgpu.gather_to_lds"(%18, %138, %139, %arg11, %136, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x160xf16, strided<[160, 1]>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %140 = "affine.apply"(%12) <{map = #map16}> : (index) -> index
      %141 = "gpu.subgroup_broadcast"(%140) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
      %142 = "affine.apply"(%12, %10) <{map = #map17}> : (index, index) -> index
      %143 = "affine.apply"(%12, %11) <{map = #map17}> : (index, index) -> index
      %144 = "affine.apply"(%12, %124) <{map = #map11}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%17, %142, %144, %arg10, %141, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x160xf16, strided<[160, 1]>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "amdgpu.gather_to_lds"(%18, %143, %144, %arg11, %141, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x160xf16, strided<[160, 1]>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %145 = "vector.load"(%arg8, %30, %34) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %146 = "vector.load"(%arg8, %31, %34) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %147 = "vector.load"(%arg9, %32, %34) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %148 = "vector.load"(%arg9, %33, %34) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %149 = "amdgpu.mfma"(%145, %147, %arg4) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %150 = "amdgpu.mfma"(%145, %148, %arg5) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %151 = "amdgpu.mfma"(%146, %147, %arg6) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %152 = "amdgpu.mfma"(%146, %148, %arg7) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %153 = "vector.load"(%arg8, %30, %35) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %154 = "vector.load"(%arg8, %31, %35) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %155 = "vector.load"(%arg9, %32, %35) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %156 = "vector.load"(%arg9, %33, %35) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %157 = "amdgpu.mfma"(%153, %155, %149) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %158 = "amdgpu.mfma"(%153, %156, %150) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %159 = "amdgpu.mfma"(%154, %155, %151) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %160 = "amdgpu.mfma"(%154, %156, %152) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      "scf.yield"(%157, %158, %159, %160, %arg10, %arg11, %arg8, %arg9) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>) -> ()
    }) : (index, index, index, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>)
    "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
    "amdgpu.lds_barrier"() : () -> ()
    %59 = "vector.load"(%58#4, %30, %34) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %60 = "vector.load"(%58#4, %31, %34) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %61 = "vector.load"(%58#5, %32, %34) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %62 = "vector.load"(%58#5, %33, %34) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %63 = "amdgpu.mfma"(%59, %61, %58#0) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %64 = "amdgpu.mfma"(%59, %62, %58#1) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %65 = "amdgpu.mfma"(%60, %61, %58#2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %66 = "amdgpu.mfma"(%60, %62, %58#3) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %67 = "vector.load"(%58#4, %30, %35) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %68 = "vector.load"(%58#4, %31, %35) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %69 = "vector.load"(%58#5, %32, %35) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %70 = "vector.load"(%58#5, %33, %35) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %71 = "amdgpu.mfma"(%67, %69, %63) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %72 = "amdgpu.mfma"(%67, %70, %64) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %73 = "amdgpu.mfma"(%68, %69, %65) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %74 = "amdgpu.mfma"(%68, %70, %66) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %75 = "affine.apply"(%12, %10) <{map = #map18}> : (index, index) -> index
    %76 = "affine.apply"(%12, %11) <{map = #map19}> : (index, index) -> index
    %77 = "vector.extract_strided_slice"(%71) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%77, %19, %75, %76) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %78 = "affine.apply"(%12, %10) <{map = #map20}> : (index, index) -> index
    %79 = "affine.apply"(%12, %11) <{map = #map19}> : (index, index) -> index
    %80 = "vector.extract_strided_slice"(%71) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%80, %19, %78, %79) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %81 = "affine.apply"(%12, %10) <{map = #map21}> : (index, index) -> index
    %82 = "affine.apply"(%12, %11) <{map = #map19}> : (index, index) -> index
    %83 = "vector.extract_strided_slice"(%71) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%83, %19, %81, %82) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %84 = "affine.apply"(%12, %10) <{map = #map22}> : (index, index) -> index
    %85 = "affine.apply"(%12, %11) <{map = #map19}> : (index, index) -> index
    %86 = "vector.extract_strided_slice"(%71) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%86, %19, %84, %85) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %87 = "affine.apply"(%12, %10) <{map = #map18}> : (index, index) -> index
    %88 = "affine.apply"(%12, %11) <{map = #map23}> : (index, index) -> index
    %89 = "vector.extract_strided_slice"(%72) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%89, %19, %87, %88) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %90 = "affine.apply"(%12, %10) <{map = #map20}> : (index, index) -> index
    %91 = "affine.apply"(%12, %11) <{map = #map23}> : (index, index) -> index
    %92 = "vector.extract_strided_slice"(%72) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%92, %19, %90, %91) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %93 = "affine.apply"(%12, %10) <{map = #map21}> : (index, index) -> index
    %94 = "affine.apply"(%12, %11) <{map = #map23}> : (index, index) -> index
    %95 = "vector.extract_strided_slice"(%72) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%95, %19, %93, %94) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %96 = "affine.apply"(%12, %10) <{map = #map22}> : (index, index) -> index
    %97 = "affine.apply"(%12, %11) <{map = #map23}> : (index, index) -> index
    %98 = "vector.extract_strided_slice"(%72) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%98, %19, %96, %97) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %99 = "affine.apply"(%12, %10) <{map = #map24}> : (index, index) -> index
    %100 = "affine.apply"(%12, %11) <{map = #map19}> : (index, index) -> index
    %101 = "vector.extract_strided_slice"(%73) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%101, %19, %99, %100) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %102 = "affine.apply"(%12, %10) <{map = #map25}> : (index, index) -> index
    %103 = "affine.apply"(%12, %11) <{map = #map19}> : (index, index) -> index
    %104 = "vector.extract_strided_slice"(%73) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%104, %19, %102, %103) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %105 = "affine.apply"(%12, %10) <{map = #map26}> : (index, index) -> index
    %106 = "affine.apply"(%12, %11) <{map = #map19}> : (index, index) -> index
    %107 = "vector.extract_strided_slice"(%73) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%107, %19, %105, %106) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %108 = "affine.apply"(%12, %10) <{map = #map27}> : (index, index) -> index
    %109 = "affine.apply"(%12, %11) <{map = #map19}> : (index, index) -> index
    %110 = "vector.extract_strided_slice"(%73) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%110, %19, %108, %109) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %111 = "affine.apply"(%12, %10) <{map = #map24}> : (index, index) -> index
    %112 = "affine.apply"(%12, %11) <{map = #map23}> : (index, index) -> index
    %113 = "vector.extract_strided_slice"(%74) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%113, %19, %111, %112) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %114 = "affine.apply"(%12, %10) <{map = #map25}> : (index, index) -> index
    %115 = "affine.apply"(%12, %11) <{map = #map23}> : (index, index) -> index
    %116 = "vector.extract_strided_slice"(%74) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%116, %19, %114, %115) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %117 = "affine.apply"(%12, %10) <{map = #map26}> : (index, index) -> index
    %118 = "affine.apply"(%12, %11) <{map = #map23}> : (index, index) -> index
    %119 = "vector.extract_strided_slice"(%74) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%119, %19, %117, %118) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %120 = "affine.apply"(%12, %10) <{map = #map27}> : (index, index) -> index
    %121 = "affine.apply"(%12, %11) <{map = #map23}> : (index, index) -> index
    %122 = "vector.extract_strided_slice"(%74) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%122, %19, %120, %121) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [256, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

