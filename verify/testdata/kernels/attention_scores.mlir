// kernel:    scores Q*K^T / 8 of 64 queries and 64 keys of 64 f16, causal mask, and the maxima of rows by shuffles
// chips:     gfx942 gfx950
// grid:      1 4 1
// block:     64 1 1
// arg:       in f16 4096 real -2 2
// arg:       in f16 4096 real -2 2
// arg:       out f32 4096
// arg:       out f32 64

gpu.module @kernels {
  gpu.func @attention_scores(%q: memref<64x64xf16, #gpu.address_space<global>>,
      %k: memref<64x64xf16, #gpu.address_space<global>>,
      %p: memref<64x64xf32, #gpu.address_space<global>>,
      %m: memref<64xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tx = gpu.thread_id x
    %by = gpu.block_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %scale = arith.constant dense<0.125> : vector<4xf32>
    %low = arith.constant -1.0e+30 : f32
    %lows = arith.constant dense<-1.0e+30> : vector<4xf32>
    %w16 = arith.constant 16 : i32
    %qr = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>(%by, %tx)
    %kq = affine.apply affine_map<(d0) -> ((d0 floordiv 16) * 4)>(%tx)
    %r0 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 4)>(%by, %tx)
    %max = scf.for %t = %c0 to %c4 step %c1 iter_args(%mx = %lows) -> (vector<4xf32>) {
      %kr = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>(%t, %tx)
      %acc = scf.for %d = %c0 to %c64 step %c16 iter_args(%s = %zero) -> (vector<4xf32>) {
        %dd = arith.addi %d, %kq : index
        %qv = vector.load %q[%qr, %dd] : memref<64x64xf16, #gpu.address_space<global>>, vector<4xf16>
        %kv = vector.load %k[%kr, %dd] : memref<64x64xf16, #gpu.address_space<global>>, vector<4xf16>
        %n = amdgpu.mfma 16x16x16 %qv * %kv + %s blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
        scf.yield %n : vector<4xf32>
      }
      %sc = arith.mulf %acc, %scale : vector<4xf32>
      %r0x = affine.apply affine_map<(d0) -> (d0 + 0)>(%r0)
      %see0 = arith.cmpi ule, %kr, %r0x : index
      %v0 = vector.extract %sc[0] : f32 from vector<4xf32>
      %w0 = arith.select %see0, %v0, %low : f32
      memref.store %w0, %p[%r0x, %kr] : memref<64x64xf32, #gpu.address_space<global>>
      %r1x = affine.apply affine_map<(d0) -> (d0 + 1)>(%r0)
      %see1 = arith.cmpi ule, %kr, %r1x : index
      %v1 = vector.extract %sc[1] : f32 from vector<4xf32>
      %w1 = arith.select %see1, %v1, %low : f32
      memref.store %w1, %p[%r1x, %kr] : memref<64x64xf32, #gpu.address_space<global>>
      %r2x = affine.apply affine_map<(d0) -> (d0 + 2)>(%r0)
      %see2 = arith.cmpi ule, %kr, %r2x : index
      %v2 = vector.extract %sc[2] : f32 from vector<4xf32>
      %w2 = arith.select %see2, %v2, %low : f32
      memref.store %w2, %p[%r2x, %kr] : memref<64x64xf32, #gpu.address_space<global>>
      %r3x = affine.apply affine_map<(d0) -> (d0 + 3)>(%r0)
      %see3 = arith.cmpi ule, %kr, %r3x : index
      %v3 = vector.extract %sc[3] : f32 from vector<4xf32>
      %w3 = arith.select %see3, %v3, %low : f32
      memref.store %w3, %p[%r3x, %kr] : memref<64x64xf32, #gpu.address_space<global>>
      %wv = vector.from_elements %w0, %w1, %w2, %w3 : vector<4xf32>
      %mn = arith.maxnumf %mx, %wv : vector<4xf32>
      scf.yield %mn : vector<4xf32>
    }
    %lead = arith.remui %tx, %c16 : index
    %first = arith.cmpi eq, %lead, %c0 : index
    %m0x = vector.extract %max[0] : f32 from vector<4xf32>
    %m1x = vector.extract %max[1] : f32 from vector<4xf32>
    %m2x = vector.extract %max[2] : f32 from vector<4xf32>
    %m3x = vector.extract %max[3] : f32 from vector<4xf32>
    %o1 = arith.constant 1 : i32
    %o2 = arith.constant 2 : i32
    %o4 = arith.constant 4 : i32
    %o8 = arith.constant 8 : i32
    %x01, %ok01 = gpu.shuffle xor %m0x, %o1, %w16 : f32
    %y01 = arith.maxnumf %m0x, %x01 : f32
    %x02, %ok02 = gpu.shuffle xor %y01, %o2, %w16 : f32
    %y02 = arith.maxnumf %y01, %x02 : f32
    %x04, %ok04 = gpu.shuffle xor %y02, %o4, %w16 : f32
    %y04 = arith.maxnumf %y02, %x04 : f32
    %x08, %ok08 = gpu.shuffle xor %y04, %o8, %w16 : f32
    %y08 = arith.maxnumf %y04, %x08 : f32
    %x11, %ok11 = gpu.shuffle xor %m1x, %o1, %w16 : f32
    %y11 = arith.maxnumf %m1x, %x11 : f32
    %x12, %ok12 = gpu.shuffle xor %y11, %o2, %w16 : f32
    %y12 = arith.maxnumf %y11, %x12 : f32
    %x14, %ok14 = gpu.shuffle xor %y12, %o4, %w16 : f32
    %y14 = arith.maxnumf %y12, %x14 : f32
    %x18, %ok18 = gpu.shuffle xor %y14, %o8, %w16 : f32
    %y18 = arith.maxnumf %y14, %x18 : f32
    %x21, %ok21 = gpu.shuffle xor %m2x, %o1, %w16 : f32
    %y21 = arith.maxnumf %m2x, %x21 : f32
    %x22, %ok22 = gpu.shuffle xor %y21, %o2, %w16 : f32
    %y22 = arith.maxnumf %y21, %x22 : f32
    %x24, %ok24 = gpu.shuffle xor %y22, %o4, %w16 : f32
    %y24 = arith.maxnumf %y22, %x24 : f32
    %x28, %ok28 = gpu.shuffle xor %y24, %o8, %w16 : f32
    %y28 = arith.maxnumf %y24, %x28 : f32
    %x31, %ok31 = gpu.shuffle xor %m3x, %o1, %w16 : f32
    %y31 = arith.maxnumf %m3x, %x31 : f32
    %x32, %ok32 = gpu.shuffle xor %y31, %o2, %w16 : f32
    %y32 = arith.maxnumf %y31, %x32 : f32
    %x34, %ok34 = gpu.shuffle xor %y32, %o4, %w16 : f32
    %y34 = arith.maxnumf %y32, %x34 : f32
    %x38, %ok38 = gpu.shuffle xor %y34, %o8, %w16 : f32
    %y38 = arith.maxnumf %y34, %x38 : f32
    scf.if %first {
      %mv = vector.from_elements %y08, %y18, %y28, %y38 : vector<4xf32>
      vector.store %mv, %m[%r0] : memref<64xf32, #gpu.address_space<global>>, vector<4xf32>
    }
    gpu.return
  }
}
