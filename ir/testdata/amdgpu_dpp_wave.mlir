// Shifts and rotations of the whole wave by one lane.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: f32):
    %0 = "amdgpu.dpp"(%arg0, %arg1) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm wave_shl>, row_mask = 15 : i32}> : (f32, f32) -> f32
    %1 = "amdgpu.dpp"(%arg0, %arg1) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm wave_shr>, row_mask = 15 : i32}> : (f32, f32) -> f32
    %2 = "amdgpu.dpp"(%arg0, %arg1) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm wave_ror>, permArgument, row_mask = 15 : i32}> : (f32, f32) -> f32
    %3 = "amdgpu.dpp"(%arg0, %arg1) <{bank_mask = 15 : i32, bound_ctrl = false, kind = #amdgpu<dpp_perm wave_rol>, row_mask = 15 : i32}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
