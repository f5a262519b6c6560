// Base, offset, sizes and strides taken out of memrefs.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<?x4xf32, strided<[?, 1], offset: ?>, 3>, memref<i8>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<?x4xf32, strided<[?, 1], offset: ?>, 3>, %arg1: memref<i8>):
    %0:6 = "memref.extract_strided_metadata"(%arg0) : (memref<?x4xf32, strided<[?, 1], offset: ?>, 3>) -> (memref<f32, 3>, index, index, index, index, index)
    %1:2 = "memref.extract_strided_metadata"(%arg1) : (memref<i8>) -> (memref<i8>, index)
    %2 = "arith.addi"(%0#3, %0#4) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    %3 = "memref.extract_aligned_pointer_as_index"(%arg0) : (memref<?x4xf32, strided<[?, 1], offset: ?>, 3>) -> index
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
