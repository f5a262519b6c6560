// kernel:    GEMM 128x128x128 f16, g2s, 2 buffers (Wave)
// chips:     gfx950
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
  "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "wave_gemm_g2s_wide"}> ({
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
    %42 = "arith.muli"(%33, %4) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    %43 = "gpu.subgroup_broadcast"(%42) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %44 = "affine.apply"(%11, %41) <{map = #map9}> : (index, index) -> index
    "amdgpu.gather_to_lds"(%19, %29, %44, %25, %43, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<8xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    "amdgpu.gather_to_lds"(%23, %30, %44, %26, %43, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<8xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
    %45 = "arith.constant"() <{value = 96 : index}> : () -> index
    %46:8 = "scf.for"(%0, %45, %5, %8, %8, %8, %8, %25, %26, %27, %28) ({
    ^bb0(%arg3: index, %arg4: vector<4xf32>, %arg5: vector<4xf32>, %arg6: vector<4xf32>, %arg7: vector<4xf32>, %arg8: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg9: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg10: memref<64x32xf16, #gpu.address_space<workgroup>>, %arg11: memref<64x32xf16, #gpu.address_space<workgroup>>):
      %111 = "arith.constant"() <{value = 32 : index}> : () -> index
      %112 = "arith.addi"(%arg3, %111) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
      "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
      "amdgpu.lds_barrier"() : () -> ()
      %113 = "arith.muli"(%33, %4) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %114 = "gpu.subgroup_broadcast"(%113) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
      %115 = "affine.apply"(%11, %112) <{map = #map9}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%19, %29, %115, %arg10, %114, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<8xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "amdgpu.gather_to_lds"(%23, %30, %115, %arg11, %114, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = vector<8xf16>}> : (memref<128x128xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "rocdl.s.setprio"() <{priority = 1 : i16}> : () -> ()
      %116 = "vector.load"(%arg8, %35, %39) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %117 = "vector.load"(%arg8, %36, %39) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %118 = "vector.load"(%arg9, %37, %39) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %119 = "vector.load"(%arg9, %38, %39) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
      %120 = "amdgpu.mfma"(%116, %118, %arg4) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %121 = "amdgpu.mfma"(%116, %119, %arg5) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %122 = "amdgpu.mfma"(%117, %118, %arg6) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %123 = "amdgpu.mfma"(%117, %119, %arg7) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %124 = "vector.load"(%arg8, %35, %40) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %125 = "vector.load"(%arg8, %36, %40) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %126 = "vector.load"(%arg9, %37, %40) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %127 = "vector.load"(%arg9, %38, %40) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
      %128 = "amdgpu.mfma"(%124, %126, %120) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %129 = "amdgpu.mfma"(%124, %127, %121) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %130 = "amdgpu.mfma"(%125, %126, %122) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %131 = "amdgpu.mfma"(%125, %127, %123) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      "rocdl.s.setprio"() <{priority = 0 : i16}> : () -> ()
      "scf.yield"(%128, %129, %130, %131, %arg10, %arg11, %arg8, %arg9) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>) -> ()
    }) : (index, index, index, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>, memref<64x32xf16, #gpu.address_space<workgroup>>)
    "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
    "amdgpu.lds_barrier"() : () -> ()
    "rocdl.s.setprio"() <{priority = 1 : i16}> : () -> ()
    %47 = "vector.load"(%46#4, %35, %39) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %48 = "vector.load"(%46#4, %36, %39) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %49 = "vector.load"(%46#5, %37, %39) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %50 = "vector.load"(%46#5, %38, %39) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
    %51 = "amdgpu.mfma"(%47, %49, %46#0) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %52 = "amdgpu.mfma"(%47, %50, %46#1) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %53 = "amdgpu.mfma"(%48, %49, %46#2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %54 = "amdgpu.mfma"(%48, %50, %46#3) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %55 = "vector.load"(%46#4, %35, %40) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %56 = "vector.load"(%46#4, %36, %40) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %57 = "vector.load"(%46#5, %37, %40) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %58 = "vector.load"(%46#5, %38, %40) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
    %59 = "amdgpu.mfma"(%55, %57, %51) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %60 = "amdgpu.mfma"(%55, %58, %52) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %61 = "amdgpu.mfma"(%56, %57, %53) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %62 = "amdgpu.mfma"(%56, %58, %54) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    "rocdl.s.setprio"() <{priority = 0 : i16}> : () -> ()
    %63 = "affine.apply"(%11, %9) <{map = #map10}> : (index, index) -> index
    %64 = "affine.apply"(%11, %10) <{map = #map11}> : (index, index) -> index
    %65 = "vector.extract_strided_slice"(%59) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%65, %24, %63, %64) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %66 = "affine.apply"(%11, %9) <{map = #map12}> : (index, index) -> index
    %67 = "affine.apply"(%11, %10) <{map = #map11}> : (index, index) -> index
    %68 = "vector.extract_strided_slice"(%59) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%68, %24, %66, %67) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %69 = "affine.apply"(%11, %9) <{map = #map13}> : (index, index) -> index
    %70 = "affine.apply"(%11, %10) <{map = #map11}> : (index, index) -> index
    %71 = "vector.extract_strided_slice"(%59) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%71, %24, %69, %70) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %72 = "affine.apply"(%11, %9) <{map = #map14}> : (index, index) -> index
    %73 = "affine.apply"(%11, %10) <{map = #map11}> : (index, index) -> index
    %74 = "vector.extract_strided_slice"(%59) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%74, %24, %72, %73) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %75 = "affine.apply"(%11, %9) <{map = #map10}> : (index, index) -> index
    %76 = "affine.apply"(%11, %10) <{map = #map15}> : (index, index) -> index
    %77 = "vector.extract_strided_slice"(%60) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%77, %24, %75, %76) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %78 = "affine.apply"(%11, %9) <{map = #map12}> : (index, index) -> index
    %79 = "affine.apply"(%11, %10) <{map = #map15}> : (index, index) -> index
    %80 = "vector.extract_strided_slice"(%60) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%80, %24, %78, %79) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %81 = "affine.apply"(%11, %9) <{map = #map13}> : (index, index) -> index
    %82 = "affine.apply"(%11, %10) <{map = #map15}> : (index, index) -> index
    %83 = "vector.extract_strided_slice"(%60) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%83, %24, %81, %82) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %84 = "affine.apply"(%11, %9) <{map = #map14}> : (index, index) -> index
    %85 = "affine.apply"(%11, %10) <{map = #map15}> : (index, index) -> index
    %86 = "vector.extract_strided_slice"(%60) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%86, %24, %84, %85) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %87 = "affine.apply"(%11, %9) <{map = #map16}> : (index, index) -> index
    %88 = "affine.apply"(%11, %10) <{map = #map11}> : (index, index) -> index
    %89 = "vector.extract_strided_slice"(%61) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%89, %24, %87, %88) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %90 = "affine.apply"(%11, %9) <{map = #map17}> : (index, index) -> index
    %91 = "affine.apply"(%11, %10) <{map = #map11}> : (index, index) -> index
    %92 = "vector.extract_strided_slice"(%61) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%92, %24, %90, %91) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %93 = "affine.apply"(%11, %9) <{map = #map18}> : (index, index) -> index
    %94 = "affine.apply"(%11, %10) <{map = #map11}> : (index, index) -> index
    %95 = "vector.extract_strided_slice"(%61) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%95, %24, %93, %94) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %96 = "affine.apply"(%11, %9) <{map = #map19}> : (index, index) -> index
    %97 = "affine.apply"(%11, %10) <{map = #map11}> : (index, index) -> index
    %98 = "vector.extract_strided_slice"(%61) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%98, %24, %96, %97) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %99 = "affine.apply"(%11, %9) <{map = #map16}> : (index, index) -> index
    %100 = "affine.apply"(%11, %10) <{map = #map15}> : (index, index) -> index
    %101 = "vector.extract_strided_slice"(%62) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%101, %24, %99, %100) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %102 = "affine.apply"(%11, %9) <{map = #map17}> : (index, index) -> index
    %103 = "affine.apply"(%11, %10) <{map = #map15}> : (index, index) -> index
    %104 = "vector.extract_strided_slice"(%62) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%104, %24, %102, %103) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %105 = "affine.apply"(%11, %9) <{map = #map18}> : (index, index) -> index
    %106 = "affine.apply"(%11, %10) <{map = #map15}> : (index, index) -> index
    %107 = "vector.extract_strided_slice"(%62) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%107, %24, %105, %106) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %108 = "affine.apply"(%11, %9) <{map = #map19}> : (index, index) -> index
    %109 = "affine.apply"(%11, %10) <{map = #map15}> : (index, index) -> index
    %110 = "vector.extract_strided_slice"(%62) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%110, %24, %108, %109) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [256, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

