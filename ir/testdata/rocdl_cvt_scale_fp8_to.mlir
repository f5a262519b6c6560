// 8-bit floats times a scale.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (f32, i32, vector<2xf16>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: i32, %arg2: vector<2xf16>):
    %0 = "rocdl.cvt.scalef32.f16.fp8"(%arg2, %arg1, %arg0) <{dstLoHiSel = false, srcSelIndex = 0 : i32}> : (vector<2xf16>, i32, f32) -> vector<2xf16>
    %1 = "rocdl.cvt.scalef32.f16.fp8"(%arg2, %arg1, %arg0) <{dstLoHiSel = true, srcSelIndex = 3 : i32}> : (vector<2xf16>, i32, f32) -> vector<2xf16>
    %2 = "rocdl.cvt.scalef32.f16.bf8"(%arg2, %arg1, %arg0) <{dstLoHiSel = false, srcSelIndex = 0 : i32}> : (vector<2xf16>, i32, f32) -> vector<2xf16>
    %3 = "rocdl.cvt.scalef32.f16.bf8"(%arg2, %arg1, %arg0) <{dstLoHiSel = true, srcSelIndex = 3 : i32}> : (vector<2xf16>, i32, f32) -> vector<2xf16>
    %4 = "rocdl.cvt.scalef32.f32.fp8"(%arg1, %arg0) <{srcSelIndex = 0 : i32}> : (i32, f32) -> f32
    %5 = "rocdl.cvt.scalef32.f32.fp8"(%arg1, %arg0) <{srcSelIndex = 3 : i32}> : (i32, f32) -> f32
    %6 = "rocdl.cvt.scalef32.f32.bf8"(%arg1, %arg0) <{srcSelIndex = 0 : i32}> : (i32, f32) -> f32
    %7 = "rocdl.cvt.scalef32.f32.bf8"(%arg1, %arg0) <{srcSelIndex = 3 : i32}> : (i32, f32) -> f32
    %8 = "rocdl.cvt.scalef32.pk.f16.fp8"(%arg1, %arg0) <{srcLoHiSel = false}> : (i32, f32) -> vector<2xf16>
    %9 = "rocdl.cvt.scalef32.pk.f16.fp8"(%arg1, %arg0) <{srcLoHiSel = true}> : (i32, f32) -> vector<2xf16>
    %10 = "rocdl.cvt.scalef32.pk.bf16.fp8"(%arg1, %arg0) <{srcLoHiSel = false}> : (i32, f32) -> vector<2xbf16>
    %11 = "rocdl.cvt.scalef32.pk.bf16.fp8"(%arg1, %arg0) <{srcLoHiSel = true}> : (i32, f32) -> vector<2xbf16>
    %12 = "rocdl.cvt.scalef32.pk.f32.fp8"(%arg1, %arg0) <{srcLoHiSel = false}> : (i32, f32) -> vector<2xf32>
    %13 = "rocdl.cvt.scalef32.pk.f32.fp8"(%arg1, %arg0) <{srcLoHiSel = true}> : (i32, f32) -> vector<2xf32>
    %14 = "rocdl.cvt.scalef32.pk.f16.bf8"(%arg1, %arg0) <{srcLoHiSel = false}> : (i32, f32) -> vector<2xf16>
    %15 = "rocdl.cvt.scalef32.pk.f16.bf8"(%arg1, %arg0) <{srcLoHiSel = true}> : (i32, f32) -> vector<2xf16>
    %16 = "rocdl.cvt.scalef32.pk.bf16.bf8"(%arg1, %arg0) <{srcLoHiSel = false}> : (i32, f32) -> vector<2xbf16>
    %17 = "rocdl.cvt.scalef32.pk.bf16.bf8"(%arg1, %arg0) <{srcLoHiSel = true}> : (i32, f32) -> vector<2xbf16>
    %18 = "rocdl.cvt.scalef32.pk.f32.bf8"(%arg1, %arg0) <{srcLoHiSel = false}> : (i32, f32) -> vector<2xf32>
    %19 = "rocdl.cvt.scalef32.pk.f32.bf8"(%arg1, %arg0) <{srcLoHiSel = true}> : (i32, f32) -> vector<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
