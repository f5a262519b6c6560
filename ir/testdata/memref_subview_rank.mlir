// Slices that drop dimensions of size 1.
"builtin.module"() ({
  "func.func"() <{function_type = (index, memref<8x4x4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: memref<8x4x4xf32>):
    %0 = "memref.subview"(%arg1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2, 0, 0>, static_sizes = array<i64: 1, 4, 4>, static_strides = array<i64: 1, 1, 1>}> : (memref<8x4x4xf32>) -> memref<4x4xf32, strided<[4, 1], offset: 32>>
    %1 = "memref.subview"(%arg1, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 1, 0>, static_sizes = array<i64: 1, 1, 4>, static_strides = array<i64: 1, 1, 1>}> : (memref<8x4x4xf32>, index) -> memref<4xf32, strided<[1], offset: ?>>
    %2 = "memref.subview"(%arg1, %arg0, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 3, 0, 0>, static_offsets = array<i64: -9223372036854775808, -9223372036854775808, -9223372036854775808>, static_sizes = array<i64: 1, 1, 1>, static_strides = array<i64: 1, 1, 1>}> : (memref<8x4x4xf32>, index, index, index) -> memref<f32, strided<[], offset: ?>>
    %3 = "memref.subview"(%arg1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 1, 1, 4>, static_strides = array<i64: 1, 1, 1>}> : (memref<8x4x4xf32>) -> memref<1x4xf32, strided<[4, 1]>>
    %4 = "memref.subview"(%arg1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 1, 1, 4>, static_strides = array<i64: 1, 1, 1>}> : (memref<8x4x4xf32>) -> memref<1x4xf32, strided<[16, 1]>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
