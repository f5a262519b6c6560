// Reads of some elements; the mask is in the order of the memory.
"builtin.module"() ({
  "func.func"() <{function_type = (index, f32, memref<?x8xf32>, vector<4xi1>, vector<4x2xi1>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: f32, %arg2: memref<?x8xf32>, %arg3: vector<4xi1>, %arg4: vector<4x2xi1>):
    %0 = "vector.transfer_read"(%arg2, %arg0, %arg0, %arg1, %arg3) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (memref<?x8xf32>, index, index, f32, vector<4xi1>) -> vector<4xf32>
    %1 = "vector.transfer_read"(%arg2, %arg0, %arg0, %arg1, %arg4) <{in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = affine_map<(d0, d1) -> (d1, d0)>}> : (memref<?x8xf32>, index, index, f32, vector<4x2xi1>) -> vector<2x4xf32>
    %2 = "vector.transfer_read"(%arg2, %arg0, %arg0, %arg1, %arg3) <{in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = affine_map<(d0, d1) -> (d0, 0)>}> : (memref<?x8xf32>, index, index, f32, vector<4xi1>) -> vector<4x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
