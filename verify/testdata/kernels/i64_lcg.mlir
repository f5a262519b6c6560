// kernel:    64-bit linear congruential numbers, 32 steps a lane
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in i64 1024 bits
// arg:       out i64 1024

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<1024xi64, #gpu.address_space<global>>, memref<1024xi64, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<1024xi64, #gpu.address_space<global>>, %y: memref<1024xi64, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c32 = "arith.constant"() <{value = 32 : index}> : () -> index
      %a = "arith.constant"() <{value = 6364136223846793005 : i64}> : () -> i64
      %c = "arith.constant"() <{value = 1442695040888963407 : i64}> : () -> i64
      %s33 = "arith.constant"() <{value = 33 : i64}> : () -> i64
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %v = "memref.load"(%x, %i) : (memref<1024xi64, #gpu.address_space<global>>, index) -> i64
      %zero = "arith.constant"() <{value = 0 : i64}> : () -> i64
      %r:2 = "scf.for"(%c0, %c32, %c1, %v, %zero) ({
      ^bb0(%k: index, %s: i64, %h: i64):
        %m = "arith.muli"(%s, %a) : (i64, i64) -> i64
        %n = "arith.addi"(%m, %c) : (i64, i64) -> i64
        %t = "arith.shrui"(%n, %s33) : (i64, i64) -> i64
        %u = "arith.xori"(%n, %t) : (i64, i64) -> i64
        %g = "arith.addi"(%h, %u) : (i64, i64) -> i64
        "scf.yield"(%n, %g) : (i64, i64) -> ()
      }) : (index, index, index, i64, i64) -> (i64, i64)
      "memref.store"(%r#1, %y, %i) : (i64, memref<1024xi64, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i64_lcg", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
