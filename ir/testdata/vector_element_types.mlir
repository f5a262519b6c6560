// Vectors of every element type.
"builtin.module"() ({
  "func.func"() <{function_type = (index, memref<64xi1>, memref<64xi4>, memref<64xi8>, memref<64xi16>, memref<64xi64>, memref<64xindex>, memref<64xf16>, memref<64xbf16>, memref<64xf64>, memref<64xf8E4M3FN>, memref<64xf8E5M2>, memref<64xf8E4M3FNUZ>, memref<64xf8E5M2FNUZ>, memref<64xf8E8M0FNU>, memref<64xf6E2M3FN>, memref<64xf6E3M2FN>, memref<64xf4E2M1FN>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: memref<64xi1>, %arg2: memref<64xi4>, %arg3: memref<64xi8>, %arg4: memref<64xi16>, %arg5: memref<64xi64>, %arg6: memref<64xindex>, %arg7: memref<64xf16>, %arg8: memref<64xbf16>, %arg9: memref<64xf64>, %arg10: memref<64xf8E4M3FN>, %arg11: memref<64xf8E5M2>, %arg12: memref<64xf8E4M3FNUZ>, %arg13: memref<64xf8E5M2FNUZ>, %arg14: memref<64xf8E8M0FNU>, %arg15: memref<64xf6E2M3FN>, %arg16: memref<64xf6E3M2FN>, %arg17: memref<64xf4E2M1FN>):
    %0 = "vector.load"(%arg1, %arg0) : (memref<64xi1>, index) -> vector<8xi1>
    "vector.store"(%0, %arg1, %arg0) : (vector<8xi1>, memref<64xi1>, index) -> ()
    %1 = "vector.load"(%arg2, %arg0) : (memref<64xi4>, index) -> vector<8xi4>
    "vector.store"(%1, %arg2, %arg0) : (vector<8xi4>, memref<64xi4>, index) -> ()
    %2 = "vector.load"(%arg3, %arg0) : (memref<64xi8>, index) -> vector<8xi8>
    "vector.store"(%2, %arg3, %arg0) : (vector<8xi8>, memref<64xi8>, index) -> ()
    %3 = "vector.load"(%arg4, %arg0) : (memref<64xi16>, index) -> vector<8xi16>
    "vector.store"(%3, %arg4, %arg0) : (vector<8xi16>, memref<64xi16>, index) -> ()
    %4 = "vector.load"(%arg5, %arg0) : (memref<64xi64>, index) -> vector<8xi64>
    "vector.store"(%4, %arg5, %arg0) : (vector<8xi64>, memref<64xi64>, index) -> ()
    %5 = "vector.load"(%arg6, %arg0) : (memref<64xindex>, index) -> vector<8xindex>
    "vector.store"(%5, %arg6, %arg0) : (vector<8xindex>, memref<64xindex>, index) -> ()
    %6 = "vector.load"(%arg7, %arg0) : (memref<64xf16>, index) -> vector<8xf16>
    "vector.store"(%6, %arg7, %arg0) : (vector<8xf16>, memref<64xf16>, index) -> ()
    %7 = "vector.load"(%arg8, %arg0) : (memref<64xbf16>, index) -> vector<8xbf16>
    "vector.store"(%7, %arg8, %arg0) : (vector<8xbf16>, memref<64xbf16>, index) -> ()
    %8 = "vector.load"(%arg9, %arg0) : (memref<64xf64>, index) -> vector<8xf64>
    "vector.store"(%8, %arg9, %arg0) : (vector<8xf64>, memref<64xf64>, index) -> ()
    %9 = "vector.load"(%arg10, %arg0) : (memref<64xf8E4M3FN>, index) -> vector<8xf8E4M3FN>
    "vector.store"(%9, %arg10, %arg0) : (vector<8xf8E4M3FN>, memref<64xf8E4M3FN>, index) -> ()
    %10 = "vector.load"(%arg11, %arg0) : (memref<64xf8E5M2>, index) -> vector<8xf8E5M2>
    "vector.store"(%10, %arg11, %arg0) : (vector<8xf8E5M2>, memref<64xf8E5M2>, index) -> ()
    %11 = "vector.load"(%arg12, %arg0) : (memref<64xf8E4M3FNUZ>, index) -> vector<8xf8E4M3FNUZ>
    "vector.store"(%11, %arg12, %arg0) : (vector<8xf8E4M3FNUZ>, memref<64xf8E4M3FNUZ>, index) -> ()
    %12 = "vector.load"(%arg13, %arg0) : (memref<64xf8E5M2FNUZ>, index) -> vector<8xf8E5M2FNUZ>
    "vector.store"(%12, %arg13, %arg0) : (vector<8xf8E5M2FNUZ>, memref<64xf8E5M2FNUZ>, index) -> ()
    %13 = "vector.load"(%arg14, %arg0) : (memref<64xf8E8M0FNU>, index) -> vector<8xf8E8M0FNU>
    "vector.store"(%13, %arg14, %arg0) : (vector<8xf8E8M0FNU>, memref<64xf8E8M0FNU>, index) -> ()
    %14 = "vector.load"(%arg15, %arg0) : (memref<64xf6E2M3FN>, index) -> vector<8xf6E2M3FN>
    "vector.store"(%14, %arg15, %arg0) : (vector<8xf6E2M3FN>, memref<64xf6E2M3FN>, index) -> ()
    %15 = "vector.load"(%arg16, %arg0) : (memref<64xf6E3M2FN>, index) -> vector<8xf6E3M2FN>
    "vector.store"(%15, %arg16, %arg0) : (vector<8xf6E3M2FN>, memref<64xf6E3M2FN>, index) -> ()
    %16 = "vector.load"(%arg17, %arg0) : (memref<64xf4E2M1FN>, index) -> vector<8xf4E2M1FN>
    "vector.store"(%16, %arg17, %arg0) : (vector<8xf4E2M1FN>, memref<64xf4E2M1FN>, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
