// kernel:    bindings with dynamic sizes, strides of the type and of the sizes, a byte offset, a size that only a cast states (wave)
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     64 1 1
// arg:       in f32 80 real -1 1
// arg:       out f32 128
// value:     index 4

"func.func"() <{function_type = (!stream.binding, !stream.binding, index) -> (), sym_name = "k"}> ({
^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %n: index):
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %c8 = "arith.constant"() <{value = 8 : index}> : () -> index
  %c256 = "arith.constant"() <{value = 256 : index}> : () -> index
  %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
  %t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
  %a = "stream.binding.subspan"(%arg0, %c8, %n) : (!stream.binding, index, index) -> memref<?x16xf32, strided<[20, 1], offset: ?>>
  %o = "stream.binding.subspan"(%arg1, %c0, %n, %c16) : (!stream.binding, index, index, index) -> memref<?x?xf32, strided<[?, 1], offset: ?>>
  %b = "stream.binding.subspan"(%arg0, %c0) : (!stream.binding, index) -> memref<?x?xf32, strided<[?, 1], offset: ?>>
  %b2 = "memref.cast"(%b) : (memref<?x?xf32, strided<[?, 1], offset: ?>>) -> memref<4x?xf32, strided<[20, 1], offset: ?>>
  %p = "stream.binding.subspan"(%arg1, %c256) : (!stream.binding, index) -> memref<4x16xf32, strided<[?, 1], offset: ?>>
  %x:2 = "affine.delinearize_index"(%t) <{static_basis = array<i64: 16>}> : (index) -> (index, index)
  %v = "memref.load"(%a, %x#0, %x#1) : (memref<?x16xf32, strided<[20, 1], offset: ?>>, index, index) -> f32
  %w = "memref.load"(%b2, %x#0, %x#1) : (memref<4x?xf32, strided<[20, 1], offset: ?>>, index, index) -> f32
  "memref.store"(%v, %o, %x#0, %x#1) : (f32, memref<?x?xf32, strided<[?, 1], offset: ?>>, index, index) -> ()
  "memref.store"(%w, %p, %x#0, %x#1) : (f32, memref<4x16xf32, strided<[?, 1], offset: ?>>, index, index) -> ()
  "func.return"() : () -> ()
}) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} : () -> ()
