// 8-bit floats, divided by a scale, with random bits.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (bf16, f16, f32, i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: bf16, %arg1: f16, %arg2: f32, %arg3: i32):
    %0 = "rocdl.cvt.scalef32.sr.fp8.f32"(%arg3, %arg2, %arg3, %arg2) <{dstSelIndex = 0 : i32}> : (i32, f32, i32, f32) -> i32
    %1 = "rocdl.cvt.scalef32.sr.fp8.f32"(%arg3, %arg2, %arg3, %arg2) <{dstSelIndex = 3 : i32}> : (i32, f32, i32, f32) -> i32
    %2 = "rocdl.cvt.scalef32.sr.fp8.f16"(%arg3, %arg1, %arg3, %arg2) <{dstSelIndex = 0 : i32}> : (i32, f16, i32, f32) -> i32
    %3 = "rocdl.cvt.scalef32.sr.fp8.f16"(%arg3, %arg1, %arg3, %arg2) <{dstSelIndex = 3 : i32}> : (i32, f16, i32, f32) -> i32
    %4 = "rocdl.cvt.scalef32.sr.fp8.bf16"(%arg3, %arg0, %arg3, %arg2) <{dstSelIndex = 0 : i32}> : (i32, bf16, i32, f32) -> i32
    %5 = "rocdl.cvt.scalef32.sr.fp8.bf16"(%arg3, %arg0, %arg3, %arg2) <{dstSelIndex = 3 : i32}> : (i32, bf16, i32, f32) -> i32
    %6 = "rocdl.cvt.scalef32.sr.bf8.f32"(%arg3, %arg2, %arg3, %arg2) <{dstSelIndex = 0 : i32}> : (i32, f32, i32, f32) -> i32
    %7 = "rocdl.cvt.scalef32.sr.bf8.f32"(%arg3, %arg2, %arg3, %arg2) <{dstSelIndex = 3 : i32}> : (i32, f32, i32, f32) -> i32
    %8 = "rocdl.cvt.scalef32.sr.bf8.f16"(%arg3, %arg1, %arg3, %arg2) <{dstSelIndex = 0 : i32}> : (i32, f16, i32, f32) -> i32
    %9 = "rocdl.cvt.scalef32.sr.bf8.f16"(%arg3, %arg1, %arg3, %arg2) <{dstSelIndex = 3 : i32}> : (i32, f16, i32, f32) -> i32
    %10 = "rocdl.cvt.scalef32.sr.bf8.bf16"(%arg3, %arg0, %arg3, %arg2) <{dstSelIndex = 0 : i32}> : (i32, bf16, i32, f32) -> i32
    %11 = "rocdl.cvt.scalef32.sr.bf8.bf16"(%arg3, %arg0, %arg3, %arg2) <{dstSelIndex = 3 : i32}> : (i32, bf16, i32, f32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
