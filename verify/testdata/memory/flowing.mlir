"builtin.module"() ({
  "gpu.module"() <{sym_name = "flowing"}> ({
    "gpu.func"() <{function_type = (memref<8x64xf32>, memref<8x64xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg32: memref<8x64xf32>, %arg33: memref<8x64xf32>, %arg34: memref<64xf32, #gpu.address_space<workgroup>>, %arg35: memref<64xf32, #gpu.address_space<workgroup>>):
      %45 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %46 = "arith.constant"() <{value = 0 : index}> : () -> index
      %47 = "arith.constant"() <{value = 1 : index}> : () -> index
      %48 = "arith.constant"() <{value = 8 : index}> : () -> index
      %49 = "arith.constant"() <{value = 63 : index}> : () -> index
      %50 = "arith.subi"(%49, %45) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %51 = "memref.load"(%arg32, %46, %45) : (memref<8x64xf32>, index, index) -> f32
      "memref.store"(%51, %arg34, %45) : (f32, memref<64xf32, #gpu.address_space<workgroup>>, index) -> ()
      %52:2 = "scf.for"(%47, %48, %47, %arg34, %arg35) ({
      ^bb0(%arg36: index, %arg37: memref<64xf32, #gpu.address_space<workgroup>>, %arg38: memref<64xf32, #gpu.address_space<workgroup>>):
        "gpu.barrier"() : () -> ()
        %54 = "memref.load"(%arg32, %arg36, %45) : (memref<8x64xf32>, index, index) -> f32
        "memref.store"(%54, %arg38, %45) : (f32, memref<64xf32, #gpu.address_space<workgroup>>, index) -> ()
        %55 = "memref.load"(%arg37, %50) : (memref<64xf32, #gpu.address_space<workgroup>>, index) -> f32
        "memref.store"(%55, %arg33, %arg36, %45) : (f32, memref<8x64xf32>, index, index) -> ()
        "scf.yield"(%arg38, %arg37) : (memref<64xf32, #gpu.address_space<workgroup>>, memref<64xf32, #gpu.address_space<workgroup>>) -> ()
      }) : (index, index, index, memref<64xf32, #gpu.address_space<workgroup>>, memref<64xf32, #gpu.address_space<workgroup>>) -> (memref<64xf32, #gpu.address_space<workgroup>>, memref<64xf32, #gpu.address_space<workgroup>>)
      "gpu.barrier"() : () -> ()
      %53 = "memref.load"(%52#0, %50) : (memref<64xf32, #gpu.address_space<workgroup>>, index) -> f32
      "memref.store"(%53, %arg33, %46, %45) : (f32, memref<8x64xf32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "pingpong", workgroup_attributions = 2 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<8x64xf32>, memref<8x64xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg25: memref<8x64xf32>, %arg26: memref<8x64xf32>, %arg27: memref<64xf32, #gpu.address_space<workgroup>>, %arg28: memref<64xf32, #gpu.address_space<workgroup>>):
      %36 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %37 = "arith.constant"() <{value = 0 : index}> : () -> index
      %38 = "arith.constant"() <{value = 1 : index}> : () -> index
      %39 = "arith.constant"() <{value = 8 : index}> : () -> index
      %40 = "arith.constant"() <{value = 63 : index}> : () -> index
      %41 = "arith.subi"(%40, %36) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%arg25, %37, %36, %arg27, %37) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = f32}> : (memref<8x64xf32>, index, index, memref<64xf32, #gpu.address_space<workgroup>>, index) -> ()
      %42:2 = "scf.for"(%38, %39, %38, %arg27, %arg28) ({
      ^bb0(%arg29: index, %arg30: memref<64xf32, #gpu.address_space<workgroup>>, %arg31: memref<64xf32, #gpu.address_space<workgroup>>):
        "gpu.barrier"() : () -> ()
        "amdgpu.gather_to_lds"(%arg25, %arg29, %36, %arg31, %37) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = f32}> : (memref<8x64xf32>, index, index, memref<64xf32, #gpu.address_space<workgroup>>, index) -> ()
        %44 = "memref.load"(%arg30, %41) : (memref<64xf32, #gpu.address_space<workgroup>>, index) -> f32
        "memref.store"(%44, %arg26, %arg29, %36) : (f32, memref<8x64xf32>, index, index) -> ()
        "scf.yield"(%arg31, %arg30) : (memref<64xf32, #gpu.address_space<workgroup>>, memref<64xf32, #gpu.address_space<workgroup>>) -> ()
      }) : (index, index, index, memref<64xf32, #gpu.address_space<workgroup>>, memref<64xf32, #gpu.address_space<workgroup>>) -> (memref<64xf32, #gpu.address_space<workgroup>>, memref<64xf32, #gpu.address_space<workgroup>>)
      "gpu.barrier"() : () -> ()
      %43 = "memref.load"(%42#0, %41) : (memref<64xf32, #gpu.address_space<workgroup>>, index) -> f32
      "memref.store"(%43, %arg26, %37, %36) : (f32, memref<8x64xf32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "dma_pingpong", workgroup_attributions = 2 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<8x64xf32>, memref<8x64xf32>, index) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg19: memref<8x64xf32>, %arg20: memref<8x64xf32>, %arg21: index):
      %30 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %31 = "arith.constant"() <{value = 0 : index}> : () -> index
      %32 = "arith.constant"() <{value = 1 : index}> : () -> index
      %33:2 = "scf.for"(%31, %arg21, %32, %arg19, %arg20) ({
      ^bb0(%arg22: index, %arg23: memref<8x64xf32>, %arg24: memref<8x64xf32>):
        %35 = "memref.load"(%arg23, %arg22, %30) : (memref<8x64xf32>, index, index) -> f32
        "memref.store"(%35, %arg24, %arg22, %30) : (f32, memref<8x64xf32>, index, index) -> ()
        "scf.yield"(%arg24, %arg23) : (memref<8x64xf32>, memref<8x64xf32>) -> ()
      }) : (index, index, index, memref<8x64xf32>, memref<8x64xf32>) -> (memref<8x64xf32>, memref<8x64xf32>)
      %34 = "memref.load"(%33#1, %31, %30) : (memref<8x64xf32>, index, index) -> f32
      "memref.store"(%34, %33#0, %32, %30) : (f32, memref<8x64xf32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "global_swap", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<8x64xf32>, memref<8x64xf32>, index) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg13: memref<8x64xf32>, %arg14: memref<8x64xf32>, %arg15: index):
      %23 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %24 = "arith.constant"() <{value = 0 : index}> : () -> index
      %25 = "arith.constant"() <{value = 1 : index}> : () -> index
      %26 = "amdgpu.fat_raw_buffer_cast"(%arg13) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<8x64xf32>) -> memref<8x64xf32, #amdgpu.address_space<fat_raw_buffer>>
      %27 = "amdgpu.fat_raw_buffer_cast"(%arg14) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<8x64xf32>) -> memref<8x64xf32, #amdgpu.address_space<fat_raw_buffer>>
      %28:2 = "scf.for"(%24, %arg15, %25, %26, %27) ({
      ^bb0(%arg16: index, %arg17: memref<8x64xf32, #amdgpu.address_space<fat_raw_buffer>>, %arg18: memref<8x64xf32, #amdgpu.address_space<fat_raw_buffer>>):
        %29 = "memref.load"(%arg17, %arg16, %23) : (memref<8x64xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> f32
        "memref.store"(%29, %arg18, %arg16, %23) : (f32, memref<8x64xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
        "scf.yield"(%arg18, %arg17) : (memref<8x64xf32, #amdgpu.address_space<fat_raw_buffer>>, memref<8x64xf32, #amdgpu.address_space<fat_raw_buffer>>) -> ()
      }) : (index, index, index, memref<8x64xf32, #amdgpu.address_space<fat_raw_buffer>>, memref<8x64xf32, #amdgpu.address_space<fat_raw_buffer>>) -> (memref<8x64xf32, #amdgpu.address_space<fat_raw_buffer>>, memref<8x64xf32, #amdgpu.address_space<fat_raw_buffer>>)
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "fat_swap", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64xf32>, memref<3x64xf32>, memref<3x64xf32>, memref<3x64xi1>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg9: memref<3x64xf32>, %arg10: memref<3x64xf32>, %arg11: memref<3x64xf32>, %arg12: memref<3x64xi1>):
      %13 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %14 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %15 = "arith.constant"() <{value = 1 : index}> : () -> index
      %16 = "arith.cmpi"(%14, %15) <{predicate = 0 : i64}> : (index, index) -> i1
      %17 = "scf.if"(%16) ({
        "scf.yield"(%arg9) : (memref<3x64xf32>) -> ()
      }, {
        "scf.yield"(%arg10) : (memref<3x64xf32>) -> ()
      }) : (i1) -> memref<3x64xf32>
      %18 = "memref.load"(%17, %14, %13) : (memref<3x64xf32>, index, index) -> f32
      %19 = "memref.load"(%arg12, %14, %13) : (memref<3x64xi1>, index, index) -> i1
      %20 = "scf.if"(%19) ({
        "scf.yield"(%arg9) : (memref<3x64xf32>) -> ()
      }, {
        "scf.yield"(%arg10) : (memref<3x64xf32>) -> ()
      }) : (i1) -> memref<3x64xf32>
      %21 = "memref.load"(%20, %14, %13) : (memref<3x64xf32>, index, index) -> f32
      %22 = "arith.addf"(%18, %21) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "memref.store"(%22, %arg11, %14, %13) : (f32, memref<3x64xf32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "chosen", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x64xf32>, memref<64xf32>, index) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg3: memref<64x64xf32>, %arg4: memref<64xf32>, %arg5: index):
      %4 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %5 = "arith.constant"() <{value = 0 : index}> : () -> index
      %6 = "arith.constant"() <{value = 1 : index}> : () -> index
      %7 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %8 = "memref.subview"(%arg3, %5) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 64>, static_strides = array<i64: 1, 1>}> : (memref<64x64xf32>, index) -> memref<64xf32, strided<[1], offset: ?>>
      %9:2 = "scf.for"(%5, %arg5, %6, %8, %7) ({
      ^bb0(%arg6: index, %arg7: memref<64xf32, strided<[1], offset: ?>>, %arg8: f32):
        %10 = "memref.load"(%arg7, %4) : (memref<64xf32, strided<[1], offset: ?>>, index) -> f32
        %11 = "arith.addf"(%arg8, %10) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        %12 = "memref.subview"(%arg3, %arg6) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 64>, static_strides = array<i64: 1, 1>}> : (memref<64x64xf32>, index) -> memref<64xf32, strided<[1], offset: ?>>
        "scf.yield"(%12, %11) : (memref<64xf32, strided<[1], offset: ?>>, f32) -> ()
      }) : (index, index, index, memref<64xf32, strided<[1], offset: ?>>, f32) -> (memref<64xf32, strided<[1], offset: ?>>, f32)
      "memref.store"(%9#1, %arg4, %4) : (f32, memref<64xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "moving", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xf32>, memref<64xf32>, i1) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: i1):
      %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %1 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64xf32>
      %2 = "scf.if"(%arg2) ({
        "scf.yield"(%arg0) : (memref<64xf32>) -> ()
      }, {
        "scf.yield"(%1) : (memref<64xf32>) -> ()
      }) : (i1) -> memref<64xf32>
      %3 = "memref.load"(%2, %0) : (memref<64xf32>, index) -> f32
      "memref.store"(%3, %arg1, %0) : (f32, memref<64xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "mixed", test.refused = "keep them apart", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()

