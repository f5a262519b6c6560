// kernel:    GEMM 128x128x224 f16, g2s, 3 buffers (Wave)
// chips:     gfx950
// grid:      2 2 1
// block:     256 1 1
// arg:       in f16 28672 real -1 1
// arg:       in f16 28672 real -1 1
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
#map9 = affine_map<()[s0, s1] -> (s1 + (s0 mod 4) * 8)>
#map10 = affine_map<()[s0, s1] -> (s1 * 64 + ((s0 floordiv 64) floordiv 2) * 32 + ((s0 mod 64) floordiv 16) * 4)>
#map11 = affine_map<()[s0, s1] -> (s1 * 64 + s0 mod 16 + ((s0 floordiv 64) mod 2) * 32)>
#map12 = affine_map<()[s0, s1] -> (s1 * 64 + ((s0 floordiv 64) floordiv 2) * 32 + ((s0 mod 64) floordiv 16) * 4 + 1)>
#map13 = affine_map<()[s0, s1] -> (s1 * 64 + ((s0 floordiv 64) floordiv 2) * 32 + ((s0 mod 64) floordiv 16) * 4 + 2)>
#map14 = affine_map<()[s0, s1] -> (s1 * 64 + ((s0 floordiv 64) floordiv 2) * 32 + ((s0 mod 64) floordiv 16) * 4 + 3)>
#map15 = affine_map<()[s0, s1] -> (s1 * 64 + s0 mod 16 + ((s0 floordiv 64) mod 2) * 32 + 16)>
#map16 = affine_map<()[s0, s1] -> (s1 * 64 + ((s0 floordiv 64) floordiv 2) * 32 + ((s0 mod 64) floordiv 16) * 4 + 16)>
#map17 = affine_map<()[s0, s1] -> (s1 * 64 + ((s0 floordiv 64) floordiv 2) * 32 + ((s0 mod 64) floordiv 16) * 4 + 17)>
#map18 = affine_map<()[s0, s1] -> (s1 * 64 + ((s0 floordiv 64) floordiv 2) * 32 + ((s0 mod 64) floordiv 16) * 4 + 18)>
#map19 = affine_map<()[s0, s1] -> (s1 * 64 + ((s0 floordiv 64) floordiv 2) * 32 + ((s0 mod 64) floordiv 16) * 4 + 19)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "wave_gemm_g2s_wide_triple"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: !stream.binding):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 2 : index}> : () -> index
    %3 = "arith.constant"() <{value = 4 : index}> : () -> index
    %4 = "arith.constant"() <{value = 16 : index}> : () -> index
    %5 = "arith.constant"() <{value = 32 : index}> : () -> index
    %6 = "arith.constant"() <{value = 64 : index}> : () -> index
    %7 = "arith.constant"() <{value = 128 : index}> : () -> index
    %8 = "arith.constant"() <{value = 224 : index}> : () -> index
    %9 = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
    %10 = "gpu.block_id"() <{dimension = #gpu<dim x>, upper_bound = 64 : index}> : () -> index
    %11 = "gpu.block_id"() <{dimension = #gpu<dim y>, upper_bound = 64 : index}> : () -> index
    %12 = "gpu.thread_id"() <{dimension = #gpu<dim x>, upper_bound = 256 : index}> : () -> index
    %13 = "gpu.thread_id"() <{dimension = #gpu<dim y>, upper_bound = 4 : index}> : () -> index
    %14 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<f16>
    %15 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<f16>
    %16 = "stream.binding.subspan"(%arg2, %0) : (!stream.binding, index) -> memref<f32>
    %17 = "memref.reinterpret_cast"(%14) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 128, 224>, static_strides = array<i64: 224, 1>}> : (memref<f16>) -> memref<128x224xf16, strided<[224, 1]>>
    %18 = "arith.constant"() <{value = 2147483645 : i64}> : () -> i64
    %19 = "arith.constant"() <{value = 224 : i14}> : () -> i14
    %20 = "amdgpu.fat_raw_buffer_cast"(%17, %18) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>, resetOffset}> : (memref<128x224xf16, strided<[224, 1]>>, i64) -> memref<128x224xf16, #amdgpu.address_space<fat_raw_buffer>>
    %21 = "memref.reinterpret_cast"(%15) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 128, 224>, static_strides = array<i64: 224, 1>}> : (memref<f16>) -> memref<128x224xf16, strided<[224, 1]>>
    %22 = "arith.constant"() <{value = 2147483645 : i64}> : () -> i64
    %23 = "arith.constant"() <{value = 224 : i14}> : () -> i14
    %24 = "amdgpu.fat_raw_buffer_cast"(%21, %22) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>, resetOffset}> : (memref<128x224xf16, strided<[224, 1]>>, i64) -> memref<128x224xf16, #amdgpu.address_space<fat_raw_buffer>>
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
    %45 = "arith.muli"(%36, %4) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    %46 = "gpu.subgroup_broadcast"(%45) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %47 = "affine.apply"(%12, %44) <{map = #map9}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%20, %32, %47, %26, %46, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<8xf16>}> : (memref<128x224xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%24, %33, %47, %27, %46, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<8xf16>}> : (memref<128x224xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %48 = "arith.constant"() <{value = 32 : index}> : () -> index
    %49 = "arith.muli"(%36, %4) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    %50 = "gpu.subgroup_broadcast"(%49) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %51 = "affine.apply"(%12, %48) <{map = #map9}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%20, %32, %51, %28, %50, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<8xf16>}> : (memref<128x224xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%24, %33, %51, %29, %50, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<8xf16>}> : (memref<128x224xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %52 = "arith.constant"() <{value = 160 : index}> : () -> index
    %53:10 = "scf.for"(%0, %52, %5, %9, %9, %9, %9, %26, %27, %28, %29, %30, %31) ({
    ^bb0(%arg3: index, %arg4: vector<4xf32>, %arg5: vector<4xf32>, %arg6: vector<4xf32>, %arg7: vector<4xf32>, %arg8: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg9: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg10: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg11: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg12: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg13: memref<64x32xf16, #gpu.address_space<workgroup>>):
      %134 = "arith.constant"() <{value = 64 : index}> : () -> index
      %135 = "arith.addi"(%arg3, %134) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
      "amdgpu.memory_counter_wait"() <{load = 2 : i32}> : () -> ()
      "amdgpu.lds_barrier"() : () -> ()
      %136 = "arith.muli"(%36, %4) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %137 = "gpu.subgroup_broadcast"(%136) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
      %138 = "affine.apply"(%12, %135) <{map = #map9}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%20, %32, %138, %arg12, %137, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<8xf16>}> : (memref<128x224xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "amdgpu.gather_to_lds"(%24, %33, %138, %arg13, %137, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<8xf16>}> : (memref<128x224xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %139 = "vector.load"(%arg8, %38, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %140 = "vector.load"(%arg8, %39, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %141 = "vector.load"(%arg9, %40, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %142 = "vector.load"(%arg9, %41, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %143 = "amdgpu.mfma"(%139, %141, %arg4) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %144 = "amdgpu.mfma"(%139, %142, %arg5) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %145 = "amdgpu.mfma"(%140, %141, %arg6) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %146 = "amdgpu.mfma"(%140, %142, %arg7) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %147 = "vector.load"(%arg8, %38, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %148 = "vector.load"(%arg8, %39, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %149 = "vector.load"(%arg9, %40, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %150 = "vector.load"(%arg9, %41, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %151 = "amdgpu.mfma"(%147, %149, %143) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %152 = "amdgpu.mfma"(%147, %150, %144) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %153 = "amdgpu.mfma"(%148, %149, %145) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %154 = "amdgpu.mfma"(%148, %150, %146) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      "scf.yield"(%151, %152, %153, %154, %arg10, %arg11, %arg12, %arg13, %arg8, %arg9) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>) -> ()
    }) : (index, index, index, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>)
    "amdgpu.memory_counter_wait"() <{load = 2 : i32}> : () -> ()
    "amdgpu.lds_barrier"() : () -> ()
    %54 = "vector.load"(%53#4, %38, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %55 = "vector.load"(%53#4, %39, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %56 = "vector.load"(%53#5, %40, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %57 = "vector.load"(%53#5, %41, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %58 = "amdgpu.mfma"(%54, %56, %53#0) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %59 = "amdgpu.mfma"(%54, %57, %53#1) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %60 = "amdgpu.mfma"(%55, %56, %53#2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %61 = "amdgpu.mfma"(%55, %57, %53#3) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %62 = "vector.load"(%53#4, %38, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %63 = "vector.load"(%53#4, %39, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %64 = "vector.load"(%53#5, %40, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %65 = "vector.load"(%53#5, %41, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %66 = "amdgpu.mfma"(%62, %64, %58) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %67 = "amdgpu.mfma"(%62, %65, %59) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %68 = "amdgpu.mfma"(%63, %64, %60) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %69 = "amdgpu.mfma"(%63, %65, %61) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
    "amdgpu.lds_barrier"() : () -> ()
    %70 = "vector.load"(%53#6, %38, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %71 = "vector.load"(%53#6, %39, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %72 = "vector.load"(%53#7, %40, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %73 = "vector.load"(%53#7, %41, %42) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %74 = "amdgpu.mfma"(%70, %72, %66) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %75 = "amdgpu.mfma"(%70, %73, %67) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %76 = "amdgpu.mfma"(%71, %72, %68) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %77 = "amdgpu.mfma"(%71, %73, %69) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %78 = "vector.load"(%53#6, %38, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %79 = "vector.load"(%53#6, %39, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %80 = "vector.load"(%53#7, %40, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %81 = "vector.load"(%53#7, %41, %43) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %82 = "amdgpu.mfma"(%78, %80, %74) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %83 = "amdgpu.mfma"(%78, %81, %75) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %84 = "amdgpu.mfma"(%79, %80, %76) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %85 = "amdgpu.mfma"(%79, %81, %77) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %86 = "affine.apply"(%12, %10) <{map = #map10}> : (index, index) -> index
    %87 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %88 = "vector.extract_strided_slice"(%82) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%88, %25, %86, %87) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %89 = "affine.apply"(%12, %10) <{map = #map12}> : (index, index) -> index
    %90 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %91 = "vector.extract_strided_slice"(%82) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%91, %25, %89, %90) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %92 = "affine.apply"(%12, %10) <{map = #map13}> : (index, index) -> index
    %93 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %94 = "vector.extract_strided_slice"(%82) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%94, %25, %92, %93) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %95 = "affine.apply"(%12, %10) <{map = #map14}> : (index, index) -> index
    %96 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %97 = "vector.extract_strided_slice"(%82) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%97, %25, %95, %96) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %98 = "affine.apply"(%12, %10) <{map = #map10}> : (index, index) -> index
    %99 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %100 = "vector.extract_strided_slice"(%83) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%100, %25, %98, %99) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %101 = "affine.apply"(%12, %10) <{map = #map12}> : (index, index) -> index
    %102 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %103 = "vector.extract_strided_slice"(%83) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%103, %25, %101, %102) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %104 = "affine.apply"(%12, %10) <{map = #map13}> : (index, index) -> index
    %105 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %106 = "vector.extract_strided_slice"(%83) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%106, %25, %104, %105) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %107 = "affine.apply"(%12, %10) <{map = #map14}> : (index, index) -> index
    %108 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %109 = "vector.extract_strided_slice"(%83) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%109, %25, %107, %108) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %110 = "affine.apply"(%12, %10) <{map = #map16}> : (index, index) -> index
    %111 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %112 = "vector.extract_strided_slice"(%84) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%112, %25, %110, %111) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %113 = "affine.apply"(%12, %10) <{map = #map17}> : (index, index) -> index
    %114 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %115 = "vector.extract_strided_slice"(%84) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%115, %25, %113, %114) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %116 = "affine.apply"(%12, %10) <{map = #map18}> : (index, index) -> index
    %117 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %118 = "vector.extract_strided_slice"(%84) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%118, %25, %116, %117) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %119 = "affine.apply"(%12, %10) <{map = #map19}> : (index, index) -> index
    %120 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %121 = "vector.extract_strided_slice"(%84) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%121, %25, %119, %120) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %122 = "affine.apply"(%12, %10) <{map = #map16}> : (index, index) -> index
    %123 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %124 = "vector.extract_strided_slice"(%85) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%124, %25, %122, %123) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %125 = "affine.apply"(%12, %10) <{map = #map17}> : (index, index) -> index
    %126 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %127 = "vector.extract_strided_slice"(%85) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%127, %25, %125, %126) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %128 = "affine.apply"(%12, %10) <{map = #map18}> : (index, index) -> index
    %129 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %130 = "vector.extract_strided_slice"(%85) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%130, %25, %128, %129) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %131 = "affine.apply"(%12, %10) <{map = #map19}> : (index, index) -> index
    %132 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %133 = "vector.extract_strided_slice"(%85) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%133, %25, %131, %132) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [256, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

