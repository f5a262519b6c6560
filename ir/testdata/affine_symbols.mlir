// What may be a symbol inside of loops: constants, sizes, pure computations of symbols.
"builtin.module"() ({
  "func.func"() <{function_type = (index, memref<?xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: memref<?xf32>):
    "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({
    ^bb0(%arg2: index):
      %0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %1 = "arith.constant"() <{value = 3 : index}> : () -> index
      %2 = "arith.divui"(%arg0, %1) : (index, index) -> index
      %3 = "memref.dim"(%arg1, %0) : (memref<?xf32>, index) -> index
      %4 = "memref.alloc"(%arg0) <{operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?xf32>
      %5 = "memref.dim"(%4, %0) : (memref<?xf32>, index) -> index
      "affine.for"(%2) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 1, 0>, step = 1 : index, upperBoundMap = affine_map<()[s0] -> (s0)>}> ({
      ^bb0(%arg3: index):
        "affine.yield"() : () -> ()
      }) : (index) -> ()
      "affine.for"(%3) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 1, 0>, step = 1 : index, upperBoundMap = affine_map<()[s0] -> (s0)>}> ({
      ^bb0(%arg3: index):
        "affine.yield"() : () -> ()
      }) : (index) -> ()
      "affine.for"(%5) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 1, 0>, step = 1 : index, upperBoundMap = affine_map<()[s0] -> (s0)>}> ({
      ^bb0(%arg3: index):
        "affine.yield"() : () -> ()
      }) : (index) -> ()
      "memref.dealloc"(%4) : (memref<?xf32>) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
