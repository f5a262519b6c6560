// kernel:    C = A*B^T for 64x64x256 f16, LDS without padding, blocks of 4 swizzled by exclusive or
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     256 1 1
// arg:       in f16 16384 real -1 1
// arg:       in f16 16384 real -1 1
// arg:       out f32 4096

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<64x256xf16, #gpu.address_space<global>>, memref<64x256xf16, #gpu.address_space<global>>, memref<64x64xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%a: memref<64x256xf16, #gpu.address_space<global>>, %b: memref<64x256xf16, #gpu.address_space<global>>, %c: memref<64x64xf32, #gpu.address_space<global>>, %la: memref<64x32xf16, #gpu.address_space<workgroup>>, %lb: memref<64x32xf16, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %by = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c2 = "arith.constant"() <{value = 2 : index}> : () -> index
      %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
      %c8 = "arith.constant"() <{value = 8 : index}> : () -> index
      %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
      %c32 = "arith.constant"() <{value = 32 : index}> : () -> index
      %c64 = "arith.constant"() <{value = 64 : index}> : () -> index
      %c256 = "arith.constant"() <{value = 256 : index}> : () -> index
      %zero = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
      %wave = "arith.divui"(%tx, %c64) : (index, index) -> index
      %l = "arith.remui"(%tx, %c64) : (index, index) -> index
      %wr = "arith.divui"(%wave, %c2) : (index, index) -> index
      %wc = "arith.remui"(%wave, %c2) : (index, index) -> index
      %fr = "affine.apply"(%wr, %l) <{map = affine_map<(d0, d1) -> (d0 * 32 + d1 mod 16)>}> : (index, index) -> index
      %fc = "affine.apply"(%wc, %l) <{map = affine_map<(d0, d1) -> (d0 * 32 + d1 mod 16)>}> : (index, index) -> index
      %fr1 = "arith.addi"(%fr, %c16) : (index, index) -> index
      %fc1 = "arith.addi"(%fc, %c16) : (index, index) -> index
      %kq = "affine.apply"(%l) <{map = affine_map<(d0) -> ((d0 floordiv 16) * 4)>}> : (index) -> index
      %sw = "affine.apply"(%l) <{map = affine_map<(d0) -> (d0 mod 8)>}> : (index) -> index
      %sr = "arith.divui"(%tx, %c4) : (index, index) -> index
      %q = "arith.remui"(%tx, %c4) : (index, index) -> index
      %sc = "arith.muli"(%q, %c8) : (index, index) -> index
      %srm = "arith.remui"(%sr, %c8) : (index, index) -> index
      %b0 = "arith.muli"(%q, %c2) : (index, index) -> index
      %b1 = "arith.addi"(%b0, %c1) : (index, index) -> index
      %t0 = "arith.xori"(%b0, %srm) : (index, index) -> index
      %t1 = "arith.xori"(%b1, %srm) : (index, index) -> index
      %sc0 = "arith.muli"(%t0, %c4) : (index, index) -> index
      %sc1 = "arith.muli"(%t1, %c4) : (index, index) -> index
      %acc:4 = "scf.for"(%c0, %c256, %c32, %zero, %zero, %zero, %zero) ({
      ^bb0(%kt: index, %s0: vector<4xf32>, %s1: vector<4xf32>, %s2: vector<4xf32>, %s3: vector<4xf32>):
        %k = "arith.addi"(%kt, %sc) : (index, index) -> index
        %ga = "vector.load"(%a, %sr, %k) : (memref<64x256xf16, #gpu.address_space<global>>, index, index) -> vector<8xf16>
        %gb = "vector.load"(%b, %sr, %k) : (memref<64x256xf16, #gpu.address_space<global>>, index, index) -> vector<8xf16>
        %ga0 = "vector.extract_strided_slice"(%ga) <{offsets = [0], sizes = [4], strides = [1]}> : (vector<8xf16>) -> vector<4xf16>
        %ga1 = "vector.extract_strided_slice"(%ga) <{offsets = [4], sizes = [4], strides = [1]}> : (vector<8xf16>) -> vector<4xf16>
        %gb0 = "vector.extract_strided_slice"(%gb) <{offsets = [0], sizes = [4], strides = [1]}> : (vector<8xf16>) -> vector<4xf16>
        %gb1 = "vector.extract_strided_slice"(%gb) <{offsets = [4], sizes = [4], strides = [1]}> : (vector<8xf16>) -> vector<4xf16>
        "vector.store"(%ga0, %la, %sr, %sc0) : (vector<4xf16>, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
        "vector.store"(%ga1, %la, %sr, %sc1) : (vector<4xf16>, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
        "vector.store"(%gb0, %lb, %sr, %sc0) : (vector<4xf16>, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
        "vector.store"(%gb1, %lb, %sr, %sc1) : (vector<4xf16>, memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> ()
        "gpu.barrier"() : () -> ()
        %g0 = "affine.apply"(%l) <{map = affine_map<(d0) -> (d0 floordiv 16)>}> : (index) -> index
        %x0 = "arith.xori"(%g0, %sw) : (index, index) -> index
        %k0 = "arith.muli"(%x0, %c4) : (index, index) -> index
        %a00 = "vector.load"(%la, %fr, %k0) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
        %a10 = "vector.load"(%la, %fr1, %k0) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
        %b00 = "vector.load"(%lb, %fc, %k0) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
        %b10 = "vector.load"(%lb, %fc1, %k0) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
        %m00 = "amdgpu.mfma"(%a00, %b00, %s0) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
        %m10 = "amdgpu.mfma"(%a00, %b10, %s1) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
        %m20 = "amdgpu.mfma"(%a10, %b00, %s2) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
        %m30 = "amdgpu.mfma"(%a10, %b10, %s3) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
        %g1 = "affine.apply"(%l) <{map = affine_map<(d0) -> (d0 floordiv 16 + 4)>}> : (index) -> index
        %x1 = "arith.xori"(%g1, %sw) : (index, index) -> index
        %k1 = "arith.muli"(%x1, %c4) : (index, index) -> index
        %a01 = "vector.load"(%la, %fr, %k1) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
        %a11 = "vector.load"(%la, %fr1, %k1) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
        %b01 = "vector.load"(%lb, %fc, %k1) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
        %b11 = "vector.load"(%lb, %fc1, %k1) : (memref<64x32xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
        %m01 = "amdgpu.mfma"(%a01, %b01, %m00) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
        %m11 = "amdgpu.mfma"(%a01, %b11, %m10) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
        %m21 = "amdgpu.mfma"(%a11, %b01, %m20) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
        %m31 = "amdgpu.mfma"(%a11, %b11, %m30) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
        "gpu.barrier"() : () -> ()
        "scf.yield"(%m01, %m11, %m21, %m31) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) -> ()
      }) : (index, index, index, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>)
      %e000 = "vector.extract"(%acc#0) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> f32
      %r000 = "affine.apply"(%by, %wr, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4)>}> : (index, index, index) -> index
      %c000x = "affine.apply"(%bx, %wc, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16)>}> : (index, index, index) -> index
      "memref.store"(%e000, %c, %r000, %c000x) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e001 = "vector.extract"(%acc#0) <{static_position = array<i64: 1>}> : (vector<4xf32>) -> f32
      %r001 = "affine.apply"(%by, %wr, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 1)>}> : (index, index, index) -> index
      %c001x = "affine.apply"(%bx, %wc, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16)>}> : (index, index, index) -> index
      "memref.store"(%e001, %c, %r001, %c001x) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e002 = "vector.extract"(%acc#0) <{static_position = array<i64: 2>}> : (vector<4xf32>) -> f32
      %r002 = "affine.apply"(%by, %wr, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 2)>}> : (index, index, index) -> index
      %c002x = "affine.apply"(%bx, %wc, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16)>}> : (index, index, index) -> index
      "memref.store"(%e002, %c, %r002, %c002x) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e003 = "vector.extract"(%acc#0) <{static_position = array<i64: 3>}> : (vector<4xf32>) -> f32
      %r003 = "affine.apply"(%by, %wr, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 3)>}> : (index, index, index) -> index
      %c003x = "affine.apply"(%bx, %wc, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16)>}> : (index, index, index) -> index
      "memref.store"(%e003, %c, %r003, %c003x) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e010 = "vector.extract"(%acc#1) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> f32
      %r010 = "affine.apply"(%by, %wr, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4)>}> : (index, index, index) -> index
      %c010x = "affine.apply"(%bx, %wc, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 16)>}> : (index, index, index) -> index
      "memref.store"(%e010, %c, %r010, %c010x) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e011 = "vector.extract"(%acc#1) <{static_position = array<i64: 1>}> : (vector<4xf32>) -> f32
      %r011 = "affine.apply"(%by, %wr, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 1)>}> : (index, index, index) -> index
      %c011x = "affine.apply"(%bx, %wc, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 16)>}> : (index, index, index) -> index
      "memref.store"(%e011, %c, %r011, %c011x) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e012 = "vector.extract"(%acc#1) <{static_position = array<i64: 2>}> : (vector<4xf32>) -> f32
      %r012 = "affine.apply"(%by, %wr, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 2)>}> : (index, index, index) -> index
      %c012x = "affine.apply"(%bx, %wc, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 16)>}> : (index, index, index) -> index
      "memref.store"(%e012, %c, %r012, %c012x) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e013 = "vector.extract"(%acc#1) <{static_position = array<i64: 3>}> : (vector<4xf32>) -> f32
      %r013 = "affine.apply"(%by, %wr, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 3)>}> : (index, index, index) -> index
      %c013x = "affine.apply"(%bx, %wc, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 16)>}> : (index, index, index) -> index
      "memref.store"(%e013, %c, %r013, %c013x) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e100 = "vector.extract"(%acc#2) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> f32
      %r100 = "affine.apply"(%by, %wr, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 16)>}> : (index, index, index) -> index
      %c100x = "affine.apply"(%bx, %wc, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16)>}> : (index, index, index) -> index
      "memref.store"(%e100, %c, %r100, %c100x) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e101 = "vector.extract"(%acc#2) <{static_position = array<i64: 1>}> : (vector<4xf32>) -> f32
      %r101 = "affine.apply"(%by, %wr, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 17)>}> : (index, index, index) -> index
      %c101x = "affine.apply"(%bx, %wc, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16)>}> : (index, index, index) -> index
      "memref.store"(%e101, %c, %r101, %c101x) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e102 = "vector.extract"(%acc#2) <{static_position = array<i64: 2>}> : (vector<4xf32>) -> f32
      %r102 = "affine.apply"(%by, %wr, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 18)>}> : (index, index, index) -> index
      %c102x = "affine.apply"(%bx, %wc, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16)>}> : (index, index, index) -> index
      "memref.store"(%e102, %c, %r102, %c102x) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e103 = "vector.extract"(%acc#2) <{static_position = array<i64: 3>}> : (vector<4xf32>) -> f32
      %r103 = "affine.apply"(%by, %wr, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 19)>}> : (index, index, index) -> index
      %c103x = "affine.apply"(%bx, %wc, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16)>}> : (index, index, index) -> index
      "memref.store"(%e103, %c, %r103, %c103x) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e110 = "vector.extract"(%acc#3) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> f32
      %r110 = "affine.apply"(%by, %wr, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 16)>}> : (index, index, index) -> index
      %c110x = "affine.apply"(%bx, %wc, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 16)>}> : (index, index, index) -> index
      "memref.store"(%e110, %c, %r110, %c110x) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e111 = "vector.extract"(%acc#3) <{static_position = array<i64: 1>}> : (vector<4xf32>) -> f32
      %r111 = "affine.apply"(%by, %wr, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 17)>}> : (index, index, index) -> index
      %c111x = "affine.apply"(%bx, %wc, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 16)>}> : (index, index, index) -> index
      "memref.store"(%e111, %c, %r111, %c111x) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e112 = "vector.extract"(%acc#3) <{static_position = array<i64: 2>}> : (vector<4xf32>) -> f32
      %r112 = "affine.apply"(%by, %wr, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 18)>}> : (index, index, index) -> index
      %c112x = "affine.apply"(%bx, %wc, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 16)>}> : (index, index, index) -> index
      "memref.store"(%e112, %c, %r112, %c112x) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      %e113 = "vector.extract"(%acc#3) <{static_position = array<i64: 3>}> : (vector<4xf32>) -> f32
      %r113 = "affine.apply"(%by, %wr, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 19)>}> : (index, index, index) -> index
      %c113x = "affine.apply"(%bx, %wc, %l) <{map = affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 16)>}> : (index, index, index) -> index
      "memref.store"(%e113, %c, %r113, %c113x) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gemm_mfma_swizzled", workgroup_attributions = 2 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
