// The least and the largest of several.
"builtin.module"() ({
  "func.func"() <{function_type = (index, index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: index):
    %0 = "affine.min"(%arg0, %arg1) <{map = affine_map<(d0)[s0] -> (d0, s0 - 1, 128)>}> : (index, index) -> index
    %1 = "affine.max"(%arg0, %arg1) <{map = affine_map<(d0)[s0] -> (-d0, d0 + s0)>}> : (index, index) -> index
    %2 = "affine.min"() <{map = affine_map<() -> (1)>}> : () -> index
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
