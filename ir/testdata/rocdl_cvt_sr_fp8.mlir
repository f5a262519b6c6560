// F32 to 8-bit floats with random bits.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (f32, i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: i32):
    %0 = "rocdl.cvt.sr.bf8.f32"(%arg0, %arg1, %arg1) <{byteSel = 0 : i32}> : (f32, i32, i32) -> i32
    %1 = "rocdl.cvt.sr.bf8.f32"(%arg0, %arg1, %arg1) <{byteSel = 3 : i32}> : (f32, i32, i32) -> i32
    %2 = "rocdl.cvt.sr.fp8.f32"(%arg0, %arg1, %arg1) <{byteSel = 0 : i32}> : (f32, i32, i32) -> i32
    %3 = "rocdl.cvt.sr.fp8.f32"(%arg0, %arg1, %arg1) <{byteSel = 3 : i32}> : (f32, i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
