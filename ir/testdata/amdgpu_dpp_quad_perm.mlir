// Any order within four lanes.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (i32, f32, i32, f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: f32):
    %0 = "amdgpu.dpp"(%arg0, %arg2) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm quad_perm>, permArgument = [0, 1, 2, 3], row_mask = 15 : i32}> : (i32, i32) -> i32
    %1 = "amdgpu.dpp"(%arg0, %arg2) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm quad_perm>, permArgument = [3 : i32, 3 : i32, 0 : i32, 0 : i32], row_mask = 15 : i32}> : (i32, i32) -> i32
    %2 = "amdgpu.dpp"(%arg1, %arg3) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm quad_perm>, permArgument = [0, 1, 2, 3], row_mask = 15 : i32}> : (f32, f32) -> f32
    %3 = "amdgpu.dpp"(%arg1, %arg3) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm quad_perm>, permArgument = [3 : i32, 3 : i32, 0 : i32, 0 : i32], row_mask = 15 : i32}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
