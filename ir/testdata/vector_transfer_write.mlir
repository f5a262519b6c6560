// Writes of rows and columns, also into tensors.
"builtin.module"() ({
  "func.func"() <{function_type = (index, vector<4xf32>, vector<2x4xf32>, vector<f32>, vector<4xi1>, memref<?x8xf32>, memref<f32>, tensor<8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: vector<4xf32>, %arg2: vector<2x4xf32>, %arg3: vector<f32>, %arg4: vector<4xi1>, %arg5: memref<?x8xf32>, %arg6: memref<f32>, %arg7: tensor<8xf32>):
    "vector.transfer_write"(%arg1, %arg5, %arg0, %arg0) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (vector<4xf32>, memref<?x8xf32>, index, index) -> ()
    "vector.transfer_write"(%arg1, %arg5, %arg0, %arg0, %arg4) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 2, 1>, permutation_map = affine_map<(d0, d1) -> (d0)>}> : (vector<4xf32>, memref<?x8xf32>, index, index, vector<4xi1>) -> ()
    "vector.transfer_write"(%arg2, %arg5, %arg0, %arg0) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = affine_map<(d0, d1) -> (d0, d1)>}> : (vector<2x4xf32>, memref<?x8xf32>, index, index) -> ()
    "vector.transfer_write"(%arg3, %arg6) <{in_bounds = [], operandSegmentSizes = array<i32: 1, 1, 0, 0>, permutation_map = affine_map<() -> ()>}> : (vector<f32>, memref<f32>) -> ()
    %0 = "vector.transfer_write"(%arg1, %arg7, %arg0) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (vector<4xf32>, tensor<8xf32>, index) -> tensor<8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
