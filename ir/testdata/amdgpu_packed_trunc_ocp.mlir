// F32 rounded to 8-bit floats, two at a time.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f32, vector<4xf8E4M3FN>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: f32, %arg2: vector<4xf8E4M3FN>):
    %0 = "amdgpu.packed_trunc_2xfp8"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0>, wordIndex = 0 : i32}> : (f32, f32) -> vector<4xf8E4M3FN>
    %1 = "amdgpu.packed_trunc_2xfp8"(%arg0, %arg1, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 1>, wordIndex = 1 : i32}> : (f32, f32, vector<4xf8E4M3FN>) -> vector<4xf8E4M3FN>
    %2 = "amdgpu.packed_trunc_2xfp8"(%arg0) <{operandSegmentSizes = array<i32: 1, 0, 0>, wordIndex = 0 : i32}> : (f32) -> vector<4xf8E5M2>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
