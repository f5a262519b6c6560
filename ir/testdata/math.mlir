// math.absf, math.acos, math.acosh, math.asin, math.asinh, math.atan.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f16, vector<4xbf16>, f64) -> f32, sym_name = "unary"}> ({
  ^bb0(%arg0: f32, %arg1: f16, %arg2: vector<4xbf16>, %arg3: f64):
    %0 = "math.absf"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %1 = "math.absf"(%arg1) <{fastmath = #arith.fastmath<ninf>}> : (f16) -> f16
    %2 = "math.absf"(%arg2) <{fastmath = #arith.fastmath<contract>}> : (vector<4xbf16>) -> vector<4xbf16>
    %3 = "math.absf"(%arg3) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (f64) -> f64
    %4 = "math.acos"(%arg0) <{fastmath = #arith.fastmath<fast>}> : (f32) -> f32
    %5 = "math.acos"(%arg1) <{fastmath = #arith.fastmath<nsz>}> : (f16) -> f16
    %6 = "math.acos"(%arg2) <{fastmath = #arith.fastmath<afn>}> : (vector<4xbf16>) -> vector<4xbf16>
    %7 = "math.acos"(%arg3) <{fastmath = #arith.fastmath<nnan,ninf>}> : (f64) -> f64
    %8 = "math.acosh"(%arg0) <{fastmath = #arith.fastmath<nnan>}> : (f32) -> f32
    %9 = "math.acosh"(%arg1) <{fastmath = #arith.fastmath<arcp>}> : (f16) -> f16
    %10 = "math.acosh"(%arg2) <{fastmath = #arith.fastmath<reassoc>}> : (vector<4xbf16>) -> vector<4xbf16>
    %11 = "math.acosh"(%arg3) <{fastmath = #arith.fastmath<none>}> : (f64) -> f64
    %12 = "math.asin"(%arg0) <{fastmath = #arith.fastmath<ninf>}> : (f32) -> f32
    %13 = "math.asin"(%arg1) <{fastmath = #arith.fastmath<contract>}> : (f16) -> f16
    %14 = "math.asin"(%arg2) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (vector<4xbf16>) -> vector<4xbf16>
    %15 = "math.asin"(%arg3) <{fastmath = #arith.fastmath<fast>}> : (f64) -> f64
    %16 = "math.asinh"(%arg0) <{fastmath = #arith.fastmath<nsz>}> : (f32) -> f32
    %17 = "math.asinh"(%arg1) <{fastmath = #arith.fastmath<afn>}> : (f16) -> f16
    %18 = "math.asinh"(%arg2) <{fastmath = #arith.fastmath<nnan,ninf>}> : (vector<4xbf16>) -> vector<4xbf16>
    %19 = "math.asinh"(%arg3) <{fastmath = #arith.fastmath<nnan>}> : (f64) -> f64
    %20 = "math.atan"(%arg0) <{fastmath = #arith.fastmath<arcp>}> : (f32) -> f32
    %21 = "math.atan"(%arg1) <{fastmath = #arith.fastmath<reassoc>}> : (f16) -> f16
    %22 = "math.atan"(%arg2) <{fastmath = #arith.fastmath<none>}> : (vector<4xbf16>) -> vector<4xbf16>
    %23 = "math.atan"(%arg3) <{fastmath = #arith.fastmath<ninf>}> : (f64) -> f64
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// math.atanh, math.cbrt, math.ceil, math.cos, math.cosh, math.erf.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f16, vector<4xbf16>, f64) -> f32, sym_name = "unary"}> ({
  ^bb0(%arg0: f32, %arg1: f16, %arg2: vector<4xbf16>, %arg3: f64):
    %0 = "math.atanh"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %1 = "math.atanh"(%arg1) <{fastmath = #arith.fastmath<ninf>}> : (f16) -> f16
    %2 = "math.atanh"(%arg2) <{fastmath = #arith.fastmath<contract>}> : (vector<4xbf16>) -> vector<4xbf16>
    %3 = "math.atanh"(%arg3) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (f64) -> f64
    %4 = "math.cbrt"(%arg0) <{fastmath = #arith.fastmath<fast>}> : (f32) -> f32
    %5 = "math.cbrt"(%arg1) <{fastmath = #arith.fastmath<nsz>}> : (f16) -> f16
    %6 = "math.cbrt"(%arg2) <{fastmath = #arith.fastmath<afn>}> : (vector<4xbf16>) -> vector<4xbf16>
    %7 = "math.cbrt"(%arg3) <{fastmath = #arith.fastmath<nnan,ninf>}> : (f64) -> f64
    %8 = "math.ceil"(%arg0) <{fastmath = #arith.fastmath<nnan>}> : (f32) -> f32
    %9 = "math.ceil"(%arg1) <{fastmath = #arith.fastmath<arcp>}> : (f16) -> f16
    %10 = "math.ceil"(%arg2) <{fastmath = #arith.fastmath<reassoc>}> : (vector<4xbf16>) -> vector<4xbf16>
    %11 = "math.ceil"(%arg3) <{fastmath = #arith.fastmath<none>}> : (f64) -> f64
    %12 = "math.cos"(%arg0) <{fastmath = #arith.fastmath<ninf>}> : (f32) -> f32
    %13 = "math.cos"(%arg1) <{fastmath = #arith.fastmath<contract>}> : (f16) -> f16
    %14 = "math.cos"(%arg2) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (vector<4xbf16>) -> vector<4xbf16>
    %15 = "math.cos"(%arg3) <{fastmath = #arith.fastmath<fast>}> : (f64) -> f64
    %16 = "math.cosh"(%arg0) <{fastmath = #arith.fastmath<nsz>}> : (f32) -> f32
    %17 = "math.cosh"(%arg1) <{fastmath = #arith.fastmath<afn>}> : (f16) -> f16
    %18 = "math.cosh"(%arg2) <{fastmath = #arith.fastmath<nnan,ninf>}> : (vector<4xbf16>) -> vector<4xbf16>
    %19 = "math.cosh"(%arg3) <{fastmath = #arith.fastmath<nnan>}> : (f64) -> f64
    %20 = "math.erf"(%arg0) <{fastmath = #arith.fastmath<arcp>}> : (f32) -> f32
    %21 = "math.erf"(%arg1) <{fastmath = #arith.fastmath<reassoc>}> : (f16) -> f16
    %22 = "math.erf"(%arg2) <{fastmath = #arith.fastmath<none>}> : (vector<4xbf16>) -> vector<4xbf16>
    %23 = "math.erf"(%arg3) <{fastmath = #arith.fastmath<ninf>}> : (f64) -> f64
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// math.erfc, math.exp, math.exp2, math.expm1, math.floor, math.log.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f16, vector<4xbf16>, f64) -> f32, sym_name = "unary"}> ({
  ^bb0(%arg0: f32, %arg1: f16, %arg2: vector<4xbf16>, %arg3: f64):
    %0 = "math.erfc"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %1 = "math.erfc"(%arg1) <{fastmath = #arith.fastmath<ninf>}> : (f16) -> f16
    %2 = "math.erfc"(%arg2) <{fastmath = #arith.fastmath<contract>}> : (vector<4xbf16>) -> vector<4xbf16>
    %3 = "math.erfc"(%arg3) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (f64) -> f64
    %4 = "math.exp"(%arg0) <{fastmath = #arith.fastmath<fast>}> : (f32) -> f32
    %5 = "math.exp"(%arg1) <{fastmath = #arith.fastmath<nsz>}> : (f16) -> f16
    %6 = "math.exp"(%arg2) <{fastmath = #arith.fastmath<afn>}> : (vector<4xbf16>) -> vector<4xbf16>
    %7 = "math.exp"(%arg3) <{fastmath = #arith.fastmath<nnan,ninf>}> : (f64) -> f64
    %8 = "math.exp2"(%arg0) <{fastmath = #arith.fastmath<nnan>}> : (f32) -> f32
    %9 = "math.exp2"(%arg1) <{fastmath = #arith.fastmath<arcp>}> : (f16) -> f16
    %10 = "math.exp2"(%arg2) <{fastmath = #arith.fastmath<reassoc>}> : (vector<4xbf16>) -> vector<4xbf16>
    %11 = "math.exp2"(%arg3) <{fastmath = #arith.fastmath<none>}> : (f64) -> f64
    %12 = "math.expm1"(%arg0) <{fastmath = #arith.fastmath<ninf>}> : (f32) -> f32
    %13 = "math.expm1"(%arg1) <{fastmath = #arith.fastmath<contract>}> : (f16) -> f16
    %14 = "math.expm1"(%arg2) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (vector<4xbf16>) -> vector<4xbf16>
    %15 = "math.expm1"(%arg3) <{fastmath = #arith.fastmath<fast>}> : (f64) -> f64
    %16 = "math.floor"(%arg0) <{fastmath = #arith.fastmath<nsz>}> : (f32) -> f32
    %17 = "math.floor"(%arg1) <{fastmath = #arith.fastmath<afn>}> : (f16) -> f16
    %18 = "math.floor"(%arg2) <{fastmath = #arith.fastmath<nnan,ninf>}> : (vector<4xbf16>) -> vector<4xbf16>
    %19 = "math.floor"(%arg3) <{fastmath = #arith.fastmath<nnan>}> : (f64) -> f64
    %20 = "math.log"(%arg0) <{fastmath = #arith.fastmath<arcp>}> : (f32) -> f32
    %21 = "math.log"(%arg1) <{fastmath = #arith.fastmath<reassoc>}> : (f16) -> f16
    %22 = "math.log"(%arg2) <{fastmath = #arith.fastmath<none>}> : (vector<4xbf16>) -> vector<4xbf16>
    %23 = "math.log"(%arg3) <{fastmath = #arith.fastmath<ninf>}> : (f64) -> f64
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// math.log10, math.log1p, math.log2, math.round, math.roundeven, math.rsqrt.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f16, vector<4xbf16>, f64) -> f32, sym_name = "unary"}> ({
  ^bb0(%arg0: f32, %arg1: f16, %arg2: vector<4xbf16>, %arg3: f64):
    %0 = "math.log10"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %1 = "math.log10"(%arg1) <{fastmath = #arith.fastmath<ninf>}> : (f16) -> f16
    %2 = "math.log10"(%arg2) <{fastmath = #arith.fastmath<contract>}> : (vector<4xbf16>) -> vector<4xbf16>
    %3 = "math.log10"(%arg3) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (f64) -> f64
    %4 = "math.log1p"(%arg0) <{fastmath = #arith.fastmath<fast>}> : (f32) -> f32
    %5 = "math.log1p"(%arg1) <{fastmath = #arith.fastmath<nsz>}> : (f16) -> f16
    %6 = "math.log1p"(%arg2) <{fastmath = #arith.fastmath<afn>}> : (vector<4xbf16>) -> vector<4xbf16>
    %7 = "math.log1p"(%arg3) <{fastmath = #arith.fastmath<nnan,ninf>}> : (f64) -> f64
    %8 = "math.log2"(%arg0) <{fastmath = #arith.fastmath<nnan>}> : (f32) -> f32
    %9 = "math.log2"(%arg1) <{fastmath = #arith.fastmath<arcp>}> : (f16) -> f16
    %10 = "math.log2"(%arg2) <{fastmath = #arith.fastmath<reassoc>}> : (vector<4xbf16>) -> vector<4xbf16>
    %11 = "math.log2"(%arg3) <{fastmath = #arith.fastmath<none>}> : (f64) -> f64
    %12 = "math.round"(%arg0) <{fastmath = #arith.fastmath<ninf>}> : (f32) -> f32
    %13 = "math.round"(%arg1) <{fastmath = #arith.fastmath<contract>}> : (f16) -> f16
    %14 = "math.round"(%arg2) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (vector<4xbf16>) -> vector<4xbf16>
    %15 = "math.round"(%arg3) <{fastmath = #arith.fastmath<fast>}> : (f64) -> f64
    %16 = "math.roundeven"(%arg0) <{fastmath = #arith.fastmath<nsz>}> : (f32) -> f32
    %17 = "math.roundeven"(%arg1) <{fastmath = #arith.fastmath<afn>}> : (f16) -> f16
    %18 = "math.roundeven"(%arg2) <{fastmath = #arith.fastmath<nnan,ninf>}> : (vector<4xbf16>) -> vector<4xbf16>
    %19 = "math.roundeven"(%arg3) <{fastmath = #arith.fastmath<nnan>}> : (f64) -> f64
    %20 = "math.rsqrt"(%arg0) <{fastmath = #arith.fastmath<arcp>}> : (f32) -> f32
    %21 = "math.rsqrt"(%arg1) <{fastmath = #arith.fastmath<reassoc>}> : (f16) -> f16
    %22 = "math.rsqrt"(%arg2) <{fastmath = #arith.fastmath<none>}> : (vector<4xbf16>) -> vector<4xbf16>
    %23 = "math.rsqrt"(%arg3) <{fastmath = #arith.fastmath<ninf>}> : (f64) -> f64
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// math.sin, math.sinh, math.sqrt, math.tan, math.tanh, math.trunc.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f16, vector<4xbf16>, f64) -> f32, sym_name = "unary"}> ({
  ^bb0(%arg0: f32, %arg1: f16, %arg2: vector<4xbf16>, %arg3: f64):
    %0 = "math.sin"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %1 = "math.sin"(%arg1) <{fastmath = #arith.fastmath<ninf>}> : (f16) -> f16
    %2 = "math.sin"(%arg2) <{fastmath = #arith.fastmath<contract>}> : (vector<4xbf16>) -> vector<4xbf16>
    %3 = "math.sin"(%arg3) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (f64) -> f64
    %4 = "math.sinh"(%arg0) <{fastmath = #arith.fastmath<fast>}> : (f32) -> f32
    %5 = "math.sinh"(%arg1) <{fastmath = #arith.fastmath<nsz>}> : (f16) -> f16
    %6 = "math.sinh"(%arg2) <{fastmath = #arith.fastmath<afn>}> : (vector<4xbf16>) -> vector<4xbf16>
    %7 = "math.sinh"(%arg3) <{fastmath = #arith.fastmath<nnan,ninf>}> : (f64) -> f64
    %8 = "math.sqrt"(%arg0) <{fastmath = #arith.fastmath<nnan>}> : (f32) -> f32
    %9 = "math.sqrt"(%arg1) <{fastmath = #arith.fastmath<arcp>}> : (f16) -> f16
    %10 = "math.sqrt"(%arg2) <{fastmath = #arith.fastmath<reassoc>}> : (vector<4xbf16>) -> vector<4xbf16>
    %11 = "math.sqrt"(%arg3) <{fastmath = #arith.fastmath<none>}> : (f64) -> f64
    %12 = "math.tan"(%arg0) <{fastmath = #arith.fastmath<ninf>}> : (f32) -> f32
    %13 = "math.tan"(%arg1) <{fastmath = #arith.fastmath<contract>}> : (f16) -> f16
    %14 = "math.tan"(%arg2) <{fastmath = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract>}> : (vector<4xbf16>) -> vector<4xbf16>
    %15 = "math.tan"(%arg3) <{fastmath = #arith.fastmath<fast>}> : (f64) -> f64
    %16 = "math.tanh"(%arg0) <{fastmath = #arith.fastmath<nsz>}> : (f32) -> f32
    %17 = "math.tanh"(%arg1) <{fastmath = #arith.fastmath<afn>}> : (f16) -> f16
    %18 = "math.tanh"(%arg2) <{fastmath = #arith.fastmath<nnan,ninf>}> : (vector<4xbf16>) -> vector<4xbf16>
    %19 = "math.tanh"(%arg3) <{fastmath = #arith.fastmath<nnan>}> : (f64) -> f64
    %20 = "math.trunc"(%arg0) <{fastmath = #arith.fastmath<arcp>}> : (f32) -> f32
    %21 = "math.trunc"(%arg1) <{fastmath = #arith.fastmath<reassoc>}> : (f16) -> f16
    %22 = "math.trunc"(%arg2) <{fastmath = #arith.fastmath<none>}> : (vector<4xbf16>) -> vector<4xbf16>
    %23 = "math.trunc"(%arg3) <{fastmath = #arith.fastmath<ninf>}> : (f64) -> f64
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, vector<4xi8>, index) -> i32, sym_name = "integers"}> ({
  ^bb0(%arg0: i32, %arg1: vector<4xi8>, %arg2: index):
    %0 = "math.absi"(%arg0) : (i32) -> i32
    %1 = "math.absi"(%arg1) : (vector<4xi8>) -> vector<4xi8>
    %2 = "math.absi"(%arg2) : (index) -> index
    %3 = "math.ctlz"(%arg0) : (i32) -> i32
    %4 = "math.ctlz"(%arg1) : (vector<4xi8>) -> vector<4xi8>
    %5 = "math.ctlz"(%arg2) : (index) -> index
    %6 = "math.ctpop"(%arg0) : (i32) -> i32
    %7 = "math.ctpop"(%arg1) : (vector<4xi8>) -> vector<4xi8>
    %8 = "math.ctpop"(%arg2) : (index) -> index
    %9 = "math.cttz"(%arg0) : (i32) -> i32
    %10 = "math.cttz"(%arg1) : (vector<4xi8>) -> vector<4xi8>
    %11 = "math.cttz"(%arg2) : (index) -> index
    %12 = "math.ipowi"(%arg0, %arg0) : (i32, i32) -> i32
    "func.return"(%12) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Functions of two numbers.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, vector<2xf16>, i32, vector<2xi32>) -> f32, sym_name = "binary"}> ({
  ^bb0(%arg0: f32, %arg1: vector<2xf16>, %arg2: i32, %arg3: vector<2xi32>):
    %0 = "math.atan2"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %1 = "math.copysign"(%arg1, %arg1) <{fastmath = #arith.fastmath<afn>}> : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
    %2 = "math.powf"(%0, %arg0) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
    %3 = "math.fpowi"(%2, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, i32) -> f32
    %4 = "math.fpowi"(%arg1, %arg3) <{fastmath = #arith.fastmath<none>}> : (vector<2xf16>, vector<2xi32>) -> vector<2xf16>
    "func.return"(%3) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// fma, clampf, sincos.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, vector<4xf32>) -> f32, sym_name = "ternary"}> ({
  ^bb0(%arg0: f32, %arg1: vector<4xf32>):
    %0 = "math.fma"(%arg0, %arg0, %arg0) <{fastmath = #arith.fastmath<contract>}> : (f32, f32, f32) -> f32
    %1 = "math.fma"(%arg1, %arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %2 = "math.clampf"(%0, %arg0, %arg0) <{fastmath = #arith.fastmath<none>}> : (f32, f32, f32) -> f32
    %3:2 = "math.sincos"(%2) <{fastmath = #arith.fastmath<none>}> : (f32) -> (f32, f32)
    "func.return"(%3#1) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Questions about floats.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, vector<4xbf16>) -> i1, sym_name = "classes"}> ({
  ^bb0(%arg0: f32, %arg1: vector<4xbf16>):
    %0 = "math.isfinite"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> i1
    %1 = "math.isfinite"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4xbf16>) -> vector<4xi1>
    %2 = "math.isinf"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> i1
    %3 = "math.isinf"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4xbf16>) -> vector<4xi1>
    %4 = "math.isnan"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> i1
    %5 = "math.isnan"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4xbf16>) -> vector<4xi1>
    %6 = "math.isnormal"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> i1
    %7 = "math.isnormal"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4xbf16>) -> vector<4xi1>
    "func.return"(%0) : (i1) -> ()
  }) : () -> ()
}) : () -> ()
