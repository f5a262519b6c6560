// kernel:    one tile of attention: 16 queries, 64 keys and values of 64 f16, softmax by exp, both products by MFMA, probabilities through LDS
// chips:     gfx942 gfx950
// grid:      1 4 1
// block:     64 1 1
// arg:       in f16 4096 real -1 1
// arg:       in f16 4096 real -1 1
// arg:       in f16 4096 real -1 1
// arg:       out f32 4096
// tolerance: 3 abs 2e-3

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<64x64xf16, #gpu.address_space<global>>, memref<64x64xf16, #gpu.address_space<global>>, memref<64x64xf16, #gpu.address_space<global>>, memref<64x64xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%q: memref<64x64xf16, #gpu.address_space<global>>, %k: memref<64x64xf16, #gpu.address_space<global>>, %v: memref<64x64xf16, #gpu.address_space<global>>, %o: memref<64x64xf32, #gpu.address_space<global>>, %lp: memref<16x72xf16, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %by = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
      %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
      %c64 = "arith.constant"() <{value = 64 : index}> : () -> index
      %zero = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
      %scale = "arith.constant"() <{value = dense<1.250000e-01> : vector<4xf32>}> : () -> vector<4xf32>
      %w16 = "arith.constant"() <{value = 16 : i32}> : () -> i32
      %col = "affine.apply"(%tx) <{map = affine_map<(d0) -> (d0 mod 16)>}> : (index) -> index
      %qr = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>}> : (index, index) -> index
      %kq = "affine.apply"(%tx) <{map = affine_map<(d0) -> ((d0 floordiv 16) * 4)>}> : (index) -> index
      %d1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %d2 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %d4 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %d8 = "arith.constant"() <{value = 8 : i32}> : () -> i32
      %n0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %kr0 = "arith.addi"(%col, %n0) : (index, index) -> index
      %s0 = "scf.for"(%c0, %c64, %c16, %zero) ({
      ^bb0(%d: index, %s: vector<4xf32>):
        %dd = "arith.addi"(%d, %kq) : (index, index) -> index
        %qv = "vector.load"(%q, %qr, %dd) : (memref<64x64xf16, #gpu.address_space<global>>, index, index) -> vector<4xf16>
        %kv = "vector.load"(%k, %kr0, %dd) : (memref<64x64xf16, #gpu.address_space<global>>, index, index) -> vector<4xf16>
        %n = "amdgpu.mfma"(%qv, %kv, %s) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
        "scf.yield"(%n) : (vector<4xf32>) -> ()
      }) : (index, index, index, vector<4xf32>) -> vector<4xf32>
      %z0 = "arith.mulf"(%s0, %scale) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %n1 = "arith.constant"() <{value = 16 : index}> : () -> index
      %kr1 = "arith.addi"(%col, %n1) : (index, index) -> index
      %s1 = "scf.for"(%c0, %c64, %c16, %zero) ({
      ^bb0(%d: index, %s: vector<4xf32>):
        %dd = "arith.addi"(%d, %kq) : (index, index) -> index
        %qv = "vector.load"(%q, %qr, %dd) : (memref<64x64xf16, #gpu.address_space<global>>, index, index) -> vector<4xf16>
        %kv = "vector.load"(%k, %kr1, %dd) : (memref<64x64xf16, #gpu.address_space<global>>, index, index) -> vector<4xf16>
        %n = "amdgpu.mfma"(%qv, %kv, %s) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
        "scf.yield"(%n) : (vector<4xf32>) -> ()
      }) : (index, index, index, vector<4xf32>) -> vector<4xf32>
      %z1 = "arith.mulf"(%s1, %scale) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %n2 = "arith.constant"() <{value = 32 : index}> : () -> index
      %kr2 = "arith.addi"(%col, %n2) : (index, index) -> index
      %s2 = "scf.for"(%c0, %c64, %c16, %zero) ({
      ^bb0(%d: index, %s: vector<4xf32>):
        %dd = "arith.addi"(%d, %kq) : (index, index) -> index
        %qv = "vector.load"(%q, %qr, %dd) : (memref<64x64xf16, #gpu.address_space<global>>, index, index) -> vector<4xf16>
        %kv = "vector.load"(%k, %kr2, %dd) : (memref<64x64xf16, #gpu.address_space<global>>, index, index) -> vector<4xf16>
        %n = "amdgpu.mfma"(%qv, %kv, %s) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
        "scf.yield"(%n) : (vector<4xf32>) -> ()
      }) : (index, index, index, vector<4xf32>) -> vector<4xf32>
      %z2 = "arith.mulf"(%s2, %scale) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %n3 = "arith.constant"() <{value = 48 : index}> : () -> index
      %kr3 = "arith.addi"(%col, %n3) : (index, index) -> index
      %s3 = "scf.for"(%c0, %c64, %c16, %zero) ({
      ^bb0(%d: index, %s: vector<4xf32>):
        %dd = "arith.addi"(%d, %kq) : (index, index) -> index
        %qv = "vector.load"(%q, %qr, %dd) : (memref<64x64xf16, #gpu.address_space<global>>, index, index) -> vector<4xf16>
        %kv = "vector.load"(%k, %kr3, %dd) : (memref<64x64xf16, #gpu.address_space<global>>, index, index) -> vector<4xf16>
        %n = "amdgpu.mfma"(%qv, %kv, %s) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
        "scf.yield"(%n) : (vector<4xf32>) -> ()
      }) : (index, index, index, vector<4xf32>) -> vector<4xf32>
      %z3 = "arith.mulf"(%s3, %scale) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %m01 = "arith.maxnumf"(%z0, %z1) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %m23 = "arith.maxnumf"(%z2, %z3) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %m = "arith.maxnumf"(%m01, %m23) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %mx0 = "vector.extract"(%m) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> f32
      %x01:2 = "gpu.shuffle"(%mx0, %d1, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y01 = "arith.maxnumf"(%mx0, %x01#0) : (f32, f32) -> f32
      %x02:2 = "gpu.shuffle"(%y01, %d2, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y02 = "arith.maxnumf"(%y01, %x02#0) : (f32, f32) -> f32
      %x04:2 = "gpu.shuffle"(%y02, %d4, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y04 = "arith.maxnumf"(%y02, %x04#0) : (f32, f32) -> f32
      %x08:2 = "gpu.shuffle"(%y04, %d8, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y08 = "arith.maxnumf"(%y04, %x08#0) : (f32, f32) -> f32
      %mx1 = "vector.extract"(%m) <{static_position = array<i64: 1>}> : (vector<4xf32>) -> f32
      %x11:2 = "gpu.shuffle"(%mx1, %d1, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y11 = "arith.maxnumf"(%mx1, %x11#0) : (f32, f32) -> f32
      %x12:2 = "gpu.shuffle"(%y11, %d2, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y12 = "arith.maxnumf"(%y11, %x12#0) : (f32, f32) -> f32
      %x14:2 = "gpu.shuffle"(%y12, %d4, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y14 = "arith.maxnumf"(%y12, %x14#0) : (f32, f32) -> f32
      %x18:2 = "gpu.shuffle"(%y14, %d8, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y18 = "arith.maxnumf"(%y14, %x18#0) : (f32, f32) -> f32
      %mx2 = "vector.extract"(%m) <{static_position = array<i64: 2>}> : (vector<4xf32>) -> f32
      %x21:2 = "gpu.shuffle"(%mx2, %d1, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y21 = "arith.maxnumf"(%mx2, %x21#0) : (f32, f32) -> f32
      %x22:2 = "gpu.shuffle"(%y21, %d2, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y22 = "arith.maxnumf"(%y21, %x22#0) : (f32, f32) -> f32
      %x24:2 = "gpu.shuffle"(%y22, %d4, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y24 = "arith.maxnumf"(%y22, %x24#0) : (f32, f32) -> f32
      %x28:2 = "gpu.shuffle"(%y24, %d8, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y28 = "arith.maxnumf"(%y24, %x28#0) : (f32, f32) -> f32
      %mx3 = "vector.extract"(%m) <{static_position = array<i64: 3>}> : (vector<4xf32>) -> f32
      %x31:2 = "gpu.shuffle"(%mx3, %d1, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y31 = "arith.maxnumf"(%mx3, %x31#0) : (f32, f32) -> f32
      %x32:2 = "gpu.shuffle"(%y31, %d2, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y32 = "arith.maxnumf"(%y31, %x32#0) : (f32, f32) -> f32
      %x34:2 = "gpu.shuffle"(%y32, %d4, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y34 = "arith.maxnumf"(%y32, %x34#0) : (f32, f32) -> f32
      %x38:2 = "gpu.shuffle"(%y34, %d8, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y38 = "arith.maxnumf"(%y34, %x38#0) : (f32, f32) -> f32
      %max = "vector.from_elements"(%y08, %y18, %y28, %y38) : (f32, f32, f32, f32) -> vector<4xf32>
      %f0 = "arith.subf"(%z0, %max) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %p0 = "math.exp"(%f0) : (vector<4xf32>) -> vector<4xf32>
      %f1 = "arith.subf"(%z1, %max) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %p1 = "math.exp"(%f1) : (vector<4xf32>) -> vector<4xf32>
      %f2 = "arith.subf"(%z2, %max) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %p2 = "math.exp"(%f2) : (vector<4xf32>) -> vector<4xf32>
      %f3 = "arith.subf"(%z3, %max) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %p3 = "math.exp"(%f3) : (vector<4xf32>) -> vector<4xf32>
      %t01 = "arith.addf"(%p0, %p1) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %t23 = "arith.addf"(%p2, %p3) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %t = "arith.addf"(%t01, %t23) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %tx0 = "vector.extract"(%t) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> f32
      %u01:2 = "gpu.shuffle"(%tx0, %d1, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %v01 = "arith.addf"(%tx0, %u01#0) : (f32, f32) -> f32
      %u02:2 = "gpu.shuffle"(%v01, %d2, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %v02 = "arith.addf"(%v01, %u02#0) : (f32, f32) -> f32
      %u04:2 = "gpu.shuffle"(%v02, %d4, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %v04 = "arith.addf"(%v02, %u04#0) : (f32, f32) -> f32
      %u08:2 = "gpu.shuffle"(%v04, %d8, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %v08 = "arith.addf"(%v04, %u08#0) : (f32, f32) -> f32
      %tx1 = "vector.extract"(%t) <{static_position = array<i64: 1>}> : (vector<4xf32>) -> f32
      %u11:2 = "gpu.shuffle"(%tx1, %d1, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %v11 = "arith.addf"(%tx1, %u11#0) : (f32, f32) -> f32
      %u12:2 = "gpu.shuffle"(%v11, %d2, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %v12 = "arith.addf"(%v11, %u12#0) : (f32, f32) -> f32
      %u14:2 = "gpu.shuffle"(%v12, %d4, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %v14 = "arith.addf"(%v12, %u14#0) : (f32, f32) -> f32
      %u18:2 = "gpu.shuffle"(%v14, %d8, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %v18 = "arith.addf"(%v14, %u18#0) : (f32, f32) -> f32
      %tx2 = "vector.extract"(%t) <{static_position = array<i64: 2>}> : (vector<4xf32>) -> f32
      %u21:2 = "gpu.shuffle"(%tx2, %d1, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %v21 = "arith.addf"(%tx2, %u21#0) : (f32, f32) -> f32
      %u22:2 = "gpu.shuffle"(%v21, %d2, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %v22 = "arith.addf"(%v21, %u22#0) : (f32, f32) -> f32
      %u24:2 = "gpu.shuffle"(%v22, %d4, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %v24 = "arith.addf"(%v22, %u24#0) : (f32, f32) -> f32
      %u28:2 = "gpu.shuffle"(%v24, %d8, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %v28 = "arith.addf"(%v24, %u28#0) : (f32, f32) -> f32
      %tx3 = "vector.extract"(%t) <{static_position = array<i64: 3>}> : (vector<4xf32>) -> f32
      %u31:2 = "gpu.shuffle"(%tx3, %d1, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %v31 = "arith.addf"(%tx3, %u31#0) : (f32, f32) -> f32
      %u32:2 = "gpu.shuffle"(%v31, %d2, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %v32 = "arith.addf"(%v31, %u32#0) : (f32, f32) -> f32
      %u34:2 = "gpu.shuffle"(%v32, %d4, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %v34 = "arith.addf"(%v32, %u34#0) : (f32, f32) -> f32
      %u38:2 = "gpu.shuffle"(%v34, %d8, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %v38 = "arith.addf"(%v34, %u38#0) : (f32, f32) -> f32
      %sum = "vector.from_elements"(%v08, %v18, %v28, %v38) : (f32, f32, f32, f32) -> vector<4xf32>
      %h0 = "arith.truncf"(%p0) : (vector<4xf32>) -> vector<4xf16>
      %h00 = "vector.extract"(%h0) <{static_position = array<i64: 0>}> : (vector<4xf16>) -> f16
      %r00 = "affine.apply"(%kq) <{map = affine_map<(d0) -> (d0)>}> : (index) -> index
      "memref.store"(%h00, %lp, %r00, %kr0) : (f16, memref<16x72xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %h01 = "vector.extract"(%h0) <{static_position = array<i64: 1>}> : (vector<4xf16>) -> f16
      %r01 = "affine.apply"(%kq) <{map = affine_map<(d0) -> (d0 + 1)>}> : (index) -> index
      "memref.store"(%h01, %lp, %r01, %kr0) : (f16, memref<16x72xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %h02 = "vector.extract"(%h0) <{static_position = array<i64: 2>}> : (vector<4xf16>) -> f16
      %r02 = "affine.apply"(%kq) <{map = affine_map<(d0) -> (d0 + 2)>}> : (index) -> index
      "memref.store"(%h02, %lp, %r02, %kr0) : (f16, memref<16x72xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %h03 = "vector.extract"(%h0) <{static_position = array<i64: 3>}> : (vector<4xf16>) -> f16
      %r03 = "affine.apply"(%kq) <{map = affine_map<(d0) -> (d0 + 3)>}> : (index) -> index
      "memref.store"(%h03, %lp, %r03, %kr0) : (f16, memref<16x72xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %h1 = "arith.truncf"(%p1) : (vector<4xf32>) -> vector<4xf16>
      %h10 = "vector.extract"(%h1) <{static_position = array<i64: 0>}> : (vector<4xf16>) -> f16
      %r10 = "affine.apply"(%kq) <{map = affine_map<(d0) -> (d0)>}> : (index) -> index
      "memref.store"(%h10, %lp, %r10, %kr1) : (f16, memref<16x72xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %h11 = "vector.extract"(%h1) <{static_position = array<i64: 1>}> : (vector<4xf16>) -> f16
      %r11 = "affine.apply"(%kq) <{map = affine_map<(d0) -> (d0 + 1)>}> : (index) -> index
      "memref.store"(%h11, %lp, %r11, %kr1) : (f16, memref<16x72xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %h12 = "vector.extract"(%h1) <{static_position = array<i64: 2>}> : (vector<4xf16>) -> f16
      %r12 = "affine.apply"(%kq) <{map = affine_map<(d0) -> (d0 + 2)>}> : (index) -> index
      "memref.store"(%h12, %lp, %r12, %kr1) : (f16, memref<16x72xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %h13 = "vector.extract"(%h1) <{static_position = array<i64: 3>}> : (vector<4xf16>) -> f16
      %r13 = "affine.apply"(%kq) <{map = affine_map<(d0) -> (d0 + 3)>}> : (index) -> index
      "memref.store"(%h13, %lp, %r13, %kr1) : (f16, memref<16x72xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %h2 = "arith.truncf"(%p2) : (vector<4xf32>) -> vector<4xf16>
      %h20 = "vector.extract"(%h2) <{static_position = array<i64: 0>}> : (vector<4xf16>) -> f16
      %r20 = "affine.apply"(%kq) <{map = affine_map<(d0) -> (d0)>}> : (index) -> index
      "memref.store"(%h20, %lp, %r20, %kr2) : (f16, memref<16x72xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %h21 = "vector.extract"(%h2) <{static_position = array<i64: 1>}> : (vector<4xf16>) -> f16
      %r21 = "affine.apply"(%kq) <{map = affine_map<(d0) -> (d0 + 1)>}> : (index) -> index
      "memref.store"(%h21, %lp, %r21, %kr2) : (f16, memref<16x72xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %h22 = "vector.extract"(%h2) <{static_position = array<i64: 2>}> : (vector<4xf16>) -> f16
      %r22 = "affine.apply"(%kq) <{map = affine_map<(d0) -> (d0 + 2)>}> : (index) -> index
      "memref.store"(%h22, %lp, %r22, %kr2) : (f16, memref<16x72xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %h23 = "vector.extract"(%h2) <{static_position = array<i64: 3>}> : (vector<4xf16>) -> f16
      %r23 = "affine.apply"(%kq) <{map = affine_map<(d0) -> (d0 + 3)>}> : (index) -> index
      "memref.store"(%h23, %lp, %r23, %kr2) : (f16, memref<16x72xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %h3 = "arith.truncf"(%p3) : (vector<4xf32>) -> vector<4xf16>
      %h30 = "vector.extract"(%h3) <{static_position = array<i64: 0>}> : (vector<4xf16>) -> f16
      %r30 = "affine.apply"(%kq) <{map = affine_map<(d0) -> (d0)>}> : (index) -> index
      "memref.store"(%h30, %lp, %r30, %kr3) : (f16, memref<16x72xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %h31 = "vector.extract"(%h3) <{static_position = array<i64: 1>}> : (vector<4xf16>) -> f16
      %r31 = "affine.apply"(%kq) <{map = affine_map<(d0) -> (d0 + 1)>}> : (index) -> index
      "memref.store"(%h31, %lp, %r31, %kr3) : (f16, memref<16x72xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %h32 = "vector.extract"(%h3) <{static_position = array<i64: 2>}> : (vector<4xf16>) -> f16
      %r32 = "affine.apply"(%kq) <{map = affine_map<(d0) -> (d0 + 2)>}> : (index) -> index
      "memref.store"(%h32, %lp, %r32, %kr3) : (f16, memref<16x72xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %h33 = "vector.extract"(%h3) <{static_position = array<i64: 3>}> : (vector<4xf16>) -> f16
      %r33 = "affine.apply"(%kq) <{map = affine_map<(d0) -> (d0 + 3)>}> : (index) -> index
      "memref.store"(%h33, %lp, %r33, %kr3) : (f16, memref<16x72xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "gpu.barrier"() : () -> ()
      "scf.for"(%c0, %c4, %c1) ({
      ^bb0(%nt: index):
        %vc = "affine.apply"(%nt, %col) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1)>}> : (index, index) -> index
        %acc = "scf.for"(%c0, %c64, %c16, %zero) ({
        ^bb0(%kt: index, %s: vector<4xf32>):
          %kk = "arith.addi"(%kt, %kq) : (index, index) -> index
          %pv = "vector.load"(%lp, %col, %kk) : (memref<16x72xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
          %g0 = "affine.apply"(%kk) <{map = affine_map<(d0) -> (d0)>}> : (index) -> index
          %w0 = "memref.load"(%v, %g0, %vc) : (memref<64x64xf16, #gpu.address_space<global>>, index, index) -> f16
          %g1 = "affine.apply"(%kk) <{map = affine_map<(d0) -> (d0 + 1)>}> : (index) -> index
          %w1 = "memref.load"(%v, %g1, %vc) : (memref<64x64xf16, #gpu.address_space<global>>, index, index) -> f16
          %g2 = "affine.apply"(%kk) <{map = affine_map<(d0) -> (d0 + 2)>}> : (index) -> index
          %w2 = "memref.load"(%v, %g2, %vc) : (memref<64x64xf16, #gpu.address_space<global>>, index, index) -> f16
          %g3 = "affine.apply"(%kk) <{map = affine_map<(d0) -> (d0 + 3)>}> : (index) -> index
          %w3 = "memref.load"(%v, %g3, %vc) : (memref<64x64xf16, #gpu.address_space<global>>, index, index) -> f16
          %vv = "vector.from_elements"(%w0, %w1, %w2, %w3) : (f16, f16, f16, f16) -> vector<4xf16>
          %n = "amdgpu.mfma"(%pv, %vv, %s) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
          "scf.yield"(%n) : (vector<4xf32>) -> ()
        }) : (index, index, index, vector<4xf32>) -> vector<4xf32>
        %out = "arith.divf"(%acc, %sum) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
        %e0 = "vector.extract"(%out) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> f32
        %or0 = "affine.apply"(%by, %kq) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1)>}> : (index, index) -> index
        "memref.store"(%e0, %o, %or0, %vc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
        %e1 = "vector.extract"(%out) <{static_position = array<i64: 1>}> : (vector<4xf32>) -> f32
        %or1 = "affine.apply"(%by, %kq) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1 + 1)>}> : (index, index) -> index
        "memref.store"(%e1, %o, %or1, %vc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
        %e2 = "vector.extract"(%out) <{static_position = array<i64: 2>}> : (vector<4xf32>) -> f32
        %or2 = "affine.apply"(%by, %kq) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1 + 2)>}> : (index, index) -> index
        "memref.store"(%e2, %o, %or2, %vc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
        %e3 = "vector.extract"(%out) <{static_position = array<i64: 3>}> : (vector<4xf32>) -> f32
        %or3 = "affine.apply"(%by, %kq) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1 + 3)>}> : (index, index) -> index
        "memref.store"(%e3, %o, %or3, %vc) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "attention_tile", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
