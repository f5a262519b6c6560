// Bytes of LDS seen as matrices.
"builtin.module"() ({
  "func.func"() <{function_type = (index, memref<1280xi8, #gpu.address_space<workgroup>>, memref<?xi8>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: memref<1280xi8, #gpu.address_space<workgroup>>, %arg2: memref<?xi8>):
    %0 = "memref.view"(%arg1, %arg0) : (memref<1280xi8, #gpu.address_space<workgroup>>, index) -> memref<16x20xf16, #gpu.address_space<workgroup>>
    %1 = "memref.view"(%arg1, %arg0, %arg0, %arg0) : (memref<1280xi8, #gpu.address_space<workgroup>>, index, index, index) -> memref<?x4x?xf32, #gpu.address_space<workgroup>>
    %2 = "memref.view"(%arg2, %arg0) : (memref<?xi8>, index) -> memref<f8E5M2>
    %3 = "memref.view"(%arg2, %arg0) : (memref<?xi8>, index) -> memref<4xvector<4xf16>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
