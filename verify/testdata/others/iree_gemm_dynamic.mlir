// kernel:    product of sizes known at run time, every access masked (IREE)
// chips:     gfx942 gfx950
// grid:      3 2 1
// block:     64 1 1
// arg:       in f16 1508 real -1 1
// arg:       in f16 1820 real -1 1
// arg:       out f32 1015
// value: index 29
// value: index 35
// value: index 52

#map = affine_map<()[s0, s1] -> (s0 mod 16 + s1 * 16)>
#map1 = affine_map<()[s0] -> ((s0 floordiv 16) * 4)>
#map2 = affine_map<()[s0] -> (s0 ceildiv 16)>
#map3 = affine_map<()[s0, s1] -> (s0 * 16 + s1)>
#map4 = affine_map<()[s0, s1] -> ((s0 floordiv 16) * 4 + s1 * 16)>
#map5 = affine_map<()[s0, s1] -> ((s0 floordiv 16) * 4 + s1 * 16 + 1)>
#map6 = affine_map<()[s0, s1] -> ((s0 floordiv 16) * 4 + s1 * 16 + 2)>
#map7 = affine_map<()[s0, s1] -> ((s0 floordiv 16) * 4 + s1 * 16 + 3)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding, index, index, index) -> (), sym_name = "iree_gemm_dynamic"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: !stream.binding, %arg3: index, %arg4: index, %arg5: index):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 4 : index}> : () -> index
    %3 = "arith.constant"() <{value = 16 : index}> : () -> index
    %4 = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
    %5 = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf16>}> : () -> vector<4xf16>
    %6 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %7 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %8 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %9 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
    %10 = "iree_input.binding.subspan"(%arg0, %0, %arg3, %arg5) : (!stream.binding, index, index, index) -> memref<?x?xf16>
    %11 = "iree_input.binding.subspan"(%arg1, %0, %arg4, %arg5) : (!stream.binding, index, index, index) -> memref<?x?xf16>
    %12 = "stream.binding.subspan"(%arg2, %0, %arg3, %arg4) : (!stream.binding, index, index, index) -> memref<?x?xf32>
    %13 = "affine.apply"(%8, %7) <{map = #map}> : (index, index) -> index
    %14 = "affine.apply"(%8, %6) <{map = #map}> : (index, index) -> index
    %15 = "affine.apply"(%8) <{map = #map1}> : (index) -> index
    %16 = "affine.apply"(%arg5) <{map = #map2}> : (index) -> index
    %17 = "scf.for"(%0, %16, %1, %4) ({
    ^bb0(%arg6: index, %arg7: vector<4xf32>):
      %42 = "affine.apply"(%arg6, %15) <{map = #map3}> : (index, index) -> index
      %43 = "arith.subi"(%arg3, %13) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %44 = "arith.subi"(%arg4, %14) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %45 = "arith.subi"(%arg5, %42) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %46 = "arith.cmpi"(%43, %0) <{predicate = 4 : i64}> : (index, index) -> i1
      %47 = "arith.cmpi"(%44, %0) <{predicate = 4 : i64}> : (index, index) -> i1
      %48 = "vector.create_mask"(%45) : (index) -> vector<4xi1>
      %49 = "vector.broadcast"(%46) : (i1) -> vector<4xi1>
      %50 = "vector.broadcast"(%47) : (i1) -> vector<4xi1>
      %51 = "arith.andi"(%48, %49) : (vector<4xi1>, vector<4xi1>) -> vector<4xi1>
      %52 = "arith.andi"(%48, %50) : (vector<4xi1>, vector<4xi1>) -> vector<4xi1>
      %53 = "vector.maskedload"(%10, %13, %42, %51, %5) : (memref<?x?xf16>, index, index, vector<4xi1>, vector<4xf16>) -> vector<4xf16>
      %54 = "vector.maskedload"(%11, %14, %42, %52, %5) : (memref<?x?xf16>, index, index, vector<4xi1>, vector<4xf16>) -> vector<4xf16>
      %55 = "amdgpu.mfma"(%53, %54, %arg7) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      "scf.yield"(%55) : (vector<4xf32>) -> ()
    }) : (index, index, index, vector<4xf32>) -> vector<4xf32>
    %18 = "affine.apply"(%8, %7) <{map = #map4}> : (index, index) -> index
    %19 = "vector.extract_strided_slice"(%17) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    %20 = "arith.cmpi"(%18, %arg3) <{predicate = 2 : i64}> : (index, index) -> i1
    %21 = "arith.cmpi"(%14, %arg4) <{predicate = 2 : i64}> : (index, index) -> i1
    %22 = "arith.andi"(%20, %21) : (i1, i1) -> i1
    %23 = "vector.broadcast"(%22) : (i1) -> vector<1xi1>
    "vector.maskedstore"(%12, %18, %14, %23, %19) : (memref<?x?xf32>, index, index, vector<1xi1>, vector<1xf32>) -> ()
    %24 = "affine.apply"(%8, %7) <{map = #map5}> : (index, index) -> index
    %25 = "vector.extract_strided_slice"(%17) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    %26 = "arith.cmpi"(%24, %arg3) <{predicate = 2 : i64}> : (index, index) -> i1
    %27 = "arith.cmpi"(%14, %arg4) <{predicate = 2 : i64}> : (index, index) -> i1
    %28 = "arith.andi"(%26, %27) : (i1, i1) -> i1
    %29 = "vector.broadcast"(%28) : (i1) -> vector<1xi1>
    "vector.maskedstore"(%12, %24, %14, %29, %25) : (memref<?x?xf32>, index, index, vector<1xi1>, vector<1xf32>) -> ()
    %30 = "affine.apply"(%8, %7) <{map = #map6}> : (index, index) -> index
    %31 = "vector.extract_strided_slice"(%17) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    %32 = "arith.cmpi"(%30, %arg3) <{predicate = 2 : i64}> : (index, index) -> i1
    %33 = "arith.cmpi"(%14, %arg4) <{predicate = 2 : i64}> : (index, index) -> i1
    %34 = "arith.andi"(%32, %33) : (i1, i1) -> i1
    %35 = "vector.broadcast"(%34) : (i1) -> vector<1xi1>
    "vector.maskedstore"(%12, %30, %14, %35, %31) : (memref<?x?xf32>, index, index, vector<1xi1>, vector<1xf32>) -> ()
    %36 = "affine.apply"(%8, %7) <{map = #map7}> : (index, index) -> index
    %37 = "vector.extract_strided_slice"(%17) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
    %38 = "arith.cmpi"(%36, %arg3) <{predicate = 2 : i64}> : (index, index) -> i1
    %39 = "arith.cmpi"(%14, %arg4) <{predicate = 2 : i64}> : (index, index) -> i1
    %40 = "arith.andi"(%38, %39) : (i1, i1) -> i1
    %41 = "vector.broadcast"(%40) : (i1) -> vector<1xi1>
    "vector.maskedstore"(%12, %36, %14, %41, %37) : (memref<?x?xf32>, index, index, vector<1xi1>, vector<1xf32>) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

