// The index of an element in swizzled LDS.
"builtin.module"() ({
  "func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index):
    %0 = "affine.apply"(%arg0) <{map = affine_map<()[s0] -> (s0 mod 16 + (s0 floordiv 64) * 16)>}> : (index) -> index
    %1 = "affine.apply"(%arg0) <{map = affine_map<()[s0] -> (((s0 mod 64) floordiv 16) * 4)>}> : (index) -> index
    %2 = "affine.apply"(%0, %1) <{map = affine_map<(d0, d1) -> (d0 * 64 + (d1 + d0 * 4) mod 64)>}> : (index, index) -> index
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
