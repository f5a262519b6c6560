// Atomic addition of pairs of bf16.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<16xbf16>, vector<2xbf16>, i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<16xbf16>, %arg1: vector<2xbf16>, %arg2: i32):
    "amdgpu.raw_buffer_atomic_fadd"(%arg1, %arg0, %arg2) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (vector<2xbf16>, memref<16xbf16>, i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
