// Rows of 16 and halves of 32 lanes exchanged.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (i32, f16, vector<3xf16>, vector<4xf32>, i64) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: f16, %arg2: vector<3xf16>, %arg3: vector<4xf32>, %arg4: i64):
    %0 = "amdgpu.permlane_swap"(%arg0) <{bound_ctrl = false, fetch_inactive = false, row_length = 16 : i32}> : (i32) -> i32
    %1 = "amdgpu.permlane_swap"(%arg1) <{bound_ctrl = false, fetch_inactive = false, row_length = 16 : i32}> : (f16) -> f16
    %2 = "amdgpu.permlane_swap"(%arg2) <{bound_ctrl = false, fetch_inactive = false, row_length = 16 : i32}> : (vector<3xf16>) -> vector<3xf16>
    %3 = "amdgpu.permlane_swap"(%arg3) <{bound_ctrl = false, fetch_inactive = false, row_length = 16 : i32}> : (vector<4xf32>) -> vector<4xf32>
    %4 = "amdgpu.permlane_swap"(%arg4) <{bound_ctrl = false, fetch_inactive = false, row_length = 16 : i32}> : (i64) -> i64
    %5 = "amdgpu.permlane_swap"(%arg0) <{bound_ctrl = true, fetch_inactive = true, row_length = 32 : i32}> : (i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
