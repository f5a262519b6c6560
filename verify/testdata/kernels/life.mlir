// kernel:    the game of life on 64x64 bytes with wrapped borders
// chips:     gfx942 gfx950
// grid:      4 8 1
// block:     16 8 1
// arg:       in i8 4096 int 0 1
// arg:       out i8 4096

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<64x64xi8, #gpu.address_space<global>>, memref<64x64xi8, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 16, 8, 1>}> ({
    ^bb0(%x: memref<64x64xi8, #gpu.address_space<global>>, %y: memref<64x64xi8, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %by = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c3 = "arith.constant"() <{value = 3 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %k2 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %k3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
      %r = "affine.apply"(%by, %ty) <{map = affine_map<(d0, d1) -> (d0 * 8 + d1)>}> : (index, index) -> index
      %c = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1)>}> : (index, index) -> index
      %sum = "scf.for"(%c0, %c3, %c1, %zero) ({
      ^bb0(%i: index, %s: i32):
        %n = "scf.for"(%c0, %c3, %c1, %s) ({
        ^bb0(%j: index, %t: i32):
          %ri = "affine.apply"(%r, %i) <{map = affine_map<(d0, d1) -> ((d0 + d1 + 63) mod 64)>}> : (index, index) -> index
          %cj = "affine.apply"(%c, %j) <{map = affine_map<(d0, d1) -> ((d0 + d1 + 63) mod 64)>}> : (index, index) -> index
          %v = "memref.load"(%x, %ri, %cj) : (memref<64x64xi8, #gpu.address_space<global>>, index, index) -> i8
          %w = "arith.extui"(%v) : (i8) -> i32
          %u = "arith.addi"(%t, %w) : (i32, i32) -> i32
          "scf.yield"(%u) : (i32) -> ()
        }) : (index, index, index, i32) -> i32
        "scf.yield"(%n) : (i32) -> ()
      }) : (index, index, index, i32) -> i32
      %me = "memref.load"(%x, %r, %c) : (memref<64x64xi8, #gpu.address_space<global>>, index, index) -> i8
      %mew = "arith.extui"(%me) : (i8) -> i32
      %around = "arith.subi"(%sum, %mew) : (i32, i32) -> i32
      %is3 = "arith.cmpi"(%around, %k3) <{predicate = 0 : i64}> : (i32, i32) -> i1
      %is2 = "arith.cmpi"(%around, %k2) <{predicate = 0 : i64}> : (i32, i32) -> i1
      %alive = "arith.trunci"(%me) : (i8) -> i1
      %stays = "arith.andi"(%is2, %alive) : (i1, i1) -> i1
      %lives = "arith.ori"(%is3, %stays) : (i1, i1) -> i1
      %b = "arith.extui"(%lives) : (i1) -> i8
      "memref.store"(%b, %y, %r, %c) : (i8, memref<64x64xi8, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "life", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
