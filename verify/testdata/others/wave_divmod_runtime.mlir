// kernel:    chains of floordiv and mod by dimensions known at run time (Wave)
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       out i64 4096
// value: index 37
// value: index 13

#map = affine_map<()[s0, s1, s2] -> ((s0 + s1 * 256) floordiv s2)>
#map1 = affine_map<()[s0, s1, s2] -> ((s0 + s1 * 256) mod s2)>
#map2 = affine_map<()[s0, s1, s2, s3] -> ((((s0 + s1 * 256) floordiv s2) floordiv s3) * 1000 + ((s0 + s1 * 256) floordiv s2) mod s3)>
#map3 = affine_map<()[s0, s1, s2] -> ((s0 - s1 * 300) floordiv s2 + (s0 - s1 * 77) mod s2)>
#map4 = affine_map<()[s0] -> (s0 * 4)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, index, index) -> (), sym_name = "wave_divmod_runtime"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: index, %arg2: index):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 4 : index}> : () -> index
    %2 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %3 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %4 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %5 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
    %6 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<index>
    %7 = "memref.reinterpret_cast"(%6) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4, 1024>, static_strides = array<i64: 1024, 1>}> : (memref<index>) -> memref<4x1024xindex, strided<[1024, 1]>>
    %8 = "affine.apply"(%4, %2, %arg1) <{map = #map}> : (index, index, index) -> index
    %9 = "affine.apply"(%4, %2, %arg1) <{map = #map1}> : (index, index, index) -> index
    %10 = "affine.apply"(%4, %2, %arg1, %arg2) <{map = #map2}> : (index, index, index, index) -> index
    %11 = "affine.apply"(%4, %2, %arg2) <{map = #map3}> : (index, index, index) -> index
    %12 = "vector.from_elements"(%8, %9, %10, %11) : (index, index, index, index) -> vector<4xindex>
    %13 = "affine.apply"(%4) <{map = #map4}> : (index) -> index
    "vector.store"(%12, %7, %2, %13) : (vector<4xindex>, memref<4x1024xindex, strided<[1024, 1]>>, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [256, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

