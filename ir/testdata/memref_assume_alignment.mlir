// An alignment that is promised.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<?xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<?xf32>):
    %0 = "memref.assume_alignment"(%arg0) <{alignment = 16 : i32}> : (memref<?xf32>) -> memref<?xf32>
    %1 = "memref.assume_alignment"(%0) <{alignment = 1 : i32}> : (memref<?xf32>) -> memref<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
