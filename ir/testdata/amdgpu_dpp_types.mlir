// Values of 64 bits and of few bits.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (i1, i4, i8, i16, i64, f16, bf16, f64, f8E4M3FN, i1, i4, i8, i16, i64, f16, bf16, f64, f8E4M3FN) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i1, %arg1: i4, %arg2: i8, %arg3: i16, %arg4: i64, %arg5: f16, %arg6: bf16, %arg7: f64, %arg8: f8E4M3FN, %arg9: i1, %arg10: i4, %arg11: i8, %arg12: i16, %arg13: i64, %arg14: f16, %arg15: bf16, %arg16: f64, %arg17: f8E4M3FN):
    %0 = "amdgpu.dpp"(%arg0, %arg9) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm row_mirror>, row_mask = 15 : i32}> : (i1, i1) -> i1
    %1 = "amdgpu.dpp"(%arg1, %arg10) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm row_mirror>, row_mask = 15 : i32}> : (i4, i4) -> i4
    %2 = "amdgpu.dpp"(%arg2, %arg11) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm row_mirror>, row_mask = 15 : i32}> : (i8, i8) -> i8
    %3 = "amdgpu.dpp"(%arg3, %arg12) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm row_mirror>, row_mask = 15 : i32}> : (i16, i16) -> i16
    %4 = "amdgpu.dpp"(%arg4, %arg13) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm row_mirror>, row_mask = 15 : i32}> : (i64, i64) -> i64
    %5 = "amdgpu.dpp"(%arg5, %arg14) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm row_mirror>, row_mask = 15 : i32}> : (f16, f16) -> f16
    %6 = "amdgpu.dpp"(%arg6, %arg15) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm row_mirror>, row_mask = 15 : i32}> : (bf16, bf16) -> bf16
    %7 = "amdgpu.dpp"(%arg7, %arg16) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm row_mirror>, row_mask = 15 : i32}> : (f64, f64) -> f64
    %8 = "amdgpu.dpp"(%arg8, %arg17) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm row_mirror>, row_mask = 15 : i32}> : (f8E4M3FN, f8E4M3FN) -> f8E4M3FN
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
