// Globals: with values, without, constant.
"builtin.module"() ({
  "memref.global"() <{alignment = 64 : i64, initial_value = dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<4xf32>, sym_name = "g", sym_visibility = "private", type = memref<4xf32>}> : () -> ()
  "memref.global"() <{constant, initial_value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>, sym_name = "c", sym_visibility = "private", type = memref<2x2xi8>}> : () -> ()
  "memref.global"() <{sym_name = "external", type = memref<4xf32, 1>}> : () -> ()
  "memref.global"() <{initial_value, sym_name = "lds", sym_visibility = "private", type = memref<64xf16, #gpu.address_space<workgroup>>}> : () -> ()
  "memref.global"() <{initial_value = dense<1.500000e+00> : tensor<bf16>, sym_name = "scalar", sym_visibility = "private", type = memref<bf16>}> : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "memref.get_global"() <{name = @g}> : () -> memref<4xf32>
    %1 = "memref.get_global"() <{name = @c}> : () -> memref<2x2xi8>
    %2 = "memref.get_global"() <{name = @external}> : () -> memref<4xf32, 1>
    %3 = "memref.get_global"() <{name = @lds}> : () -> memref<64xf16, #gpu.address_space<workgroup>>
    %4 = "memref.get_global"() <{name = @scalar}> : () -> memref<bf16>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
