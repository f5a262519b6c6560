// kernel:    stores more than 4 GiB after the pointer (Wave, per-workgroup bases)
// chips:     gfx942 gfx950
// grid:      3 1 1
// block:     64 1 1
// arg:       in f32 768 real -1 1
// arg:       inout f32 114944 zero
// far: -5637144576
// value: index 24576

#map = affine_map<()[s0, s1] -> (s0 * 4 + s1 * 256)>
#map1 = affine_map<()[s0] -> (s0 * 4)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding, index) -> (), sym_name = "wave_far_buffer"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: index):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 4 : index}> : () -> index
    %2 = "arith.constant"() <{value = 57344 : index}> : () -> index
    %3 = "arith.constant"() <{value = 128 : index}> : () -> index
    %4 = "arith.constant"() <{value = 64 : index}> : () -> index
    %5 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %6 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %7 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %8 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
    %9 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<f32>
    %10 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<f32>
    %11 = "memref.reinterpret_cast"(%9) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 536870910>, static_strides = array<i64: 1>}> : (memref<f32>) -> memref<536870910xf32, strided<[1]>>
    %12 = "affine.apply"(%7, %5) <{map = #map}> : (index, index) -> index
    %13 = "vector.load"(%11, %12) : (memref<536870910xf32, strided<[1]>>, index) -> vector<4xf32>
    %14 = "arith.addi"(%5, %arg2) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
    %15 = "arith.muli"(%14, %2) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
    %16 = "memref.reinterpret_cast"(%10, %15) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 536870910>, static_strides = array<i64: 1>}> : (memref<f32>, index) -> memref<536870910xf32, strided<[1], offset: ?>>
    %17 = "arith.constant"() <{value = 2147483643 : i64}> : () -> i64
    %18 = "amdgpu.fat_raw_buffer_cast"(%16, %17) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>, resetOffset}> : (memref<536870910xf32, strided<[1], offset: ?>>, i64) -> memref<536870910xf32, #amdgpu.address_space<fat_raw_buffer>>
    %19 = "affine.apply"(%7) <{map = #map1}> : (index) -> index
    "vector.store"(%13, %18, %19) : (vector<4xf32>, memref<536870910xf32, #amdgpu.address_space<fat_raw_buffer>>, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

