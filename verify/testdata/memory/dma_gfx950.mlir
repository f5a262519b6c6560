"builtin.module"() ({
  "gpu.module"() <{sym_name = "dma_gfx950"}> ({
    "gpu.func"() <{function_type = (memref<128x4xf32>, memref<128x3xf32>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg24: memref<128x4xf32>, %arg25: memref<128x3xf32>, %arg26: memref<576xf32, #gpu.address_space<workgroup>>):
      %104 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %105 = "arith.constant"() <{value = 0 : index}> : () -> index
      %106 = "arith.constant"() <{value = 2 : index}> : () -> index
      %107 = "arith.constant"() <{value = 4 : index}> : () -> index
      %108 = "arith.constant"() <{value = 4 : index}> : () -> index
      %109 = "arith.constant"() <{value = 64 : index}> : () -> index
      %110 = "arith.constant"() <{value = 256 : index}> : () -> index
      %111 = "arith.constant"() <{value = 4 : index}> : () -> index
      %112 = "arith.divui"(%104, %109) : (index, index) -> index
      %113 = "arith.muli"(%112, %110) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %114 = "arith.addi"(%113, %108) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %115 = "arith.constant"() <{value = 127 : index}> : () -> index
      %116 = "arith.subi"(%115, %104) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%arg24, %116, %105, %arg26, %114) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = vector<3xf32>}> : (memref<128x4xf32>, index, index, memref<576xf32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %117 = "arith.muli"(%104, %111) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %118 = "arith.addi"(%117, %108) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %119 = "vector.load"(%arg26, %118) : (memref<576xf32, #gpu.address_space<workgroup>>, index) -> vector<3xf32>
      "vector.store"(%119, %arg25, %104, %105) : (vector<3xf32>, memref<128x3xf32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_f32_3_plain_gfx950", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<128x4xf32>, memref<128x3xf32>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg21: memref<128x4xf32>, %arg22: memref<128x3xf32>, %arg23: memref<576xf32, #gpu.address_space<workgroup>>):
      %86 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %87 = "arith.constant"() <{value = 0 : index}> : () -> index
      %88 = "arith.constant"() <{value = 2 : index}> : () -> index
      %89 = "arith.constant"() <{value = 4 : index}> : () -> index
      %90 = "arith.constant"() <{value = 1602 : i64}> : () -> i64
      %91 = "amdgpu.fat_raw_buffer_cast"(%arg21, %90) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<128x4xf32>, i64) -> memref<128x4xf32, #amdgpu.address_space<fat_raw_buffer>>
      %92 = "arith.constant"() <{value = 4 : index}> : () -> index
      %93 = "arith.constant"() <{value = 64 : index}> : () -> index
      %94 = "arith.constant"() <{value = 256 : index}> : () -> index
      %95 = "arith.constant"() <{value = 4 : index}> : () -> index
      %96 = "arith.divui"(%86, %93) : (index, index) -> index
      %97 = "arith.muli"(%96, %94) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %98 = "arith.addi"(%97, %92) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %99 = "arith.constant"() <{value = 127 : index}> : () -> index
      %100 = "arith.subi"(%99, %86) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%91, %100, %87, %arg23, %98) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = vector<3xf32>}> : (memref<128x4xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<576xf32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %101 = "arith.muli"(%86, %95) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %102 = "arith.addi"(%101, %92) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %103 = "vector.load"(%arg23, %102) : (memref<576xf32, #gpu.address_space<workgroup>>, index) -> vector<3xf32>
      "vector.store"(%103, %arg22, %86, %87) : (vector<3xf32>, memref<128x3xf32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_f32_3_fat_gfx950", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<128x9xf16>, memref<128x8xf16>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg18: memref<128x9xf16>, %arg19: memref<128x8xf16>, %arg20: memref<1088xf16, #gpu.address_space<workgroup>>):
      %70 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %71 = "arith.constant"() <{value = 0 : index}> : () -> index
      %72 = "arith.constant"() <{value = 2 : index}> : () -> index
      %73 = "arith.constant"() <{value = 4 : index}> : () -> index
      %74 = "arith.constant"() <{value = 8 : index}> : () -> index
      %75 = "arith.constant"() <{value = 64 : index}> : () -> index
      %76 = "arith.constant"() <{value = 512 : index}> : () -> index
      %77 = "arith.constant"() <{value = 8 : index}> : () -> index
      %78 = "arith.divui"(%70, %75) : (index, index) -> index
      %79 = "arith.muli"(%78, %76) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %80 = "arith.addi"(%79, %74) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %81 = "arith.constant"() <{value = 127 : index}> : () -> index
      %82 = "arith.subi"(%81, %70) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%arg18, %82, %71, %arg20, %80) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = vector<8xf16>}> : (memref<128x9xf16>, index, index, memref<1088xf16, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %83 = "arith.muli"(%70, %77) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %84 = "arith.addi"(%83, %74) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %85 = "vector.load"(%arg20, %84) : (memref<1088xf16, #gpu.address_space<workgroup>>, index) -> vector<8xf16>
      "vector.store"(%85, %arg19, %70, %71) : (vector<8xf16>, memref<128x8xf16>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_f16_8_plain_gfx950", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<128x9xf16>, memref<128x8xf16>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg15: memref<128x9xf16>, %arg16: memref<128x8xf16>, %arg17: memref<1088xf16, #gpu.address_space<workgroup>>):
      %52 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %53 = "arith.constant"() <{value = 0 : index}> : () -> index
      %54 = "arith.constant"() <{value = 2 : index}> : () -> index
      %55 = "arith.constant"() <{value = 4 : index}> : () -> index
      %56 = "arith.constant"() <{value = 1802 : i64}> : () -> i64
      %57 = "amdgpu.fat_raw_buffer_cast"(%arg15, %56) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<128x9xf16>, i64) -> memref<128x9xf16, #amdgpu.address_space<fat_raw_buffer>>
      %58 = "arith.constant"() <{value = 8 : index}> : () -> index
      %59 = "arith.constant"() <{value = 64 : index}> : () -> index
      %60 = "arith.constant"() <{value = 512 : index}> : () -> index
      %61 = "arith.constant"() <{value = 8 : index}> : () -> index
      %62 = "arith.divui"(%52, %59) : (index, index) -> index
      %63 = "arith.muli"(%62, %60) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %64 = "arith.addi"(%63, %58) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %65 = "arith.constant"() <{value = 127 : index}> : () -> index
      %66 = "arith.subi"(%65, %52) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%57, %66, %53, %arg17, %64) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = vector<8xf16>}> : (memref<128x9xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<1088xf16, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %67 = "arith.muli"(%52, %61) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %68 = "arith.addi"(%67, %58) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %69 = "vector.load"(%arg17, %68) : (memref<1088xf16, #gpu.address_space<workgroup>>, index) -> vector<8xf16>
      "vector.store"(%69, %arg16, %52, %53) : (vector<8xf16>, memref<128x8xf16>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_f16_8_fat_gfx950", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<128x17xi8>, memref<128x16xi8>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg12: memref<128x17xi8>, %arg13: memref<128x16xi8>, %arg14: memref<2112xi8, #gpu.address_space<workgroup>>):
      %36 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %37 = "arith.constant"() <{value = 0 : index}> : () -> index
      %38 = "arith.constant"() <{value = 2 : index}> : () -> index
      %39 = "arith.constant"() <{value = 4 : index}> : () -> index
      %40 = "arith.constant"() <{value = 8 : index}> : () -> index
      %41 = "arith.constant"() <{value = 64 : index}> : () -> index
      %42 = "arith.constant"() <{value = 1024 : index}> : () -> index
      %43 = "arith.constant"() <{value = 16 : index}> : () -> index
      %44 = "arith.divui"(%36, %41) : (index, index) -> index
      %45 = "arith.muli"(%44, %42) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %46 = "arith.addi"(%45, %40) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %47 = "arith.constant"() <{value = 127 : index}> : () -> index
      %48 = "arith.subi"(%47, %36) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%arg12, %48, %37, %arg14, %46) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = vector<16xi8>}> : (memref<128x17xi8>, index, index, memref<2112xi8, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %49 = "arith.muli"(%36, %43) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %50 = "arith.addi"(%49, %40) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %51 = "vector.load"(%arg14, %50) : (memref<2112xi8, #gpu.address_space<workgroup>>, index) -> vector<16xi8>
      "vector.store"(%51, %arg13, %36, %37) : (vector<16xi8>, memref<128x16xi8>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_i8_16_plain_gfx950", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<128x17xi8>, memref<128x16xi8>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg9: memref<128x17xi8>, %arg10: memref<128x16xi8>, %arg11: memref<2112xi8, #gpu.address_space<workgroup>>):
      %18 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %19 = "arith.constant"() <{value = 0 : index}> : () -> index
      %20 = "arith.constant"() <{value = 2 : index}> : () -> index
      %21 = "arith.constant"() <{value = 4 : index}> : () -> index
      %22 = "arith.constant"() <{value = 1702 : i64}> : () -> i64
      %23 = "amdgpu.fat_raw_buffer_cast"(%arg9, %22) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<128x17xi8>, i64) -> memref<128x17xi8, #amdgpu.address_space<fat_raw_buffer>>
      %24 = "arith.constant"() <{value = 8 : index}> : () -> index
      %25 = "arith.constant"() <{value = 64 : index}> : () -> index
      %26 = "arith.constant"() <{value = 1024 : index}> : () -> index
      %27 = "arith.constant"() <{value = 16 : index}> : () -> index
      %28 = "arith.divui"(%18, %25) : (index, index) -> index
      %29 = "arith.muli"(%28, %26) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %30 = "arith.addi"(%29, %24) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %31 = "arith.constant"() <{value = 127 : index}> : () -> index
      %32 = "arith.subi"(%31, %18) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%23, %32, %19, %arg11, %30) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = vector<16xi8>}> : (memref<128x17xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<2112xi8, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %33 = "arith.muli"(%18, %27) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %34 = "arith.addi"(%33, %24) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %35 = "vector.load"(%arg11, %34) : (memref<2112xi8, #gpu.address_space<workgroup>>, index) -> vector<16xi8>
      "vector.store"(%35, %arg10, %18, %19) : (vector<16xi8>, memref<128x16xi8>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_i8_16_fat_gfx950", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x4xf16>, memref<64x4xf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg6: memref<64x4xf16>, %arg7: memref<64x4xf16>, %arg8: memref<64x8xf16, #gpu.address_space<workgroup>>):
      %12 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %13 = "arith.constant"() <{value = 0 : index}> : () -> index
      %14 = "arith.constant"() <{value = 2 : index}> : () -> index
      %15 = "arith.constant"() <{value = 4 : index}> : () -> index
      %16 = "vector.load"(%arg6, %12, %13) : (memref<64x4xf16>, index, index) -> vector<4xf16>
      "vector.store"(%16, %arg8, %12, %13) : (vector<4xf16>, memref<64x8xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "gpu.barrier"() : () -> ()
      %17 = "amdgpu.transpose_load"(%arg8, %12, %13) : (memref<64x8xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
      "vector.store"(%17, %arg7, %12, %13) : (vector<4xf16>, memref<64x4xf16>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transpose_f16_gfx950", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x8xi8>, memref<64x8xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg3: memref<64x8xi8>, %arg4: memref<64x8xi8>, %arg5: memref<64x16xi8, #gpu.address_space<workgroup>>):
      %6 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %7 = "arith.constant"() <{value = 0 : index}> : () -> index
      %8 = "arith.constant"() <{value = 2 : index}> : () -> index
      %9 = "arith.constant"() <{value = 4 : index}> : () -> index
      %10 = "vector.load"(%arg3, %6, %7) : (memref<64x8xi8>, index, index) -> vector<8xi8>
      "vector.store"(%10, %arg5, %6, %7) : (vector<8xi8>, memref<64x16xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      "gpu.barrier"() : () -> ()
      %11 = "amdgpu.transpose_load"(%arg5, %6, %7) : (memref<64x16xi8, #gpu.address_space<workgroup>>, index, index) -> vector<8xi8>
      "vector.store"(%11, %arg4, %6, %7) : (vector<8xi8>, memref<64x8xi8>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transpose_i8_gfx950", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x4xbf16>, memref<64x4xbf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg0: memref<64x4xbf16>, %arg1: memref<64x4xbf16>, %arg2: memref<64x8xbf16, #gpu.address_space<workgroup>>):
      %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %1 = "arith.constant"() <{value = 0 : index}> : () -> index
      %2 = "arith.constant"() <{value = 2 : index}> : () -> index
      %3 = "arith.constant"() <{value = 4 : index}> : () -> index
      %4 = "vector.load"(%arg0, %0, %1) : (memref<64x4xbf16>, index, index) -> vector<4xbf16>
      "vector.store"(%4, %arg2, %0, %1) : (vector<4xbf16>, memref<64x8xbf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "gpu.barrier"() : () -> ()
      %5 = "amdgpu.transpose_load"(%arg2, %0, %1) : (memref<64x8xbf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xbf16>
      "vector.store"(%5, %arg1, %0, %1) : (vector<4xbf16>, memref<64x4xbf16>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transpose_bf16_gfx950", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()

