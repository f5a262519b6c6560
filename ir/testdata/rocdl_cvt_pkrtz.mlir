// F32 to f16 toward zero.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32):
    %0 = "rocdl.cvt.pkrtz"(%arg0, %arg0) : (f32, f32) -> vector<2xf16>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
