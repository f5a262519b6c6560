"func.func"() <{function_type = (memref<8x8xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8x8xf32>, %a: index):
%0 = "vector.load"(%m, %a) : (memref<8x8xf32>, index) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %a: index):
%0 = "vector.load"(%m, %a) : (memref<8xf32>, index) -> vector<4xf16>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32, strided<[2]>>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32, strided<[2]>>, %a: index):
%0 = "vector.load"(%m, %a) : (memref<8xf32, strided<[2]>>, index) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %a: index):
%0 = "vector.load"(%m, %a) : (memref<8xf32>, index) -> vector<2x4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xvector<4xf32>>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xvector<4xf32>>, %a: index):
%0 = "vector.load"(%m, %a) : (memref<8xvector<4xf32>>, index) -> vector<8xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %a: index):
%0 = "vector.load"(%m, %a) : (memref<8xf32>, index) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %a: index):
%0 = "vector.load"(%m, %a) <{alignment = 6 : i64}> : (memref<8xf32>, index) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf16>, memref<8xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf16>, %m: memref<8xf32>, %a: index):
"vector.store"(%v, %m, %a) : (vector<4xf16>, memref<8xf32>, index) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>, memref<8xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>, %m: memref<8xf32>):
"vector.store"(%v, %m) : (vector<4xf32>, memref<8xf32>) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, index, vector<3xi1>, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %a: index, %mask: vector<3xi1>, %v: vector<4xf32>):
%0 = "vector.maskedload"(%m, %a, %mask, %v) : (memref<8xf32>, index, vector<3xi1>, vector<4xf32>) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, index, vector<4xi8>, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %a: index, %mask: vector<4xi8>, %v: vector<4xf32>):
%0 = "vector.maskedload"(%m, %a, %mask, %v) : (memref<8xf32>, index, vector<4xi8>, vector<4xf32>) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, index, vector<4xi1>, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %a: index, %mask: vector<4xi1>, %v: vector<4xf32>):
%0 = "vector.maskedload"(%m, %a, %mask, %v) : (memref<8xf32>, index, vector<4xi1>, vector<4xf32>) -> vector<8xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf16>, index, vector<4xi1>, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf16>, %a: index, %mask: vector<4xi1>, %v: vector<4xf32>):
%0 = "vector.maskedload"(%m, %a, %mask, %v) : (memref<8xf16>, index, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, vector<4xi1>, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %mask: vector<4xi1>, %v: vector<4xf32>):
"vector.maskedstore"(%m, %mask, %v) : (memref<8xf32>, vector<4xi1>, vector<4xf32>) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, index, vector<2xi1>, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %a: index, %mask: vector<2xi1>, %v: vector<4xf32>):
"vector.maskedstore"(%m, %a, %mask, %v) : (memref<8xf32>, index, vector<2xi1>, vector<4xf32>) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, index, vector<3xi32>, vector<4xi1>, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %a: index, %i: vector<3xi32>, %mask: vector<4xi1>, %v: vector<4xf32>):
%0 = "vector.gather"(%m, %a, %i, %mask, %v) : (memref<8xf32>, index, vector<3xi32>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, index, vector<4xf32>, vector<4xi1>, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %a: index, %i: vector<4xf32>, %mask: vector<4xi1>, %v: vector<4xf32>):
%0 = "vector.gather"(%m, %a, %i, %mask, %v) : (memref<8xf32>, index, vector<4xf32>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %i: vector<4xi32>, %mask: vector<4xi1>, %v: vector<4xf32>):
%0 = "vector.gather"(%m, %i, %mask, %v) : (memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, index, f32) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %a: index, %p: f32):
%0 = "vector.transfer_read"(%m, %a, %p) <{in_bounds = [], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (memref<8xf32>, index, f32) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, index, f32) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %a: index, %p: f32):
%0 = "vector.transfer_read"(%m, %a, %p) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0 + 1)>}> : (memref<8xf32>, index, f32) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, index, f32) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %a: index, %p: f32):
%0 = "vector.transfer_read"(%m, %a, %p) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0)[s0] -> (d0)>}> : (memref<8xf32>, index, f32) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, index, f32) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %a: index, %p: f32):
%0 = "vector.transfer_read"(%m, %a, %p) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (memref<8xf32>, index, f32) -> vector<2x4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, index, f32) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %a: index, %p: f32):
%0 = "vector.transfer_read"(%m, %a, %p) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0, d0)>}> : (memref<8xf32>, index, f32) -> vector<4x4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, index, f16) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %a: index, %p: f16):
%0 = "vector.transfer_read"(%m, %a, %p) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (memref<8xf32>, index, f16) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, index, f32) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %a: index, %p: f32):
%0 = "vector.transfer_read"(%m, %a, %p) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (memref<8xf32>, index, f32) -> vector<3xf16>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8xf32>, index, f32) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8xf32>, %a: index, %p: f32):
%0 = "vector.transfer_read"(%m, %a, %p) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0, d1) -> (d0)>}> : (memref<8xf32>, index, f32) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8x8xf32>, index, f32) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8x8xf32>, %a: index, %p: f32):
%0 = "vector.transfer_read"(%m, %a, %p) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (memref<8x8xf32>, index, f32) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<8x8xf32>, index, index, f32, vector<2x4xi1>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<8x8xf32>, %a: index, %b: index, %p: f32, %mask: vector<2x4xi1>):
%0 = "vector.transfer_read"(%m, %a, %b, %p, %mask) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = affine_map<(d0, d1) -> (d1, d0)>}> : (memref<8x8xf32>, index, index, f32, vector<2x4xi1>) -> vector<2x4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<?xvector<2xf32>>, index, vector<2xf32>, vector<4xi1>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<?xvector<2xf32>>, %a: index, %p: vector<2xf32>, %mask: vector<4xi1>):
%0 = "vector.transfer_read"(%m, %a, %p, %mask) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 1>, permutation_map = affine_map<(d0) -> (d0)>}> : (memref<?xvector<2xf32>>, index, vector<2xf32>, vector<4xi1>) -> vector<4x2xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>, memref<8xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>, %m: memref<8xf32>, %a: index):
"vector.transfer_write"(%v, %m, %a) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (0)>}> : (vector<4xf32>, memref<8xf32>, index) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>, tensor<8xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>, %m: tensor<8xf32>, %a: index):
"vector.transfer_write"(%v, %m, %a) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (vector<4xf32>, tensor<8xf32>, index) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>, tensor<8xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>, %m: tensor<8xf32>, %a: index):
%0 = "vector.transfer_write"(%v, %m, %a) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (vector<4xf32>, tensor<8xf32>, index) -> tensor<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>):
%0 = "vector.extract"(%v) <{static_position = array<i64: 4>}> : (vector<4xf32>) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>):
%0 = "vector.extract"(%v) <{static_position = array<i64: -2>}> : (vector<4xf32>) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>):
%0 = "vector.extract"(%v) <{static_position = array<i64: 0, 0>}> : (vector<4xf32>) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<2x4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<2x4xf32>):
%0 = "vector.extract"(%v) <{static_position = array<i64: 0>}> : (vector<2x4xf32>) -> vector<2xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>):
%0 = "vector.extract"(%v) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> f16
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>):
%0 = "vector.extract"(%v) <{static_position = array<i64: -9223372036854775808>}> : (vector<4xf32>) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%x: f32, %v: vector<4xf32>):
%0 = "vector.insert"(%x, %v) <{static_position = array<i64: 4>}> : (f32, vector<4xf32>) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32, vector<2x4xf32>) -> (), sym_name = "f"}> ({
^bb0(%x: f32, %v: vector<2x4xf32>):
%0 = "vector.insert"(%x, %v) <{static_position = array<i64: 0>}> : (f32, vector<2x4xf32>) -> vector<2x4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f16, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%x: f16, %v: vector<4xf32>):
%0 = "vector.insert"(%x, %v) <{static_position = array<i64: 0>}> : (f16, vector<4xf32>) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%x: f32, %v: vector<4xf32>):
%0 = "vector.insert"(%x, %v) <{static_position = array<i64: 0>}> : (f32, vector<4xf32>) -> vector<2xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>):
%0 = "vector.extract_strided_slice"(%v) <{offsets = [2], sizes = [3], strides = [1]}> : (vector<4xf32>) -> vector<3xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>):
%0 = "vector.extract_strided_slice"(%v) <{offsets = [0], sizes = [2], strides = [2]}> : (vector<4xf32>) -> vector<2xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>):
%0 = "vector.extract_strided_slice"(%v) <{offsets = [0, 0], sizes = [2], strides = [1]}> : (vector<4xf32>) -> vector<2xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>):
%0 = "vector.extract_strided_slice"(%v) <{offsets = [0], sizes = [2], strides = [1]}> : (vector<4xf32>) -> vector<3xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<2xf32>, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%x: vector<2xf32>, %v: vector<4xf32>):
%0 = "vector.insert_strided_slice"(%x, %v) <{offsets = [3], strides = [1]}> : (vector<2xf32>, vector<4xf32>) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<2xf32>, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%x: vector<2xf32>, %v: vector<4xf32>):
%0 = "vector.insert_strided_slice"(%x, %v) <{offsets = [0, 0], strides = [1]}> : (vector<2xf32>, vector<4xf32>) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<2xf32>, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%x: vector<2xf32>, %v: vector<4xf32>):
%0 = "vector.insert_strided_slice"(%x, %v) <{offsets = [0], strides = [2]}> : (vector<2xf32>, vector<4xf32>) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<2x2xf32>, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%x: vector<2x2xf32>, %v: vector<4xf32>):
%0 = "vector.insert_strided_slice"(%x, %v) <{offsets = [0], strides = [1, 1]}> : (vector<2x2xf32>, vector<4xf32>) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32, f32) -> (), sym_name = "f"}> ({
^bb0(%a: f32, %b: f32):
%0 = "vector.from_elements"(%a, %b) : (f32, f32) -> vector<3xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32, f16) -> (), sym_name = "f"}> ({
^bb0(%a: f32, %b: f16):
%0 = "vector.from_elements"(%a, %b) : (f32, f16) -> vector<2xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>):
%0:2 = "vector.to_elements"(%v) : (vector<4xf32>) -> (f32, f32)
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>, %w: vector<4xf32>):
%0 = "vector.shuffle"(%v, %w) <{mask = array<i64: 8>}> : (vector<4xf32>, vector<4xf32>) -> vector<1xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>, %w: vector<4xf32>):
%0 = "vector.shuffle"(%v, %w) <{mask = array<i64: -2>}> : (vector<4xf32>, vector<4xf32>) -> vector<1xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>, %w: vector<4xf32>):
%0 = "vector.shuffle"(%v, %w) <{mask = array<i64>}> : (vector<4xf32>, vector<4xf32>) -> vector<1xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<2x4xf32>, vector<2x5xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<2x4xf32>, %w: vector<2x5xf32>):
%0 = "vector.shuffle"(%v, %w) <{mask = array<i64: 0, 1>}> : (vector<2x4xf32>, vector<2x5xf32>) -> vector<2x4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>, %w: vector<4xf32>):
%0 = "vector.shuffle"(%v, %w) <{mask = array<i64: 0, 1>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>, vector<2xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>, %w: vector<2xf32>):
%0 = "vector.interleave"(%v, %w) : (vector<4xf32>, vector<2xf32>) -> vector<6xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>, vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>, %w: vector<4xf32>):
%0 = "vector.interleave"(%v, %w) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<3xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<3xf32>):
%0:2 = "vector.deinterleave"(%v) : (vector<3xf32>) -> (vector<1xf32>, vector<1xf32>)
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>):
%0:2 = "vector.deinterleave"(%v) : (vector<4xf32>) -> (vector<4xf32>, vector<2xf32>)
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<3xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<3xf32>):
%0 = "vector.broadcast"(%v) : (vector<3xf32>) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<2x4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<2x4xf32>):
%0 = "vector.broadcast"(%v) : (vector<2x4xf32>) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f16) -> (), sym_name = "f"}> ({
^bb0(%v: f16):
%0 = "vector.broadcast"(%v) : (f16) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>):
%0 = "vector.bitcast"(%v) : (vector<4xf32>) -> vector<4xf16>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<2x4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<2x4xf32>):
%0 = "vector.bitcast"(%v) : (vector<2x4xf32>) -> vector<4x4xf16>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>):
%0 = "vector.bitcast"(%v) : (vector<4xf32>) -> vector<2x4xf16>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>):
%0 = "vector.shape_cast"(%v) : (vector<4xf32>) -> vector<5xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>):
%0 = "vector.shape_cast"(%v) : (vector<4xf32>) -> vector<2x2xi32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<2x4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<2x4xf32>):
%0 = "vector.transpose"(%v) <{permutation = array<i64: 0>}> : (vector<2x4xf32>) -> vector<4x2xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<2x4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<2x4xf32>):
%0 = "vector.transpose"(%v) <{permutation = array<i64: 0, 0>}> : (vector<2x4xf32>) -> vector<2x2xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<2x4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<2x4xf32>):
%0 = "vector.transpose"(%v) <{permutation = array<i64: 0, 2>}> : (vector<2x4xf32>) -> vector<2x4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<2x4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<2x4xf32>):
%0 = "vector.transpose"(%v) <{permutation = array<i64: 1, 0>}> : (vector<2x4xf32>) -> vector<2x4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>, vector<4xf32>, vector<4xf16>) -> (), sym_name = "f"}> ({
^bb0(%a: vector<4xf32>, %b: vector<4xf32>, %c: vector<4xf16>):
%0 = "vector.fma"(%a, %b, %c) : (vector<4xf32>, vector<4xf32>, vector<4xf16>) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xi32>, vector<4xi32>, vector<4xi32>) -> (), sym_name = "f"}> ({
^bb0(%a: vector<4xi32>, %b: vector<4xi32>, %c: vector<4xi32>):
%0 = "vector.fma"(%a, %b, %c) : (vector<4xi32>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>):
%0 = "vector.reduction"(%v) <{kind = #vector.kind<and>}> : (vector<4xf32>) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xi32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xi32>):
%0 = "vector.reduction"(%v) <{kind = #vector.kind<maxnumf>}> : (vector<4xi32>) -> i32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<2x4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<2x4xf32>):
%0 = "vector.reduction"(%v) <{kind = #vector.kind<add>}> : (vector<2x4xf32>) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>):
%0 = "vector.reduction"(%v) <{kind = #vector.kind<add>}> : (vector<4xf32>) -> f16
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xf32>, f16) -> (), sym_name = "f"}> ({
^bb0(%v: vector<4xf32>, %a: f16):
%0 = "vector.reduction"(%v, %a) <{kind = #vector.kind<add>}> : (vector<4xf32>, f16) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<2x4xf32>, vector<2xf32>) -> (), sym_name = "f"}> ({
^bb0(%v: vector<2x4xf32>, %a: vector<2xf32>):
%0 = "vector.multi_reduction"(%v, %a) <{kind = #vector.kind<add>, reduction_dims = array<i64: 0>}> : (vector<2x4xf32>, vector<2xf32>) -> vector<2xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<2x4xf32>, f32) -> (), sym_name = "f"}> ({
^bb0(%v: vector<2x4xf32>, %a: f32):
%0 = "vector.multi_reduction"(%v, %a) <{kind = #vector.kind<add>, reduction_dims = array<i64: 0>}> : (vector<2x4xf32>, f32) -> vector<4xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "vector.step"() : () -> vector<4xi32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "vector.step"() : () -> vector<2x4xindex>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
^bb0(%a: index):
%0 = "vector.create_mask"(%a) : (index) -> vector<2x4xi1>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
^bb0(%a: index):
%0 = "vector.create_mask"(%a) : (index) -> vector<4xi8>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 1>}> : () -> vector<2x4xi1>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 1, 5>}> : () -> vector<2x4xi1>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 0, 1>}> : () -> vector<2x4xi1>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 2>}> : () -> vector<i1>
"func.return"() : () -> ()
}) : () -> ()
