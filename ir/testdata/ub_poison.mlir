"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "ub.poison"() : () -> i32
    %1 = "ub.poison"() <{value = #ub.poison}> : () -> vector<4xf16>
    %2 = "ub.poison"() : () -> memref<4xf16, strided<[2]>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
