// Memrefs in every address space.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (memref<4xf32, #gpu.address_space<global>>, memref<4xf32, #gpu.address_space<workgroup>>, memref<4xf32, #gpu.address_space<private>>, memref<4xf32, 3>, memref<4xf32, 1 : i32>) -> ()}> ({
    ^bb0(%arg0: memref<4xf32, #gpu.address_space<global>>, %arg1: memref<4xf32, #gpu.address_space<workgroup>>, %arg2: memref<4xf32, #gpu.address_space<private>>, %arg3: memref<4xf32, 3>, %arg4: memref<4xf32, 1 : i32>):
      %0 = "memref.cast"(%arg0) : (memref<4xf32, #gpu.address_space<global>>) -> memref<?xf32, #gpu.address_space<global>>
      %1 = "memref.cast"(%arg1) : (memref<4xf32, #gpu.address_space<workgroup>>) -> memref<?xf32, #gpu.address_space<workgroup>>
      %2 = "memref.cast"(%arg2) : (memref<4xf32, #gpu.address_space<private>>) -> memref<?xf32, #gpu.address_space<private>>
      %3 = "memref.cast"(%arg3) : (memref<4xf32, 3>) -> memref<?xf32, 3>
      %4 = "memref.cast"(%arg4) : (memref<4xf32, 1 : i32>) -> memref<?xf32, 1 : i32>
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
