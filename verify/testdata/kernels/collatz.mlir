// kernel:    steps of the Collatz sequence, a number a lane
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     64 1 1
// arg:       in i32 128 int 1 2000
// arg:       out i32 128

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<128xi32, #gpu.address_space<global>>, memref<128xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%x: memref<128xi32, #gpu.address_space<global>>, %y: memref<128xi32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %one = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %k3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 64 + d1)>}> : (index, index) -> index
      %v = "memref.load"(%x, %i) : (memref<128xi32, #gpu.address_space<global>>, index) -> i32
      %r:2 = "scf.while"(%v, %zero) ({
      ^bb0(%n: i32, %k: i32):
        %more = "arith.cmpi"(%n, %one) <{predicate = 1 : i64}> : (i32, i32) -> i1
        "scf.condition"(%more, %n, %k) : (i1, i32, i32) -> ()
      }, {
      ^bb0(%n: i32, %k: i32):
        %low = "arith.andi"(%n, %one) : (i32, i32) -> i32
        %odd = "arith.cmpi"(%low, %one) <{predicate = 0 : i64}> : (i32, i32) -> i1
        %next = "scf.if"(%odd) ({
          %a = "arith.muli"(%n, %k3) : (i32, i32) -> i32
          %b = "arith.addi"(%a, %one) : (i32, i32) -> i32
          "scf.yield"(%b) : (i32) -> ()
        }, {
          %b = "arith.shrui"(%n, %one) : (i32, i32) -> i32
          "scf.yield"(%b) : (i32) -> ()
        }) : (i1) -> i32
        %k1 = "arith.addi"(%k, %one) : (i32, i32) -> i32
        "scf.yield"(%next, %k1) : (i32, i32) -> ()
      }) : (i32, i32) -> (i32, i32)
      "memref.store"(%r#1, %y, %i) : (i32, memref<128xi32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "collatz", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
