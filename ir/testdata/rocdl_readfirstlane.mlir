// The value of the first lane.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (i32, f32, i64, vector<4xf32>, f16, i1, i16) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: f32, %arg2: i64, %arg3: vector<4xf32>, %arg4: f16, %arg5: i1, %arg6: i16):
    %0 = "rocdl.readfirstlane"(%arg0) : (i32) -> i32
    %1 = "rocdl.readfirstlane"(%arg1) : (f32) -> f32
    %2 = "rocdl.readfirstlane"(%arg2) : (i64) -> i64
    %3 = "rocdl.readfirstlane"(%arg3) : (vector<4xf32>) -> vector<4xf32>
    %4 = "rocdl.readfirstlane"(%arg4) : (f16) -> f16
    %5 = "rocdl.readfirstlane"(%arg5) : (i1) -> i1
    %6 = "rocdl.readfirstlane"(%arg6) : (i16) -> i16
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
