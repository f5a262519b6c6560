// Intrinsics that rocdl has an operation for, with the types of their overloads
// and without, fences, and the end of a kernel that went wrong.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (i32, f32, vector<4xf16>, vector<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: f32, %arg2: vector<4xf16>, %arg3: vector<4xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 8 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = true}> : () -> i1
    %3 = "llvm.call_intrinsic"(%arg0) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.amdgcn.readfirstlane", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (i32) -> i32
    %4 = "llvm.call_intrinsic"(%arg1, %arg0) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.amdgcn.readlane.f32", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 2, 0>}> : (f32, i32) -> f32
    "llvm.call_intrinsic"(%1, %0, %0) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.amdgcn.sched.group.barrier", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 3, 0>}> : (i32, i32, i32) -> ()
    "llvm.call_intrinsic"() <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.amdgcn.s.barrier", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
    %5 = "llvm.call_intrinsic"(%arg2, %arg2, %arg3, %0, %0, %0) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.amdgcn.mfma.f32.16x16x16f16", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 6, 0>}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    %6 = "llvm.call_intrinsic"(%arg1, %arg1, %arg0, %2) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.amdgcn.cvt.pk.fp8.f32", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 4, 0>}> : (f32, f32, i32, i1) -> i32
    "llvm.fence"() <{ordering = 5 : i64, syncscope = "agent"}> : () -> ()
    "llvm.fence"() <{ordering = 6 : i64}> : () -> ()
    "llvm.intr.trap"() : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
