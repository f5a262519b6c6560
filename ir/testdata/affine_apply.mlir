// Maps of dimensions and symbols, applied.
"builtin.module"() ({
  "func.func"() <{function_type = (index, index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: index):
    %0 = "affine.apply"(%arg0, %arg1) <{map = affine_map<(d0)[s0] -> (d0 * 4 + s0)>}> : (index, index) -> index
    %1 = "affine.apply"(%arg0) <{map = affine_map<()[s0] -> ((s0 mod 64) floordiv 16)>}> : (index) -> index
    %2 = "affine.apply"(%arg0, %arg1) <{map = affine_map<(d0, d1) -> (d0 ceildiv 8 - d1 * 3)>}> : (index, index) -> index
    %3 = "affine.apply"() <{map = affine_map<() -> (42)>}> : () -> index
    %4 = "affine.apply"(%0, %arg1) <{map = affine_map<(d0)[s0] -> (d0 * s0)>}> : (index, index) -> index
    %5 = "affine.apply"(%0, %arg1) <{map = affine_map<(d0)[s0] -> (d0 mod s0 + d0 floordiv s0 + d0 ceildiv s0)>}> : (index, index) -> index
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
