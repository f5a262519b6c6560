// kernel:    C = A*B^T for 64x64x256 f16, a tile of 16x16 a wave, mfma 16x16x16
// chips:     gfx942 gfx950
// grid:      4 4 1
// block:     64 1 1
// arg:       in f16 16384 real -1 1
// arg:       in f16 16384 real -1 1
// arg:       out f32 4096

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<64x256xf16, #gpu.address_space<global>>, memref<64x256xf16, #gpu.address_space<global>>, memref<64x64xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%a: memref<64x256xf16, #gpu.address_space<global>>, %b: memref<64x256xf16, #gpu.address_space<global>>, %c: memref<64x64xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %by = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
      %c256 = "arith.constant"() <{value = 256 : index}> : () -> index
      %zero = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
      %row = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>}> : (index, index) -> index
      %col = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>}> : (index, index) -> index
      %k0 = "affine.apply"(%tx) <{map = affine_map<(d0) -> ((d0 floordiv 16) * 4)>}> : (index) -> index
      %acc = "scf.for"(%c0, %c256, %c16, %zero) ({
      ^bb0(%kt: index, %s: vector<4xf32>):
        %k = "arith.addi"(%kt, %k0) : (index, index) -> index
        %av = "vector.load"(%a, %row, %k) : (memref<64x256xf16, #gpu.address_space<global>>, index, index) -> vector<4xf16>
        %bv = "vector.load"(%b, %col, %k) : (memref<64x256xf16, #gpu.address_space<global>>, index, index) -> vector<4xf16>
        %d = "amdgpu.mfma"(%av, %bv, %s) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
        "scf.yield"(%d) : (vector<4xf32>) -> ()
      }) : (index, index, index, vector<4xf32>) -> vector<4xf32>
      %cc = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>}> : (index, index) -> index
      %e0 = "vector.extract"(%acc) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> f32
      %q0 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 4)>}> : (index, index) -> index
      "memref.store"(%e0, %c, %q0, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e1 = "vector.extract"(%acc) <{static_position = array<i64: 1>}> : (vector<4xf32>) -> f32
      %q1 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 4 + 1)>}> : (index, index) -> index
      "memref.store"(%e1, %c, %q1, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e2 = "vector.extract"(%acc) <{static_position = array<i64: 2>}> : (vector<4xf32>) -> f32
      %q2 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 4 + 2)>}> : (index, index) -> index
      "memref.store"(%e2, %c, %q2, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e3 = "vector.extract"(%acc) <{static_position = array<i64: 3>}> : (vector<4xf32>) -> f32
      %q3 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 4 + 3)>}> : (index, index) -> index
      "memref.store"(%e3, %c, %q3, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "mfma_f16_16x16x16", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
