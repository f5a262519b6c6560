// Slices with known and unknown offsets, sizes and strides.
"builtin.module"() ({
  "func.func"() <{function_type = (index, memref<8x16xf32>, memref<?x?xf32, strided<[?, 1], offset: 4>, 3>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: memref<8x16xf32>, %arg2: memref<?x?xf32, strided<[?, 1], offset: 4>, 3>):
    %0 = "memref.subview"(%arg1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 4, 4>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>) -> memref<4x4xf32, strided<[16, 1]>>
    %1 = "memref.subview"(%arg1, %arg0, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808, 2>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: 2, -9223372036854775808>}> : (memref<8x16xf32>, index, index, index) -> memref<4x?xf32, strided<[32, ?], offset: ?>>
    %2 = "memref.subview"(%arg2, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 1, -9223372036854775808>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 1>}> : (memref<?x?xf32, strided<[?, 1], offset: 4>, 3>, index) -> memref<2x2xf32, strided<[?, 1], offset: ?>, 3>
    %3 = "memref.subview"(%arg1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 7, 15>, static_sizes = array<i64: 0, 1>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>) -> memref<0x1xf32, strided<[16, 1], offset: 127>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
