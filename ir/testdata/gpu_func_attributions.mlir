// A kernel with LDS and private memory as arguments of its body.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (memref<16xf32>) -> (), workgroup_attrib_attrs = [{llvm.align = 16 : i64}, {}]}> ({
    ^bb0(%arg0: memref<16xf32>, %arg1: memref<64xf32, #gpu.address_space<workgroup>>, %arg2: memref<8xi8, 3>, %arg3: memref<4xf32, #gpu.address_space<private>>, %arg4: memref<2xi32, 5>):
      %0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %1 = "memref.load"(%arg0, %0) : (memref<16xf32>, index) -> f32
      "memref.store"(%1, %arg1, %0) : (f32, memref<64xf32, #gpu.address_space<workgroup>>, index) -> ()
      "memref.store"(%1, %arg3, %0) : (f32, memref<4xf32, #gpu.address_space<private>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 2 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
