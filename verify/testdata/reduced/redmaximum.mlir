"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<128x16xbf16, strided<[16, 1]>, #gpu.address_space<global>>, memref<64x16xbf16, strided<[16, 1]>, #gpu.address_space<global>>, memref<128x1xf32, strided<[1, 1]>, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>, known_grid_size = array<i32: 1, 1, 1>}> ({
    ^bb0(%arg0: memref<128x16xbf16, strided<[16, 1]>, #gpu.address_space<global>>, %arg1: memref<64x16xbf16, strided<[16, 1]>, #gpu.address_space<global>>, %arg2: memref<128x1xf32, strided<[1, 1]>, #gpu.address_space<global>>):
      %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %1 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %2 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %3 = "gpu.block_id"() <{dimension = #gpu<dim z>}> : () -> index
      %4 = "amdgpu.fat_raw_buffer_cast"(%arg0) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>, resetOffset}> : (memref<128x16xbf16, strided<[16, 1]>, #gpu.address_space<global>>) -> memref<128x16xbf16, #amdgpu.address_space<fat_raw_buffer>>
      %5 = "arith.constant"() <{value = 32 : index}> : () -> index
      %6 = "arith.remui"(%0, %5) : (index, index) -> index
      %7 = "arith.constant"() <{value = 64 : index}> : () -> index
      %8 = "arith.divui"(%0, %7) : (index, index) -> index
      %9 = "arith.muli"(%8, %5) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %10 = "arith.addi"(%6, %9) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %11 = "arith.divui"(%0, %5) : (index, index) -> index
      %12 = "arith.constant"() <{value = 2 : index}> : () -> index
      %13 = "arith.remui"(%11, %12) : (index, index) -> index
      %14 = "arith.constant"() <{value = 8 : index}> : () -> index
      %15 = "arith.muli"(%13, %14) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %16 = "amdgpu.fat_raw_buffer_cast"(%arg1) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>, resetOffset}> : (memref<64x16xbf16, strided<[16, 1]>, #gpu.address_space<global>>) -> memref<64x16xbf16, #amdgpu.address_space<fat_raw_buffer>>
      %17 = "arith.remui"(%0, %5) : (index, index) -> index
      %18 = "arith.constant"() <{value = dense<0.000000e+00> : vector<16xf32>}> : () -> vector<16xf32>
      %19 = "amdgpu.fat_raw_buffer_cast"(%arg2) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>, resetOffset}> : (memref<128x1xf32, strided<[1, 1]>, #gpu.address_space<global>>) -> memref<128x1xf32, #amdgpu.address_space<fat_raw_buffer>>
      %20 = "arith.constant"() <{value = 1 : index}> : () -> index
      %21 = "arith.constant"() <{value = 0 : index}> : () -> index
      %22 = "vector.load"(%4, %10, %15) : (memref<128x16xbf16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<8xbf16>
      %23 = "vector.load"(%16, %17, %15) : (memref<64x16xbf16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<8xbf16>
      %24 = "arith.addi"(%17, %5) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %25 = "vector.load"(%16, %24, %15) : (memref<64x16xbf16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<8xbf16>
      %26 = "amdgpu.mfma"(%23, %22, %18) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xbf16>, vector<8xbf16>, vector<16xf32>) -> vector<16xf32>
      %27 = "amdgpu.mfma"(%25, %22, %18) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 32 : i32, n = 32 : i32}> : (vector<8xbf16>, vector<8xbf16>, vector<16xf32>) -> vector<16xf32>
      %28 = "arith.maximumf"(%26, %27) <{fastmath = #arith.fastmath<none>}> : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
      %29 = "vector.extract_strided_slice"(%28) <{offsets = [0], sizes = [8], strides = [1]}> : (vector<16xf32>) -> vector<8xf32>
      %30 = "vector.extract_strided_slice"(%28) <{offsets = [8], sizes = [8], strides = [1]}> : (vector<16xf32>) -> vector<8xf32>
      %31 = "arith.maximumf"(%29, %30) <{fastmath = #arith.fastmath<none>}> : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
      %32 = "vector.extract_strided_slice"(%31) <{offsets = [0], sizes = [4], strides = [1]}> : (vector<8xf32>) -> vector<4xf32>
      %33 = "vector.extract_strided_slice"(%31) <{offsets = [4], sizes = [4], strides = [1]}> : (vector<8xf32>) -> vector<4xf32>
      %34 = "arith.maximumf"(%32, %33) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %35 = "vector.extract_strided_slice"(%34) <{offsets = [0], sizes = [2], strides = [1]}> : (vector<4xf32>) -> vector<2xf32>
      %36 = "vector.extract_strided_slice"(%34) <{offsets = [2], sizes = [2], strides = [1]}> : (vector<4xf32>) -> vector<2xf32>
      %37 = "arith.maximumf"(%35, %36) <{fastmath = #arith.fastmath<none>}> : (vector<2xf32>, vector<2xf32>) -> vector<2xf32>
      %38 = "vector.extract_strided_slice"(%37) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<2xf32>) -> vector<1xf32>
      %39 = "vector.extract_strided_slice"(%37) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<2xf32>) -> vector<1xf32>
      %40 = "arith.maximumf"(%38, %39) <{fastmath = #arith.fastmath<none>}> : (vector<1xf32>, vector<1xf32>) -> vector<1xf32>
      %41 = "gpu.subgroup_reduce"(%40) <{cluster_size = 2 : i32, cluster_stride = 32 : i32, op = #gpu<all_reduce_op maximumf>}> : (vector<1xf32>) -> vector<1xf32>
      %42 = "arith.divui"(%0, %5) : (index, index) -> index
      %43 = "arith.remui"(%42, %12) : (index, index) -> index
      %44 = "arith.cmpi"(%43, %20) <{predicate = 6 : i64}> : (index, index) -> i1
      %45 = "vector.broadcast"(%44) : (i1) -> vector<1xi1>
      "vector.maskedstore"(%19, %10, %21, %45, %41) : (memref<128x1xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<1xi1>, vector<1xf32>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "s", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
