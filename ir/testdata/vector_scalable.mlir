// Vectors of unknown length are read and checked.
"builtin.module"() ({
  "func.func"() <{function_type = (index, memref<?xf32>, vector<2x[4]xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: memref<?xf32>, %arg2: vector<2x[4]xf32>):
    %0 = "vector.load"(%arg1, %arg0) : (memref<?xf32>, index) -> vector<[4]xf32>
    %1 = "vector.fma"(%0, %0, %0) : (vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
    %2 = "vector.shape_cast"(%arg2) : (vector<2x[4]xf32>) -> vector<[8]xf32>
    %3 = "vector.broadcast"(%0) : (vector<[4]xf32>) -> vector<2x[4]xf32>
    %4 = "vector.step"() : () -> vector<[4]xindex>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
