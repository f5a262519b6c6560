// kernel:    C = A*B^T for 64x64x256 f16, a tile of 32x32 a wave, mfma 32x32x16
// chips:     gfx950
// grid:      2 2 1
// block:     64 1 1
// arg:       in f16 16384 real -1 1
// arg:       in f16 16384 real -1 1
// arg:       out f32 4096

gpu.module @kernels {
  gpu.func @mfma_f16_32x32x16(%a: memref<64x256xf16, #gpu.address_space<global>>,
      %b: memref<64x256xf16, #gpu.address_space<global>>,
      %c: memref<64x64xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %c256 = arith.constant 256 : index
    %zero = arith.constant dense<0.0> : vector<16xf32>
    %row = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1 mod 32)>(%by, %tx)
    %col = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1 mod 32)>(%bx, %tx)
    %k0 = affine.apply affine_map<(d0) -> ((d0 floordiv 32) * 8)>(%tx)
    %acc = scf.for %kt = %c0 to %c256 step %c16 iter_args(%s = %zero) -> (vector<16xf32>) {
      %k = arith.addi %kt, %k0 : index
      %av = vector.load %a[%row, %k] : memref<64x256xf16, #gpu.address_space<global>>, vector<8xf16>
      %bv = vector.load %b[%col, %k] : memref<64x256xf16, #gpu.address_space<global>>, vector<8xf16>
      %d = amdgpu.mfma 32x32x16 %av * %bv + %s blgp = none : vector<8xf16>, vector<8xf16>, vector<16xf32>
      scf.yield %d : vector<16xf32>
    }
    %cc = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1 mod 32)>(%bx, %tx)
    %e0 = vector.extract %acc[0] : f32 from vector<16xf32>
    %q0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 0)>(%by, %tx)
    memref.store %e0, %c[%q0, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    %e1 = vector.extract %acc[1] : f32 from vector<16xf32>
    %q1 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 1)>(%by, %tx)
    memref.store %e1, %c[%q1, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    %e2 = vector.extract %acc[2] : f32 from vector<16xf32>
    %q2 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 2)>(%by, %tx)
    memref.store %e2, %c[%q2, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    %e3 = vector.extract %acc[3] : f32 from vector<16xf32>
    %q3 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 3)>(%by, %tx)
    memref.store %e3, %c[%q3, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    %e4 = vector.extract %acc[4] : f32 from vector<16xf32>
    %q4 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 8)>(%by, %tx)
    memref.store %e4, %c[%q4, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    %e5 = vector.extract %acc[5] : f32 from vector<16xf32>
    %q5 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 9)>(%by, %tx)
    memref.store %e5, %c[%q5, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    %e6 = vector.extract %acc[6] : f32 from vector<16xf32>
    %q6 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 10)>(%by, %tx)
    memref.store %e6, %c[%q6, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    %e7 = vector.extract %acc[7] : f32 from vector<16xf32>
    %q7 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 11)>(%by, %tx)
    memref.store %e7, %c[%q7, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    %e8 = vector.extract %acc[8] : f32 from vector<16xf32>
    %q8 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 16)>(%by, %tx)
    memref.store %e8, %c[%q8, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    %e9 = vector.extract %acc[9] : f32 from vector<16xf32>
    %q9 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 17)>(%by, %tx)
    memref.store %e9, %c[%q9, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    %e10 = vector.extract %acc[10] : f32 from vector<16xf32>
    %q10 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 18)>(%by, %tx)
    memref.store %e10, %c[%q10, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    %e11 = vector.extract %acc[11] : f32 from vector<16xf32>
    %q11 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 19)>(%by, %tx)
    memref.store %e11, %c[%q11, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    %e12 = vector.extract %acc[12] : f32 from vector<16xf32>
    %q12 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 24)>(%by, %tx)
    memref.store %e12, %c[%q12, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    %e13 = vector.extract %acc[13] : f32 from vector<16xf32>
    %q13 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 25)>(%by, %tx)
    memref.store %e13, %c[%q13, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    %e14 = vector.extract %acc[14] : f32 from vector<16xf32>
    %q14 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 26)>(%by, %tx)
    memref.store %e14, %c[%q14, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    %e15 = vector.extract %acc[15] : f32 from vector<16xf32>
    %q15 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + (d1 floordiv 32) * 4 + 27)>(%by, %tx)
    memref.store %e15, %c[%q15, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    gpu.return
  }
}
