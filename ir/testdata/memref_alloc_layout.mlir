// Allocations with layouts, which may have symbols.
"builtin.module"() ({
  "func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index):
    %0 = "memref.alloc"(%arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> memref<?xf32, affine_map<(d0)[s0] -> (d0 * s0)>>
    %1 = "memref.alloc"(%arg0, %arg0) <{operandSegmentSizes = array<i32: 0, 2>}> : (index, index) -> memref<4xf32, strided<[?], offset: ?>>
    %2 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4x4xf32, strided<[8, 1], offset: 3>>
    %3 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
