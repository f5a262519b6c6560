// Blocks of vectors taken out and put in.
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf32>, vector<2x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: vector<4xf32>, %arg1: vector<2x8xf32>):
    %0 = "vector.extract_strided_slice"(%arg0) <{offsets = [1], sizes = [2], strides = [1]}> : (vector<4xf32>) -> vector<2xf32>
    %1 = "vector.extract_strided_slice"(%arg1) <{offsets = [0, 4], sizes = [2, 2], strides = [1, 1]}> : (vector<2x8xf32>) -> vector<2x2xf32>
    %2 = "vector.extract_strided_slice"(%arg1) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<2x8xf32>) -> vector<1x8xf32>
    %3 = "vector.insert_strided_slice"(%0, %arg0) <{offsets = [2], strides = [1]}> : (vector<2xf32>, vector<4xf32>) -> vector<4xf32>
    %4 = "vector.insert_strided_slice"(%0, %arg1) <{offsets = [1, 6], strides = [1]}> : (vector<2xf32>, vector<2x8xf32>) -> vector<2x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
