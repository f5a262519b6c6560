// kernel:    population count, leading and trailing zeros, rotation, parity and power of two above
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in i32 1024 bits
// arg:       out i32 1024

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<1024xi32, #gpu.address_space<global>>, memref<1024xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<1024xi32, #gpu.address_space<global>>, %y: memref<1024xi32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %one = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %k5 = "arith.constant"() <{value = 5 : i32}> : () -> i32
      %k27 = "arith.constant"() <{value = 27 : i32}> : () -> i32
      %k31 = "arith.constant"() <{value = 31 : i32}> : () -> i32
      %k32 = "arith.constant"() <{value = 32 : i32}> : () -> i32
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %v = "memref.load"(%x, %i) : (memref<1024xi32, #gpu.address_space<global>>, index) -> i32
      %p = "math.ctpop"(%v) : (i32) -> i32
      %l = "math.ctlz"(%v) : (i32) -> i32
      %t = "math.cttz"(%v) : (i32) -> i32
      %r0 = "arith.shli"(%v, %k5) : (i32, i32) -> i32
      %r1 = "arith.shrui"(%v, %k27) : (i32, i32) -> i32
      %rot = "arith.ori"(%r0, %r1) : (i32, i32) -> i32
      %n = "arith.subi"(%k32, %l) : (i32, i32) -> i32
      %m = "arith.andi"(%n, %k31) : (i32, i32) -> i32
      %pow = "arith.shli"(%one, %m) : (i32, i32) -> i32
      %par = "arith.andi"(%p, %one) : (i32, i32) -> i32
      %s0 = "arith.xori"(%rot, %pow) : (i32, i32) -> i32
      %s1 = "arith.addi"(%s0, %t) : (i32, i32) -> i32
      %s2 = "arith.subi"(%s1, %par) : (i32, i32) -> i32
      "memref.store"(%s2, %y, %i) : (i32, memref<1024xi32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "bit_tricks", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
