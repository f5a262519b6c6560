// Accesses of every rank, with hints.
"builtin.module"() ({
  "func.func"() <{function_type = (index, memref<f32>, memref<4xf32>, memref<2x?x4xf32, strided<[?, 4, 1], offset: ?>, 3>, memref<8xvector<4xf16>>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: memref<f32>, %arg2: memref<4xf32>, %arg3: memref<2x?x4xf32, strided<[?, 4, 1], offset: ?>, 3>, %arg4: memref<8xvector<4xf16>>):
    %0 = "memref.load"(%arg1) : (memref<f32>) -> f32
    %1 = "memref.load"(%arg2, %arg0) <{nontemporal = true}> : (memref<4xf32>, index) -> f32
    %2 = "memref.load"(%arg3, %arg0, %arg0, %arg0) <{alignment = 4 : i64}> : (memref<2x?x4xf32, strided<[?, 4, 1], offset: ?>, 3>, index, index, index) -> f32
    %3 = "memref.load"(%arg4, %arg0) : (memref<8xvector<4xf16>>, index) -> vector<4xf16>
    "memref.store"(%0, %arg1) : (f32, memref<f32>) -> ()
    "memref.store"(%1, %arg2, %arg0) <{alignment = 8 : i64, nontemporal = true}> : (f32, memref<4xf32>, index) -> ()
    "memref.store"(%3, %arg4, %arg0) : (vector<4xf16>, memref<8xvector<4xf16>>, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
