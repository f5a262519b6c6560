// Dimensions joined.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<2x3x4xf32>, memref<?x4x?xf32, strided<[?, ?, 1], offset: ?>>, memref<1x1xf32>, memref<4x2x1xf32, strided<[4, 2, 7], offset: 5>>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<2x3x4xf32>, %arg1: memref<?x4x?xf32, strided<[?, ?, 1], offset: ?>>, %arg2: memref<1x1xf32>, %arg3: memref<4x2x1xf32, strided<[4, 2, 7], offset: 5>>):
    %0 = "memref.collapse_shape"(%arg0) <{reassociation = [[0, 1], [2]]}> : (memref<2x3x4xf32>) -> memref<6x4xf32>
    %1 = "memref.collapse_shape"(%arg1) <{reassociation = [[0], [1, 2]]}> : (memref<?x4x?xf32, strided<[?, ?, 1], offset: ?>>) -> memref<?x?xf32, strided<[?, ?], offset: ?>>
    %2 = "memref.collapse_shape"(%arg2) <{reassociation = []}> : (memref<1x1xf32>) -> memref<f32>
    %3 = "memref.collapse_shape"(%arg3) <{reassociation = [[0, 1, 2]]}> : (memref<4x2x1xf32, strided<[4, 2, 7], offset: 5>>) -> memref<8xf32, strided<[2], offset: 5>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
