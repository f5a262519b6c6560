// kernel:    sums of squares of rows that end within a vector, the largest by an atomic (Wave)
// chips:     gfx942 gfx950
// grid:      5 1 1
// block:     256 1 1
// arg:       in bf16 5000 real -1 1
// arg:       out f32 5
// arg:       inout f32 1 zero
// value: index 5

#map = affine_map<()[s0] -> (s0 * 4)>
#map1 = affine_map<()[s0] -> (s0 floordiv 64)>
#map2 = affine_map<()[s0] -> (s0 mod 64)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding, index) -> (), sym_name = "wave_row_norms"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: !stream.binding, %arg3: index):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 4 : index}> : () -> index
    %3 = "arith.constant"() <{value = 64 : index}> : () -> index
    %4 = "arith.constant"() <{value = 256 : index}> : () -> index
    %5 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %6 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %7 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %8 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
    %9 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<bf16>
    %10 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<f32>
    %11 = "stream.binding.subspan"(%arg2, %0) : (!stream.binding, index) -> memref<f32>
    %12 = "memref.reinterpret_cast"(%9, %arg3) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808, 1000>, static_strides = array<i64: 1000, 1>}> : (memref<bf16>, index) -> memref<?x1000xbf16, strided<[1000, 1]>>
    %13 = "memref.reinterpret_cast"(%10, %arg3) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: 1>}> : (memref<f32>, index) -> memref<?xf32, strided<[1]>>
    %14 = "memref.reinterpret_cast"(%11) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (memref<f32>) -> memref<1xf32, strided<[1]>>
    %15 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xf32, #gpu.address_space<workgroup>>
    %16 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %17 = "arith.constant"() <{value = 1000 : index}> : () -> index
    %18 = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xbf16>}> : () -> vector<4xbf16>
    %19 = "affine.apply"(%7) <{map = #map}> : (index) -> index
    %20 = "arith.subi"(%17, %19) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    %21 = "vector.create_mask"(%20) : (index) -> vector<4xi1>
    %22 = "vector.maskedload"(%12, %5, %19, %21, %18) : (memref<?x1000xbf16, strided<[1000, 1]>>, index, index, vector<4xi1>, vector<4xbf16>) -> vector<4xbf16>
    %23 = "arith.extf"(%22) : (vector<4xbf16>) -> vector<4xf32>
    %24 = "arith.mulf"(%23, %23) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %25 = "vector.reduction"(%24) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<4xf32>) -> f32
    %26 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %27 = "arith.constant"() <{value = 64 : i32}> : () -> i32
    %28:2 = "gpu.shuffle"(%25, %26, %27) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
    %29 = "arith.addf"(%25, %28#0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %30 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %31:2 = "gpu.shuffle"(%29, %30, %27) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
    %32 = "arith.addf"(%29, %31#0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %33 = "arith.constant"() <{value = 4 : i32}> : () -> i32
    %34:2 = "gpu.shuffle"(%32, %33, %27) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
    %35 = "arith.addf"(%32, %34#0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %36 = "arith.constant"() <{value = 8 : i32}> : () -> i32
    %37:2 = "gpu.shuffle"(%35, %36, %27) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
    %38 = "arith.addf"(%35, %37#0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %39 = "arith.constant"() <{value = 16 : i32}> : () -> i32
    %40:2 = "gpu.shuffle"(%38, %39, %27) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
    %41 = "arith.addf"(%38, %40#0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %42 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %43:2 = "gpu.shuffle"(%41, %42, %27) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
    %44 = "arith.addf"(%41, %43#0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %45 = "affine.apply"(%7) <{map = #map1}> : (index) -> index
    %46 = "affine.apply"(%7) <{map = #map2}> : (index) -> index
    %47 = "arith.cmpi"(%46, %0) <{predicate = 0 : i64}> : (index, index) -> i1
    "scf.if"(%47) ({
      "memref.store"(%44, %15, %45) : (f32, memref<4xf32, #gpu.address_space<workgroup>>, index) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "amdgpu.lds_barrier"() : () -> ()
    %48 = "vector.load"(%15, %0) : (memref<4xf32, #gpu.address_space<workgroup>>, index) -> vector<4xf32>
    %49 = "vector.reduction"(%48) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<4xf32>) -> f32
    %50 = "arith.cmpi"(%7, %0) <{predicate = 0 : i64}> : (index, index) -> i1
    "scf.if"(%50) ({
      "memref.store"(%49, %13, %5) : (f32, memref<?xf32, strided<[1]>>, index) -> ()
      %51 = "memref.atomic_rmw"(%49, %14, %0) <{kind = 4 : i64}> : (f32, memref<1xf32, strided<[1]>>, index) -> f32
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [256, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

