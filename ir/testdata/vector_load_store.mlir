// Vectors of a row, of several rows and of vectors.
"builtin.module"() ({
  "func.func"() <{function_type = (index, memref<?x?xf32>, memref<8xvector<4xf16>>, memref<8xf32, strided<[2], offset: ?>, 3>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: memref<?x?xf32>, %arg2: memref<8xvector<4xf16>>, %arg3: memref<8xf32, strided<[2], offset: ?>, 3>):
    %0 = "vector.load"(%arg1, %arg0, %arg0) : (memref<?x?xf32>, index, index) -> vector<4xf32>
    %1 = "vector.load"(%arg1, %arg0, %arg0) : (memref<?x?xf32>, index, index) -> vector<2x4xf32>
    %2 = "vector.load"(%arg1, %arg0, %arg0) <{alignment = 16 : i64, nontemporal = true}> : (memref<?x?xf32>, index, index) -> vector<f32>
    %3 = "vector.load"(%arg2, %arg0) : (memref<8xvector<4xf16>>, index) -> vector<4xf16>
    %4 = "vector.load"(%arg3, %arg0) : (memref<8xf32, strided<[2], offset: ?>, 3>, index) -> vector<1xf32>
    "vector.store"(%0, %arg1, %arg0, %arg0) <{alignment = 16 : i64}> : (vector<4xf32>, memref<?x?xf32>, index, index) -> ()
    "vector.store"(%1, %arg1, %arg0, %arg0) <{nontemporal = true}> : (vector<2x4xf32>, memref<?x?xf32>, index, index) -> ()
    "vector.store"(%3, %arg2, %arg0) : (vector<4xf16>, memref<8xvector<4xf16>>, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
