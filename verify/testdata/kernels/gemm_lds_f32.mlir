// kernel:    C = A*B for 32x32x64 f32, tiles of 16x16 through LDS
// chips:     gfx942 gfx950
// grid:      2 2 1
// block:     16 16 1
// arg:       in f32 2048 real -1 1
// arg:       in f32 2048 real -1 1
// arg:       out f32 1024

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<32x64xf32, #gpu.address_space<global>>, memref<64x32xf32, #gpu.address_space<global>>, memref<32x32xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 16, 16, 1>}> ({
    ^bb0(%a: memref<32x64xf32, #gpu.address_space<global>>, %b: memref<64x32xf32, #gpu.address_space<global>>, %c: memref<32x32xf32, #gpu.address_space<global>>, %la: memref<16x16xf32, #gpu.address_space<workgroup>>, %lb: memref<16x16xf32, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %by = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
      %c64 = "arith.constant"() <{value = 64 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %row = "affine.apply"(%by, %ty) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1)>}> : (index, index) -> index
      %col = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1)>}> : (index, index) -> index
      %sum = "scf.for"(%c0, %c64, %c16, %zero) ({
      ^bb0(%k0: index, %acc: f32):
        %ka = "arith.addi"(%k0, %tx) : (index, index) -> index
        %kb = "arith.addi"(%k0, %ty) : (index, index) -> index
        %ga = "memref.load"(%a, %row, %ka) : (memref<32x64xf32, #gpu.address_space<global>>, index, index) -> f32
        %gb = "memref.load"(%b, %kb, %col) : (memref<64x32xf32, #gpu.address_space<global>>, index, index) -> f32
        "memref.store"(%ga, %la, %ty, %tx) : (f32, memref<16x16xf32, #gpu.address_space<workgroup>>, index, index) -> ()
        "memref.store"(%gb, %lb, %ty, %tx) : (f32, memref<16x16xf32, #gpu.address_space<workgroup>>, index, index) -> ()
        "gpu.barrier"() : () -> ()
        %sum_0 = "scf.for"(%c0, %c16, %c1, %acc) ({
        ^bb0(%k: index, %s: f32):
          %av = "memref.load"(%la, %ty, %k) : (memref<16x16xf32, #gpu.address_space<workgroup>>, index, index) -> f32
          %bv = "memref.load"(%lb, %k, %tx) : (memref<16x16xf32, #gpu.address_space<workgroup>>, index, index) -> f32
          %n = "math.fma"(%av, %bv, %s) : (f32, f32, f32) -> f32
          "scf.yield"(%n) : (f32) -> ()
        }) : (index, index, index, f32) -> f32
        "gpu.barrier"() : () -> ()
        "scf.yield"(%sum_0) : (f32) -> ()
      }) : (index, index, index, f32) -> f32
      "memref.store"(%sum, %c, %row, %col) : (f32, memref<32x32xf32, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gemm_lds_f32", workgroup_attributions = 2 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
