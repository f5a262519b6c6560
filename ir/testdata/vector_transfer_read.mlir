// Reads with padding, of rows, columns and repeated ones.
"builtin.module"() ({
  "func.func"() <{function_type = (index, f32, vector<2xf32>, memref<?x8xf32>, memref<f32>, memref<?xvector<2xf32>>, tensor<?xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: f32, %arg2: vector<2xf32>, %arg3: memref<?x8xf32>, %arg4: memref<f32>, %arg5: memref<?xvector<2xf32>>, %arg6: tensor<?xf32>):
    %0 = "vector.transfer_read"(%arg3, %arg0, %arg0, %arg1) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (memref<?x8xf32>, index, index, f32) -> vector<4xf32>
    %1 = "vector.transfer_read"(%arg3, %arg0, %arg0, %arg1) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = affine_map<(d0, d1) -> (d1, d0)>}> : (memref<?x8xf32>, index, index, f32) -> vector<2x4xf32>
    %2 = "vector.transfer_read"(%arg3, %arg0, %arg0, %arg1) <{in_bounds = [true, false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = affine_map<(d0, d1) -> (0, d1)>}> : (memref<?x8xf32>, index, index, f32) -> vector<2x4xf32>
    %3 = "vector.transfer_read"(%arg4, %arg1) <{in_bounds = [], operandSegmentSizes = array<i32: 1, 0, 1, 0>, permutation_map = affine_map<() -> ()>}> : (memref<f32>, f32) -> vector<f32>
    %4 = "vector.transfer_read"(%arg5, %arg0, %arg2) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (memref<?xvector<2xf32>>, index, vector<2xf32>) -> vector<4x2xf32>
    %5 = "vector.transfer_read"(%arg6, %arg0, %arg1) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (tensor<?xf32>, index, f32) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
