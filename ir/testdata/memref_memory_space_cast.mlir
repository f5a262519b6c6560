// Memory spaces exchanged.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<4x?xf32, 1>, memref<*xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<4x?xf32, 1>, %arg1: memref<*xf32>):
    %0 = "memref.memory_space_cast"(%arg0) : (memref<4x?xf32, 1>) -> memref<4x?xf32>
    %1 = "memref.memory_space_cast"(%0) : (memref<4x?xf32>) -> memref<4x?xf32, #gpu.address_space<global>>
    %2 = "memref.memory_space_cast"(%arg1) : (memref<*xf32>) -> memref<*xf32, 3>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
