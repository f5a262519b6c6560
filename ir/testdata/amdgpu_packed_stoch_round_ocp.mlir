// F32 rounded to 8-bit floats with random bits.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (f32, i32, vector<4xf8E4M3FN>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: i32, %arg2: vector<4xf8E4M3FN>):
    %0 = "amdgpu.packed_stoch_round_fp8"(%arg0, %arg1) <{storeIndex = 2 : i32}> : (f32, i32) -> vector<4xf8E5M2>
    %1 = "amdgpu.packed_stoch_round_fp8"(%arg0, %arg1, %arg2) <{storeIndex = 3 : i32}> : (f32, i32, vector<4xf8E4M3FN>) -> vector<4xf8E4M3FN>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
