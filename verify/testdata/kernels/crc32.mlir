// kernel:    CRC-32 of 16 bytes a lane, bit by bit
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     64 1 1
// arg:       in i8 2048 bits
// arg:       out i32 128

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<128x16xi8, #gpu.address_space<global>>, memref<128xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%x: memref<128x16xi8, #gpu.address_space<global>>, %y: memref<128xi32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c8 = "arith.constant"() <{value = 8 : index}> : () -> index
      %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
      %ones = "arith.constant"() <{value = -1 : i32}> : () -> i32
      %poly = "arith.constant"() <{value = -306674912 : i32}> : () -> i32
      %one = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 64 + d1)>}> : (index, index) -> index
      %crc = "scf.for"(%c0, %c16, %c1, %ones) ({
      ^bb0(%k: index, %s: i32):
        %b = "memref.load"(%x, %i, %k) : (memref<128x16xi8, #gpu.address_space<global>>, index, index) -> i8
        %w = "arith.extui"(%b) : (i8) -> i32
        %m = "arith.xori"(%s, %w) : (i32, i32) -> i32
        %r = "scf.for"(%c0, %c8, %c1, %m) ({
        ^bb0(%j: index, %c: i32):
          %low = "arith.andi"(%c, %one) : (i32, i32) -> i32
          %odd = "arith.cmpi"(%low, %zero) <{predicate = 1 : i64}> : (i32, i32) -> i1
          %h = "arith.shrui"(%c, %one) : (i32, i32) -> i32
          %f = "arith.xori"(%h, %poly) : (i32, i32) -> i32
          %n_0 = "arith.select"(%odd, %f, %h) : (i1, i32, i32) -> i32
          "scf.yield"(%n_0) : (i32) -> ()
        }) : (index, index, index, i32) -> i32
        "scf.yield"(%r) : (i32) -> ()
      }) : (index, index, index, i32) -> i32
      %n = "arith.xori"(%crc, %ones) : (i32, i32) -> i32
      "memref.store"(%n, %y, %i) : (i32, memref<128xi32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "crc32", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
