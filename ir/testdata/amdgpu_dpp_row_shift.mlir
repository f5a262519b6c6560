// Shifts and rotation within rows of 16 lanes.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: i32):
    %0 = "amdgpu.dpp"(%arg0, %arg1) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm row_shl>, permArgument = 1 : i32, row_mask = 15 : i32}> : (i32, i32) -> i32
    %1 = "amdgpu.dpp"(%arg0, %arg1) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm row_shr>, permArgument = 15 : i32, row_mask = 15 : i32}> : (i32, i32) -> i32
    %2 = "amdgpu.dpp"(%arg0, %arg1) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm row_ror>, permArgument = 8 : i32, row_mask = 15 : i32}> : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
