// kernel:    dynamic offsets of 3 GiB and of minus 3 GiB (Wave)
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     64 1 1
// arg:       in i32 128 bits
// far: -3221225472
// arg:       out i32 128
// far: 3221225472
// value: index 805306368
// value: index -805306368

#map = affine_map<()[s0] -> (s0 * 2)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding, index, index) -> (), sym_name = "wave_offset_signs"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: index, %arg3: index):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 4 : index}> : () -> index
    %2 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %3 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %4 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %5 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
    %6 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<i32>
    %7 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<i32>
    %8 = "memref.reinterpret_cast"(%6, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 536870910>, static_strides = array<i64: 1>}> : (memref<i32>, index) -> memref<536870910xi32, strided<[1], offset: ?>>
    %9 = "memref.reinterpret_cast"(%7, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 536870910>, static_strides = array<i64: 1>}> : (memref<i32>, index) -> memref<536870910xi32, strided<[1], offset: ?>>
    %10 = "affine.apply"(%4) <{map = #map}> : (index) -> index
    %11 = "vector.load"(%8, %10) : (memref<536870910xi32, strided<[1], offset: ?>>, index) -> vector<2xi32>
    "vector.store"(%11, %9, %10) : (vector<2xi32>, memref<536870910xi32, strided<[1], offset: ?>>, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

