// kernel:    C = A*B^T for 64x64x512 fp4, two in a byte, with a scale for each 32 of k
// chips:     gfx950
// grid:      4 4 1
// block:     64 1 1
// arg:       in i8 16384 bits
// arg:       in i8 16384 bits
// arg:       in f8E8M0FNU 1024 int 122 131
// arg:       in f8E8M0FNU 1024 int 122 131
// arg:       out f32 4096

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<64x256xi8, #gpu.address_space<global>>, memref<64x256xi8, #gpu.address_space<global>>, memref<64x16xf8E8M0FNU, #gpu.address_space<global>>, memref<64x16xf8E8M0FNU, #gpu.address_space<global>>, memref<64x64xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%a: memref<64x256xi8, #gpu.address_space<global>>, %b: memref<64x256xi8, #gpu.address_space<global>>, %sa: memref<64x16xf8E8M0FNU, #gpu.address_space<global>>, %sb: memref<64x16xf8E8M0FNU, #gpu.address_space<global>>, %c: memref<64x64xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %by = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
      %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
      %zero = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
      %row = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>}> : (index, index) -> index
      %col = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>}> : (index, index) -> index
      %g = "affine.apply"(%tx) <{map = affine_map<(d0) -> (d0 floordiv 16)>}> : (index) -> index
      %acc = "scf.for"(%c0, %c16, %c4, %zero) ({
      ^bb0(%kt: index, %s: vector<4xf32>):
        %kb = "arith.addi"(%kt, %g) : (index, index) -> index
        %k = "arith.muli"(%kb, %c16) : (index, index) -> index
        %ab = "vector.load"(%a, %row, %k) : (memref<64x256xi8, #gpu.address_space<global>>, index, index) -> vector<16xi8>
        %bb = "vector.load"(%b, %col, %k) : (memref<64x256xi8, #gpu.address_space<global>>, index, index) -> vector<16xi8>
        %av = "vector.bitcast"(%ab) : (vector<16xi8>) -> vector<32xf4E2M1FN>
        %bv = "vector.bitcast"(%bb) : (vector<16xi8>) -> vector<32xf4E2M1FN>
        %sav = "memref.load"(%sa, %row, %kb) : (memref<64x16xf8E8M0FNU, #gpu.address_space<global>>, index, index) -> f8E8M0FNU
        %sbv = "memref.load"(%sb, %col, %kb) : (memref<64x16xf8E8M0FNU, #gpu.address_space<global>>, index, index) -> f8E8M0FNU
        %d = "amdgpu.scaled_mfma"(%av, %bv, %s, %sav, %sbv) <{k = 128 : i32, m = 16 : i32, n = 16 : i32, scalesIdxA = 0 : i32, scalesIdxB = 0 : i32}> : (vector<32xf4E2M1FN>, vector<32xf4E2M1FN>, vector<4xf32>, f8E8M0FNU, f8E8M0FNU) -> vector<4xf32>
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
    }) {gpu.kernel, sym_name = "scaled_mfma_fp4_16x16x128", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
