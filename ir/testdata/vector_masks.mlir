// Masks of leading elements, and counting.
"builtin.module"() ({
  "func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index):
    %0 = "vector.step"() : () -> vector<4xindex>
    %1 = "vector.create_mask"(%arg0, %arg0) : (index, index) -> vector<2x4xi1>
    %2 = "vector.create_mask"(%arg0) : (index) -> vector<i1>
    %3 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 1, 2>}> : () -> vector<2x4xi1>
    %4 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 0, 0>}> : () -> vector<2x4xi1>
    %5 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 1>}> : () -> vector<i1>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
