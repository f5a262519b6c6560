// Elements to all over a memref.
"builtin.module"() ({
  "func.func"() <{function_type = (index, memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>, memref<?x8xf16, 3>, vector<2x4xi32>, vector<2x4xi1>, vector<2x4xf16>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: memref<?xf32>, %arg2: vector<4xindex>, %arg3: vector<4xi1>, %arg4: vector<4xf32>, %arg5: memref<?x8xf16, 3>, %arg6: vector<2x4xi32>, %arg7: vector<2x4xi1>, %arg8: vector<2x4xf16>):
    "vector.scatter"(%arg1, %arg0, %arg2, %arg3, %arg4) : (memref<?xf32>, index, vector<4xindex>, vector<4xi1>, vector<4xf32>) -> ()
    "vector.scatter"(%arg5, %arg0, %arg0, %arg6, %arg7, %arg8) <{alignment = 4 : i64}> : (memref<?x8xf16, 3>, index, index, vector<2x4xi32>, vector<2x4xi1>, vector<2x4xf16>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
