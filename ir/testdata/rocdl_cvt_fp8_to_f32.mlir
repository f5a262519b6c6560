// 8-bit floats to f32.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    %0 = "rocdl.cvt.f32.bf8"(%arg0) <{byteSel = 0 : i32}> : (i32) -> f32
    %1 = "rocdl.cvt.f32.bf8"(%arg0) <{byteSel = 3 : i32}> : (i32) -> f32
    %2 = "rocdl.cvt.f32.fp8"(%arg0) <{byteSel = 0 : i32}> : (i32) -> f32
    %3 = "rocdl.cvt.f32.fp8"(%arg0) <{byteSel = 3 : i32}> : (i32) -> f32
    %4 = "rocdl.cvt.pk.f32.bf8"(%arg0) <{wordSel = false}> : (i32) -> vector<2xf32>
    %5 = "rocdl.cvt.pk.f32.bf8"(%arg0) <{wordSel = true}> : (i32) -> vector<2xf32>
    %6 = "rocdl.cvt.pk.f32.fp8"(%arg0) <{wordSel = false}> : (i32) -> vector<2xf32>
    %7 = "rocdl.cvt.pk.f32.fp8"(%arg0) <{wordSel = true}> : (i32) -> vector<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
