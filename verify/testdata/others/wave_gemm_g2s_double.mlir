// kernel:    GEMM 128x128x128 f16, g2s, 2 buffers (Wave)
// chips:     gfx942 gfx950
// grid:      2 2 1
// block:     256 1 1
// arg:       in f16 16384 real -1 1
// arg:       in f16 16384 real -1 1
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
  "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "wave_gemm_g2s_double"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: !stream.binding):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 2 : index}> : () -> index
    %3 = "arith.constant"() <{value = 4 : index}> : () -> index
    %4 = "arith.constant"() <{value = 16 : index}> : () -> index
    %5 = "arith.constant"() <{value = 32 : index}> : () -> index
    %6 = "arith.constant"() <{value = 64 : index}> : () -> index
    %7 = "arith.constant"() <{value = 128 : index}> : () -> index
    %8 = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
    %9 = "gpu.block_id"() <{dimension = #gpu<dim x>, upper_bound = 64 : index}> : () -> index
    %10 = "gpu.block_id"() <{dimension = #gpu<dim y>, upper_bound = 64 : index}> : () -> index
    %11 = "gpu.thread_id"() <{dimension = #gpu<dim x>, upper_bound = 256 : index}> : () -> index
    %12 = "gpu.thread_id"() <{dimension = #gpu<dim y>, upper_bound = 4 : index}> : () -> index
    %13 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<f16>
    %14 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<f16>
    %15 = "stream.binding.subspan"(%arg2, %0) : (!stream.binding, index) -> memref<f32>
    %16 = "memref.reinterpret_cast"(%13) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 128, 128>, static_strides = array<i64: 128, 1>}> : (memref<f16>) -> memref<128x128xf16, strided<[128, 1]>>
    %17 = "arith.constant"() <{value = 2147483645 : i64}> : () -> i64
    %18 = "arith.constant"() <{value = 128 : i14}> : () -> i14
    %19 = "amdgpu.fat_raw_buffer_cast"(%16, %17) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>, resetOffset}> : (memref<128x128xf16, strided<[128, 1]>>, i64) -> memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>
    %20 = "memref.reinterpret_cast"(%14) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 128, 128>, static_strides = array<i64: 128, 1>}> : (memref<f16>) -> memref<128x128xf16, strided<[128, 1]>>
    %21 = "arith.constant"() <{value = 2147483645 : i64}> : () -> i64
    %22 = "arith.constant"() <{value = 128 : i14}> : () -> i14
    %23 = "amdgpu.fat_raw_buffer_cast"(%20, %21) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>, resetOffset}> : (memref<128x128xf16, strided<[128, 1]>>, i64) -> memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>
    %24 = "memref.reinterpret_cast"(%15) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 128, 128>, static_strides = array<i64: 128, 1>}> : (memref<f32>) -> memref<128x128xf32, strided<[128, 1]>>
    %25 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64x32xf16, #gpu.address_space<workgroup>>
    %26 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64x32xf16, #gpu.address_space<workgroup>>
    %27 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64x32xf16, #gpu.address_space<workgroup>>
    %28 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64x32xf16, #gpu.address_space<workgroup>>
    %29 = "affine.apply"(%11, %9) <{map = #map}> : (index, index) -> index
    %30 = "affine.apply"(%11, %10) <{map = #map}> : (index, index) -> index
    %31 = "affine.apply"(%11) <{map = #map1}> : (index) -> index
    %32 = "affine.apply"(%11) <{map = #map2}> : (index) -> index
    %33 = "arith.divui"(%11, %6) : (index, index) -> index
    %34 = "arith.divui"(%33, %2) : (index, index) -> index
    %35 = "affine.apply"(%11, %34) <{map = #map3}> : (index, index) -> index
    %36 = "affine.apply"(%11, %34) <{map = #map4}> : (index, index) -> index
    %37 = "affine.apply"(%11, %34) <{map = #map5}> : (index, index) -> index
    %38 = "affine.apply"(%11, %34) <{map = #map6}> : (index, index) -> index
    %39 = "affine.apply"(%11) <{map = #map7}> : (index) -> index
    %40 = "affine.apply"(%11) <{map = #map8}> : (index) -> index
    %41 = "arith.constant"() <{value = 0 : index}> : () -> index
    %42 = "affine.apply"(%11) <{map = #map9}> : (index) -> index
    %43 = "gpu.subgroup_broadcast"(%42) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %44 = "affine.apply"(%11, %9) <{map = #map10}> : (index, index) -> index
    %45 = "affine.apply"(%11, %10) <{map = #map10}> : (index, index) -> index
    %46 = "affine.apply"(%11, %41) <{map = #map11}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%19, %44, %46, %25, %43, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%23, %45, %46, %26, %43, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %47 = "affine.apply"(%11) <{map = #map12}> : (index) -> index
    %48 = "gpu.subgroup_broadcast"(%47) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %49 = "affine.apply"(%11, %9) <{map = #map13}> : (index, index) -> index
    %50 = "affine.apply"(%11, %10) <{map = #map13}> : (index, index) -> index
    %51 = "affine.apply"(%11, %41) <{map = #map11}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%19, %49, %51, %25, %48, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%23, %50, %51, %26, %48, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %52 = "affine.apply"(%11) <{map = #map14}> : (index) -> index
    %53 = "gpu.subgroup_broadcast"(%52) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %54 = "affine.apply"(%11, %9) <{map = #map15}> : (index, index) -> index
    %55 = "affine.apply"(%11, %10) <{map = #map15}> : (index, index) -> index
    %56 = "affine.apply"(%11, %41) <{map = #map11}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%19, %54, %56, %25, %53, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%23, %55, %56, %26, %53, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %57 = "affine.apply"(%11) <{map = #map16}> : (index) -> index
    %58 = "gpu.subgroup_broadcast"(%57) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %59 = "affine.apply"(%11, %9) <{map = #map17}> : (index, index) -> index
    %60 = "affine.apply"(%11, %10) <{map = #map17}> : (index, index) -> index
    %61 = "affine.apply"(%11, %41) <{map = #map11}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%19, %59, %61, %25, %58, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%23, %60, %61, %26, %58, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %62 = "arith.constant"() <{value = 96 : index}> : () -> index
    %63:8 = "scf.for"(%0, %62, %5, %8, %8, %8, %8, %25, %26, %27, %28) ({
    ^bb0(%arg3: index, %arg4: vector<4xf32>, %arg5: vector<4xf32>, %arg6: vector<4xf32>, %arg7: vector<4xf32>, %arg8: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg9: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg10: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg11: memref<64x32xf16, #gpu.address_space<workgroup>>):
      %128 = "arith.constant"() <{value = 32 : index}> : () -> index
      %129 = "arith.addi"(%arg3, %128) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
      "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
      "amdgpu.lds_barrier"() : () -> ()
      %130 = "affine.apply"(%11) <{map = #map9}> : (index) -> index
      %131 = "gpu.subgroup_broadcast"(%130) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
      %132 = "affine.apply"(%11, %9) <{map = #map10}> : (index, index) -> index
      %133 = "affine.apply"(%11, %10) <{map = #map10}> : (index, index) -> index
      %134 = "affine.apply"(%11, %129) <{map = #map11}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%19, %132, %134, %arg10, %131, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "amdgpu.gather_to_lds"(%23, %133, %134, %arg11, %131, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %135 = "affine.apply"(%11) <{map = #map12}> : (index) -> index
      %136 = "gpu.subgroup_broadcast"(%135) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
      %137 = "affine.apply"(%11, %9) <{map = #map13}> : (index, index) -> index
      %138 = "affine.apply"(%11, %10) <{map = #map13}> : (index, index) -> index
      %139 = "affine.apply"(%11, %129) <{map = #map11}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%19, %137, %139, %arg10, %136, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "amdgpu.gather_to_lds"(%23, %138, %139, %arg11, %136, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %140 = "affine.apply"(%11) <{map = #map14}> : (index) -> index
      %141 = "gpu.subgroup_broadcast"(%140) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
      %142 = "affine.apply"(%11, %9) <{map = #map15}> : (index, index) -> index
      %143 = "affine.apply"(%11, %10) <{map = #map15}> : (index, index) -> index
      %144 = "affine.apply"(%11, %129) <{map = #map11}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%19, %142, %144, %arg10, %141, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "amdgpu.gather_to_lds"(%23, %143, %144, %arg11, %141, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %145 = "affine.apply"(%11) <{map = #map16}> : (index) -> index
      %146 = "gpu.subgroup_broadcast"(%145) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
      %147 = "affine.apply"(%11, %9) <{map = #map17}> : (index, index) -> index
      %148 = "affine.apply"(%11, %10) <{map = #map17}> : (index, index) -> index
      %149 = "affine.apply"(%11, %129) <{map = #map11}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%19, %147, %149, %arg10, %146, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "amdgpu.gather_to_lds"(%23, %148, %149, %arg11, %146, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<2xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "rocdl.s.setprio"() <{priority = 1 : i16}> : () -> ()
      %150 = "vector.load"(%arg8, %35, %39) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %151 = "vector.load"(%arg8, %36, %39) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %152 = "vector.load"(%arg9, %37, %39) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %153 = "vector.load"(%arg9, %38, %39) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
      %154 = "amdgpu.mfma"(%150, %152, %arg4) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %155 = "amdgpu.mfma"(%150, %153, %arg5) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %156 = "amdgpu.mfma"(%151, %152, %arg6) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %157 = "amdgpu.mfma"(%151, %153, %arg7) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %158 = "vector.load"(%arg8, %35, %40) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %159 = "vector.load"(%arg8, %36, %40) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %160 = "vector.load"(%arg9, %37, %40) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %161 = "vector.load"(%arg9, %38, %40) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
      %162 = "amdgpu.mfma"(%158, %160, %154) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %163 = "amdgpu.mfma"(%158, %161, %155) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %164 = "amdgpu.mfma"(%159, %160, %156) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %165 = "amdgpu.mfma"(%159, %161, %157) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      "rocdl.s.setprio"() <{priority = 0 : i16}> : () -> ()
      "scf.yield"(%162, %163, %164, %165, %arg10, %arg11, %arg8, %arg9) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>) -> ()
    }) : (index, index, index, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>)
    "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
    "amdgpu.lds_barrier"() : () -> ()
    "rocdl.s.setprio"() <{priority = 1 : i16}> : () -> ()
    %64 = "vector.load"(%63#4, %35, %39) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %65 = "vector.load"(%63#4, %36, %39) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %66 = "vector.load"(%63#5, %37, %39) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %67 = "vector.load"(%63#5, %38, %39) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
    %68 = "amdgpu.mfma"(%64, %66, %63#0) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %69 = "amdgpu.mfma"(%64, %67, %63#1) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %70 = "amdgpu.mfma"(%65, %66, %63#2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %71 = "amdgpu.mfma"(%65, %67, %63#3) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %72 = "vector.load"(%63#4, %35, %40) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %73 = "vector.load"(%63#4, %36, %40) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %74 = "vector.load"(%63#5, %37, %40) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %75 = "vector.load"(%63#5, %38, %40) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
    %76 = "amdgpu.mfma"(%72, %74, %68) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %77 = "amdgpu.mfma"(%72, %75, %69) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %78 = "amdgpu.mfma"(%73, %74, %70) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %79 = "amdgpu.mfma"(%73, %75, %71) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    "rocdl.s.setprio"() <{priority = 0 : i16}> : () -> ()
    %80 = "affine.apply"(%11, %9) <{map = #map18}> : (index, index) -> index
    %81 = "affine.apply"(%11, %10) <{map = #map19}> : (index, index) -> index
    %82 = "vector.extract_strided_slice"(%76) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%82, %24, %80, %81) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %83 = "affine.apply"(%11, %9) <{map = #map20}> : (index, index) -> index
    %84 = "affine.apply"(%11, %10) <{map = #map19}> : (index, index) -> index
    %85 = "vector.extract_strided_slice"(%76) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%85, %24, %83, %84) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %86 = "affine.apply"(%11, %9) <{map = #map21}> : (index, index) -> index
    %87 = "affine.apply"(%11, %10) <{map = #map19}> : (index, index) -> index
    %88 = "vector.extract_strided_slice"(%76) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%88, %24, %86, %87) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %89 = "affine.apply"(%11, %9) <{map = #map22}> : (index, index) -> index
    %90 = "affine.apply"(%11, %10) <{map = #map19}> : (index, index) -> index
    %91 = "vector.extract_strided_slice"(%76) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%91, %24, %89, %90) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %92 = "affine.apply"(%11, %9) <{map = #map18}> : (index, index) -> index
    %93 = "affine.apply"(%11, %10) <{map = #map23}> : (index, index) -> index
    %94 = "vector.extract_strided_slice"(%77) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%94, %24, %92, %93) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %95 = "affine.apply"(%11, %9) <{map = #map20}> : (index, index) -> index
    %96 = "affine.apply"(%11, %10) <{map = #map23}> : (index, index) -> index
    %97 = "vector.extract_strided_slice"(%77) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%97, %24, %95, %96) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %98 = "affine.apply"(%11, %9) <{map = #map21}> : (index, index) -> index
    %99 = "affine.apply"(%11, %10) <{map = #map23}> : (index, index) -> index
    %100 = "vector.extract_strided_slice"(%77) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%100, %24, %98, %99) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %101 = "affine.apply"(%11, %9) <{map = #map22}> : (index, index) -> index
    %102 = "affine.apply"(%11, %10) <{map = #map23}> : (index, index) -> index
    %103 = "vector.extract_strided_slice"(%77) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%103, %24, %101, %102) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %104 = "affine.apply"(%11, %9) <{map = #map24}> : (index, index) -> index
    %105 = "affine.apply"(%11, %10) <{map = #map19}> : (index, index) -> index
    %106 = "vector.extract_strided_slice"(%78) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%106, %24, %104, %105) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %107 = "affine.apply"(%11, %9) <{map = #map25}> : (index, index) -> index
    %108 = "affine.apply"(%11, %10) <{map = #map19}> : (index, index) -> index
    %109 = "vector.extract_strided_slice"(%78) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%109, %24, %107, %108) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %110 = "affine.apply"(%11, %9) <{map = #map26}> : (index, index) -> index
    %111 = "affine.apply"(%11, %10) <{map = #map19}> : (index, index) -> index
    %112 = "vector.extract_strided_slice"(%78) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%112, %24, %110, %111) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %113 = "affine.apply"(%11, %9) <{map = #map27}> : (index, index) -> index
    %114 = "affine.apply"(%11, %10) <{map = #map19}> : (index, index) -> index
    %115 = "vector.extract_strided_slice"(%78) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%115, %24, %113, %114) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %116 = "affine.apply"(%11, %9) <{map = #map24}> : (index, index) -> index
    %117 = "affine.apply"(%11, %10) <{map = #map23}> : (index, index) -> index
    %118 = "vector.extract_strided_slice"(%79) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%118, %24, %116, %117) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %119 = "affine.apply"(%11, %9) <{map = #map25}> : (index, index) -> index
    %120 = "affine.apply"(%11, %10) <{map = #map23}> : (index, index) -> index
    %121 = "vector.extract_strided_slice"(%79) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%121, %24, %119, %120) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %122 = "affine.apply"(%11, %9) <{map = #map26}> : (index, index) -> index
    %123 = "affine.apply"(%11, %10) <{map = #map23}> : (index, index) -> index
    %124 = "vector.extract_strided_slice"(%79) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%124, %24, %122, %123) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %125 = "affine.apply"(%11, %9) <{map = #map27}> : (index, index) -> index
    %126 = "affine.apply"(%11, %10) <{map = #map23}> : (index, index) -> index
    %127 = "vector.extract_strided_slice"(%79) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%127, %24, %125, %126) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [256, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

