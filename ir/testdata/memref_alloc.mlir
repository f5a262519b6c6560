// Allocations with sizes, alignment and memory space.
"builtin.module"() ({
  "func.func"() <{function_type = (index, memref<*xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: memref<*xf32>):
    %0 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<16x20xf16, #gpu.address_space<workgroup>>
    %1 = "memref.alloc"(%arg0, %arg0) <{alignment = 64 : i64, operandSegmentSizes = array<i32: 2, 0>}> : (index, index) -> memref<?x4x?xi8>
    %2 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<f32>
    %3 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xvector<4xf32>>
    %4 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<0xi1>
    "memref.dealloc"(%0) : (memref<16x20xf16, #gpu.address_space<workgroup>>) -> ()
    "memref.dealloc"(%arg1) : (memref<*xf32>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
