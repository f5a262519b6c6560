// Splats and other constants of vectors.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
    %1 = "arith.constant"() <{value = dense<[1, -2, 3, 4]> : vector<4xi8>}> : () -> vector<4xi8>
    %2 = "arith.constant"() <{value = dense<[[true, false], [false, true]]> : vector<2x2xi1>}> : () -> vector<2x2xi1>
    %3 = "arith.constant"() <{value = dense<0x7FC0> : vector<4xbf16>}> : () -> vector<4xbf16>
    %4 = "arith.constant"() <{value = dense<1.500000e+00> : vector<f16>}> : () -> vector<f16>
    %5 = "arith.constant"() <{value = dense<[0, 1, 2, 3]> : vector<4xindex>}> : () -> vector<4xindex>
    %6 = "arith.constant"() <{value = dense<2.000000e+00> : vector<8xf8E4M3FN>}> : () -> vector<8xf8E4M3FN>
    %7 = "arith.constant"() <{value = dense<6.000000e+00> : vector<32xf4E2M1FN>}> : () -> vector<32xf4E2M1FN>
    %8 = "arith.constant"() <{value = dense<1.000000e+00> : vector<4xf8E8M0FNU>}> : () -> vector<4xf8E8M0FNU>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
