// 32 6-bit floats with a scale.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (f32, i32, vector<16xf32>, vector<32xbf16>, vector<32xf16>, vector<32xf32>, vector<6xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: i32, %arg2: vector<16xf32>, %arg3: vector<32xbf16>, %arg4: vector<32xf16>, %arg5: vector<32xf32>, %arg6: vector<6xi32>):
    %0 = "rocdl.cvt.scalef32.pk32.fp6.f16"(%arg4, %arg0) : (vector<32xf16>, f32) -> vector<6xi32>
    %1 = "rocdl.cvt.scalef32.pk32.fp6.bf16"(%arg3, %arg0) : (vector<32xbf16>, f32) -> vector<6xi32>
    %2 = "rocdl.cvt.scalef32.pk32.bf6.f16"(%arg4, %arg0) : (vector<32xf16>, f32) -> vector<6xi32>
    %3 = "rocdl.cvt.scalef32.pk32.bf6.bf16"(%arg3, %arg0) : (vector<32xbf16>, f32) -> vector<6xi32>
    %4 = "rocdl.cvt.scalef32.sr.pk32.fp6.f16"(%arg4, %arg1, %arg0) : (vector<32xf16>, i32, f32) -> vector<6xi32>
    %5 = "rocdl.cvt.scalef32.sr.pk32.fp6.bf16"(%arg3, %arg1, %arg0) : (vector<32xbf16>, i32, f32) -> vector<6xi32>
    %6 = "rocdl.cvt.scalef32.sr.pk32.fp6.f32"(%arg5, %arg1, %arg0) : (vector<32xf32>, i32, f32) -> vector<6xi32>
    %7 = "rocdl.cvt.scalef32.sr.pk32.bf6.f16"(%arg4, %arg1, %arg0) : (vector<32xf16>, i32, f32) -> vector<6xi32>
    %8 = "rocdl.cvt.scalef32.sr.pk32.bf6.bf16"(%arg3, %arg1, %arg0) : (vector<32xbf16>, i32, f32) -> vector<6xi32>
    %9 = "rocdl.cvt.scalef32.sr.pk32.bf6.f32"(%arg5, %arg1, %arg0) : (vector<32xf32>, i32, f32) -> vector<6xi32>
    %10 = "rocdl.cvt.scalef32.pk32.f16.fp6"(%arg6, %arg0) : (vector<6xi32>, f32) -> vector<32xf16>
    %11 = "rocdl.cvt.scalef32.pk32.bf16.fp6"(%arg6, %arg0) : (vector<6xi32>, f32) -> vector<32xbf16>
    %12 = "rocdl.cvt.scalef32.pk32.f32.fp6"(%arg6, %arg0) : (vector<6xi32>, f32) -> vector<32xf32>
    %13 = "rocdl.cvt.scalef32.pk32.f16.bf6"(%arg6, %arg0) : (vector<6xi32>, f32) -> vector<32xf16>
    %14 = "rocdl.cvt.scalef32.pk32.bf16.bf6"(%arg6, %arg0) : (vector<6xi32>, f32) -> vector<32xbf16>
    %15 = "rocdl.cvt.scalef32.pk32.f32.bf6"(%arg6, %arg0) : (vector<6xi32>, f32) -> vector<32xf32>
    %16 = "rocdl.cvt.scalef32.2xpk16.fp6.f32"(%arg2, %arg2, %arg0) : (vector<16xf32>, vector<16xf32>, f32) -> vector<6xi32>
    %17 = "rocdl.cvt.scalef32.2xpk16.bf6.f32"(%arg2, %arg2, %arg0) : (vector<16xf32>, vector<16xf32>, f32) -> vector<6xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
