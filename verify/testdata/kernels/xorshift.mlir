// kernel:    xorshift32, 64 steps a lane, and a count of points in a quarter circle
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     64 1 1
// arg:       in i32 256 int 1 2000000000
// arg:       out i32 256

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<256xi32, #gpu.address_space<global>>, memref<256xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%x: memref<256xi32, #gpu.address_space<global>>, %y: memref<256xi32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c64 = "arith.constant"() <{value = 64 : index}> : () -> index
      %k13 = "arith.constant"() <{value = 13 : i32}> : () -> i32
      %k17 = "arith.constant"() <{value = 17 : i32}> : () -> i32
      %k5 = "arith.constant"() <{value = 5 : i32}> : () -> i32
      %k16 = "arith.constant"() <{value = 16 : i32}> : () -> i32
      %mask = "arith.constant"() <{value = 65535 : i32}> : () -> i32
      %limit = "arith.constant"() <{value = -131072 : i32}> : () -> i32
      %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 64 + d1)>}> : (index, index) -> index
      %v = "memref.load"(%x, %i) : (memref<256xi32, #gpu.address_space<global>>, index) -> i32
      %r:2 = "scf.for"(%c0, %c64, %c1, %v, %zero) ({
      ^bb0(%k: index, %s: i32, %n: i32):
        %a = "arith.shli"(%s, %k13) : (i32, i32) -> i32
        %b = "arith.xori"(%s, %a) : (i32, i32) -> i32
        %c = "arith.shrui"(%b, %k17) : (i32, i32) -> i32
        %d = "arith.xori"(%b, %c) : (i32, i32) -> i32
        %e = "arith.shli"(%d, %k5) : (i32, i32) -> i32
        %f = "arith.xori"(%d, %e) : (i32, i32) -> i32
        %px = "arith.andi"(%f, %mask) : (i32, i32) -> i32
        %py = "arith.shrui"(%f, %k16) : (i32, i32) -> i32
        %xx = "arith.muli"(%px, %px) : (i32, i32) -> i32
        %yy = "arith.muli"(%py, %py) : (i32, i32) -> i32
        %sum:2 = "arith.addui_extended"(%xx, %yy) : (i32, i32) -> (i32, i1)
        %in = "arith.cmpi"(%sum#0, %limit) <{predicate = 6 : i64}> : (i32, i32) -> i1
        %true = "arith.constant"() <{value = true}> : () -> i1
        %fits = "arith.xori"(%sum#1, %true) : (i1, i1) -> i1
        %hit = "arith.andi"(%in, %fits) : (i1, i1) -> i1
        %one = "arith.extui"(%hit) : (i1) -> i32
        %m = "arith.addi"(%n, %one) : (i32, i32) -> i32
        "scf.yield"(%f, %m) : (i32, i32) -> ()
      }) : (index, index, index, i32, i32) -> (i32, i32)
      "memref.store"(%r#1, %y, %i) : (i32, memref<256xi32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "xorshift", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
