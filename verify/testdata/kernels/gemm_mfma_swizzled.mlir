// kernel:    C = A*B^T for 64x64x256 f16, LDS without padding, blocks of 4 swizzled by exclusive or
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     256 1 1
// arg:       in f16 16384 real -1 1
// arg:       in f16 16384 real -1 1
// arg:       out f32 4096

gpu.module @kernels {
  gpu.func @gemm_mfma_swizzled(%a: memref<64x256xf16, #gpu.address_space<global>>,
      %b: memref<64x256xf16, #gpu.address_space<global>>,
      %c: memref<64x64xf32, #gpu.address_space<global>>)
      workgroup(%la: memref<64x32xf16, #gpu.address_space<workgroup>>, %lb: memref<64x32xf16, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %wave = arith.divui %tx, %c64 : index
    %l = arith.remui %tx, %c64 : index
    %wr = arith.divui %wave, %c2 : index
    %wc = arith.remui %wave, %c2 : index
    %fr = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1 mod 16)>(%wr, %l)
    %fc = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1 mod 16)>(%wc, %l)
    %fr1 = arith.addi %fr, %c16 : index
    %fc1 = arith.addi %fc, %c16 : index
    %kq = affine.apply affine_map<(d0) -> ((d0 floordiv 16) * 4)>(%l)
    %sw = affine.apply affine_map<(d0) -> (d0 mod 8)>(%l)
    %sr = arith.divui %tx, %c4 : index
    %q = arith.remui %tx, %c4 : index
    %sc = arith.muli %q, %c8 : index
    %srm = arith.remui %sr, %c8 : index
    %b0 = arith.muli %q, %c2 : index
    %b1 = arith.addi %b0, %c1 : index
    %t0 = arith.xori %b0, %srm : index
    %t1 = arith.xori %b1, %srm : index
    %sc0 = arith.muli %t0, %c4 : index
    %sc1 = arith.muli %t1, %c4 : index
    %acc:4 = scf.for %kt = %c0 to %c256 step %c32 iter_args(%s0 = %zero, %s1 = %zero, %s2 = %zero, %s3 = %zero) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
      %k = arith.addi %kt, %sc : index
      %ga = vector.load %a[%sr, %k] : memref<64x256xf16, #gpu.address_space<global>>, vector<8xf16>
      %gb = vector.load %b[%sr, %k] : memref<64x256xf16, #gpu.address_space<global>>, vector<8xf16>
      %ga0 = vector.extract_strided_slice %ga {offsets = [0], sizes = [4], strides = [1]} : vector<8xf16> to vector<4xf16>
      %ga1 = vector.extract_strided_slice %ga {offsets = [4], sizes = [4], strides = [1]} : vector<8xf16> to vector<4xf16>
      %gb0 = vector.extract_strided_slice %gb {offsets = [0], sizes = [4], strides = [1]} : vector<8xf16> to vector<4xf16>
      %gb1 = vector.extract_strided_slice %gb {offsets = [4], sizes = [4], strides = [1]} : vector<8xf16> to vector<4xf16>
      vector.store %ga0, %la[%sr, %sc0] : memref<64x32xf16, #gpu.address_space<workgroup>>, vector<4xf16>
      vector.store %ga1, %la[%sr, %sc1] : memref<64x32xf16, #gpu.address_space<workgroup>>, vector<4xf16>
      vector.store %gb0, %lb[%sr, %sc0] : memref<64x32xf16, #gpu.address_space<workgroup>>, vector<4xf16>
      vector.store %gb1, %lb[%sr, %sc1] : memref<64x32xf16, #gpu.address_space<workgroup>>, vector<4xf16>
      gpu.barrier
      %g0 = affine.apply affine_map<(d0) -> (d0 floordiv 16 + 0)>(%l)
      %x0 = arith.xori %g0, %sw : index
      %k0 = arith.muli %x0, %c4 : index
      %a00 = vector.load %la[%fr, %k0] : memref<64x32xf16, #gpu.address_space<workgroup>>, vector<4xf16>
      %a10 = vector.load %la[%fr1, %k0] : memref<64x32xf16, #gpu.address_space<workgroup>>, vector<4xf16>
      %b00 = vector.load %lb[%fc, %k0] : memref<64x32xf16, #gpu.address_space<workgroup>>, vector<4xf16>
      %b10 = vector.load %lb[%fc1, %k0] : memref<64x32xf16, #gpu.address_space<workgroup>>, vector<4xf16>
      %m00 = amdgpu.mfma 16x16x16 %a00 * %b00 + %s0 blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
      %m10 = amdgpu.mfma 16x16x16 %a00 * %b10 + %s1 blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
      %m20 = amdgpu.mfma 16x16x16 %a10 * %b00 + %s2 blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
      %m30 = amdgpu.mfma 16x16x16 %a10 * %b10 + %s3 blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
      %g1 = affine.apply affine_map<(d0) -> (d0 floordiv 16 + 4)>(%l)
      %x1 = arith.xori %g1, %sw : index
      %k1 = arith.muli %x1, %c4 : index
      %a01 = vector.load %la[%fr, %k1] : memref<64x32xf16, #gpu.address_space<workgroup>>, vector<4xf16>
      %a11 = vector.load %la[%fr1, %k1] : memref<64x32xf16, #gpu.address_space<workgroup>>, vector<4xf16>
      %b01 = vector.load %lb[%fc, %k1] : memref<64x32xf16, #gpu.address_space<workgroup>>, vector<4xf16>
      %b11 = vector.load %lb[%fc1, %k1] : memref<64x32xf16, #gpu.address_space<workgroup>>, vector<4xf16>
      %m01 = amdgpu.mfma 16x16x16 %a01 * %b01 + %m00 blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
      %m11 = amdgpu.mfma 16x16x16 %a01 * %b11 + %m10 blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
      %m21 = amdgpu.mfma 16x16x16 %a11 * %b01 + %m20 blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
      %m31 = amdgpu.mfma 16x16x16 %a11 * %b11 + %m30 blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
      gpu.barrier
      scf.yield %m01, %m11, %m21, %m31 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
    }
    %e000 = vector.extract %acc#0[0] : f32 from vector<4xf32>
    %r000 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 0)>(%by, %wr, %l)
    %c000x = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 0)>(%bx, %wc, %l)
    memref.store %e000, %c[%r000, %c000x] : memref<64x64xf32, #gpu.address_space<global>>
    %e001 = vector.extract %acc#0[1] : f32 from vector<4xf32>
    %r001 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 1)>(%by, %wr, %l)
    %c001x = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 0)>(%bx, %wc, %l)
    memref.store %e001, %c[%r001, %c001x] : memref<64x64xf32, #gpu.address_space<global>>
    %e002 = vector.extract %acc#0[2] : f32 from vector<4xf32>
    %r002 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 2)>(%by, %wr, %l)
    %c002x = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 0)>(%bx, %wc, %l)
    memref.store %e002, %c[%r002, %c002x] : memref<64x64xf32, #gpu.address_space<global>>
    %e003 = vector.extract %acc#0[3] : f32 from vector<4xf32>
    %r003 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 3)>(%by, %wr, %l)
    %c003x = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 0)>(%bx, %wc, %l)
    memref.store %e003, %c[%r003, %c003x] : memref<64x64xf32, #gpu.address_space<global>>
    %e010 = vector.extract %acc#1[0] : f32 from vector<4xf32>
    %r010 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 0)>(%by, %wr, %l)
    %c010x = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 16)>(%bx, %wc, %l)
    memref.store %e010, %c[%r010, %c010x] : memref<64x64xf32, #gpu.address_space<global>>
    %e011 = vector.extract %acc#1[1] : f32 from vector<4xf32>
    %r011 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 1)>(%by, %wr, %l)
    %c011x = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 16)>(%bx, %wc, %l)
    memref.store %e011, %c[%r011, %c011x] : memref<64x64xf32, #gpu.address_space<global>>
    %e012 = vector.extract %acc#1[2] : f32 from vector<4xf32>
    %r012 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 2)>(%by, %wr, %l)
    %c012x = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 16)>(%bx, %wc, %l)
    memref.store %e012, %c[%r012, %c012x] : memref<64x64xf32, #gpu.address_space<global>>
    %e013 = vector.extract %acc#1[3] : f32 from vector<4xf32>
    %r013 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 3)>(%by, %wr, %l)
    %c013x = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 16)>(%bx, %wc, %l)
    memref.store %e013, %c[%r013, %c013x] : memref<64x64xf32, #gpu.address_space<global>>
    %e100 = vector.extract %acc#2[0] : f32 from vector<4xf32>
    %r100 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 16)>(%by, %wr, %l)
    %c100x = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 0)>(%bx, %wc, %l)
    memref.store %e100, %c[%r100, %c100x] : memref<64x64xf32, #gpu.address_space<global>>
    %e101 = vector.extract %acc#2[1] : f32 from vector<4xf32>
    %r101 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 17)>(%by, %wr, %l)
    %c101x = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 0)>(%bx, %wc, %l)
    memref.store %e101, %c[%r101, %c101x] : memref<64x64xf32, #gpu.address_space<global>>
    %e102 = vector.extract %acc#2[2] : f32 from vector<4xf32>
    %r102 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 18)>(%by, %wr, %l)
    %c102x = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 0)>(%bx, %wc, %l)
    memref.store %e102, %c[%r102, %c102x] : memref<64x64xf32, #gpu.address_space<global>>
    %e103 = vector.extract %acc#2[3] : f32 from vector<4xf32>
    %r103 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 19)>(%by, %wr, %l)
    %c103x = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 0)>(%bx, %wc, %l)
    memref.store %e103, %c[%r103, %c103x] : memref<64x64xf32, #gpu.address_space<global>>
    %e110 = vector.extract %acc#3[0] : f32 from vector<4xf32>
    %r110 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 16)>(%by, %wr, %l)
    %c110x = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 16)>(%bx, %wc, %l)
    memref.store %e110, %c[%r110, %c110x] : memref<64x64xf32, #gpu.address_space<global>>
    %e111 = vector.extract %acc#3[1] : f32 from vector<4xf32>
    %r111 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 17)>(%by, %wr, %l)
    %c111x = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 16)>(%bx, %wc, %l)
    memref.store %e111, %c[%r111, %c111x] : memref<64x64xf32, #gpu.address_space<global>>
    %e112 = vector.extract %acc#3[2] : f32 from vector<4xf32>
    %r112 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 18)>(%by, %wr, %l)
    %c112x = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 16)>(%bx, %wc, %l)
    memref.store %e112, %c[%r112, %c112x] : memref<64x64xf32, #gpu.address_space<global>>
    %e113 = vector.extract %acc#3[3] : f32 from vector<4xf32>
    %r113 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + (d2 floordiv 16) * 4 + 19)>(%by, %wr, %l)
    %c113x = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2 mod 16 + 16)>(%bx, %wc, %l)
    memref.store %e113, %c[%r113, %c113x] : memref<64x64xf32, #gpu.address_space<global>>
    gpu.return
  }
}
