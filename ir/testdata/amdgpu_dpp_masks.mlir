// Masks of rows and banks, and lanes from outside.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: i32):
    %0 = "amdgpu.dpp"(%arg0, %arg1) <{bank_mask = 5 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm row_shl>, permArgument = 4 : i32, row_mask = 10 : i32}> : (i32, i32) -> i32
    %1 = "amdgpu.dpp"(%arg0, %arg1) <{bank_mask = 15 : i32, bound_ctrl = true, kind = #amdgpu<dpp_perm row_shr>, permArgument = 1 : i32, row_mask = 15 : i32}> : (i32, i32) -> i32
    %2 = "amdgpu.dpp"(%arg0, %arg1) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm row_bcast_15>, row_mask = 10 : i32}> : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
