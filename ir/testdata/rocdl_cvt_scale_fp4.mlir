// 4-bit floats with a scale.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (f32, i32, vector<2xbf16>, vector<2xf16>, vector<2xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: i32, %arg2: vector<2xbf16>, %arg3: vector<2xf16>, %arg4: vector<2xf32>):
    %0 = "rocdl.cvt.scalef32.pk.fp4.f16"(%arg1, %arg3, %arg0) <{dstSelIndex = 0 : i32}> : (i32, vector<2xf16>, f32) -> i32
    %1 = "rocdl.cvt.scalef32.pk.fp4.f16"(%arg1, %arg3, %arg0) <{dstSelIndex = 3 : i32}> : (i32, vector<2xf16>, f32) -> i32
    %2 = "rocdl.cvt.scalef32.pk.fp4.bf16"(%arg1, %arg2, %arg0) <{dstSelIndex = 0 : i32}> : (i32, vector<2xbf16>, f32) -> i32
    %3 = "rocdl.cvt.scalef32.pk.fp4.bf16"(%arg1, %arg2, %arg0) <{dstSelIndex = 3 : i32}> : (i32, vector<2xbf16>, f32) -> i32
    %4 = "rocdl.cvt.scalef32.sr.pk.fp4.f16"(%arg1, %arg3, %arg1, %arg0) <{dstSelIndex = 0 : i32}> : (i32, vector<2xf16>, i32, f32) -> i32
    %5 = "rocdl.cvt.scalef32.sr.pk.fp4.f16"(%arg1, %arg3, %arg1, %arg0) <{dstSelIndex = 3 : i32}> : (i32, vector<2xf16>, i32, f32) -> i32
    %6 = "rocdl.cvt.scalef32.sr.pk.fp4.bf16"(%arg1, %arg2, %arg1, %arg0) <{dstSelIndex = 0 : i32}> : (i32, vector<2xbf16>, i32, f32) -> i32
    %7 = "rocdl.cvt.scalef32.sr.pk.fp4.bf16"(%arg1, %arg2, %arg1, %arg0) <{dstSelIndex = 3 : i32}> : (i32, vector<2xbf16>, i32, f32) -> i32
    %8 = "rocdl.cvt.scalef32.sr.pk.fp4.f32"(%arg1, %arg4, %arg1, %arg0) <{dstSelIndex = 0 : i32}> : (i32, vector<2xf32>, i32, f32) -> i32
    %9 = "rocdl.cvt.scalef32.sr.pk.fp4.f32"(%arg1, %arg4, %arg1, %arg0) <{dstSelIndex = 3 : i32}> : (i32, vector<2xf32>, i32, f32) -> i32
    %10 = "rocdl.cvt.scalef32.pk.f16.fp4"(%arg1, %arg0) <{srcSelIndex = 0 : i32}> : (i32, f32) -> vector<2xf16>
    %11 = "rocdl.cvt.scalef32.pk.f16.fp4"(%arg1, %arg0) <{srcSelIndex = 3 : i32}> : (i32, f32) -> vector<2xf16>
    %12 = "rocdl.cvt.scalef32.pk.bf16.fp4"(%arg1, %arg0) <{srcSelIndex = 0 : i32}> : (i32, f32) -> vector<2xbf16>
    %13 = "rocdl.cvt.scalef32.pk.bf16.fp4"(%arg1, %arg0) <{srcSelIndex = 3 : i32}> : (i32, f32) -> vector<2xbf16>
    %14 = "rocdl.cvt.scalef32.pk.f32.fp4"(%arg1, %arg0) <{srcSelIndex = 0 : i32}> : (i32, f32) -> vector<2xf32>
    %15 = "rocdl.cvt.scalef32.pk.f32.fp4"(%arg1, %arg0) <{srcSelIndex = 3 : i32}> : (i32, f32) -> vector<2xf32>
    %16 = "rocdl.cvt.scalef32.pk.fp4.f32"(%arg1, %arg0, %arg0, %arg0) <{dstSelIndex = 0 : i32}> : (i32, f32, f32, f32) -> i32
    %17 = "rocdl.cvt.scalef32.pk.fp4.f32"(%arg1, %arg0, %arg0, %arg0) <{dstSelIndex = 3 : i32}> : (i32, f32, f32, f32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
