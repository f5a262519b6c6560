// The value of one lane.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (i32, f32, i64, vector<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: f32, %arg2: i64, %arg3: vector<4xf32>):
    %0 = "rocdl.readlane"(%arg0, %arg0) : (i32, i32) -> i32
    %1 = "rocdl.readlane"(%arg1, %arg0) : (f32, i32) -> f32
    %2 = "rocdl.readlane"(%arg2, %arg0) : (i64, i32) -> i64
    %3 = "rocdl.readlane"(%arg3, %arg0) : (vector<4xf32>, i32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
