// kernel:    high and low halves of 32x32 products, signed and not
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in i32 1024 bits
// arg:       in i32 1024 bits
// arg:       out i32 4096

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<1024xi32, #gpu.address_space<global>>, memref<1024xi32, #gpu.address_space<global>>, memref<1024x4xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<1024xi32, #gpu.address_space<global>>, %w: memref<1024xi32, #gpu.address_space<global>>, %y: memref<1024x4xi32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %a = "memref.load"(%x, %i) : (memref<1024xi32, #gpu.address_space<global>>, index) -> i32
      %b = "memref.load"(%w, %i) : (memref<1024xi32, #gpu.address_space<global>>, index) -> i32
      %ul:2 = "arith.mului_extended"(%a, %b) : (i32, i32) -> (i32, i32)
      %sl:2 = "arith.mulsi_extended"(%a, %b) : (i32, i32) -> (i32, i32)
      %v = "vector.from_elements"(%ul#0, %ul#1, %sl#0, %sl#1) : (i32, i32, i32, i32) -> vector<4xi32>
      "vector.store"(%v, %y, %i, %c0) : (vector<4xi32>, memref<1024x4xi32, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "wide_multiply", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
