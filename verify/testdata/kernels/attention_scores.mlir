// kernel:    scores Q*K^T / 8 of 64 queries and 64 keys of 64 f16, causal mask, and the maxima of rows by shuffles
// chips:     gfx942 gfx950
// grid:      1 4 1
// block:     64 1 1
// arg:       in f16 4096 real -2 2
// arg:       in f16 4096 real -2 2
// arg:       out f32 4096
// arg:       out f32 64

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<64x64xf16, #gpu.address_space<global>>, memref<64x64xf16, #gpu.address_space<global>>, memref<64x64xf32, #gpu.address_space<global>>, memref<64xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%q: memref<64x64xf16, #gpu.address_space<global>>, %k: memref<64x64xf16, #gpu.address_space<global>>, %p: memref<64x64xf32, #gpu.address_space<global>>, %m: memref<64xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %by = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
      %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
      %c64 = "arith.constant"() <{value = 64 : index}> : () -> index
      %zero = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
      %scale = "arith.constant"() <{value = dense<1.250000e-01> : vector<4xf32>}> : () -> vector<4xf32>
      %low = "arith.constant"() <{value = -1.000000e+30 : f32}> : () -> f32
      %lows = "arith.constant"() <{value = dense<-1.000000e+30> : vector<4xf32>}> : () -> vector<4xf32>
      %w16 = "arith.constant"() <{value = 16 : i32}> : () -> i32
      %qr = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>}> : (index, index) -> index
      %kq = "affine.apply"(%tx) <{map = affine_map<(d0) -> ((d0 floordiv 16) * 4)>}> : (index) -> index
      %r0 = "affine.apply"(%by, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 4)>}> : (index, index) -> index
      %max = "scf.for"(%c0, %c4, %c1, %lows) ({
      ^bb0(%t: index, %mx: vector<4xf32>):
        %kr = "affine.apply"(%t, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>}> : (index, index) -> index
        %acc = "scf.for"(%c0, %c64, %c16, %zero) ({
        ^bb0(%d: index, %s: vector<4xf32>):
          %dd = "arith.addi"(%d, %kq) : (index, index) -> index
          %qv = "vector.load"(%q, %qr, %dd) : (memref<64x64xf16, #gpu.address_space<global>>, index, index) -> vector<4xf16>
          %kv = "vector.load"(%k, %kr, %dd) : (memref<64x64xf16, #gpu.address_space<global>>, index, index) -> vector<4xf16>
          %n = "amdgpu.mfma"(%qv, %kv, %s) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
          "scf.yield"(%n) : (vector<4xf32>) -> ()
        }) : (index, index, index, vector<4xf32>) -> vector<4xf32>
        %sc = "arith.mulf"(%acc, %scale) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
        %r0x = "affine.apply"(%r0) <{map = affine_map<(d0) -> (d0)>}> : (index) -> index
        %see0 = "arith.cmpi"(%kr, %r0x) <{predicate = 7 : i64}> : (index, index) -> i1
        %v0 = "vector.extract"(%sc) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> f32
        %w0 = "arith.select"(%see0, %v0, %low) : (i1, f32, f32) -> f32
        "memref.store"(%w0, %p, %r0x, %kr) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
        %r1x = "affine.apply"(%r0) <{map = affine_map<(d0) -> (d0 + 1)>}> : (index) -> index
        %see1 = "arith.cmpi"(%kr, %r1x) <{predicate = 7 : i64}> : (index, index) -> i1
        %v1 = "vector.extract"(%sc) <{static_position = array<i64: 1>}> : (vector<4xf32>) -> f32
        %w1 = "arith.select"(%see1, %v1, %low) : (i1, f32, f32) -> f32
        "memref.store"(%w1, %p, %r1x, %kr) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
        %r2x = "affine.apply"(%r0) <{map = affine_map<(d0) -> (d0 + 2)>}> : (index) -> index
        %see2 = "arith.cmpi"(%kr, %r2x) <{predicate = 7 : i64}> : (index, index) -> i1
        %v2 = "vector.extract"(%sc) <{static_position = array<i64: 2>}> : (vector<4xf32>) -> f32
        %w2 = "arith.select"(%see2, %v2, %low) : (i1, f32, f32) -> f32
        "memref.store"(%w2, %p, %r2x, %kr) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
        %r3x = "affine.apply"(%r0) <{map = affine_map<(d0) -> (d0 + 3)>}> : (index) -> index
        %see3 = "arith.cmpi"(%kr, %r3x) <{predicate = 7 : i64}> : (index, index) -> i1
        %v3 = "vector.extract"(%sc) <{static_position = array<i64: 3>}> : (vector<4xf32>) -> f32
        %w3 = "arith.select"(%see3, %v3, %low) : (i1, f32, f32) -> f32
        "memref.store"(%w3, %p, %r3x, %kr) : (f32, memref<64x64xf32, #gpu.address_space<global>>, index, index) -> ()
        %wv = "vector.from_elements"(%w0, %w1, %w2, %w3) : (f32, f32, f32, f32) -> vector<4xf32>
        %mn = "arith.maxnumf"(%mx, %wv) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
        "scf.yield"(%mn) : (vector<4xf32>) -> ()
      }) : (index, index, index, vector<4xf32>) -> vector<4xf32>
      %lead = "arith.remui"(%tx, %c16) : (index, index) -> index
      %first = "arith.cmpi"(%lead, %c0) <{predicate = 0 : i64}> : (index, index) -> i1
      %m0x = "vector.extract"(%max) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> f32
      %m1x = "vector.extract"(%max) <{static_position = array<i64: 1>}> : (vector<4xf32>) -> f32
      %m2x = "vector.extract"(%max) <{static_position = array<i64: 2>}> : (vector<4xf32>) -> f32
      %m3x = "vector.extract"(%max) <{static_position = array<i64: 3>}> : (vector<4xf32>) -> f32
      %o1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %o2 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %o4 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %o8 = "arith.constant"() <{value = 8 : i32}> : () -> i32
      %x01:2 = "gpu.shuffle"(%m0x, %o1, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y01 = "arith.maxnumf"(%m0x, %x01#0) : (f32, f32) -> f32
      %x02:2 = "gpu.shuffle"(%y01, %o2, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y02 = "arith.maxnumf"(%y01, %x02#0) : (f32, f32) -> f32
      %x04:2 = "gpu.shuffle"(%y02, %o4, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y04 = "arith.maxnumf"(%y02, %x04#0) : (f32, f32) -> f32
      %x08:2 = "gpu.shuffle"(%y04, %o8, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y08 = "arith.maxnumf"(%y04, %x08#0) : (f32, f32) -> f32
      %x11:2 = "gpu.shuffle"(%m1x, %o1, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y11 = "arith.maxnumf"(%m1x, %x11#0) : (f32, f32) -> f32
      %x12:2 = "gpu.shuffle"(%y11, %o2, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y12 = "arith.maxnumf"(%y11, %x12#0) : (f32, f32) -> f32
      %x14:2 = "gpu.shuffle"(%y12, %o4, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y14 = "arith.maxnumf"(%y12, %x14#0) : (f32, f32) -> f32
      %x18:2 = "gpu.shuffle"(%y14, %o8, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y18 = "arith.maxnumf"(%y14, %x18#0) : (f32, f32) -> f32
      %x21:2 = "gpu.shuffle"(%m2x, %o1, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y21 = "arith.maxnumf"(%m2x, %x21#0) : (f32, f32) -> f32
      %x22:2 = "gpu.shuffle"(%y21, %o2, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y22 = "arith.maxnumf"(%y21, %x22#0) : (f32, f32) -> f32
      %x24:2 = "gpu.shuffle"(%y22, %o4, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y24 = "arith.maxnumf"(%y22, %x24#0) : (f32, f32) -> f32
      %x28:2 = "gpu.shuffle"(%y24, %o8, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y28 = "arith.maxnumf"(%y24, %x28#0) : (f32, f32) -> f32
      %x31:2 = "gpu.shuffle"(%m3x, %o1, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y31 = "arith.maxnumf"(%m3x, %x31#0) : (f32, f32) -> f32
      %x32:2 = "gpu.shuffle"(%y31, %o2, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y32 = "arith.maxnumf"(%y31, %x32#0) : (f32, f32) -> f32
      %x34:2 = "gpu.shuffle"(%y32, %o4, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y34 = "arith.maxnumf"(%y32, %x34#0) : (f32, f32) -> f32
      %x38:2 = "gpu.shuffle"(%y34, %o8, %w16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %y38 = "arith.maxnumf"(%y34, %x38#0) : (f32, f32) -> f32
      "scf.if"(%first) ({
        %mv = "vector.from_elements"(%y08, %y18, %y28, %y38) : (f32, f32, f32, f32) -> vector<4xf32>
        "vector.store"(%mv, %m, %r0) : (vector<4xf32>, memref<64xf32, #gpu.address_space<global>>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "attention_scores", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
