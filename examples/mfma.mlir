// D = A*B for one 16x16x16 tile in f16, with one matrix instruction of one wave.
// B comes transposed: row n of %bt is column n of B. Lane l has row l%16 of A and
// column l%16 of B, elements 4*(l/16) to 4*(l/16)+3; its result is in column l%16.
//
//	heddle run examples/mfma.mlir --interp --mcpu gfx950 --grid 1 \
//		--arg rand:f16[16,16]:seed=1 --arg rand:f16[16,16]:seed=2 --arg out:d.npy:f32[16,16]
"builtin.module"() ({
  "func.func"() <{function_type = (memref<16x16xf16>, memref<16x16xf16>, memref<16x16xf32>) -> (), sym_name = "mfma"}> ({
  ^bb0(%a: memref<16x16xf16>, %bt: memref<16x16xf16>, %d: memref<16x16xf32>):
    %t = "gpu.thread_id"() <{dimension = #gpu<dim x>, upper_bound = 64 : index}> : () -> index
    %row = "affine.apply"(%t) <{map = affine_map<(d0) -> (d0 mod 16)>}> : (index) -> index
    %k = "affine.apply"(%t) <{map = affine_map<(d0) -> ((d0 floordiv 16) * 4)>}> : (index) -> index
    %va = "vector.load"(%a, %row, %k) : (memref<16x16xf16>, index, index) -> vector<4xf16>
    %vb = "vector.load"(%bt, %row, %k) : (memref<16x16xf16>, index, index) -> vector<4xf16>
    %zero = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
    %vd = "amdgpu.mfma"(%va, %vb, %zero) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
    "scf.for"(%c0, %c4, %c1) ({
    ^bb0(%j: index):
      %e = "vector.extract"(%vd, %j) <{static_position = array<i64: -9223372036854775808>}> : (vector<4xf32>, index) -> f32
      %m = "arith.addi"(%k, %j) : (index, index) -> index
      "memref.store"(%e, %d, %m, %row) : (f32, memref<16x16xf32>, index, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "func.return"() : () -> ()
  }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} : () -> ()
}) : () -> ()
