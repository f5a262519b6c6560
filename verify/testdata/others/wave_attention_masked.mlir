// kernel:    attention of two tiles of queries: causal mask, length known at run time, running maximum and sum (Wave)
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     64 1 1
// arg:       in f16 2048 real -1 1
// arg:       in f16 5120 real -1 1
// arg:       in f16 5120 real -1 1
// arg:       out f32 2048
// tolerance: 3 ulp 64 abs 1e-5
// value: index 23

#map = affine_map<()[s0, s1] -> (s0 mod 16 + s1 * 16)>
#map1 = affine_map<()[s0] -> (s0 mod 16)>
#map2 = affine_map<()[s0] -> (((s0 mod 64) floordiv 16) * 4)>
#map3 = affine_map<()[s0] -> (s0)>
#map4 = affine_map<()[s0] -> (s0 + 16)>
#map5 = affine_map<()[s0] -> (s0 + 32)>
#map6 = affine_map<()[s0] -> (s0 + 48)>
#map7 = affine_map<()[s0, s1] -> (s0 mod 16 + s1)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding, !stream.binding, index) -> (), sym_name = "wave_attention_masked"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: !stream.binding, %arg3: !stream.binding, %arg4: index):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 16 : index}> : () -> index
    %3 = "arith.constant"() <{value = 64 : index}> : () -> index
    %4 = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
    %5 = "arith.constant"() <{value = dense<-1.000000e+06> : vector<4xf32>}> : () -> vector<4xf32>
    %6 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %7 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %8 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %9 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
    %10 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<f16>
    %11 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<f16>
    %12 = "stream.binding.subspan"(%arg2, %0) : (!stream.binding, index) -> memref<f16>
    %13 = "stream.binding.subspan"(%arg3, %0) : (!stream.binding, index) -> memref<f32>
    %14 = "memref.reinterpret_cast"(%10) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 32, 64>, static_strides = array<i64: 64, 1>}> : (memref<f16>) -> memref<32x64xf16, strided<[64, 1]>>
    %15 = "memref.reinterpret_cast"(%11) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 80, 64>, static_strides = array<i64: 64, 1>}> : (memref<f16>) -> memref<80x64xf16, strided<[64, 1]>>
    %16 = "memref.reinterpret_cast"(%12) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 64, 80>, static_strides = array<i64: 80, 1>}> : (memref<f16>) -> memref<64x80xf16, strided<[80, 1]>>
    %17 = "memref.reinterpret_cast"(%13) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 32, 64>, static_strides = array<i64: 64, 1>}> : (memref<f32>) -> memref<32x64xf32, strided<[64, 1]>>
    %18 = "affine.apply"(%8, %6) <{map = #map}> : (index, index) -> index
    %19 = "affine.apply"(%8) <{map = #map1}> : (index) -> index
    %20 = "affine.apply"(%8) <{map = #map2}> : (index) -> index
    %21 = "arith.constant"() <{value = dense<-1.000000e+06> : vector<1xf32>}> : () -> vector<1xf32>
    %22 = "arith.constant"() <{value = dense<0.000000e+00> : vector<1xf32>}> : () -> vector<1xf32>
    %23 = "arith.constant"() <{value = 80 : index}> : () -> index
    %24 = "arith.constant"() <{value = 16 : i32}> : () -> i32
    %25 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %26 = "arith.constant"() <{value = 64 : i32}> : () -> i32
    %27 = "affine.apply"(%20) <{map = #map3}> : (index) -> index
    %28 = "vector.load"(%14, %18, %27) : (memref<32x64xf16, strided<[64, 1]>>, index, index) -> vector<4xf16>
    %29 = "affine.apply"(%20) <{map = #map4}> : (index) -> index
    %30 = "vector.load"(%14, %18, %29) : (memref<32x64xf16, strided<[64, 1]>>, index, index) -> vector<4xf16>
    %31 = "affine.apply"(%20) <{map = #map5}> : (index) -> index
    %32 = "vector.load"(%14, %18, %31) : (memref<32x64xf16, strided<[64, 1]>>, index, index) -> vector<4xf16>
    %33 = "affine.apply"(%20) <{map = #map6}> : (index) -> index
    %34 = "vector.load"(%14, %18, %33) : (memref<32x64xf16, strided<[64, 1]>>, index, index) -> vector<4xf16>
    %35:6 = "scf.for"(%0, %23, %2, %21, %22, %4, %4, %4, %4) ({
    ^bb0(%arg5: index, %arg6: vector<1xf32>, %arg7: vector<1xf32>, %arg8: vector<4xf32>, %arg9: vector<4xf32>, %arg10: vector<4xf32>, %arg11: vector<4xf32>):
      %48 = "affine.apply"(%8, %arg5) <{map = #map7}> : (index, index) -> index
      %49 = "vector.load"(%15, %48, %27) : (memref<80x64xf16, strided<[64, 1]>>, index, index) -> vector<4xf16>
      %50 = "amdgpu.mfma"(%49, %28, %4) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %51 = "vector.load"(%15, %48, %29) : (memref<80x64xf16, strided<[64, 1]>>, index, index) -> vector<4xf16>
      %52 = "amdgpu.mfma"(%51, %30, %50) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %53 = "vector.load"(%15, %48, %31) : (memref<80x64xf16, strided<[64, 1]>>, index, index) -> vector<4xf16>
      %54 = "amdgpu.mfma"(%53, %32, %52) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %55 = "vector.load"(%15, %48, %33) : (memref<80x64xf16, strided<[64, 1]>>, index, index) -> vector<4xf16>
      %56 = "amdgpu.mfma"(%55, %34, %54) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %57 = "arith.addi"(%arg5, %20) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %58 = "vector.broadcast"(%57) : (index) -> vector<4xindex>
      %59 = "vector.step"() : () -> vector<4xindex>
      %60 = "arith.addi"(%58, %59) <{overflowFlags = #arith.overflow<none>}> : (vector<4xindex>, vector<4xindex>) -> vector<4xindex>
      %61 = "vector.broadcast"(%18) : (index) -> vector<4xindex>
      %62 = "arith.cmpi"(%60, %61) <{predicate = 3 : i64}> : (vector<4xindex>, vector<4xindex>) -> vector<4xi1>
      %63 = "vector.broadcast"(%arg4) : (index) -> vector<4xindex>
      %64 = "arith.cmpi"(%60, %63) <{predicate = 2 : i64}> : (vector<4xindex>, vector<4xindex>) -> vector<4xi1>
      %65 = "arith.andi"(%62, %64) : (vector<4xi1>, vector<4xi1>) -> vector<4xi1>
      %66 = "arith.constant"() <{value = dense<1.250000e-01> : vector<4xf32>}> : () -> vector<4xf32>
      %67 = "arith.mulf"(%56, %66) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %68 = "arith.select"(%65, %67, %5) : (vector<4xi1>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %69 = "vector.extract"(%68) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> f32
      %70 = "vector.extract"(%68) <{static_position = array<i64: 1>}> : (vector<4xf32>) -> f32
      %71 = "vector.extract"(%68) <{static_position = array<i64: 2>}> : (vector<4xf32>) -> f32
      %72 = "vector.extract"(%68) <{static_position = array<i64: 3>}> : (vector<4xf32>) -> f32
      %73 = "arith.maximumf"(%69, %70) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %74 = "arith.maximumf"(%71, %72) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %75 = "arith.maximumf"(%73, %74) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %76:2 = "gpu.shuffle"(%75, %24, %26) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %77 = "arith.maximumf"(%75, %76#0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %78:2 = "gpu.shuffle"(%77, %25, %26) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %79 = "arith.maximumf"(%77, %78#0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %80 = "vector.extract"(%arg6) <{static_position = array<i64: 0>}> : (vector<1xf32>) -> f32
      %81 = "arith.maximumf"(%80, %79) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %82 = "vector.broadcast"(%81) : (f32) -> vector<1xf32>
      %83 = "arith.subf"(%arg6, %82) <{fastmath = #arith.fastmath<none>}> : (vector<1xf32>, vector<1xf32>) -> vector<1xf32>
      %84 = "math.exp2"(%83) <{fastmath = #arith.fastmath<none>}> : (vector<1xf32>) -> vector<1xf32>
      %85 = "vector.broadcast"(%81) : (f32) -> vector<4xf32>
      %86 = "arith.subf"(%68, %85) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %87 = "math.exp2"(%86) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>) -> vector<4xf32>
      %88 = "vector.reduction"(%87) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<4xf32>) -> f32
      %89:2 = "gpu.shuffle"(%88, %24, %26) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %90 = "arith.addf"(%88, %89#0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %91:2 = "gpu.shuffle"(%90, %25, %26) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %92 = "arith.addf"(%90, %91#0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %93 = "vector.broadcast"(%92) : (f32) -> vector<1xf32>
      %94 = "arith.mulf"(%arg7, %84) <{fastmath = #arith.fastmath<none>}> : (vector<1xf32>, vector<1xf32>) -> vector<1xf32>
      %95 = "arith.addf"(%94, %93) <{fastmath = #arith.fastmath<none>}> : (vector<1xf32>, vector<1xf32>) -> vector<1xf32>
      %96 = "arith.truncf"(%87) : (vector<4xf32>) -> vector<4xf16>
      %97 = "vector.extract"(%84) <{static_position = array<i64: 0>}> : (vector<1xf32>) -> f32
      %98 = "vector.broadcast"(%97) : (f32) -> vector<4xf32>
      %99 = "arith.addi"(%arg5, %20) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
      %100 = "affine.apply"(%19) <{map = #map3}> : (index) -> index
      %101 = "vector.load"(%16, %100, %99) : (memref<64x80xf16, strided<[80, 1]>>, index, index) -> vector<4xf16>
      %102 = "arith.mulf"(%arg8, %98) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %103 = "amdgpu.mfma"(%101, %96, %102) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %104 = "affine.apply"(%19) <{map = #map4}> : (index) -> index
      %105 = "vector.load"(%16, %104, %99) : (memref<64x80xf16, strided<[80, 1]>>, index, index) -> vector<4xf16>
      %106 = "arith.mulf"(%arg9, %98) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %107 = "amdgpu.mfma"(%105, %96, %106) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %108 = "affine.apply"(%19) <{map = #map5}> : (index) -> index
      %109 = "vector.load"(%16, %108, %99) : (memref<64x80xf16, strided<[80, 1]>>, index, index) -> vector<4xf16>
      %110 = "arith.mulf"(%arg10, %98) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %111 = "amdgpu.mfma"(%109, %96, %110) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %112 = "affine.apply"(%19) <{map = #map6}> : (index) -> index
      %113 = "vector.load"(%16, %112, %99) : (memref<64x80xf16, strided<[80, 1]>>, index, index) -> vector<4xf16>
      %114 = "arith.mulf"(%arg11, %98) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %115 = "amdgpu.mfma"(%113, %96, %114) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      "scf.yield"(%82, %95, %103, %107, %111, %115) : (vector<1xf32>, vector<1xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) -> ()
    }) : (index, index, index, vector<1xf32>, vector<1xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) -> (vector<1xf32>, vector<1xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>)
    %36 = "arith.constant"() <{value = dense<1.000000e+00> : vector<1xf32>}> : () -> vector<1xf32>
    %37 = "arith.divf"(%36, %35#1) <{fastmath = #arith.fastmath<none>}> : (vector<1xf32>, vector<1xf32>) -> vector<1xf32>
    %38 = "vector.extract"(%37) <{static_position = array<i64: 0>}> : (vector<1xf32>) -> f32
    %39 = "vector.broadcast"(%38) : (f32) -> vector<4xf32>
    %40 = "arith.mulf"(%35#2, %39) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %41 = "affine.apply"(%20) <{map = #map3}> : (index) -> index
    "vector.store"(%40, %17, %18, %41) : (vector<4xf32>, memref<32x64xf32, strided<[64, 1]>>, index, index) -> ()
    %42 = "arith.mulf"(%35#3, %39) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %43 = "affine.apply"(%20) <{map = #map4}> : (index) -> index
    "vector.store"(%42, %17, %18, %43) : (vector<4xf32>, memref<32x64xf32, strided<[64, 1]>>, index, index) -> ()
    %44 = "arith.mulf"(%35#4, %39) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %45 = "affine.apply"(%20) <{map = #map5}> : (index) -> index
    "vector.store"(%44, %17, %18, %45) : (vector<4xf32>, memref<32x64xf32, strided<[64, 1]>>, index, index) -> ()
    %46 = "arith.mulf"(%35#5, %39) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %47 = "affine.apply"(%20) <{map = #map6}> : (index) -> index
    "vector.store"(%46, %17, %18, %47) : (vector<4xf32>, memref<32x64xf32, strided<[64, 1]>>, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

