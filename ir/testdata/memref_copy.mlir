// Copies between layouts and memory spaces.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<4x4xf32>, memref<4x4xf32, strided<[8, 1]>, 3>, memref<?x4xf32>, memref<*xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<4x4xf32>, %arg1: memref<4x4xf32, strided<[8, 1]>, 3>, %arg2: memref<?x4xf32>, %arg3: memref<*xf32>):
    "memref.copy"(%arg0, %arg1) : (memref<4x4xf32>, memref<4x4xf32, strided<[8, 1]>, 3>) -> ()
    "memref.copy"(%arg1, %arg2) : (memref<4x4xf32, strided<[8, 1]>, 3>, memref<?x4xf32>) -> ()
    "memref.copy"(%arg0, %arg3) : (memref<4x4xf32>, memref<*xf32>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
