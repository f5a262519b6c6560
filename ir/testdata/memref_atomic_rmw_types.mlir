// Atomic addition of other types.
"builtin.module"() ({
  "func.func"() <{function_type = (index, bf16, memref<4xbf16>, f16, memref<4xf16>, f64, memref<4xf64>, i64, memref<4xi64>, i8, memref<4xi8>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: bf16, %arg2: memref<4xbf16>, %arg3: f16, %arg4: memref<4xf16>, %arg5: f64, %arg6: memref<4xf64>, %arg7: i64, %arg8: memref<4xi64>, %arg9: i8, %arg10: memref<4xi8>):
    %0 = "memref.atomic_rmw"(%arg1, %arg2, %arg0) <{kind = 0 : i64}> : (bf16, memref<4xbf16>, index) -> bf16
    %1 = "memref.atomic_rmw"(%arg3, %arg4, %arg0) <{kind = 0 : i64}> : (f16, memref<4xf16>, index) -> f16
    %2 = "memref.atomic_rmw"(%arg5, %arg6, %arg0) <{kind = 0 : i64}> : (f64, memref<4xf64>, index) -> f64
    %3 = "memref.atomic_rmw"(%arg7, %arg8, %arg0) <{kind = 1 : i64}> : (i64, memref<4xi64>, index) -> i64
    %4 = "memref.atomic_rmw"(%arg9, %arg10, %arg0) <{kind = 1 : i64}> : (i8, memref<4xi8>, index) -> i8
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
