// Sizes that are known and unknown.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<?x4xf32>, memref<*xf32>, index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<?x4xf32>, %arg1: memref<*xf32>, %arg2: index):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "memref.dim"(%arg0, %0) : (memref<?x4xf32>, index) -> index
    %2 = "memref.dim"(%arg0, %arg2) : (memref<?x4xf32>, index) -> index
    %3 = "memref.dim"(%arg1, %arg2) : (memref<*xf32>, index) -> index
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
