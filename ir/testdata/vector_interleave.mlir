// Vectors zipped and unzipped.
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xi16>, vector<2x2xf16>, vector<f32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: vector<4xi16>, %arg1: vector<2x2xf16>, %arg2: vector<f32>):
    %0 = "vector.interleave"(%arg0, %arg0) : (vector<4xi16>, vector<4xi16>) -> vector<8xi16>
    %1 = "vector.interleave"(%arg1, %arg1) : (vector<2x2xf16>, vector<2x2xf16>) -> vector<2x4xf16>
    %2 = "vector.interleave"(%arg2, %arg2) : (vector<f32>, vector<f32>) -> vector<2xf32>
    %3:2 = "vector.deinterleave"(%0) : (vector<8xi16>) -> (vector<4xi16>, vector<4xi16>)
    %4:2 = "vector.deinterleave"(%1) : (vector<2x4xf16>) -> (vector<2x2xf16>, vector<2x2xf16>)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
