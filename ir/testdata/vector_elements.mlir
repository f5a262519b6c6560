// Vectors made of elements and taken apart.
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: f32):
    %0 = "vector.from_elements"(%arg0, %arg1, %arg0, %arg1) : (f32, f32, f32, f32) -> vector<2x2xf32>
    %1:4 = "vector.to_elements"(%0) : (vector<2x2xf32>) -> (f32, f32, f32, f32)
    %2 = "vector.from_elements"(%1#3) : (f32) -> vector<1xf32>
    %3 = "vector.from_elements"(%arg0) : (f32) -> vector<f32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
