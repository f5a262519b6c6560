// Accesses of every element type.
"builtin.module"() ({
  "func.func"() <{function_type = (index, memref<4xi1>, memref<4xi4>, memref<4xi8>, memref<4xi16>, memref<4xi64>, memref<4xindex>, memref<4xf16>, memref<4xbf16>, memref<4xf64>, memref<4xf8E4M3FN>, memref<4xf8E5M2>, memref<4xf8E4M3FNUZ>, memref<4xf8E5M2FNUZ>, memref<4xf8E8M0FNU>, memref<4xf6E2M3FN>, memref<4xf6E3M2FN>, memref<4xf4E2M1FN>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: memref<4xi1>, %arg2: memref<4xi4>, %arg3: memref<4xi8>, %arg4: memref<4xi16>, %arg5: memref<4xi64>, %arg6: memref<4xindex>, %arg7: memref<4xf16>, %arg8: memref<4xbf16>, %arg9: memref<4xf64>, %arg10: memref<4xf8E4M3FN>, %arg11: memref<4xf8E5M2>, %arg12: memref<4xf8E4M3FNUZ>, %arg13: memref<4xf8E5M2FNUZ>, %arg14: memref<4xf8E8M0FNU>, %arg15: memref<4xf6E2M3FN>, %arg16: memref<4xf6E3M2FN>, %arg17: memref<4xf4E2M1FN>):
    %0 = "memref.load"(%arg1, %arg0) : (memref<4xi1>, index) -> i1
    "memref.store"(%0, %arg1, %arg0) : (i1, memref<4xi1>, index) -> ()
    %1 = "memref.load"(%arg2, %arg0) : (memref<4xi4>, index) -> i4
    "memref.store"(%1, %arg2, %arg0) : (i4, memref<4xi4>, index) -> ()
    %2 = "memref.load"(%arg3, %arg0) : (memref<4xi8>, index) -> i8
    "memref.store"(%2, %arg3, %arg0) : (i8, memref<4xi8>, index) -> ()
    %3 = "memref.load"(%arg4, %arg0) : (memref<4xi16>, index) -> i16
    "memref.store"(%3, %arg4, %arg0) : (i16, memref<4xi16>, index) -> ()
    %4 = "memref.load"(%arg5, %arg0) : (memref<4xi64>, index) -> i64
    "memref.store"(%4, %arg5, %arg0) : (i64, memref<4xi64>, index) -> ()
    %5 = "memref.load"(%arg6, %arg0) : (memref<4xindex>, index) -> index
    "memref.store"(%5, %arg6, %arg0) : (index, memref<4xindex>, index) -> ()
    %6 = "memref.load"(%arg7, %arg0) : (memref<4xf16>, index) -> f16
    "memref.store"(%6, %arg7, %arg0) : (f16, memref<4xf16>, index) -> ()
    %7 = "memref.load"(%arg8, %arg0) : (memref<4xbf16>, index) -> bf16
    "memref.store"(%7, %arg8, %arg0) : (bf16, memref<4xbf16>, index) -> ()
    %8 = "memref.load"(%arg9, %arg0) : (memref<4xf64>, index) -> f64
    "memref.store"(%8, %arg9, %arg0) : (f64, memref<4xf64>, index) -> ()
    %9 = "memref.load"(%arg10, %arg0) : (memref<4xf8E4M3FN>, index) -> f8E4M3FN
    "memref.store"(%9, %arg10, %arg0) : (f8E4M3FN, memref<4xf8E4M3FN>, index) -> ()
    %10 = "memref.load"(%arg11, %arg0) : (memref<4xf8E5M2>, index) -> f8E5M2
    "memref.store"(%10, %arg11, %arg0) : (f8E5M2, memref<4xf8E5M2>, index) -> ()
    %11 = "memref.load"(%arg12, %arg0) : (memref<4xf8E4M3FNUZ>, index) -> f8E4M3FNUZ
    "memref.store"(%11, %arg12, %arg0) : (f8E4M3FNUZ, memref<4xf8E4M3FNUZ>, index) -> ()
    %12 = "memref.load"(%arg13, %arg0) : (memref<4xf8E5M2FNUZ>, index) -> f8E5M2FNUZ
    "memref.store"(%12, %arg13, %arg0) : (f8E5M2FNUZ, memref<4xf8E5M2FNUZ>, index) -> ()
    %13 = "memref.load"(%arg14, %arg0) : (memref<4xf8E8M0FNU>, index) -> f8E8M0FNU
    "memref.store"(%13, %arg14, %arg0) : (f8E8M0FNU, memref<4xf8E8M0FNU>, index) -> ()
    %14 = "memref.load"(%arg15, %arg0) : (memref<4xf6E2M3FN>, index) -> f6E2M3FN
    "memref.store"(%14, %arg15, %arg0) : (f6E2M3FN, memref<4xf6E2M3FN>, index) -> ()
    %15 = "memref.load"(%arg16, %arg0) : (memref<4xf6E3M2FN>, index) -> f6E3M2FN
    "memref.store"(%15, %arg16, %arg0) : (f6E3M2FN, memref<4xf6E3M2FN>, index) -> ()
    %16 = "memref.load"(%arg17, %arg0) : (memref<4xf4E2M1FN>, index) -> f4E2M1FN
    "memref.store"(%16, %arg17, %arg0) : (f4E2M1FN, memref<4xf4E2M1FN>, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
