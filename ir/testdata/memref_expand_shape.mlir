// Dimensions split.
"builtin.module"() ({
  "func.func"() <{function_type = (index, memref<6x4xf32>, memref<?xf32, strided<[2], offset: ?>>, memref<f32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: memref<6x4xf32>, %arg2: memref<?xf32, strided<[2], offset: ?>>, %arg3: memref<f32>):
    %0 = "memref.expand_shape"(%arg1) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 2, 3, 4>}> : (memref<6x4xf32>) -> memref<2x3x4xf32>
    %1 = "memref.expand_shape"(%arg2, %arg0) <{reassociation = [[0, 1]], static_output_shape = array<i64: -9223372036854775808, 4>}> : (memref<?xf32, strided<[2], offset: ?>>, index) -> memref<?x4xf32, strided<[8, 2], offset: ?>>
    %2 = "memref.expand_shape"(%arg3) <{reassociation = [], static_output_shape = array<i64: 1, 1>}> : (memref<f32>) -> memref<1x1xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
