// kernel:    a buffer that ends between two dwords' lanes: zeros after it (Wave)
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     64 1 1
// arg:       in f16 602 real -1 1
// arg:       out f16 1024
// value: index 602

#map = affine_map<()[s0, s1] -> (s0 * 4 + s1 * 256)>
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !stream.binding, index) -> (), sym_name = "wave_valid_bytes"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: index):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %3 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %4 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %5 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
    %6 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<f16>
    %7 = "stream.binding.subspan"(%arg1, %0) : (!stream.binding, index) -> memref<f16>
    %8 = "memref.reinterpret_cast"(%6, %arg2) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: 1>}> : (memref<f16>, index) -> memref<?xf16, strided<[1]>>
    %9 = "arith.constant"() <{value = 2 : index}> : () -> index
    %10 = "arith.muli"(%arg2, %9) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    %11 = "arith.index_cast"(%10) : (index) -> i64
    %12 = "amdgpu.fat_raw_buffer_cast"(%8, %11) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>, resetOffset}> : (memref<?xf16, strided<[1]>>, i64) -> memref<?xf16, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>
    %13 = "memref.reinterpret_cast"(%7) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1024>, static_strides = array<i64: 1>}> : (memref<f16>) -> memref<1024xf16, strided<[1]>>
    %14 = "affine.apply"(%4, %2) <{map = #map}> : (index, index) -> index
    %15 = "vector.load"(%12, %14) : (memref<?xf16, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>, index) -> vector<4xf16>
    "vector.store"(%15, %13, %14) : (vector<4xf16>, memref<1024xf16, strided<[1]>>, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()

