// Accesses with maps for subscripts.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<32x?xf32>, memref<16x16xf32, affine_map<(d0, d1) -> (d1, d0)>>, memref<f32>, index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<32x?xf32>, %arg1: memref<16x16xf32, affine_map<(d0, d1) -> (d1, d0)>>, %arg2: memref<f32>, %arg3: index):
    "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (16)>}> ({
    ^bb0(%arg4: index):
      "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (16)>}> ({
      ^bb0(%arg5: index):
        %1 = "affine.load"(%arg0, %arg4, %arg5, %arg3) <{map = affine_map<(d0, d1)[s0] -> (d0 + 1, d1 floordiv 2 + s0)>}> : (memref<32x?xf32>, index, index, index) -> f32
        "affine.store"(%1, %arg1, %arg5, %arg4) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (f32, memref<16x16xf32, affine_map<(d0, d1) -> (d1, d0)>>, index, index) -> ()
        "affine.store"(%1, %arg2) <{map = affine_map<() -> ()>}> : (f32, memref<f32>) -> ()
        "affine.yield"() : () -> ()
      }) : () -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    %0 = "affine.load"(%arg0) <{map = affine_map<() -> (3, 4)>}> : (memref<32x?xf32>) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
