// Loads and stores of some elements.
"builtin.module"() ({
  "func.func"() <{function_type = (index, memref<?x?xf32>, vector<4xf32>, vector<2x4xi1>, vector<2x4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: memref<?x?xf32>, %arg2: vector<4xf32>, %arg3: vector<2x4xi1>, %arg4: vector<2x4xf32>):
    %0 = "vector.create_mask"(%arg0) : (index) -> vector<4xi1>
    %1 = "vector.maskedload"(%arg1, %arg0, %arg0, %0, %arg2) : (memref<?x?xf32>, index, index, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    %2 = "vector.maskedload"(%arg1, %arg0, %arg0, %arg3, %arg4) <{alignment = 4 : i64}> : (memref<?x?xf32>, index, index, vector<2x4xi1>, vector<2x4xf32>) -> vector<2x4xf32>
    "vector.maskedstore"(%arg1, %arg0, %arg0, %0, %1) : (memref<?x?xf32>, index, index, vector<4xi1>, vector<4xf32>) -> ()
    "vector.maskedstore"(%arg1, %arg0, %arg0, %arg3, %2) <{alignment = 8 : i64}> : (memref<?x?xf32>, index, index, vector<2x4xi1>, vector<2x4xf32>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
