// Memrefs given another offset, other sizes and strides.
"builtin.module"() ({
  "func.func"() <{function_type = (index, memref<f16>, memref<*xf32>, memref<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: memref<f16>, %arg2: memref<*xf32>, %arg3: memref<4xf32>):
    %0 = "memref.reinterpret_cast"(%arg1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 16, 16>, static_strides = array<i64: 16, 1>}> : (memref<f16>) -> memref<16x16xf16, strided<[16, 1]>>
    %1 = "memref.reinterpret_cast"(%arg1, %arg0, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: -9223372036854775808, 4>, static_strides = array<i64: 4, -9223372036854775808>}> : (memref<f16>, index, index, index) -> memref<?x4xf16, strided<[4, ?], offset: ?>>
    %2 = "memref.reinterpret_cast"(%arg2) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 3>, static_sizes = array<i64: 1073741822>, static_strides = array<i64: 1>}> : (memref<*xf32>) -> memref<1073741822xf32, strided<[1], offset: 3>>
    %3 = "memref.reinterpret_cast"(%arg3) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64>, static_strides = array<i64>}> : (memref<4xf32>) -> memref<f32>
    %4 = "memref.reinterpret_cast"(%arg3) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 2, 1>}> : (memref<4xf32>) -> memref<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
