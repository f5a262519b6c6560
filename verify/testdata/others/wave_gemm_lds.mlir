// kernel:    GEMM 128x128x96 f16, lds, 2 buffers (Wave)
// chips:     gfx942 gfx950
// grid:      2 2 1
// block:     256 1 1
// arg:       in f16 12288 real -1 1
// arg:       in f16 12288 real -1 1
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
  "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "wave_gemm_lds"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: !stream.binding):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 2 : index}> : () -> index
    %3 = "arith.constant"() <{value = 4 : index}> : () -> index
    %4 = "arith.constant"() <{value = 16 : index}> : () -> index
    %5 = "arith.constant"() <{value = 32 : index}> : () -> index
    %6 = "arith.constant"() <{value = 64 : index}> : () -> index
    %7 = "arith.constant"() <{value = 128 : index}> : () -> index
    %8 = "arith.constant"() <{value = 96 : index}> : () -> index
    %9 = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
    %10 = "gpu.block_id"() <{dimension = #gpu<dim x>, upper_bound = 64 : index}> : () -> index
    %11 = "gpu.block_id"() <{dimension = #gpu<dim y>, upper_bound = 64 : index}> : () -> index
    %12 = "gpu.thread_id"() <{dimension = #gpu<dim x>, upper_bound = 256 : index}> : () -> index
    %13 = "gpu.thread_id"() <{dimension = #gpu<dim y>, upper_bound = 4 : index}> : () -> index
    %14 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<f16>
    %15 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<f16>
    %16 = "stream.binding.subspan"(%arg2, %0) : (!stream.binding, index) -> memref<f32>
    %17 = "memref.reinterpret_cast"(%14) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 128, 96>, static_strides = array<i64: 96, 1>}> : (memref<f16>) -> memref<128x96xf16, strided<[96, 1]>>
    %18 = "memref.reinterpret_cast"(%15) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 128, 96>, static_strides = array<i64: 96, 1>}> : (memref<f16>) -> memref<128x96xf16, strided<[96, 1]>>
    %19 = "memref.reinterpret_cast"(%16) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 128, 128>, static_strides = array<i64: 128, 1>}> : (memref<f32>) -> memref<128x128xf32, strided<[128, 1]>>
    %20 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<9216xi8, #gpu.address_space<workgroup>>
    %21 = "arith.constant"() <{value = 4608 : index}> : () -> index
    %22 = "memref.view"(%20, %0) : (memref<9216xi8, #gpu.address_space<workgroup>>, index) -> memref<64x36xf16, #gpu.address_space<workgroup>>
    %23 = "memref.view"(%20, %21) : (memref<9216xi8, #gpu.address_space<workgroup>>, index) -> memref<64x36xf16, #gpu.address_space<workgroup>>
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
    %36:4 = "scf.for"(%0, %8, %5, %9, %9, %9, %9) ({
    ^bb0(%arg3: index, %arg4: vector<4xf32>, %arg5: vector<4xf32>, %arg6: vector<4xf32>, %arg7: vector<4xf32>):
      %85 = "affine.apply"(%12, %arg3) <{map = #map9}> : (index, index) -> index
      %86 = "vector.load"(%17, %24, %85) : (memref<128x96xf16, strided<[96, 1]>>, index, index) -> vector<8xf16>
      %87 = "vector.load"(%18, %25, %85) : (memref<128x96xf16, strided<[96, 1]>>, index, index) -> vector<8xf16>
      "amdgpu.lds_barrier"() : () -> ()
      "vector.store"(%86, %22, %26, %27) : (vector<8xf16>, memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "vector.store"(%87, %23, %26, %27) : (vector<8xf16>, memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "amdgpu.lds_barrier"() : () -> ()
      %88 = "vector.load"(%22, %30, %34) : (memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %89 = "vector.load"(%22, %31, %34) : (memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %90 = "vector.load"(%23, %32, %34) : (memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %91 = "vector.load"(%23, %33, %34) : (memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
      %92 = "amdgpu.mfma"(%88, %90, %arg4) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %93 = "amdgpu.mfma"(%88, %91, %arg5) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %94 = "amdgpu.mfma"(%89, %90, %arg6) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %95 = "amdgpu.mfma"(%89, %91, %arg7) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %96 = "vector.load"(%22, %30, %35) : (memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %97 = "vector.load"(%22, %31, %35) : (memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %98 = "vector.load"(%23, %32, %35) : (memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %99 = "vector.load"(%23, %33, %35) : (memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
      %100 = "amdgpu.mfma"(%96, %98, %92) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %101 = "amdgpu.mfma"(%96, %99, %93) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %102 = "amdgpu.mfma"(%97, %98, %94) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %103 = "amdgpu.mfma"(%97, %99, %95) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      "scf.yield"(%100, %101, %102, %103) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) -> ()
    }) : (index, index, index, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>)
    %37 = "affine.apply"(%12, %10) <{map = #map10}> : (index, index) -> index
    %38 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %39 = "vector.extract_strided_slice"(%36#0) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%39, %19, %37, %38) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %40 = "affine.apply"(%12, %10) <{map = #map12}> : (index, index) -> index
    %41 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %42 = "vector.extract_strided_slice"(%36#0) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%42, %19, %40, %41) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %43 = "affine.apply"(%12, %10) <{map = #map13}> : (index, index) -> index
    %44 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %45 = "vector.extract_strided_slice"(%36#0) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%45, %19, %43, %44) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %46 = "affine.apply"(%12, %10) <{map = #map14}> : (index, index) -> index
    %47 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %48 = "vector.extract_strided_slice"(%36#0) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%48, %19, %46, %47) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %49 = "affine.apply"(%12, %10) <{map = #map10}> : (index, index) -> index
    %50 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %51 = "vector.extract_strided_slice"(%36#1) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%51, %19, %49, %50) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %52 = "affine.apply"(%12, %10) <{map = #map12}> : (index, index) -> index
    %53 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %54 = "vector.extract_strided_slice"(%36#1) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%54, %19, %52, %53) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %55 = "affine.apply"(%12, %10) <{map = #map13}> : (index, index) -> index
    %56 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %57 = "vector.extract_strided_slice"(%36#1) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%57, %19, %55, %56) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %58 = "affine.apply"(%12, %10) <{map = #map14}> : (index, index) -> index
    %59 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %60 = "vector.extract_strided_slice"(%36#1) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%60, %19, %58, %59) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %61 = "affine.apply"(%12, %10) <{map = #map16}> : (index, index) -> index
    %62 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %63 = "vector.extract_strided_slice"(%36#2) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%63, %19, %61, %62) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %64 = "affine.apply"(%12, %10) <{map = #map17}> : (index, index) -> index
    %65 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %66 = "vector.extract_strided_slice"(%36#2) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%66, %19, %64, %65) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %67 = "affine.apply"(%12, %10) <{map = #map18}> : (index, index) -> index
    %68 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %69 = "vector.extract_strided_slice"(%36#2) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%69, %19, %67, %68) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %70 = "affine.apply"(%12, %10) <{map = #map19}> : (index, index) -> index
    %71 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %72 = "vector.extract_strided_slice"(%36#2) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%72, %19, %70, %71) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %73 = "affine.apply"(%12, %10) <{map = #map16}> : (index, index) -> index
    %74 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %75 = "vector.extract_strided_slice"(%36#3) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%75, %19, %73, %74) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %76 = "affine.apply"(%12, %10) <{map = #map17}> : (index, index) -> index
    %77 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %78 = "vector.extract_strided_slice"(%36#3) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%78, %19, %76, %77) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %79 = "affine.apply"(%12, %10) <{map = #map18}> : (index, index) -> index
    %80 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %81 = "vector.extract_strided_slice"(%36#3) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%81, %19, %79, %80) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %82 = "affine.apply"(%12, %10) <{map = #map19}> : (index, index) -> index
    %83 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %84 = "vector.extract_strided_slice"(%36#3) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%84, %19, %82, %83) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [256, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

