// Loops with bounds that are constants, values and the best of several.
#map = affine_map<() -> (0)>
#map1 = affine_map<() -> (10)>
#map2 = affine_map<()[s0] -> (s0)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0) -> (d0 * 2)>
#map5 = affine_map<(d0) -> (d0, 3)>
#map6 = affine_map<(d0)[s0] -> (d0 + s0, 100)>
"builtin.module"() ({
  "func.func"() <{function_type = (index, index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: index):
    "affine.for"() <{lowerBoundMap = #map, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map1}> ({
    ^bb0(%arg5: index):
      "affine.yield"() : () -> ()
    }) : () -> ()
    "affine.for"(%arg0, %arg1) <{lowerBoundMap = #map2, operandSegmentSizes = array<i32: 1, 1, 0>, step = 4 : index, upperBoundMap = #map2}> ({
    ^bb0(%arg4: index):
      "affine.yield"() : () -> ()
    }) : (index, index) -> ()
    "affine.for"(%arg0, %arg0, %arg1) <{lowerBoundMap = #map5, operandSegmentSizes = array<i32: 1, 2, 0>, step = 1 : index, upperBoundMap = #map6}> ({
    ^bb0(%arg2: index):
      "affine.for"(%arg2, %arg2) <{lowerBoundMap = #map3, operandSegmentSizes = array<i32: 1, 1, 0>, step = 1 : index, upperBoundMap = #map4}> ({
      ^bb0(%arg3: index):
        "affine.yield"() : () -> ()
      }) : (index, index) -> ()
      "affine.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
