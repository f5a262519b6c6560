// 8-bit floats, divided by a scale.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (f32, vector<2xbf16>, vector<2xf16>, vector<2xi16>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: vector<2xbf16>, %arg2: vector<2xf16>, %arg3: vector<2xi16>):
    %0 = "rocdl.cvt.scalef32.pk.fp8.f32"(%arg3, %arg0, %arg0, %arg0) <{dstLoHiSel = false}> : (vector<2xi16>, f32, f32, f32) -> vector<2xi16>
    %1 = "rocdl.cvt.scalef32.pk.fp8.f32"(%arg3, %arg0, %arg0, %arg0) <{dstLoHiSel = true}> : (vector<2xi16>, f32, f32, f32) -> vector<2xi16>
    %2 = "rocdl.cvt.scalef32.pk.bf8.f32"(%arg3, %arg0, %arg0, %arg0) <{dstLoHiSel = false}> : (vector<2xi16>, f32, f32, f32) -> vector<2xi16>
    %3 = "rocdl.cvt.scalef32.pk.bf8.f32"(%arg3, %arg0, %arg0, %arg0) <{dstLoHiSel = true}> : (vector<2xi16>, f32, f32, f32) -> vector<2xi16>
    %4 = "rocdl.cvt.scalef32.pk.fp8.f16"(%arg3, %arg2, %arg0) <{dstLoHiSel = false}> : (vector<2xi16>, vector<2xf16>, f32) -> vector<2xi16>
    %5 = "rocdl.cvt.scalef32.pk.fp8.f16"(%arg3, %arg2, %arg0) <{dstLoHiSel = true}> : (vector<2xi16>, vector<2xf16>, f32) -> vector<2xi16>
    %6 = "rocdl.cvt.scalef32.pk.fp8.bf16"(%arg3, %arg1, %arg0) <{dstLoHiSel = false}> : (vector<2xi16>, vector<2xbf16>, f32) -> vector<2xi16>
    %7 = "rocdl.cvt.scalef32.pk.fp8.bf16"(%arg3, %arg1, %arg0) <{dstLoHiSel = true}> : (vector<2xi16>, vector<2xbf16>, f32) -> vector<2xi16>
    %8 = "rocdl.cvt.scalef32.pk.bf8.f16"(%arg3, %arg2, %arg0) <{dstLoHiSel = false}> : (vector<2xi16>, vector<2xf16>, f32) -> vector<2xi16>
    %9 = "rocdl.cvt.scalef32.pk.bf8.f16"(%arg3, %arg2, %arg0) <{dstLoHiSel = true}> : (vector<2xi16>, vector<2xf16>, f32) -> vector<2xi16>
    %10 = "rocdl.cvt.scalef32.pk.bf8.bf16"(%arg3, %arg1, %arg0) <{dstLoHiSel = false}> : (vector<2xi16>, vector<2xbf16>, f32) -> vector<2xi16>
    %11 = "rocdl.cvt.scalef32.pk.bf8.bf16"(%arg3, %arg1, %arg0) <{dstLoHiSel = true}> : (vector<2xi16>, vector<2xbf16>, f32) -> vector<2xi16>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
