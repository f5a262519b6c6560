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
  "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "wave_gemm_buffers"}> ({
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
    %18 = "arith.constant"() <{value = 2147483645 : i64}> : () -> i64
    %19 = "arith.constant"() <{value = 96 : i14}> : () -> i14
    %20 = "amdgpu.fat_raw_buffer_cast"(%17, %18, %19) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1>, resetOffset}> : (memref<128x96xf16, strided<[96, 1]>>, i64, i14) -> memref<128x96xf16, #amdgpu.address_space<fat_raw_buffer>>
    %21 = "memref.reinterpret_cast"(%15) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 128, 96>, static_strides = array<i64: 96, 1>}> : (memref<f16>) -> memref<128x96xf16, strided<[96, 1]>>
    %22 = "arith.constant"() <{value = 2147483645 : i64}> : () -> i64
    %23 = "arith.constant"() <{value = 96 : i14}> : () -> i14
    %24 = "amdgpu.fat_raw_buffer_cast"(%21, %22, %23) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1>, resetOffset}> : (memref<128x96xf16, strided<[96, 1]>>, i64, i14) -> memref<128x96xf16, #amdgpu.address_space<fat_raw_buffer>>
    %25 = "memref.reinterpret_cast"(%16) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 128, 128>, static_strides = array<i64: 128, 1>}> : (memref<f32>) -> memref<128x128xf32, strided<[128, 1]>>
    %26 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<9216xi8, #gpu.address_space<workgroup>>
    %27 = "arith.constant"() <{value = 4608 : index}> : () -> index
    %28 = "memref.view"(%26, %0) : (memref<9216xi8, #gpu.address_space<workgroup>>, index) -> memref<64x36xf16, #gpu.address_space<workgroup>>
    %29 = "memref.view"(%26, %27) : (memref<9216xi8, #gpu.address_space<workgroup>>, index) -> memref<64x36xf16, #gpu.address_space<workgroup>>
    %30 = "affine.apply"(%12, %10) <{map = #map}> : (index, index) -> index
    %31 = "affine.apply"(%12, %11) <{map = #map}> : (index, index) -> index
    %32 = "affine.apply"(%12) <{map = #map1}> : (index) -> index
    %33 = "affine.apply"(%12) <{map = #map2}> : (index) -> index
    %34 = "arith.divui"(%12, %6) : (index, index) -> index
    %35 = "arith.divui"(%34, %2) : (index, index) -> index
    %36 = "affine.apply"(%12, %35) <{map = #map3}> : (index, index) -> index
    %37 = "affine.apply"(%12, %35) <{map = #map4}> : (index, index) -> index
    %38 = "affine.apply"(%12, %35) <{map = #map5}> : (index, index) -> index
    %39 = "affine.apply"(%12, %35) <{map = #map6}> : (index, index) -> index
    %40 = "affine.apply"(%12) <{map = #map7}> : (index) -> index
    %41 = "affine.apply"(%12) <{map = #map8}> : (index) -> index
    %42:4 = "scf.for"(%0, %8, %5, %9, %9, %9, %9) ({
    ^bb0(%arg3: index, %arg4: vector<4xf32>, %arg5: vector<4xf32>, %arg6: vector<4xf32>, %arg7: vector<4xf32>):
      %91 = "affine.apply"(%12, %arg3) <{map = #map9}> : (index, index) -> index
      %92 = "vector.load"(%20, %30, %91) : (memref<128x96xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<8xf16>
      %93 = "vector.load"(%24, %31, %91) : (memref<128x96xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<8xf16>
      "amdgpu.lds_barrier"() : () -> ()
      "vector.store"(%92, %28, %32, %33) : (vector<8xf16>, memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "vector.store"(%93, %29, %32, %33) : (vector<8xf16>, memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "amdgpu.lds_barrier"() : () -> ()
      "rocdl.s.setprio"() <{priority = 1 : i16}> : () -> ()
      %94 = "vector.load"(%28, %36, %40) : (memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %95 = "vector.load"(%28, %37, %40) : (memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %96 = "vector.load"(%29, %38, %40) : (memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %97 = "vector.load"(%29, %39, %40) : (memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
      %98 = "amdgpu.mfma"(%94, %96, %arg4) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %99 = "amdgpu.mfma"(%94, %97, %arg5) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %100 = "amdgpu.mfma"(%95, %96, %arg6) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %101 = "amdgpu.mfma"(%95, %97, %arg7) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %102 = "vector.load"(%28, %36, %41) : (memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %103 = "vector.load"(%28, %37, %41) : (memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %104 = "vector.load"(%29, %38, %41) : (memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      %105 = "vector.load"(%29, %39, %41) : (memref<64x36xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
      %106 = "amdgpu.mfma"(%102, %104, %98) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %107 = "amdgpu.mfma"(%102, %105, %99) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %108 = "amdgpu.mfma"(%103, %104, %100) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %109 = "amdgpu.mfma"(%103, %105, %101) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      "rocdl.s.setprio"() <{priority = 0 : i16}> : () -> ()
      "scf.yield"(%106, %107, %108, %109) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) -> ()
    }) : (index, index, index, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>)
    %43 = "affine.apply"(%12, %10) <{map = #map10}> : (index, index) -> index
    %44 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %45 = "vector.extract_strided_slice"(%42#0) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%45, %25, %43, %44) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %46 = "affine.apply"(%12, %10) <{map = #map12}> : (index, index) -> index
    %47 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %48 = "vector.extract_strided_slice"(%42#0) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%48, %25, %46, %47) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %49 = "affine.apply"(%12, %10) <{map = #map13}> : (index, index) -> index
    %50 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %51 = "vector.extract_strided_slice"(%42#0) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%51, %25, %49, %50) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %52 = "affine.apply"(%12, %10) <{map = #map14}> : (index, index) -> index
    %53 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %54 = "vector.extract_strided_slice"(%42#0) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%54, %25, %52, %53) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %55 = "affine.apply"(%12, %10) <{map = #map10}> : (index, index) -> index
    %56 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %57 = "vector.extract_strided_slice"(%42#1) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%57, %25, %55, %56) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %58 = "affine.apply"(%12, %10) <{map = #map12}> : (index, index) -> index
    %59 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %60 = "vector.extract_strided_slice"(%42#1) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%60, %25, %58, %59) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %61 = "affine.apply"(%12, %10) <{map = #map13}> : (index, index) -> index
    %62 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %63 = "vector.extract_strided_slice"(%42#1) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%63, %25, %61, %62) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %64 = "affine.apply"(%12, %10) <{map = #map14}> : (index, index) -> index
    %65 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %66 = "vector.extract_strided_slice"(%42#1) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%66, %25, %64, %65) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %67 = "affine.apply"(%12, %10) <{map = #map16}> : (index, index) -> index
    %68 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %69 = "vector.extract_strided_slice"(%42#2) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%69, %25, %67, %68) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %70 = "affine.apply"(%12, %10) <{map = #map17}> : (index, index) -> index
    %71 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %72 = "vector.extract_strided_slice"(%42#2) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%72, %25, %70, %71) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %73 = "affine.apply"(%12, %10) <{map = #map18}> : (index, index) -> index
    %74 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %75 = "vector.extract_strided_slice"(%42#2) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%75, %25, %73, %74) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %76 = "affine.apply"(%12, %10) <{map = #map19}> : (index, index) -> index
    %77 = "affine.apply"(%12, %11) <{map = #map11}> : (index, index) -> index
    %78 = "vector.extract_strided_slice"(%42#2) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%78, %25, %76, %77) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %79 = "affine.apply"(%12, %10) <{map = #map16}> : (index, index) -> index
    %80 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %81 = "vector.extract_strided_slice"(%42#3) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%81, %25, %79, %80) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %82 = "affine.apply"(%12, %10) <{map = #map17}> : (index, index) -> index
    %83 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %84 = "vector.extract_strided_slice"(%42#3) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%84, %25, %82, %83) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %85 = "affine.apply"(%12, %10) <{map = #map18}> : (index, index) -> index
    %86 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %87 = "vector.extract_strided_slice"(%42#3) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%87, %25, %85, %86) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    %88 = "affine.apply"(%12, %10) <{map = #map19}> : (index, index) -> index
    %89 = "affine.apply"(%12, %11) <{map = #map15}> : (index, index) -> index
    %90 = "vector.extract_strided_slice"(%42#3) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    "vector.store"(%90, %25, %88, %89) : (vector<1xf32>, memref<128x128xf32, strided<[128, 1]>>, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [256, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

