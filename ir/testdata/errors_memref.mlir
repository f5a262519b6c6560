"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<?xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
^bb0(%a: index):
%0 = "memref.alloc"(%a) <{operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xf32, strided<[?]>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "memref.alloc"() <{alignment = 3 : i64, operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<*xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "memref.get_global"() <{name = @nothing}> : () -> memref<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "memref.get_global"() <{name = @f}> : () -> memref<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4x4xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4x4xf32>, %a: index):
%0 = "memref.load"(%m, %a) : (memref<4x4xf32>, index) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>, i64) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32>, %a: i64):
%0 = "memref.load"(%m, %a) : (memref<4xf32>, i64) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32>, %a: index):
%0 = "memref.load"(%m, %a) : (memref<4xf32>, index) -> f16
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32>, %a: index):
%0 = "memref.load"(%m, %a) <{alignment = 0 : i64}> : (memref<4xf32>, index) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<*xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<*xf32>):
%0 = "memref.load"(%m) : (memref<*xf32>) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f16, memref<4xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%v: f16, %m: memref<4xf32>, %a: index):
"memref.store"(%v, %m, %a) : (f16, memref<4xf32>, index) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32, memref<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: f32, %m: memref<4xf32>):
"memref.store"(%v, %m) : (f32, memref<4xf32>) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32, memref<4xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%v: f32, %m: memref<4xf32>, %a: index):
"memref.store"(%v, %m, %a) <{nontemporal}> : (f32, memref<4xf32>, index) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (i32, memref<4xi32>, index) -> (), sym_name = "f"}> ({
^bb0(%v: i32, %m: memref<4xi32>, %a: index):
%0 = "memref.atomic_rmw"(%v, %m, %a) <{kind = 0 : i64}> : (i32, memref<4xi32>, index) -> i32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32, memref<4xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%v: f32, %m: memref<4xf32>, %a: index):
%0 = "memref.atomic_rmw"(%v, %m, %a) <{kind = 1 : i64}> : (f32, memref<4xf32>, index) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (i32, memref<4xi32>, index) -> (), sym_name = "f"}> ({
^bb0(%v: i32, %m: memref<4xi32>, %a: index):
%0 = "memref.atomic_rmw"(%v, %m, %a) <{kind = 16 : i64}> : (i32, memref<4xi32>, index) -> i32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (i32, memref<4xi32>) -> (), sym_name = "f"}> ({
^bb0(%v: i32, %m: memref<4xi32>):
%0 = "memref.atomic_rmw"(%v, %m) <{kind = 1 : i64}> : (i32, memref<4xi32>) -> i32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (index, memref<4xindex>, index) -> (), sym_name = "f"}> ({
^bb0(%v: index, %m: memref<4xindex>, %a: index):
%0 = "memref.atomic_rmw"(%v, %m, %a) <{kind = 3 : i64}> : (index, memref<4xindex>, index) -> index
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>, memref<5xf32>) -> (), sym_name = "f"}> ({
^bb0(%a: memref<4xf32>, %b: memref<5xf32>):
"memref.copy"(%a, %b) : (memref<4xf32>, memref<5xf32>) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>, memref<4xf16>) -> (), sym_name = "f"}> ({
^bb0(%a: memref<4xf32>, %b: memref<4xf16>):
"memref.copy"(%a, %b) : (memref<4xf32>, memref<4xf16>) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<f32>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<f32>, %a: index):
%0 = "memref.dim"(%m, %a) : (memref<f32>, index) -> index
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4x4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4x4xf32>):
%0:3 = "memref.extract_strided_metadata"(%m) : (memref<4x4xf32>) -> (memref<f32>, index, index)
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32, 3>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32, 3>):
%0:4 = "memref.extract_strided_metadata"(%m) : (memref<4xf32, 3>) -> (memref<f32>, index, index, index)
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>>):
%0:4 = "memref.extract_strided_metadata"(%m) : (memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>>) -> (memref<f32>, index, index, index)
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32>):
%0 = "memref.assume_alignment"(%m) <{alignment = 12 : i32}> : (memref<4xf32>) -> memref<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32>):
%0 = "memref.assume_alignment"(%m) <{alignment = 16 : i32}> : (memref<4xf32>) -> memref<?xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32>):
%0 = "memref.cast"(%m) : (memref<4xf32>) -> memref<5xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32>):
%0 = "memref.cast"(%m) : (memref<4xf32>) -> memref<4xi32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32>):
%0 = "memref.cast"(%m) : (memref<4xf32>) -> memref<4xf32, 3>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32, strided<[2]>>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32, strided<[2]>>):
%0 = "memref.cast"(%m) : (memref<4xf32, strided<[2]>>) -> memref<4xf32, strided<[3]>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32, strided<[2], offset: 1>>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32, strided<[2], offset: 1>>):
%0 = "memref.cast"(%m) : (memref<4xf32, strided<[2], offset: 1>>) -> memref<4xf32, strided<[2], offset: 2>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<*xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<*xf32>):
%0 = "memref.cast"(%m) : (memref<*xf32>) -> memref<*xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32>):
%0 = "memref.memory_space_cast"(%m) : (memref<4xf32>) -> memref<?xf32, 3>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32>):
%0 = "memref.memory_space_cast"(%m) : (memref<4xf32>) -> memref<4xi32, 3>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<16xi16>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<16xi16>, %a: index):
%0 = "memref.view"(%m, %a) : (memref<16xi16>, index) -> memref<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<16xi8>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<16xi8>, %a: index):
%0 = "memref.view"(%m, %a) : (memref<16xi8>, index) -> memref<?xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<16xi8>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<16xi8>, %a: index):
%0 = "memref.view"(%m, %a) : (memref<16xi8>, index) -> memref<4xf32, 3>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<16xi8>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<16xi8>, %a: index):
%0 = "memref.view"(%m, %a) : (memref<16xi8>, index) -> memref<4xf32, strided<[2]>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<16xi8, strided<[2]>>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<16xi8, strided<[2]>>, %a: index):
%0 = "memref.view"(%m, %a) : (memref<16xi8, strided<[2]>>, index) -> memref<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32>):
%0 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2>, static_sizes = array<i64: 3>, static_strides = array<i64: 1>}> : (memref<4xf32>) -> memref<3xf32, strided<[1], offset: 2>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32>):
%0 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 4>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (memref<4xf32>) -> memref<1xf32, strided<[1], offset: 4>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32>):
%0 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: -1>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (memref<4xf32>) -> memref<1xf32, strided<[1], offset: -1>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32>):
%0 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>}> : (memref<4xf32>) -> memref<3xf32, strided<[1]>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32>):
%0 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>}> : (memref<4xf32>) -> memref<2xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32>):
%0 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 2>}> : (memref<4xf32>) -> memref<2xf32, strided<[1]>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4x4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4x4xf32>):
%0 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 1>}> : (memref<4x4xf32>) -> memref<2xf32, strided<[4]>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4x4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4x4xf32>):
%0 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 1>}> : (memref<4x4xf32>) -> memref<2x2xf32, strided<[4, 1]>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32>, %a: index):
%0 = "memref.subview"(%m, %a) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>}> : (memref<4xf32>, index) -> memref<2xf32, strided<[1]>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32, 3>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32, 3>):
%0 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>}> : (memref<4xf32, 3>) -> memref<2xf32, strided<[1]>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<f32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<f32>):
%0 = "memref.reinterpret_cast"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4>, static_strides = array<i64: 1>}> : (memref<f32>) -> memref<5xf32, strided<[1]>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<f32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<f32>):
%0 = "memref.reinterpret_cast"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4>, static_strides = array<i64: 2>}> : (memref<f32>) -> memref<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<f32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<f32>):
%0 = "memref.reinterpret_cast"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 4>, static_strides = array<i64: 1>}> : (memref<f32>) -> memref<4xf32, strided<[1]>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<f16>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<f16>):
%0 = "memref.reinterpret_cast"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4>, static_strides = array<i64: 1>}> : (memref<f16>) -> memref<4xf32, strided<[1]>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<2x3x4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<2x3x4xf32>):
%0 = "memref.collapse_shape"(%m) <{reassociation = [[0, 1]]}> : (memref<2x3x4xf32>) -> memref<24xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<2x3x4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<2x3x4xf32>):
%0 = "memref.collapse_shape"(%m) <{reassociation = [[0, 2], [1]]}> : (memref<2x3x4xf32>) -> memref<8x3xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<2x3xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<2x3xf32>):
%0 = "memref.collapse_shape"(%m) <{reassociation = [[0, 1]]}> : (memref<2x3xf32>) -> memref<5xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<2x3xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<2x3xf32>):
%0 = "memref.collapse_shape"(%m) <{reassociation = [[0, 1]]}> : (memref<2x3xf32>) -> memref<?xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<2x3xf32, strided<[4, 1]>>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<2x3xf32, strided<[4, 1]>>):
%0 = "memref.collapse_shape"(%m) <{reassociation = [[0, 1]]}> : (memref<2x3xf32, strided<[4, 1]>>) -> memref<6xf32, strided<[1]>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<2x3xf32, strided<[6, 2]>>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<2x3xf32, strided<[6, 2]>>):
%0 = "memref.collapse_shape"(%m) <{reassociation = [[0, 1]]}> : (memref<2x3xf32, strided<[6, 2]>>) -> memref<6xf32, strided<[1]>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<6xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<6xf32>):
%0 = "memref.expand_shape"(%m) <{reassociation = [[0, 1]], static_output_shape = array<i64: 2, 4>}> : (memref<6xf32>) -> memref<2x4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<6xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<6xf32>):
%0 = "memref.expand_shape"(%m) <{reassociation = [[0, 1]], static_output_shape = array<i64: 3, 2>}> : (memref<6xf32>) -> memref<2x3xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<6xf32, strided<[2]>>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<6xf32, strided<[2]>>):
%0 = "memref.expand_shape"(%m) <{reassociation = [[0, 1]], static_output_shape = array<i64: 2, 3>}> : (memref<6xf32, strided<[2]>>) -> memref<2x3xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<?xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<?xf32>):
%0 = "memref.expand_shape"(%m) <{reassociation = [[0, 1]], static_output_shape = array<i64: -9223372036854775808, 4>}> : (memref<?xf32>) -> memref<?x4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
%0 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xf32>
// -----
"memref.global"() <{sym_name = "g", type = memref<?xf32>}> : () -> ()
// -----
"memref.global"() <{sym_name = "g", type = i32}> : () -> ()
// -----
"memref.global"() <{initial_value = 1 : i32, sym_name = "g", type = memref<4xf32>}> : () -> ()
// -----
"memref.global"() <{initial_value = dense<1> : tensor<4xi32>, sym_name = "g", type = memref<4xf32>}> : () -> ()
// -----
"memref.global"() <{initial_value = dense<1.0> : tensor<5xf32>, sym_name = "g", type = memref<4xf32>}> : () -> ()
// -----
"memref.global"() <{sym_name = "g", sym_visibility = "hidden", type = memref<4xf32>}> : () -> ()
// -----
"memref.global"() <{sym_name = "g", type = memref<4xf32>}> : () -> ()
%0 = "memref.get_global"() <{name = @g}> : () -> memref<4xf16>
