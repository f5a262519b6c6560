// kernel:    C = A*B^T for 64x64x256 f16, a tile of 32x32 a wave, mfma 32x32x8
// chips:     gfx942 gfx950
// grid:      2 2 1
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
      %c8 = "arith.constant"() <{value = 8 : index}> : () -> index
      %c256 = "arith.constant"() <{value = 256 : index}> : () -> index
      %zero = "arith.constant"() <{value = dense<0.000000e+00> : vector<16xf32>}> : () -> vector<16xf32>
      %row = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + d1 mod 32)>}> : (index, index) -> index
      %col = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + d1 mod 32)>}> : (index, index) -> index
      %k0 = "affine.apply"(%tx) <{map = affine_map<(d0) -> ((d0 floordiv 32) * 4)>}> : (index) -> index
      %acc = "scf.for"(%c0, %c256, %c8, %zero) ({
      ^bb0(%kt: index, %s: vector<16xf32>):
        %k = "arith.addi"(%kt, %k0) : (index, index) -> index
        %av = "vector.load"(%a, %row, %k) : (memref<64x256xf16, #gpu.address_space<global>>, index, index) -> vector<4xf16>
        %bv = "vector.load"(%b, %col, %k) : (memref<64x256xf16, #gpu.address_space<global>>, index, index) -> vector<4xf16>
        %d = "amdgpu.mfma"(%av, %bv, %s) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 8 : i32, m = 32 : i32, n = 32 : i32}> : (vector<4xf16>, vector<4xf16>, vector<16xf32>) -> vector<16xf32>
        "scf.yield"(%d) : (vector<16xf32>) -> ()
      }) : (index, index, index, vector<16xf32>) -> vector<16xf32>
      %cc = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + d1 mod 32)>}> : (index, index) -> index
      %e0 = "vector.extract"(%acc) <{static_position = array<i64: 0>}> : (vector<16xf32>) -> f32
      %q0 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4)>}> : (index, index) -> index
      "memref.store"(%e0, %c, %q0, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e1 = "vector.extract"(%acc) <{static_position = array<i64: 1>}> : (vector<16xf32>) -> f32
      %q1 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 1)>}> : (index, index) -> index
      "memref.store"(%e1, %c, %q1, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e2 = "vector.extract"(%acc) <{static_position = array<i64: 2>}> : (vector<16xf32>) -> f32
      %q2 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 2)>}> : (index, index) -> index
      "memref.store"(%e2, %c, %q2, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e3 = "vector.extract"(%acc) <{static_position = array<i64: 3>}> : (vector<16xf32>) -> f32
      %q3 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 3)>}> : (index, index) -> index
      "memref.store"(%e3, %c, %q3, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e4 = "vector.extract"(%acc) <{static_position = array<i64: 4>}> : (vector<16xf32>) -> f32
      %q4 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 8)>}> : (index, index) -> index
      "memref.store"(%e4, %c, %q4, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e5 = "vector.extract"(%acc) <{static_position = array<i64: 5>}> : (vector<16xf32>) -> f32
      %q5 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 9)>}> : (index, index) -> index
      "memref.store"(%e5, %c, %q5, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e6 = "vector.extract"(%acc) <{static_position = array<i64: 6>}> : (vector<16xf32>) -> f32
      %q6 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 10)>}> : (index, index) -> index
      "memref.store"(%e6, %c, %q6, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e7 = "vector.extract"(%acc) <{static_position = array<i64: 7>}> : (vector<16xf32>) -> f32
      %q7 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 11)>}> : (index, index) -> index
      "memref.store"(%e7, %c, %q7, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e8 = "vector.extract"(%acc) <{static_position = array<i64: 8>}> : (vector<16xf32>) -> f32
      %q8 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 16)>}> : (index, index) -> index
      "memref.store"(%e8, %c, %q8, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e9 = "vector.extract"(%acc) <{static_position = array<i64: 9>}> : (vector<16xf32>) -> f32
      %q9 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 17)>}> : (index, index) -> index
      "memref.store"(%e9, %c, %q9, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e10 = "vector.extract"(%acc) <{static_position = array<i64: 10>}> : (vector<16xf32>) -> f32
      %q10 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 18)>}> : (index, index) -> index
      "memref.store"(%e10, %c, %q10, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e11 = "vector.extract"(%acc) <{static_position = array<i64: 11>}> : (vector<16xf32>) -> f32
      %q11 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 19)>}> : (index, index) -> index
      "memref.store"(%e11, %c, %q11, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e12 = "vector.extract"(%acc) <{static_position = array<i64: 12>}> : (vector<16xf32>) -> f32
      %q12 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 24)>}> : (index, index) -> index
      "memref.store"(%e12, %c, %q12, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e13 = "vector.extract"(%acc) <{static_position = array<i64: 13>}> : (vector<16xf32>) -> f32
      %q13 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 25)>}> : (index, index) -> index
      "memref.store"(%e13, %c, %q13, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e14 = "vector.extract"(%acc) <{static_position = array<i64: 14>}> : (vector<16xf32>) -> f32
      %q14 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 26)>}> : (index, index) -> index
      "memref.store"(%e14, %c, %q14, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e15 = "vector.extract"(%acc) <{static_position = array<i64: 15>}> : (vector<16xf32>) -> f32
      %q15 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 27)>}> : (index, index) -> index
      "memref.store"(%e15, %c, %q15, %cc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "mfma_f16_32x32x8", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
