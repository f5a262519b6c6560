// kernel:    a table of 256 i16 in LDS as a memref.global, two look-ups in a row for each byte
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in i16 256 bits
// arg:       in i8 2048 bits
// arg:       out i16 2048

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "memref.global"() <{sym_name = "lut", sym_visibility = "private", type = memref<256xi16, #gpu.address_space<workgroup>>}> : () -> ()
    "gpu.func"() <{function_type = (memref<256xi16, #gpu.address_space<global>>, memref<2048xi8, #gpu.address_space<global>>, memref<2048xi16, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%t: memref<256xi16, #gpu.address_space<global>>, %x: memref<2048xi8, #gpu.address_space<global>>, %y: memref<2048xi16, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
      %lut = "memref.get_global"() <{name = @lut}> : () -> memref<256xi16, #gpu.address_space<workgroup>>
      %mask = "arith.constant"() <{value = 255 : i16}> : () -> i16
      %v = "memref.load"(%t, %tx) : (memref<256xi16, #gpu.address_space<global>>, index) -> i16
      "memref.store"(%v, %lut, %tx) : (i16, memref<256xi16, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      "scf.for"(%c0, %c4, %c1) ({
      ^bb0(%k: index):
        %i = "affine.apply"(%bx, %k, %tx) <{map = affine_map<(d0, d1, d2) -> (d0 * 1024 + d1 * 256 + d2)>}> : (index, index, index) -> index
        %b = "memref.load"(%x, %i) : (memref<2048xi8, #gpu.address_space<global>>, index) -> i8
        %j = "arith.index_castui"(%b) : (i8) -> index
        %a = "memref.load"(%lut, %j) : (memref<256xi16, #gpu.address_space<workgroup>>, index) -> i16
        %l = "arith.andi"(%a, %mask) : (i16, i16) -> i16
        %j2 = "arith.index_castui"(%l) : (i16) -> index
        %r = "memref.load"(%lut, %j2) : (memref<256xi16, #gpu.address_space<workgroup>>, index) -> i16
        "memref.store"(%r, %y, %i) : (i16, memref<2048xi16, #gpu.address_space<global>>, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "lookup_lds", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
