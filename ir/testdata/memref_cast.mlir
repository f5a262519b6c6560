// Sizes, strides and ranks made known and unknown.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<4x8xf32>):
    %0 = "memref.cast"(%arg0) : (memref<4x8xf32>) -> memref<?x?xf32>
    %1 = "memref.cast"(%0) : (memref<?x?xf32>) -> memref<4x?xf32, strided<[?, 1], offset: ?>>
    %2 = "memref.cast"(%1) : (memref<4x?xf32, strided<[?, 1], offset: ?>>) -> memref<4x8xf32, strided<[16, 1], offset: 2>>
    %3 = "memref.cast"(%2) : (memref<4x8xf32, strided<[16, 1], offset: 2>>) -> memref<*xf32>
    %4 = "memref.cast"(%3) : (memref<*xf32>) -> memref<4xf32, strided<[2]>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
