// kernel:    chains of floordiv, ceildiv and mod by constants, negative numbers too (Wave)
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in i32 363 perm
// arg:       out i64 4096

#map = affine_map<()[s0, s1] -> ((((s0 + s1 * 256) floordiv 7) mod 11) * 33 + ((s0 + s1 * 256) mod 7) * 3 + (s0 floordiv 3) mod 3)>
#map1 = affine_map<()[s0, s1] -> ((s0 * 5 - s1 * 1000 - 3) floordiv 24)>
#map2 = affine_map<()[s0, s1] -> ((s0 * 5 - s1 * 1000 - 3) mod 24)>
#map3 = affine_map<()[s0, s1] -> ((s0 * 5 - s1 * 1000 - 3) ceildiv 24 + (s0 ceildiv 9) * 2)>
#map4 = affine_map<()[s0] -> (s0 * 4)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding) -> (), sym_name = "wave_divmod_const"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 4 : index}> : () -> index
    %2 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %3 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %4 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %5 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
    %6 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<i32>
    %7 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<index>
    %8 = "memref.reinterpret_cast"(%6) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 363>, static_strides = array<i64: 1>}> : (memref<i32>) -> memref<363xi32, strided<[1]>>
    %9 = "memref.reinterpret_cast"(%7) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4, 1024>, static_strides = array<i64: 1024, 1>}> : (memref<index>) -> memref<4x1024xindex, strided<[1024, 1]>>
    %10 = "affine.apply"(%4, %2) <{map = #map}> : (index, index) -> index
    %11 = "vector.load"(%8, %10) : (memref<363xi32, strided<[1]>>, index) -> vector<1xi32>
    %12 = "vector.extract"(%11) <{static_position = array<i64: 0>}> : (vector<1xi32>) -> i32
    %13 = "arith.index_cast"(%12) : (i32) -> index
    %14 = "affine.apply"(%4, %2) <{map = #map1}> : (index, index) -> index
    %15 = "affine.apply"(%4, %2) <{map = #map2}> : (index, index) -> index
    %16 = "affine.apply"(%4, %2) <{map = #map3}> : (index, index) -> index
    %17 = "vector.from_elements"(%13, %14, %15, %16) : (index, index, index, index) -> vector<4xindex>
    %18 = "affine.apply"(%4) <{map = #map4}> : (index) -> index
    "vector.store"(%17, %9, %2, %18) : (vector<4xindex>, memref<4x1024xindex, strided<[1024, 1]>>, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [256, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

