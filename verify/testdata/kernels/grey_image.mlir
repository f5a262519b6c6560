// kernel:    luminance of 64x96 pixels of three bytes, a large 2-d grid of small blocks
// chips:     gfx942 gfx950
// grid:      12 16 1
// block:     8 4 1
// arg:       in i8 18432 bits
// arg:       out i8 6144

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<64x96x3xi8, #gpu.address_space<global>>, memref<64x96xi8, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 8, 4, 1>}> ({
    ^bb0(%x: memref<64x96x3xi8, #gpu.address_space<global>>, %y: memref<64x96xi8, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %by = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c2 = "arith.constant"() <{value = 2 : index}> : () -> index
      %kr = "arith.constant"() <{value = 77 : i32}> : () -> i32
      %kg = "arith.constant"() <{value = 150 : i32}> : () -> i32
      %kb = "arith.constant"() <{value = 29 : i32}> : () -> i32
      %k8 = "arith.constant"() <{value = 8 : i32}> : () -> i32
      %r = "affine.apply"(%by, %ty) <{map = affine_map<(d0, d1) -> (d0 * 4 + d1)>}> : (index, index) -> index
      %c = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 8 + d1)>}> : (index, index) -> index
      %v0 = "memref.load"(%x, %r, %c, %c0) : (memref<64x96x3xi8, #gpu.address_space<global>>, index, index, index) -> i8
      %v1 = "memref.load"(%x, %r, %c, %c1) : (memref<64x96x3xi8, #gpu.address_space<global>>, index, index, index) -> i8
      %v2 = "memref.load"(%x, %r, %c, %c2) : (memref<64x96x3xi8, #gpu.address_space<global>>, index, index, index) -> i8
      %w0 = "arith.extui"(%v0) : (i8) -> i32
      %w1 = "arith.extui"(%v1) : (i8) -> i32
      %w2 = "arith.extui"(%v2) : (i8) -> i32
      %m0 = "arith.muli"(%w0, %kr) : (i32, i32) -> i32
      %m1 = "arith.muli"(%w1, %kg) : (i32, i32) -> i32
      %m2 = "arith.muli"(%w2, %kb) : (i32, i32) -> i32
      %s0 = "arith.addi"(%m0, %m1) : (i32, i32) -> i32
      %s1 = "arith.addi"(%s0, %m2) : (i32, i32) -> i32
      %s2 = "arith.shrui"(%s1, %k8) : (i32, i32) -> i32
      %b = "arith.trunci"(%s2) : (i32) -> i8
      "memref.store"(%b, %y, %r, %c) : (i8, memref<64x96xi8, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "grey_image", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
