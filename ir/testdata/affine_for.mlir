// Loops with bounds that are constants, values and the best of several.
"builtin.module"() ({
  "func.func"() <{function_type = (index, index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: index):
    "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (10)>}> ({
    ^bb0(%arg2: index):
      "affine.yield"() : () -> ()
    }) : () -> ()
    "affine.for"(%arg0, %arg1) <{lowerBoundMap = affine_map<()[s0] -> (s0)>, operandSegmentSizes = array<i32: 1, 1, 0>, step = 4 : index, upperBoundMap = affine_map<()[s0] -> (s0)>}> ({
    ^bb0(%arg2: index):
      "affine.yield"() : () -> ()
    }) : (index, index) -> ()
    "affine.for"(%arg0, %arg0, %arg1) <{lowerBoundMap = affine_map<(d0) -> (d0, 3)>, operandSegmentSizes = array<i32: 1, 2, 0>, step = 1 : index, upperBoundMap = affine_map<(d0)[s0] -> (d0 + s0, 100)>}> ({
    ^bb0(%arg2: index):
      "affine.for"(%arg2, %arg2) <{lowerBoundMap = affine_map<(d0) -> (d0)>, operandSegmentSizes = array<i32: 1, 1, 0>, step = 1 : index, upperBoundMap = affine_map<(d0) -> (d0 * 2)>}> ({
      ^bb0(%arg3: index):
        "affine.yield"() : () -> ()
      }) : (index, index) -> ()
      "affine.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
