// kernel:    lanes that are off take an index beyond the buffer's end (Wave)
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     64 1 1
// arg:       in f32 100 real 0 1
// arg:       inout f32 128 zero

#map = affine_map<()[s0, s1] -> (s0 + s1 * 64)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding) -> (), sym_name = "wave_oob_sentinel"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %3 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %4 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %5 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
    %6 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<f32>
    %7 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<f32>
    %8 = "memref.reinterpret_cast"(%6) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 536870910>, static_strides = array<i64: 1>}> : (memref<f32>) -> memref<536870910xf32, strided<[1]>>
    %9 = "memref.reinterpret_cast"(%7) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 536870910>, static_strides = array<i64: 1>}> : (memref<f32>) -> memref<536870910xf32, strided<[1]>>
    %10 = "arith.constant"() <{value = 2147483643 : i64}> : () -> i64
    %11 = "amdgpu.fat_raw_buffer_cast"(%8, %10) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>, resetOffset}> : (memref<536870910xf32, strided<[1]>>, i64) -> memref<536870910xf32, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>
    %12 = "amdgpu.fat_raw_buffer_cast"(%9, %10) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>, resetOffset}> : (memref<536870910xf32, strided<[1]>>, i64) -> memref<536870910xf32, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>
    %13 = "arith.constant"() <{value = 536870911 : index}> : () -> index
    %14 = "arith.constant"() <{value = 100 : index}> : () -> index
    %15 = "affine.apply"(%4, %2) <{map = #map}> : (index, index) -> index
    %16 = "arith.cmpi"(%15, %14) <{predicate = 2 : i64}> : (index, index) -> i1
    %17 = "arith.select"(%16, %15, %13) : (i1, index, index) -> index
    %18 = "vector.load"(%11, %17) : (memref<536870910xf32, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>, index) -> vector<1xf32>
    %19 = "arith.constant"() <{value = dense<1.000000e+00> : vector<1xf32>}> : () -> vector<1xf32>
    %20 = "arith.addf"(%18, %19) <{fastmath = #arith.fastmath<none>}> : (vector<1xf32>, vector<1xf32>) -> vector<1xf32>
    %21 = "arith.constant"() <{value = 90 : index}> : () -> index
    %22 = "arith.cmpi"(%15, %21) <{predicate = 6 : i64}> : (index, index) -> i1
    %23 = "arith.select"(%22, %15, %13) : (i1, index, index) -> index
    "vector.store"(%20, %12, %23) : (vector<1xf32>, memref<536870910xf32, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

