// Block scales over all formats.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (vector<32xf8E4M3FN>, vector<32xf6E2M3FN>, vector<4xf32>, vector<4xf8E8M0FNU>, f8E8M0FNU) -> (), sym_name = "f0"}> ({
  ^bb0(%arg0: vector<32xf8E4M3FN>, %arg1: vector<32xf6E2M3FN>, %arg2: vector<4xf32>, %arg3: vector<4xf8E8M0FNU>, %arg4: f8E8M0FNU):
    %0 = "amdgpu.scaled_mfma"(%arg0, %arg1, %arg2, %arg4, %arg3) <{k = 128 : i32, m = 16 : i32, n = 16 : i32, scalesIdxA = 0 : i32, scalesIdxB = 3 : i32}> : (vector<32xf8E4M3FN>, vector<32xf6E2M3FN>, vector<4xf32>, f8E8M0FNU, vector<4xf8E8M0FNU>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf8E5M2>, vector<32xf6E3M2FN>, vector<16xf32>, vector<4xf8E8M0FNU>, f8E8M0FNU) -> (), sym_name = "f1"}> ({
  ^bb0(%arg0: vector<32xf8E5M2>, %arg1: vector<32xf6E3M2FN>, %arg2: vector<16xf32>, %arg3: vector<4xf8E8M0FNU>, %arg4: f8E8M0FNU):
    %0 = "amdgpu.scaled_mfma"(%arg0, %arg1, %arg2, %arg3, %arg3) <{k = 64 : i32, m = 32 : i32, n = 32 : i32, scalesIdxA = 1 : i32, scalesIdxB = 2 : i32}> : (vector<32xf8E5M2>, vector<32xf6E3M2FN>, vector<16xf32>, vector<4xf8E8M0FNU>, vector<4xf8E8M0FNU>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf6E2M3FN>, vector<32xf4E2M1FN>, vector<4xf32>, vector<4xf8E8M0FNU>, f8E8M0FNU) -> (), sym_name = "f2"}> ({
  ^bb0(%arg0: vector<32xf6E2M3FN>, %arg1: vector<32xf4E2M1FN>, %arg2: vector<4xf32>, %arg3: vector<4xf8E8M0FNU>, %arg4: f8E8M0FNU):
    %0 = "amdgpu.scaled_mfma"(%arg0, %arg1, %arg2, %arg3, %arg3) <{k = 128 : i32, m = 16 : i32, n = 16 : i32, scalesIdxA = 2 : i32, scalesIdxB = 1 : i32}> : (vector<32xf6E2M3FN>, vector<32xf4E2M1FN>, vector<4xf32>, vector<4xf8E8M0FNU>, vector<4xf8E8M0FNU>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf6E3M2FN>, vector<32xf8E4M3FN>, vector<16xf32>, vector<4xf8E8M0FNU>, f8E8M0FNU) -> (), sym_name = "f3"}> ({
  ^bb0(%arg0: vector<32xf6E3M2FN>, %arg1: vector<32xf8E4M3FN>, %arg2: vector<16xf32>, %arg3: vector<4xf8E8M0FNU>, %arg4: f8E8M0FNU):
    %0 = "amdgpu.scaled_mfma"(%arg0, %arg1, %arg2, %arg4, %arg3) <{k = 64 : i32, m = 32 : i32, n = 32 : i32, scalesIdxA = 0 : i32, scalesIdxB = 0 : i32}> : (vector<32xf6E3M2FN>, vector<32xf8E4M3FN>, vector<16xf32>, f8E8M0FNU, vector<4xf8E8M0FNU>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32xf4E2M1FN>, vector<32xf8E5M2>, vector<4xf32>, vector<4xf8E8M0FNU>, f8E8M0FNU) -> (), sym_name = "f4"}> ({
  ^bb0(%arg0: vector<32xf4E2M1FN>, %arg1: vector<32xf8E5M2>, %arg2: vector<4xf32>, %arg3: vector<4xf8E8M0FNU>, %arg4: f8E8M0FNU):
    %0 = "amdgpu.scaled_mfma"(%arg0, %arg1, %arg2, %arg3, %arg3) <{k = 128 : i32, m = 16 : i32, n = 16 : i32, scalesIdxA = 0 : i32, scalesIdxB = 3 : i32}> : (vector<32xf4E2M1FN>, vector<32xf8E5M2>, vector<4xf32>, vector<4xf8E8M0FNU>, vector<4xf8E8M0FNU>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
