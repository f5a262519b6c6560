// arith.addi with its flags, on all kinds of integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "addi"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %1 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
    %2 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<nuw>}> : (i32, i32) -> i32
    %3 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
    %4 = "arith.addi"(%arg1, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i1, i1) -> i1
    %5 = "arith.addi"(%arg2, %arg2) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
    %6 = "arith.addi"(%arg3, %arg3) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    %7 = "arith.addi"(%arg4, %arg4) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %8 = "arith.addi"(%arg5, %arg5) <{overflowFlags = #arith.overflow<none>}> : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %9 = "arith.addi"(%arg6, %arg6) <{overflowFlags = #arith.overflow<none>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.subi with its flags, on all kinds of integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "subi"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.subi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %1 = "arith.subi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
    %2 = "arith.subi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<nuw>}> : (i32, i32) -> i32
    %3 = "arith.subi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
    %4 = "arith.subi"(%arg1, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i1, i1) -> i1
    %5 = "arith.subi"(%arg2, %arg2) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
    %6 = "arith.subi"(%arg3, %arg3) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    %7 = "arith.subi"(%arg4, %arg4) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %8 = "arith.subi"(%arg5, %arg5) <{overflowFlags = #arith.overflow<none>}> : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %9 = "arith.subi"(%arg6, %arg6) <{overflowFlags = #arith.overflow<none>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.muli with its flags, on all kinds of integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "muli"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.muli"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %1 = "arith.muli"(%arg0, %arg0) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
    %2 = "arith.muli"(%arg0, %arg0) <{overflowFlags = #arith.overflow<nuw>}> : (i32, i32) -> i32
    %3 = "arith.muli"(%arg0, %arg0) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
    %4 = "arith.muli"(%arg1, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i1, i1) -> i1
    %5 = "arith.muli"(%arg2, %arg2) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
    %6 = "arith.muli"(%arg3, %arg3) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    %7 = "arith.muli"(%arg4, %arg4) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %8 = "arith.muli"(%arg5, %arg5) <{overflowFlags = #arith.overflow<none>}> : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %9 = "arith.muli"(%arg6, %arg6) <{overflowFlags = #arith.overflow<none>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.shli with its flags, on all kinds of integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "shli"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.shli"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %1 = "arith.shli"(%arg0, %arg0) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
    %2 = "arith.shli"(%arg0, %arg0) <{overflowFlags = #arith.overflow<nuw>}> : (i32, i32) -> i32
    %3 = "arith.shli"(%arg0, %arg0) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
    %4 = "arith.shli"(%arg1, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i1, i1) -> i1
    %5 = "arith.shli"(%arg2, %arg2) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
    %6 = "arith.shli"(%arg3, %arg3) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    %7 = "arith.shli"(%arg4, %arg4) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %8 = "arith.shli"(%arg5, %arg5) <{overflowFlags = #arith.overflow<none>}> : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %9 = "arith.shli"(%arg6, %arg6) <{overflowFlags = #arith.overflow<none>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.divui, exact or not.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "divui"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.divui"(%arg0, %arg0) : (i32, i32) -> i32
    %1 = "arith.divui"(%arg1, %arg1) <{isExact}> : (i1, i1) -> i1
    %2 = "arith.divui"(%arg2, %arg2) : (i64, i64) -> i64
    %3 = "arith.divui"(%arg3, %arg3) <{isExact}> : (index, index) -> index
    %4 = "arith.divui"(%arg4, %arg4) : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %5 = "arith.divui"(%arg5, %arg5) <{isExact}> : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %6 = "arith.divui"(%arg6, %arg6) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.divsi, exact or not.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "divsi"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.divsi"(%arg0, %arg0) : (i32, i32) -> i32
    %1 = "arith.divsi"(%arg1, %arg1) <{isExact}> : (i1, i1) -> i1
    %2 = "arith.divsi"(%arg2, %arg2) : (i64, i64) -> i64
    %3 = "arith.divsi"(%arg3, %arg3) <{isExact}> : (index, index) -> index
    %4 = "arith.divsi"(%arg4, %arg4) : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %5 = "arith.divsi"(%arg5, %arg5) <{isExact}> : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %6 = "arith.divsi"(%arg6, %arg6) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.shrui, exact or not.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "shrui"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.shrui"(%arg0, %arg0) : (i32, i32) -> i32
    %1 = "arith.shrui"(%arg1, %arg1) <{isExact}> : (i1, i1) -> i1
    %2 = "arith.shrui"(%arg2, %arg2) : (i64, i64) -> i64
    %3 = "arith.shrui"(%arg3, %arg3) <{isExact}> : (index, index) -> index
    %4 = "arith.shrui"(%arg4, %arg4) : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %5 = "arith.shrui"(%arg5, %arg5) <{isExact}> : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %6 = "arith.shrui"(%arg6, %arg6) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.shrsi, exact or not.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "shrsi"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.shrsi"(%arg0, %arg0) : (i32, i32) -> i32
    %1 = "arith.shrsi"(%arg1, %arg1) <{isExact}> : (i1, i1) -> i1
    %2 = "arith.shrsi"(%arg2, %arg2) : (i64, i64) -> i64
    %3 = "arith.shrsi"(%arg3, %arg3) <{isExact}> : (index, index) -> index
    %4 = "arith.shrsi"(%arg4, %arg4) : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %5 = "arith.shrsi"(%arg5, %arg5) <{isExact}> : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %6 = "arith.shrsi"(%arg6, %arg6) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.ceildivui on all kinds of integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "ceildivui"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.ceildivui"(%arg0, %arg0) : (i32, i32) -> i32
    %1 = "arith.ceildivui"(%arg1, %arg1) : (i1, i1) -> i1
    %2 = "arith.ceildivui"(%arg2, %arg2) : (i64, i64) -> i64
    %3 = "arith.ceildivui"(%arg3, %arg3) : (index, index) -> index
    %4 = "arith.ceildivui"(%arg4, %arg4) : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %5 = "arith.ceildivui"(%arg5, %arg5) : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %6 = "arith.ceildivui"(%arg6, %arg6) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.ceildivsi on all kinds of integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "ceildivsi"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.ceildivsi"(%arg0, %arg0) : (i32, i32) -> i32
    %1 = "arith.ceildivsi"(%arg1, %arg1) : (i1, i1) -> i1
    %2 = "arith.ceildivsi"(%arg2, %arg2) : (i64, i64) -> i64
    %3 = "arith.ceildivsi"(%arg3, %arg3) : (index, index) -> index
    %4 = "arith.ceildivsi"(%arg4, %arg4) : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %5 = "arith.ceildivsi"(%arg5, %arg5) : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %6 = "arith.ceildivsi"(%arg6, %arg6) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.floordivsi on all kinds of integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "floordivsi"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.floordivsi"(%arg0, %arg0) : (i32, i32) -> i32
    %1 = "arith.floordivsi"(%arg1, %arg1) : (i1, i1) -> i1
    %2 = "arith.floordivsi"(%arg2, %arg2) : (i64, i64) -> i64
    %3 = "arith.floordivsi"(%arg3, %arg3) : (index, index) -> index
    %4 = "arith.floordivsi"(%arg4, %arg4) : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %5 = "arith.floordivsi"(%arg5, %arg5) : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %6 = "arith.floordivsi"(%arg6, %arg6) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.remui on all kinds of integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "remui"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.remui"(%arg0, %arg0) : (i32, i32) -> i32
    %1 = "arith.remui"(%arg1, %arg1) : (i1, i1) -> i1
    %2 = "arith.remui"(%arg2, %arg2) : (i64, i64) -> i64
    %3 = "arith.remui"(%arg3, %arg3) : (index, index) -> index
    %4 = "arith.remui"(%arg4, %arg4) : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %5 = "arith.remui"(%arg5, %arg5) : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %6 = "arith.remui"(%arg6, %arg6) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.remsi on all kinds of integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "remsi"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.remsi"(%arg0, %arg0) : (i32, i32) -> i32
    %1 = "arith.remsi"(%arg1, %arg1) : (i1, i1) -> i1
    %2 = "arith.remsi"(%arg2, %arg2) : (i64, i64) -> i64
    %3 = "arith.remsi"(%arg3, %arg3) : (index, index) -> index
    %4 = "arith.remsi"(%arg4, %arg4) : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %5 = "arith.remsi"(%arg5, %arg5) : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %6 = "arith.remsi"(%arg6, %arg6) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.andi on all kinds of integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "andi"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.andi"(%arg0, %arg0) : (i32, i32) -> i32
    %1 = "arith.andi"(%arg1, %arg1) : (i1, i1) -> i1
    %2 = "arith.andi"(%arg2, %arg2) : (i64, i64) -> i64
    %3 = "arith.andi"(%arg3, %arg3) : (index, index) -> index
    %4 = "arith.andi"(%arg4, %arg4) : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %5 = "arith.andi"(%arg5, %arg5) : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %6 = "arith.andi"(%arg6, %arg6) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.ori on all kinds of integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "ori"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.ori"(%arg0, %arg0) : (i32, i32) -> i32
    %1 = "arith.ori"(%arg1, %arg1) : (i1, i1) -> i1
    %2 = "arith.ori"(%arg2, %arg2) : (i64, i64) -> i64
    %3 = "arith.ori"(%arg3, %arg3) : (index, index) -> index
    %4 = "arith.ori"(%arg4, %arg4) : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %5 = "arith.ori"(%arg5, %arg5) : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %6 = "arith.ori"(%arg6, %arg6) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.xori on all kinds of integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "xori"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.xori"(%arg0, %arg0) : (i32, i32) -> i32
    %1 = "arith.xori"(%arg1, %arg1) : (i1, i1) -> i1
    %2 = "arith.xori"(%arg2, %arg2) : (i64, i64) -> i64
    %3 = "arith.xori"(%arg3, %arg3) : (index, index) -> index
    %4 = "arith.xori"(%arg4, %arg4) : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %5 = "arith.xori"(%arg5, %arg5) : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %6 = "arith.xori"(%arg6, %arg6) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.maxsi on all kinds of integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "maxsi"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.maxsi"(%arg0, %arg0) : (i32, i32) -> i32
    %1 = "arith.maxsi"(%arg1, %arg1) : (i1, i1) -> i1
    %2 = "arith.maxsi"(%arg2, %arg2) : (i64, i64) -> i64
    %3 = "arith.maxsi"(%arg3, %arg3) : (index, index) -> index
    %4 = "arith.maxsi"(%arg4, %arg4) : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %5 = "arith.maxsi"(%arg5, %arg5) : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %6 = "arith.maxsi"(%arg6, %arg6) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.maxui on all kinds of integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "maxui"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.maxui"(%arg0, %arg0) : (i32, i32) -> i32
    %1 = "arith.maxui"(%arg1, %arg1) : (i1, i1) -> i1
    %2 = "arith.maxui"(%arg2, %arg2) : (i64, i64) -> i64
    %3 = "arith.maxui"(%arg3, %arg3) : (index, index) -> index
    %4 = "arith.maxui"(%arg4, %arg4) : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %5 = "arith.maxui"(%arg5, %arg5) : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %6 = "arith.maxui"(%arg6, %arg6) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.minsi on all kinds of integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "minsi"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.minsi"(%arg0, %arg0) : (i32, i32) -> i32
    %1 = "arith.minsi"(%arg1, %arg1) : (i1, i1) -> i1
    %2 = "arith.minsi"(%arg2, %arg2) : (i64, i64) -> i64
    %3 = "arith.minsi"(%arg3, %arg3) : (index, index) -> index
    %4 = "arith.minsi"(%arg4, %arg4) : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %5 = "arith.minsi"(%arg5, %arg5) : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %6 = "arith.minsi"(%arg6, %arg6) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.minui on all kinds of integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i32, sym_name = "minui"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.minui"(%arg0, %arg0) : (i32, i32) -> i32
    %1 = "arith.minui"(%arg1, %arg1) : (i1, i1) -> i1
    %2 = "arith.minui"(%arg2, %arg2) : (i64, i64) -> i64
    %3 = "arith.minui"(%arg3, %arg3) : (index, index) -> index
    %4 = "arith.minui"(%arg4, %arg4) : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %5 = "arith.minui"(%arg5, %arg5) : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi16>
    %6 = "arith.minui"(%arg6, %arg6) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Operations of two results.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, vector<4xi16>, index) -> (i32, i1), sym_name = "extended"}> ({
  ^bb0(%arg0: i32, %arg1: vector<4xi16>, %arg2: index):
    %0:2 = "arith.addui_extended"(%arg0, %arg0) : (i32, i32) -> (i32, i1)
    %1:2 = "arith.addui_extended"(%arg1, %arg1) : (vector<4xi16>, vector<4xi16>) -> (vector<4xi16>, vector<4xi1>)
    %2:2 = "arith.mulsi_extended"(%0#0, %arg0) : (i32, i32) -> (i32, i32)
    %3:2 = "arith.mului_extended"(%2#1, %2#0) : (i32, i32) -> (i32, i32)
    %4:2 = "arith.mului_extended"(%arg2, %arg2) : (index, index) -> (index, index)
    "func.return"(%3#1, %0#1) : (i32, i1) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.addf on all kinds of floats, with all flags.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f16, bf16, f64, f8E4M3FN, f8E8M0FNU, f4E2M1FN, vector<4xf32>, vector<2x2xbf16>, tensor<4xf32>, vector<f32>) -> f32, sym_name = "addf"}> ({
  ^bb0(%arg0: f32, %arg1: f16, %arg2: bf16, %arg3: f64, %arg4: f8E4M3FN, %arg5: f8E8M0FNU, %arg6: f4E2M1FN, %arg7: vector<4xf32>, %arg8: vector<2x2xbf16>, %arg9: tensor<4xf32>, %arg10: vector<f32>):
    %0 = "arith.addf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %1 = "arith.addf"(%arg1, %arg1) <{fastmath = #arith.fastmath<fast>}> : (f16, f16) -> f16
    %2 = "arith.addf"(%arg2, %arg2) <{fastmath = #arith.fastmath<nnan>}> : (bf16, bf16) -> bf16
    %3 = "arith.addf"(%arg3, %arg3) <{fastmath = #arith.fastmath<ninf>}> : (f64, f64) -> f64
    %4 = "arith.addf"(%arg4, %arg4) <{fastmath = #arith.fastmath<nsz>}> : (f8E4M3FN, f8E4M3FN) -> f8E4M3FN
    %5 = "arith.addf"(%arg5, %arg5) <{fastmath = #arith.fastmath<arcp>}> : (f8E8M0FNU, f8E8M0FNU) -> f8E8M0FNU
    %6 = "arith.addf"(%arg6, %arg6) <{fastmath = #arith.fastmath<contract>}> : (f4E2M1FN, f4E2M1FN) -> f4E2M1FN
    %7 = "arith.addf"(%arg7, %arg7) <{fastmath = #arith.fastmath<afn>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %8 = "arith.addf"(%arg8, %arg8) <{fastmath = #arith.fastmath<reassoc>}> : (vector<2x2xbf16>, vector<2x2xbf16>) -> vector<2x2xbf16>
    %9 = "arith.addf"(%arg9, %arg9) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %10 = "arith.addf"(%arg10, %arg10) <{fastmath = #arith.fastmath<nnan,ninf>}> : (vector<f32>, vector<f32>) -> vector<f32>
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.subf on all kinds of floats, with all flags.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f16, bf16, f64, f8E4M3FN, f8E8M0FNU, f4E2M1FN, vector<4xf32>, vector<2x2xbf16>, tensor<4xf32>, vector<f32>) -> f32, sym_name = "subf"}> ({
  ^bb0(%arg0: f32, %arg1: f16, %arg2: bf16, %arg3: f64, %arg4: f8E4M3FN, %arg5: f8E8M0FNU, %arg6: f4E2M1FN, %arg7: vector<4xf32>, %arg8: vector<2x2xbf16>, %arg9: tensor<4xf32>, %arg10: vector<f32>):
    %0 = "arith.subf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %1 = "arith.subf"(%arg1, %arg1) <{fastmath = #arith.fastmath<fast>}> : (f16, f16) -> f16
    %2 = "arith.subf"(%arg2, %arg2) <{fastmath = #arith.fastmath<nnan>}> : (bf16, bf16) -> bf16
    %3 = "arith.subf"(%arg3, %arg3) <{fastmath = #arith.fastmath<ninf>}> : (f64, f64) -> f64
    %4 = "arith.subf"(%arg4, %arg4) <{fastmath = #arith.fastmath<nsz>}> : (f8E4M3FN, f8E4M3FN) -> f8E4M3FN
    %5 = "arith.subf"(%arg5, %arg5) <{fastmath = #arith.fastmath<arcp>}> : (f8E8M0FNU, f8E8M0FNU) -> f8E8M0FNU
    %6 = "arith.subf"(%arg6, %arg6) <{fastmath = #arith.fastmath<contract>}> : (f4E2M1FN, f4E2M1FN) -> f4E2M1FN
    %7 = "arith.subf"(%arg7, %arg7) <{fastmath = #arith.fastmath<afn>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %8 = "arith.subf"(%arg8, %arg8) <{fastmath = #arith.fastmath<reassoc>}> : (vector<2x2xbf16>, vector<2x2xbf16>) -> vector<2x2xbf16>
    %9 = "arith.subf"(%arg9, %arg9) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %10 = "arith.subf"(%arg10, %arg10) <{fastmath = #arith.fastmath<nnan,ninf>}> : (vector<f32>, vector<f32>) -> vector<f32>
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.mulf on all kinds of floats, with all flags.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f16, bf16, f64, f8E4M3FN, f8E8M0FNU, f4E2M1FN, vector<4xf32>, vector<2x2xbf16>, tensor<4xf32>, vector<f32>) -> f32, sym_name = "mulf"}> ({
  ^bb0(%arg0: f32, %arg1: f16, %arg2: bf16, %arg3: f64, %arg4: f8E4M3FN, %arg5: f8E8M0FNU, %arg6: f4E2M1FN, %arg7: vector<4xf32>, %arg8: vector<2x2xbf16>, %arg9: tensor<4xf32>, %arg10: vector<f32>):
    %0 = "arith.mulf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %1 = "arith.mulf"(%arg1, %arg1) <{fastmath = #arith.fastmath<fast>}> : (f16, f16) -> f16
    %2 = "arith.mulf"(%arg2, %arg2) <{fastmath = #arith.fastmath<nnan>}> : (bf16, bf16) -> bf16
    %3 = "arith.mulf"(%arg3, %arg3) <{fastmath = #arith.fastmath<ninf>}> : (f64, f64) -> f64
    %4 = "arith.mulf"(%arg4, %arg4) <{fastmath = #arith.fastmath<nsz>}> : (f8E4M3FN, f8E4M3FN) -> f8E4M3FN
    %5 = "arith.mulf"(%arg5, %arg5) <{fastmath = #arith.fastmath<arcp>}> : (f8E8M0FNU, f8E8M0FNU) -> f8E8M0FNU
    %6 = "arith.mulf"(%arg6, %arg6) <{fastmath = #arith.fastmath<contract>}> : (f4E2M1FN, f4E2M1FN) -> f4E2M1FN
    %7 = "arith.mulf"(%arg7, %arg7) <{fastmath = #arith.fastmath<afn>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %8 = "arith.mulf"(%arg8, %arg8) <{fastmath = #arith.fastmath<reassoc>}> : (vector<2x2xbf16>, vector<2x2xbf16>) -> vector<2x2xbf16>
    %9 = "arith.mulf"(%arg9, %arg9) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %10 = "arith.mulf"(%arg10, %arg10) <{fastmath = #arith.fastmath<nnan,ninf>}> : (vector<f32>, vector<f32>) -> vector<f32>
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.divf on all kinds of floats, with all flags.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f16, bf16, f64, f8E4M3FN, f8E8M0FNU, f4E2M1FN, vector<4xf32>, vector<2x2xbf16>, tensor<4xf32>, vector<f32>) -> f32, sym_name = "divf"}> ({
  ^bb0(%arg0: f32, %arg1: f16, %arg2: bf16, %arg3: f64, %arg4: f8E4M3FN, %arg5: f8E8M0FNU, %arg6: f4E2M1FN, %arg7: vector<4xf32>, %arg8: vector<2x2xbf16>, %arg9: tensor<4xf32>, %arg10: vector<f32>):
    %0 = "arith.divf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %1 = "arith.divf"(%arg1, %arg1) <{fastmath = #arith.fastmath<fast>}> : (f16, f16) -> f16
    %2 = "arith.divf"(%arg2, %arg2) <{fastmath = #arith.fastmath<nnan>}> : (bf16, bf16) -> bf16
    %3 = "arith.divf"(%arg3, %arg3) <{fastmath = #arith.fastmath<ninf>}> : (f64, f64) -> f64
    %4 = "arith.divf"(%arg4, %arg4) <{fastmath = #arith.fastmath<nsz>}> : (f8E4M3FN, f8E4M3FN) -> f8E4M3FN
    %5 = "arith.divf"(%arg5, %arg5) <{fastmath = #arith.fastmath<arcp>}> : (f8E8M0FNU, f8E8M0FNU) -> f8E8M0FNU
    %6 = "arith.divf"(%arg6, %arg6) <{fastmath = #arith.fastmath<contract>}> : (f4E2M1FN, f4E2M1FN) -> f4E2M1FN
    %7 = "arith.divf"(%arg7, %arg7) <{fastmath = #arith.fastmath<afn>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %8 = "arith.divf"(%arg8, %arg8) <{fastmath = #arith.fastmath<reassoc>}> : (vector<2x2xbf16>, vector<2x2xbf16>) -> vector<2x2xbf16>
    %9 = "arith.divf"(%arg9, %arg9) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %10 = "arith.divf"(%arg10, %arg10) <{fastmath = #arith.fastmath<nnan,ninf>}> : (vector<f32>, vector<f32>) -> vector<f32>
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.remf on all kinds of floats, with all flags.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f16, bf16, f64, f8E4M3FN, f8E8M0FNU, f4E2M1FN, vector<4xf32>, vector<2x2xbf16>, tensor<4xf32>, vector<f32>) -> f32, sym_name = "remf"}> ({
  ^bb0(%arg0: f32, %arg1: f16, %arg2: bf16, %arg3: f64, %arg4: f8E4M3FN, %arg5: f8E8M0FNU, %arg6: f4E2M1FN, %arg7: vector<4xf32>, %arg8: vector<2x2xbf16>, %arg9: tensor<4xf32>, %arg10: vector<f32>):
    %0 = "arith.remf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %1 = "arith.remf"(%arg1, %arg1) <{fastmath = #arith.fastmath<fast>}> : (f16, f16) -> f16
    %2 = "arith.remf"(%arg2, %arg2) <{fastmath = #arith.fastmath<nnan>}> : (bf16, bf16) -> bf16
    %3 = "arith.remf"(%arg3, %arg3) <{fastmath = #arith.fastmath<ninf>}> : (f64, f64) -> f64
    %4 = "arith.remf"(%arg4, %arg4) <{fastmath = #arith.fastmath<nsz>}> : (f8E4M3FN, f8E4M3FN) -> f8E4M3FN
    %5 = "arith.remf"(%arg5, %arg5) <{fastmath = #arith.fastmath<arcp>}> : (f8E8M0FNU, f8E8M0FNU) -> f8E8M0FNU
    %6 = "arith.remf"(%arg6, %arg6) <{fastmath = #arith.fastmath<contract>}> : (f4E2M1FN, f4E2M1FN) -> f4E2M1FN
    %7 = "arith.remf"(%arg7, %arg7) <{fastmath = #arith.fastmath<afn>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %8 = "arith.remf"(%arg8, %arg8) <{fastmath = #arith.fastmath<reassoc>}> : (vector<2x2xbf16>, vector<2x2xbf16>) -> vector<2x2xbf16>
    %9 = "arith.remf"(%arg9, %arg9) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %10 = "arith.remf"(%arg10, %arg10) <{fastmath = #arith.fastmath<nnan,ninf>}> : (vector<f32>, vector<f32>) -> vector<f32>
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.maximumf on all kinds of floats, with all flags.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f16, bf16, f64, f8E4M3FN, f8E8M0FNU, f4E2M1FN, vector<4xf32>, vector<2x2xbf16>, tensor<4xf32>, vector<f32>) -> f32, sym_name = "maximumf"}> ({
  ^bb0(%arg0: f32, %arg1: f16, %arg2: bf16, %arg3: f64, %arg4: f8E4M3FN, %arg5: f8E8M0FNU, %arg6: f4E2M1FN, %arg7: vector<4xf32>, %arg8: vector<2x2xbf16>, %arg9: tensor<4xf32>, %arg10: vector<f32>):
    %0 = "arith.maximumf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %1 = "arith.maximumf"(%arg1, %arg1) <{fastmath = #arith.fastmath<fast>}> : (f16, f16) -> f16
    %2 = "arith.maximumf"(%arg2, %arg2) <{fastmath = #arith.fastmath<nnan>}> : (bf16, bf16) -> bf16
    %3 = "arith.maximumf"(%arg3, %arg3) <{fastmath = #arith.fastmath<ninf>}> : (f64, f64) -> f64
    %4 = "arith.maximumf"(%arg4, %arg4) <{fastmath = #arith.fastmath<nsz>}> : (f8E4M3FN, f8E4M3FN) -> f8E4M3FN
    %5 = "arith.maximumf"(%arg5, %arg5) <{fastmath = #arith.fastmath<arcp>}> : (f8E8M0FNU, f8E8M0FNU) -> f8E8M0FNU
    %6 = "arith.maximumf"(%arg6, %arg6) <{fastmath = #arith.fastmath<contract>}> : (f4E2M1FN, f4E2M1FN) -> f4E2M1FN
    %7 = "arith.maximumf"(%arg7, %arg7) <{fastmath = #arith.fastmath<afn>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %8 = "arith.maximumf"(%arg8, %arg8) <{fastmath = #arith.fastmath<reassoc>}> : (vector<2x2xbf16>, vector<2x2xbf16>) -> vector<2x2xbf16>
    %9 = "arith.maximumf"(%arg9, %arg9) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %10 = "arith.maximumf"(%arg10, %arg10) <{fastmath = #arith.fastmath<nnan,ninf>}> : (vector<f32>, vector<f32>) -> vector<f32>
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.minimumf on all kinds of floats, with all flags.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f16, bf16, f64, f8E4M3FN, f8E8M0FNU, f4E2M1FN, vector<4xf32>, vector<2x2xbf16>, tensor<4xf32>, vector<f32>) -> f32, sym_name = "minimumf"}> ({
  ^bb0(%arg0: f32, %arg1: f16, %arg2: bf16, %arg3: f64, %arg4: f8E4M3FN, %arg5: f8E8M0FNU, %arg6: f4E2M1FN, %arg7: vector<4xf32>, %arg8: vector<2x2xbf16>, %arg9: tensor<4xf32>, %arg10: vector<f32>):
    %0 = "arith.minimumf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %1 = "arith.minimumf"(%arg1, %arg1) <{fastmath = #arith.fastmath<fast>}> : (f16, f16) -> f16
    %2 = "arith.minimumf"(%arg2, %arg2) <{fastmath = #arith.fastmath<nnan>}> : (bf16, bf16) -> bf16
    %3 = "arith.minimumf"(%arg3, %arg3) <{fastmath = #arith.fastmath<ninf>}> : (f64, f64) -> f64
    %4 = "arith.minimumf"(%arg4, %arg4) <{fastmath = #arith.fastmath<nsz>}> : (f8E4M3FN, f8E4M3FN) -> f8E4M3FN
    %5 = "arith.minimumf"(%arg5, %arg5) <{fastmath = #arith.fastmath<arcp>}> : (f8E8M0FNU, f8E8M0FNU) -> f8E8M0FNU
    %6 = "arith.minimumf"(%arg6, %arg6) <{fastmath = #arith.fastmath<contract>}> : (f4E2M1FN, f4E2M1FN) -> f4E2M1FN
    %7 = "arith.minimumf"(%arg7, %arg7) <{fastmath = #arith.fastmath<afn>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %8 = "arith.minimumf"(%arg8, %arg8) <{fastmath = #arith.fastmath<reassoc>}> : (vector<2x2xbf16>, vector<2x2xbf16>) -> vector<2x2xbf16>
    %9 = "arith.minimumf"(%arg9, %arg9) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %10 = "arith.minimumf"(%arg10, %arg10) <{fastmath = #arith.fastmath<nnan,ninf>}> : (vector<f32>, vector<f32>) -> vector<f32>
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.maxnumf on all kinds of floats, with all flags.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f16, bf16, f64, f8E4M3FN, f8E8M0FNU, f4E2M1FN, vector<4xf32>, vector<2x2xbf16>, tensor<4xf32>, vector<f32>) -> f32, sym_name = "maxnumf"}> ({
  ^bb0(%arg0: f32, %arg1: f16, %arg2: bf16, %arg3: f64, %arg4: f8E4M3FN, %arg5: f8E8M0FNU, %arg6: f4E2M1FN, %arg7: vector<4xf32>, %arg8: vector<2x2xbf16>, %arg9: tensor<4xf32>, %arg10: vector<f32>):
    %0 = "arith.maxnumf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %1 = "arith.maxnumf"(%arg1, %arg1) <{fastmath = #arith.fastmath<fast>}> : (f16, f16) -> f16
    %2 = "arith.maxnumf"(%arg2, %arg2) <{fastmath = #arith.fastmath<nnan>}> : (bf16, bf16) -> bf16
    %3 = "arith.maxnumf"(%arg3, %arg3) <{fastmath = #arith.fastmath<ninf>}> : (f64, f64) -> f64
    %4 = "arith.maxnumf"(%arg4, %arg4) <{fastmath = #arith.fastmath<nsz>}> : (f8E4M3FN, f8E4M3FN) -> f8E4M3FN
    %5 = "arith.maxnumf"(%arg5, %arg5) <{fastmath = #arith.fastmath<arcp>}> : (f8E8M0FNU, f8E8M0FNU) -> f8E8M0FNU
    %6 = "arith.maxnumf"(%arg6, %arg6) <{fastmath = #arith.fastmath<contract>}> : (f4E2M1FN, f4E2M1FN) -> f4E2M1FN
    %7 = "arith.maxnumf"(%arg7, %arg7) <{fastmath = #arith.fastmath<afn>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %8 = "arith.maxnumf"(%arg8, %arg8) <{fastmath = #arith.fastmath<reassoc>}> : (vector<2x2xbf16>, vector<2x2xbf16>) -> vector<2x2xbf16>
    %9 = "arith.maxnumf"(%arg9, %arg9) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %10 = "arith.maxnumf"(%arg10, %arg10) <{fastmath = #arith.fastmath<nnan,ninf>}> : (vector<f32>, vector<f32>) -> vector<f32>
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.minnumf on all kinds of floats, with all flags.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f16, bf16, f64, f8E4M3FN, f8E8M0FNU, f4E2M1FN, vector<4xf32>, vector<2x2xbf16>, tensor<4xf32>, vector<f32>) -> f32, sym_name = "minnumf"}> ({
  ^bb0(%arg0: f32, %arg1: f16, %arg2: bf16, %arg3: f64, %arg4: f8E4M3FN, %arg5: f8E8M0FNU, %arg6: f4E2M1FN, %arg7: vector<4xf32>, %arg8: vector<2x2xbf16>, %arg9: tensor<4xf32>, %arg10: vector<f32>):
    %0 = "arith.minnumf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %1 = "arith.minnumf"(%arg1, %arg1) <{fastmath = #arith.fastmath<fast>}> : (f16, f16) -> f16
    %2 = "arith.minnumf"(%arg2, %arg2) <{fastmath = #arith.fastmath<nnan>}> : (bf16, bf16) -> bf16
    %3 = "arith.minnumf"(%arg3, %arg3) <{fastmath = #arith.fastmath<ninf>}> : (f64, f64) -> f64
    %4 = "arith.minnumf"(%arg4, %arg4) <{fastmath = #arith.fastmath<nsz>}> : (f8E4M3FN, f8E4M3FN) -> f8E4M3FN
    %5 = "arith.minnumf"(%arg5, %arg5) <{fastmath = #arith.fastmath<arcp>}> : (f8E8M0FNU, f8E8M0FNU) -> f8E8M0FNU
    %6 = "arith.minnumf"(%arg6, %arg6) <{fastmath = #arith.fastmath<contract>}> : (f4E2M1FN, f4E2M1FN) -> f4E2M1FN
    %7 = "arith.minnumf"(%arg7, %arg7) <{fastmath = #arith.fastmath<afn>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %8 = "arith.minnumf"(%arg8, %arg8) <{fastmath = #arith.fastmath<reassoc>}> : (vector<2x2xbf16>, vector<2x2xbf16>) -> vector<2x2xbf16>
    %9 = "arith.minnumf"(%arg9, %arg9) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %10 = "arith.minnumf"(%arg10, %arg10) <{fastmath = #arith.fastmath<nnan,ninf>}> : (vector<f32>, vector<f32>) -> vector<f32>
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// arith.negf.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f16, bf16, f64, f8E4M3FN, f8E8M0FNU, f4E2M1FN, vector<4xf32>, vector<2x2xbf16>, tensor<4xf32>, vector<f32>) -> f32, sym_name = "negf"}> ({
  ^bb0(%arg0: f32, %arg1: f16, %arg2: bf16, %arg3: f64, %arg4: f8E4M3FN, %arg5: f8E8M0FNU, %arg6: f4E2M1FN, %arg7: vector<4xf32>, %arg8: vector<2x2xbf16>, %arg9: tensor<4xf32>, %arg10: vector<f32>):
    %0 = "arith.negf"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %1 = "arith.negf"(%arg1) <{fastmath = #arith.fastmath<fast>}> : (f16) -> f16
    %2 = "arith.negf"(%arg2) <{fastmath = #arith.fastmath<nnan>}> : (bf16) -> bf16
    %3 = "arith.negf"(%arg3) <{fastmath = #arith.fastmath<ninf>}> : (f64) -> f64
    %4 = "arith.negf"(%arg4) <{fastmath = #arith.fastmath<nsz>}> : (f8E4M3FN) -> f8E4M3FN
    %5 = "arith.negf"(%arg5) <{fastmath = #arith.fastmath<arcp>}> : (f8E8M0FNU) -> f8E8M0FNU
    %6 = "arith.negf"(%arg6) <{fastmath = #arith.fastmath<contract>}> : (f4E2M1FN) -> f4E2M1FN
    %7 = "arith.negf"(%arg7) <{fastmath = #arith.fastmath<afn>}> : (vector<4xf32>) -> vector<4xf32>
    %8 = "arith.negf"(%arg8) <{fastmath = #arith.fastmath<reassoc>}> : (vector<2x2xbf16>) -> vector<2x2xbf16>
    %9 = "arith.negf"(%arg9) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (tensor<4xf32>) -> tensor<4xf32>
    %10 = "arith.negf"(%arg10) <{fastmath = #arith.fastmath<nnan,ninf>}> : (vector<f32>) -> vector<f32>
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Zero extension.
"builtin.module"() ({
  "func.func"() <{function_type = (i1, i8, vector<4xi4>, tensor<?xi8>) -> i32, sym_name = "extui"}> ({
  ^bb0(%arg0: i1, %arg1: i8, %arg2: vector<4xi4>, %arg3: tensor<?xi8>):
    %0 = "arith.extui"(%arg0) : (i1) -> i32
    %1 = "arith.extui"(%arg1) : (i8) -> i64
    %2 = "arith.extui"(%arg2) : (vector<4xi4>) -> vector<4xi8>
    %3 = "arith.extui"(%arg3) : (tensor<?xi8>) -> tensor<?xi16>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Sign extension.
"builtin.module"() ({
  "func.func"() <{function_type = (i1, i8, vector<4xi4>, i64) -> i32, sym_name = "extsi"}> ({
  ^bb0(%arg0: i1, %arg1: i8, %arg2: vector<4xi4>, %arg3: i64):
    %0 = "arith.extsi"(%arg0) : (i1) -> i32
    %1 = "arith.extsi"(%arg1) : (i8) -> i64
    %2 = "arith.extsi"(%arg2) : (vector<4xi4>) -> vector<4xi8>
    %3 = "arith.extsi"(%arg3) : (i64) -> i128
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Truncation.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i64, vector<4xi32>) -> i1, sym_name = "trunci"}> ({
  ^bb0(%arg0: i32, %arg1: i64, %arg2: vector<4xi32>):
    %0 = "arith.trunci"(%arg0) <{overflowFlags = #arith.overflow<none>}> : (i32) -> i1
    %1 = "arith.trunci"(%arg1) <{overflowFlags = #arith.overflow<nsw>}> : (i64) -> i8
    %2 = "arith.trunci"(%arg2) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (vector<4xi32>) -> vector<4xi4>
    "func.return"(%0) : (i1) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// To wider floats.
"builtin.module"() ({
  "func.func"() <{function_type = (f16, bf16, vector<4xf8E4M3FN>, f4E2M1FN, vector<4xf8E8M0FNU>) -> f32, sym_name = "extf"}> ({
  ^bb0(%arg0: f16, %arg1: bf16, %arg2: vector<4xf8E4M3FN>, %arg3: f4E2M1FN, %arg4: vector<4xf8E8M0FNU>):
    %0 = "arith.extf"(%arg0) : (f16) -> f32
    %1 = "arith.extf"(%arg1) : (bf16) -> f64
    %2 = "arith.extf"(%arg2) <{fastmath = #arith.fastmath<nnan>}> : (vector<4xf8E4M3FN>) -> vector<4xf32>
    %3 = "arith.extf"(%arg3) : (f4E2M1FN) -> f8E5M2
    %4 = "arith.extf"(%arg4) : (vector<4xf8E8M0FNU>) -> vector<4xf32>
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// To narrower floats.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f64, vector<4xf32>, f32, f32, f32) -> f16, sym_name = "truncf"}> ({
  ^bb0(%arg0: f32, %arg1: f64, %arg2: vector<4xf32>, %arg3: f32, %arg4: f32, %arg5: f32):
    %0 = "arith.truncf"(%arg0) : (f32) -> f16
    %1 = "arith.truncf"(%arg1) <{roundingmode = 0 : i32}> : (f64) -> bf16
    %2 = "arith.truncf"(%arg2) <{fastmath = #arith.fastmath<nnan>, roundingmode = 3 : i32}> : (vector<4xf32>) -> vector<4xf8E4M3FN>
    %3 = "arith.truncf"(%arg3) <{roundingmode = 1 : i32}> : (f32) -> f4E2M1FN
    %4 = "arith.truncf"(%arg4) <{roundingmode = 2 : i32}> : (f32) -> f6E3M2FN
    %5 = "arith.truncf"(%arg5) <{roundingmode = 4 : i32}> : (f32) -> f8E5M2
    "func.return"(%0) : (f16) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Unsigned integers to floats.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, vector<4xi64>) -> f32, sym_name = "uitofp"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: vector<4xi64>):
    %0 = "arith.uitofp"(%arg0) : (i32) -> f32
    %1 = "arith.uitofp"(%arg1) : (i1) -> f16
    %2 = "arith.uitofp"(%arg2) : (vector<4xi64>) -> vector<4xbf16>
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Signed integers to floats.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i8, vector<4xi64>) -> f32, sym_name = "sitofp"}> ({
  ^bb0(%arg0: i32, %arg1: i8, %arg2: vector<4xi64>):
    %0 = "arith.sitofp"(%arg0) : (i32) -> f32
    %1 = "arith.sitofp"(%arg1) : (i8) -> f64
    %2 = "arith.sitofp"(%arg2) : (vector<4xi64>) -> vector<4xbf16>
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Floats to unsigned integers.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f16, vector<4xbf16>) -> i32, sym_name = "fptoui"}> ({
  ^bb0(%arg0: f32, %arg1: f16, %arg2: vector<4xbf16>):
    %0 = "arith.fptoui"(%arg0) : (f32) -> i32
    %1 = "arith.fptoui"(%arg1) : (f16) -> i1
    %2 = "arith.fptoui"(%arg2) : (vector<4xbf16>) -> vector<4xi64>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Floats to signed integers.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f64, vector<4xf8E4M3FN>) -> i32, sym_name = "fptosi"}> ({
  ^bb0(%arg0: f32, %arg1: f64, %arg2: vector<4xf8E4M3FN>):
    %0 = "arith.fptosi"(%arg0) : (f32) -> i32
    %1 = "arith.fptosi"(%arg1) : (f64) -> i8
    %2 = "arith.fptosi"(%arg2) : (vector<4xf8E4M3FN>) -> vector<4xi64>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Index and integers.
"builtin.module"() ({
  "func.func"() <{function_type = (index, i64, vector<4xi8>, memref<4xindex>) -> i32, sym_name = "index_cast"}> ({
  ^bb0(%arg0: index, %arg1: i64, %arg2: vector<4xi8>, %arg3: memref<4xindex>):
    %0 = "arith.index_cast"(%arg0) : (index) -> i32
    %1 = "arith.index_cast"(%arg1) : (i64) -> index
    %2 = "arith.index_cast"(%arg2) : (vector<4xi8>) -> vector<4xindex>
    %3 = "arith.index_cast"(%arg3) : (memref<4xindex>) -> memref<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Index and unsigned integers.
"builtin.module"() ({
  "func.func"() <{function_type = (index, i64, vector<4xi8>, memref<?xi8>) -> i32, sym_name = "index_castui"}> ({
  ^bb0(%arg0: index, %arg1: i64, %arg2: vector<4xi8>, %arg3: memref<?xi8>):
    %0 = "arith.index_castui"(%arg0) : (index) -> i32
    %1 = "arith.index_castui"(%arg1) : (i64) -> index
    %2 = "arith.index_castui"(%arg2) : (vector<4xi8>) -> vector<4xindex>
    %3 = "arith.index_castui"(%arg3) : (memref<?xi8>) -> memref<?xindex>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// The same bits as another type.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, i16, vector<4xf16>, f8E4M3FN, memref<4xf32>) -> i32, sym_name = "bitcast"}> ({
  ^bb0(%arg0: f32, %arg1: i16, %arg2: vector<4xf16>, %arg3: f8E4M3FN, %arg4: memref<4xf32>):
    %0 = "arith.bitcast"(%arg0) : (f32) -> i32
    %1 = "arith.bitcast"(%arg1) : (i16) -> bf16
    %2 = "arith.bitcast"(%arg2) : (vector<4xf16>) -> vector<4xi16>
    %3 = "arith.bitcast"(%arg3) : (f8E4M3FN) -> f8E5M2
    %4 = "arith.bitcast"(%arg4) : (memref<4xf32>) -> memref<4xi32>
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// MX formats with scales.
"builtin.module"() ({
  "func.func"() <{function_type = (f8E4M3FN, f8E8M0FNU, vector<4xf4E2M1FN>, vector<4xf8E8M0FNU>, vector<4xf32>, f32) -> f32, sym_name = "scaling"}> ({
  ^bb0(%arg0: f8E4M3FN, %arg1: f8E8M0FNU, %arg2: vector<4xf4E2M1FN>, %arg3: vector<4xf8E8M0FNU>, %arg4: vector<4xf32>, %arg5: f32):
    %0 = "arith.scaling_extf"(%arg0, %arg1) : (f8E4M3FN, f8E8M0FNU) -> f32
    %1 = "arith.scaling_extf"(%arg2, %arg3) <{fastmath = #arith.fastmath<fast>}> : (vector<4xf4E2M1FN>, vector<4xf8E8M0FNU>) -> vector<4xbf16>
    %2 = "arith.scaling_truncf"(%arg4, %arg3) <{roundingmode = 0 : i32}> : (vector<4xf32>, vector<4xf8E8M0FNU>) -> vector<4xf6E2M3FN>
    %3 = "arith.scaling_truncf"(%arg5, %arg1) <{fastmath = #arith.fastmath<none>}> : (f32, f8E8M0FNU) -> f8E5M2
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// All predicates of integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi"}> ({
  ^bb0(%arg0: i32):
    %0 = "arith.cmpi"(%arg0, %arg0) <{predicate = 0 : i64}> : (i32, i32) -> i1
    %1 = "arith.cmpi"(%arg0, %arg0) <{predicate = 1 : i64}> : (i32, i32) -> i1
    %2 = "arith.cmpi"(%arg0, %arg0) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %3 = "arith.cmpi"(%arg0, %arg0) <{predicate = 3 : i64}> : (i32, i32) -> i1
    %4 = "arith.cmpi"(%arg0, %arg0) <{predicate = 4 : i64}> : (i32, i32) -> i1
    %5 = "arith.cmpi"(%arg0, %arg0) <{predicate = 5 : i64}> : (i32, i32) -> i1
    %6 = "arith.cmpi"(%arg0, %arg0) <{predicate = 6 : i64}> : (i32, i32) -> i1
    %7 = "arith.cmpi"(%arg0, %arg0) <{predicate = 7 : i64}> : (i32, i32) -> i1
    %8 = "arith.cmpi"(%arg0, %arg0) <{predicate = 8 : i64}> : (i32, i32) -> i1
    %9 = "arith.cmpi"(%arg0, %arg0) <{predicate = 9 : i64}> : (i32, i32) -> i1
    "func.return"(%9) : (i1) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Comparisons of all kinds of integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i64, index, vector<4xi8>, vector<2x2xi16>, tensor<4xi32>) -> i1, sym_name = "cmpi_types"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i64, %arg3: index, %arg4: vector<4xi8>, %arg5: vector<2x2xi16>, %arg6: tensor<4xi32>):
    %0 = "arith.cmpi"(%arg0, %arg0) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %1 = "arith.cmpi"(%arg1, %arg1) <{predicate = 2 : i64}> : (i1, i1) -> i1
    %2 = "arith.cmpi"(%arg2, %arg2) <{predicate = 2 : i64}> : (i64, i64) -> i1
    %3 = "arith.cmpi"(%arg3, %arg3) <{predicate = 2 : i64}> : (index, index) -> i1
    %4 = "arith.cmpi"(%arg4, %arg4) <{predicate = 2 : i64}> : (vector<4xi8>, vector<4xi8>) -> vector<4xi1>
    %5 = "arith.cmpi"(%arg5, %arg5) <{predicate = 2 : i64}> : (vector<2x2xi16>, vector<2x2xi16>) -> vector<2x2xi1>
    %6 = "arith.cmpi"(%arg6, %arg6) <{predicate = 2 : i64}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    "func.return"(%0) : (i1) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// All predicates of floats.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, vector<4xf16>) -> i1, sym_name = "cmpf"}> ({
  ^bb0(%arg0: f32, %arg1: vector<4xf16>):
    %0 = "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>, predicate = 0 : i64}> : (f32, f32) -> i1
    %1 = "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
    %2 = "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
    %3 = "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>, predicate = 3 : i64}> : (f32, f32) -> i1
    %4 = "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (f32, f32) -> i1
    %5 = "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>, predicate = 5 : i64}> : (f32, f32) -> i1
    %6 = "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>, predicate = 6 : i64}> : (f32, f32) -> i1
    %7 = "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>, predicate = 7 : i64}> : (f32, f32) -> i1
    %8 = "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>, predicate = 8 : i64}> : (f32, f32) -> i1
    %9 = "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>, predicate = 9 : i64}> : (f32, f32) -> i1
    %10 = "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>, predicate = 10 : i64}> : (f32, f32) -> i1
    %11 = "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>, predicate = 11 : i64}> : (f32, f32) -> i1
    %12 = "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>, predicate = 12 : i64}> : (f32, f32) -> i1
    %13 = "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
    %14 = "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>, predicate = 14 : i64}> : (f32, f32) -> i1
    %15 = "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>, predicate = 15 : i64}> : (f32, f32) -> i1
    %16 = "arith.cmpf"(%arg1, %arg1) <{fastmath = #arith.fastmath<nnan>, predicate = 1 : i64}> : (vector<4xf16>, vector<4xf16>) -> vector<4xi1>
    "func.return"(%15) : (i1) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Selection between values of any type.
"builtin.module"() ({
  "func.func"() <{function_type = (i1, i32, vector<4xi1>, vector<4xf32>, memref<4xf32>, !other.t) -> i32, sym_name = "select"}> ({
  ^bb0(%arg0: i1, %arg1: i32, %arg2: vector<4xi1>, %arg3: vector<4xf32>, %arg4: memref<4xf32>, %arg5: !other.t):
    %0 = "arith.select"(%arg0, %arg1, %arg1) : (i1, i32, i32) -> i32
    %1 = "arith.select"(%arg2, %arg3, %arg3) : (vector<4xi1>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %2 = "arith.select"(%arg0, %arg3, %arg3) : (i1, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %3 = "arith.select"(%arg0, %arg4, %arg4) : (i1, memref<4xf32>, memref<4xf32>) -> memref<4xf32>
    %4 = "arith.select"(%arg0, %arg5, %arg5) : (i1, !other.t, !other.t) -> !other.t
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Constants.
"builtin.module"() ({
  "func.func"() <{function_type = () -> i32, sym_name = "constants"}> ({
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = true}> : () -> i1
    %2 = "arith.constant"() <{value = -1 : i8}> : () -> i8
    %3 = "arith.constant"() <{value = 42 : index}> : () -> index
    %4 = "arith.constant"() <{value = 1.500000e+00 : f32}> : () -> f32
    %5 = "arith.constant"() <{value = -1.000000e-01 : f64}> : () -> f64
    %6 = "arith.constant"() <{value = 0x7FC0 : bf16}> : () -> bf16
    %7 = "arith.constant"() <{value = dense<1> : vector<4xi32>}> : () -> vector<4xi32>
    %8 = "arith.constant"() <{value = dense<[1.000000e+00, 2.000000e+00]> : vector<2xf16>}> : () -> vector<2xf16>
    %9 = "arith.constant"() <{value = dense<false> : vector<4xi1>}> : () -> vector<4xi1>
    %10 = "arith.constant"() <{value = dense<0> : vector<[4]xi32>}> : () -> vector<[4]xi32>
    %11 = "arith.constant"() <{value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>}> : () -> tensor<2x2xi64>
    %12 = "arith.constant"() <{value = 1.000000e+00 : f4E2M1FN}> : () -> f4E2M1FN
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
