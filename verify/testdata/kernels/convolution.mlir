// kernel:    3x3 convolution of 34x66 f32 with weights of memory, a pixel a lane
// chips:     gfx942 gfx950
// grid:      4 8 1
// block:     16 4 1
// arg:       in f32 2244 real -1 1
// arg:       in f32 9 real -1 1
// arg:       out f32 2048

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<34x66xf32, #gpu.address_space<global>>, memref<3x3xf32, #gpu.address_space<global>>, memref<32x64xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 16, 4, 1>}> ({
    ^bb0(%x: memref<34x66xf32, #gpu.address_space<global>>, %w: memref<3x3xf32, #gpu.address_space<global>>, %y: memref<32x64xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %by = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c3 = "arith.constant"() <{value = 3 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %r = "affine.apply"(%by, %ty) <{map = affine_map<(d0, d1) -> (d0 * 4 + d1)>}> : (index, index) -> index
      %c = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1)>}> : (index, index) -> index
      %sum = "scf.for"(%c0, %c3, %c1, %zero) ({
      ^bb0(%i: index, %s: f32):
        %n = "scf.for"(%c0, %c3, %c1, %s) ({
        ^bb0(%j: index, %t: f32):
          %ri = "arith.addi"(%r, %i) : (index, index) -> index
          %cj = "arith.addi"(%c, %j) : (index, index) -> index
          %v = "memref.load"(%x, %ri, %cj) : (memref<34x66xf32, #gpu.address_space<global>>, index, index) -> f32
          %k = "memref.load"(%w, %i, %j) : (memref<3x3xf32, #gpu.address_space<global>>, index, index) -> f32
          %f = "math.fma"(%v, %k, %t) : (f32, f32, f32) -> f32
          "scf.yield"(%f) : (f32) -> ()
        }) : (index, index, index, f32) -> f32
        "scf.yield"(%n) : (f32) -> ()
      }) : (index, index, index, f32) -> f32
      "memref.store"(%sum, %y, %r, %c) : (f32, memref<32x64xf32, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "convolution", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
