// Elements seen as narrower and wider ones.
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf32>, vector<2x2xf16>, vector<f32>, vector<4xi24>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: vector<4xf32>, %arg1: vector<2x2xf16>, %arg2: vector<f32>, %arg3: vector<4xi24>):
    %0 = "vector.bitcast"(%arg0) : (vector<4xf32>) -> vector<8xbf16>
    %1 = "vector.bitcast"(%0) : (vector<8xbf16>) -> vector<16xi8>
    %2 = "vector.bitcast"(%1) : (vector<16xi8>) -> vector<32xf4E2M1FN>
    %3 = "vector.bitcast"(%2) : (vector<32xf4E2M1FN>) -> vector<1xi128>
    %4 = "vector.bitcast"(%arg1) : (vector<2x2xf16>) -> vector<2x1xi32>
    %5 = "vector.bitcast"(%arg2) : (vector<f32>) -> vector<i32>
    %6 = "vector.bitcast"(%arg3) : (vector<4xi24>) -> vector<16xf6E3M2FN>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
