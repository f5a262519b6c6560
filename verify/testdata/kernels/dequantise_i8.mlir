// kernel:    x = (q - zero) * scale of the row, 16 a lane, to f16
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     64 4 1
// arg:       in i8 8192 bits
// arg:       in f32 8 real 0.01 0.02
// arg:       in i32 8 int -10 10
// arg:       out f16 8192

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<8x1024xi8, #gpu.address_space<global>>, memref<8xf32, #gpu.address_space<global>>, memref<8xi32, #gpu.address_space<global>>, memref<8x1024xf16, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 4, 1>}> ({
    ^bb0(%q: memref<8x1024xi8, #gpu.address_space<global>>, %scale: memref<8xf32, #gpu.address_space<global>>, %zero: memref<8xi32, #gpu.address_space<global>>, %x: memref<8x1024xf16, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %row = "affine.apply"(%bx, %ty) <{map = affine_map<(d0, d1) -> (d0 * 4 + d1)>}> : (index, index) -> index
      %col = "affine.apply"(%tx) <{map = affine_map<(d0) -> (d0 * 16)>}> : (index) -> index
      %s = "memref.load"(%scale, %row) : (memref<8xf32, #gpu.address_space<global>>, index) -> f32
      %z = "memref.load"(%zero, %row) : (memref<8xi32, #gpu.address_space<global>>, index) -> i32
      %ss = "vector.broadcast"(%s) : (f32) -> vector<16xf32>
      %zs = "vector.broadcast"(%z) : (i32) -> vector<16xi32>
      %v = "vector.load"(%q, %row, %col) : (memref<8x1024xi8, #gpu.address_space<global>>, index, index) -> vector<16xi8>
      %w = "arith.extsi"(%v) : (vector<16xi8>) -> vector<16xi32>
      %d = "arith.subi"(%w, %zs) : (vector<16xi32>, vector<16xi32>) -> vector<16xi32>
      %f = "arith.sitofp"(%d) : (vector<16xi32>) -> vector<16xf32>
      %m = "arith.mulf"(%f, %ss) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
      %h = "arith.truncf"(%m) : (vector<16xf32>) -> vector<16xf16>
      "vector.store"(%h, %x, %row, %col) : (vector<16xf16>, memref<8x1024xf16, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "dequantise_i8", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
